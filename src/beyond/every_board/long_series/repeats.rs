//! What the prover does on 4x4 with n = 11 and 12 against an opponent whose series leave out the same squares again and
//! again, see [`super`].

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::ending::{Ending, crosses, of_cross};
use super::setting::{Setting, each_in_few, keeps_loose, spread};
use crate::engine::board::{Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::rules::Player;

/// A plan against gaps that all contain one set, as long as the opponent keeps to it.
#[derive(Clone)]
pub struct Plan {
    /// The squares that the opponent leaves out.
    repeated: SquareSet,
    /// The prover's gaps up to the third turn from the end.
    gaps: Vec<SquareSet>,
    /// The lines that the prover gets.
    lines: SquareSet,
    /// Where they cross.
    top: Square,
    /// The squares that do not collapse at the third turn from the end if all gaps of the opponent contain them.
    outside: SquareSet,
    /// How the prover goes on, by the number of gaps of the opponent that kept to the plan.
    ways: Vec<usize>,
}

/// What the prover does by the gaps of the opponent.
#[derive(Clone, Default)]
pub struct Plans {
    /// By the opponent's first gap: those that would keep the prover from the greatest lead if all were like it.
    pub against: FxHashMap<SquareSet, Plan>,
    /// The prover's gaps where there is no plan.
    gaps: Vec<SquareSet>,
    /// The last of them by the gap of all series of the opponent before the last one, where they are alike.
    lasts: FxHashMap<SquareSet, SquareSet>,
}

/// Plans with which the prover completes two lines at once against every play of the opponent; `None` if they are not
/// found.
pub fn plans(setting: &Setting) -> Option<Plans> {
    let search = Search::of(setting)?;
    let repeated: Vec<(SquareSet, SquareSet)> = search
        .bad
        .iter()
        .map(|first| Some((*first, search.repeated(*first)?)))
        .collect::<Option<_>>()?;
    let mut gaps: Vec<SquareSet> = (0..setting.own())
        .map(|index| spread(setting.all(), setting.gap(), index))
        .collect();
    if setting.prover == Player::One {
        *gaps.first_mut()? = search.first_gap(&repeated)?;
    }
    let (last, lasts) = search.lasts(&gaps)?;
    *gaps.last_mut()? = last;
    let plan = |&(first, repeated): &(SquareSet, SquareSet)| {
        Some((first, search.plan(&gaps, first, repeated)?))
    };
    let against = repeated.par_iter().map(plan).collect::<Option<_>>()?;
    Some(Plans {
        against,
        gaps,
        lasts,
    })
}

impl Plans {
    /// The prover's next gap, after `index` own series and these gaps of the opponent.
    pub fn gap(&self, setting: &Setting, index: usize, theirs: &[SquareSet]) -> Option<SquareSet> {
        let first = theirs.first();
        if let Some(plan) = first.and_then(|first| self.against.get(first)) {
            return plan.gap(setting, index, theirs);
        }
        let alike = first.filter(|first| theirs.iter().all(|gap| gap == *first));
        let last = alike
            .and_then(|first| self.lasts.get(first))
            .filter(|_| index + 1 == setting.own());
        last.or(self.gaps.get(index)).copied()
    }
}

/// The sets of squares that are part of one of some boards: a bit for each set of the 16 squares. Asked for thousands of
/// sets, it answers in half the time that looking through the boards takes.
struct Parts(Vec<u64>);

impl Parts {
    fn of<'a>(boards: impl IntoIterator<Item = &'a SquareSet>) -> Parts {
        let mut parts = vec![0_u64; 1 << (16 - 6)];
        for board in boards {
            parts[board.0 as usize >> 6] |= 1 << (board.0 & 63);
        }
        // Without one square after the other. Six of them tell the bit, the others the word.
        for square in 0..6 {
            let without = u64::MAX / ((1 << (1 << square)) + 1);
            parts
                .iter_mut()
                .for_each(|word| *word |= *word >> (1 << square) & without);
        }
        for square in (0..10).map(|square| 1_usize << square) {
            let with = (0..parts.len()).filter(|word| word & square != 0);
            with.for_each(|word| parts[word - square] |= parts[word]);
        }
        Parts(parts)
    }

    fn contain(&self, set: SquareSet) -> bool {
        self.0[set.0 as usize >> 6] >> (set.0 & 63) & 1 != 0
    }
}

/// Two lines that cross.
struct Target {
    lines: SquareSet,
    /// The square that they share.
    top: Square,
    /// The ways to complete them at once.
    endings: Vec<Ending>,
}

struct Search<'a> {
    setting: &'a Setting,
    targets: Vec<Target>,
    /// All sets of squares, as many as the prover gets, with such lines.
    boards: Vec<SquareSet>,
    /// The sets of g squares, and of g - 1, that are in none of them.
    bad: Vec<SquareSet>,
    bad_smaller: Vec<SquareSet>,
}

impl<'a> Search<'a> {
    /// `None` where the argument of [`super`] does not hold.
    fn of(setting: &'a Setting) -> Option<Search<'a>> {
        let (own, gap) = (setting.own(), setting.gap());
        // With at least two more series of the opponent than squares in a gap.
        if gap < 2 || setting.others() < gap + 2 {
            return None;
        }
        let target = |(lines, top)| Target {
            lines,
            top,
            endings: of_cross(setting, lines, top, 2),
        };
        let targets: Vec<Target> = crosses(setting).map(target).collect();
        let boards: Vec<SquareSet> = setting
            .all()
            .subsets(own)
            .filter(|board| targets.iter().any(|target| target.lines.is_subset(*board)))
            .collect();
        let parts = Parts::of(&boards);
        let is_bad = |set: &SquareSet| !parts.contain(*set);
        if setting.all().subsets(gap - 2).any(|set| is_bad(&set)) {
            return None;
        }
        let bad = setting.all().subsets(gap).filter(is_bad).collect();
        let bad_smaller = setting.all().subsets(gap - 1).filter(is_bad).collect();
        Some(Search {
            setting,
            targets,
            boards,
            bad,
            bad_smaller,
        })
    }

    /// The bad set that all gaps of the opponent must contain if the first one is to do harm; `None` if there are two
    /// such sets, for the argument needs a single one.
    fn repeated(&self, first: SquareSet) -> Option<SquareSet> {
        let mut inside = self.bad_smaller.iter().filter(|set| set.is_subset(first));
        let repeated = inside.next().copied().unwrap_or(first);
        inside.next().is_none().then_some(repeated)
    }

    /// A gap for the series that is placed before anything is known. It meets all sets that may be repeated, and as few
    /// of them as possible in one square only.
    fn first_gap(&self, repeated: &[(SquareSet, SquareSet)]) -> Option<SquareSet> {
        let meets = |gap: &SquareSet| repeated.iter().all(|(_, set)| gap.intersects(*set));
        let hardly = |gap: &SquareSet| {
            repeated
                .iter()
                .filter(|(_, set)| (*gap & *set).len() == 1)
                .count()
        };
        self.setting
            .all()
            .subsets(self.setting.gap())
            .filter(meets)
            .min_by_key(hardly)
    }

    /// The parts of the boards that the prover's series with these gaps can fill with two lines completed at once.
    fn won(&self, gaps: &[SquareSet]) -> Parts {
        let series = self.setting.series(gaps);
        let wins = |board: &&SquareSet| {
            let mut inside = self
                .targets
                .iter()
                .filter(|target| target.lines.is_subset(**board));
            inside.any(|target| {
                target
                    .endings
                    .iter()
                    .any(|ending| ending.fits(&series, **board))
            })
        };
        Parts::of(self.boards.iter().filter(wins))
    }

    /// Whether each set of fewer than g squares that the prover may have to take is one of these parts; bad sets of g - 1
    /// squares, against which there are plans, aside.
    fn wins(&self, won: &Parts, may_be: impl Fn(SquareSet) -> bool) -> bool {
        (0..self.setting.gap()).all(|size| {
            let mut sets = self.setting.all().subsets(size);
            sets.all(|set| won.contain(set) || self.bad_smaller.contains(&set) || !may_be(set))
        })
    }

    /// The gap of the last series: the usual one, and the one against each gap that the opponent may repeat and that
    /// needs no plan. `None` if one of them is not found.
    fn lasts(&self, gaps: &[SquareSet]) -> Option<(SquareSet, FxHashMap<SquareSet, SquareSet>)> {
        let setting = self.setting;
        let (last, before) = gaps.split_last()?;
        let with = |last: SquareSet| [before, &[last]].concat();
        let other = (0..setting.squares()).map(|index| spread(setting.all(), setting.gap(), index));
        let options: Vec<(SquareSet, Parts)> = std::iter::once(*last)
            .chain(other)
            .filter(|last| keeps_loose(setting, &with(*last), false))
            .map(|last| (last, self.won(&with(last))))
            .collect();
        let (usual, _) = options.iter().find(|(_, won)| self.wins(won, |_| true))?;
        let whole = setting
            .all()
            .subsets(setting.gap())
            .filter(|set| !self.bad.contains(set));
        let best = |set: SquareSet| {
            options
                .iter()
                .find(|(_, won)| won.contain(set))
                .map(|(last, _)| (set, *last))
        };
        let lasts = whole.map(best).collect::<Option<_>>()?;
        Some((*usual, lasts))
    }

    /// A plan against gaps with these squares, the first of which is known.
    fn plan(&self, gaps: &[SquareSet], first: SquareSet, repeated: SquareSet) -> Option<Plan> {
        let fits = |target: &&Target| {
            (first - repeated).is_subset(target.lines) && !repeated.contains(target.top)
        };
        let targets = self.targets.iter().filter(fits);
        let towards = |target| {
            (0..self.setting.gap())
                .flat_map(move |turned| self.towards(gaps, repeated, target, turned))
        };
        targets
            .flat_map(towards)
            .find_map(|plan| self.complete(plan, first))
    }

    /// The plans for two lines. They differ in how they use the series that player 1 placed before anything was known,
    /// and in the squares that fill up the gaps.
    fn towards(
        &self,
        gaps: &[SquareSet],
        repeated: SquareSet,
        &Target { lines, top, .. }: &Target,
        turned: usize,
    ) -> Vec<Plan> {
        let setting = self.setting;
        let filled = setting.all() - repeated;
        let until = setting.squares() - 2;
        let [own, others] =
            [setting.prover, setting.prover.opponent()].map(|player| player.turns_of(until));
        let inside = filled.len().saturating_sub(others);
        let outside = own.saturating_sub(inside);
        let wanted = lines & repeated;
        if (lines & filled).len() != inside || wanted.len() != outside {
            return Vec::new();
        }
        let free = filled - lines;
        let with = |kept: SquareSet, index: usize| {
            kept | spread(
                free,
                setting.gap().saturating_sub(kept.len()),
                index + turned,
            )
        };
        let plan = |known: Option<SquareSet>, taken: SquareSet| {
            let is_inside = |known: SquareSet| repeated.is_subset(known);
            let before = known.map_or(
                [0, 0],
                |known| if is_inside(known) { [0, 1] } else { [1, 0] },
            );
            let outsiders = (before[0]..outside).map(|index| with(repeated - taken, index));
            let insiders = (before[1]..inside).map(|index| with(repeated, index));
            let gaps = known.into_iter().chain(outsiders).chain(insiders).collect();
            Plan {
                repeated,
                gaps,
                lines,
                top,
                outside: repeated - taken,
                ways: vec![0],
            }
        };
        match (setting.prover, gaps.first()) {
            (Player::One, Some(&known)) => {
                // Two lines that are completed one turn later still give the greatest lead if the game goes on.
                let may_go_on = Game::always_fills(setting.pieces, &setting.rules);
                let reached = repeated - known;
                let taken = |last: Square| {
                    let others = wanted - SquareSet::single(last);
                    match (reached - others).len() {
                        1 => Some(wanted),
                        2 if may_go_on => Some(others),
                        _ => None,
                    }
                };
                let options = (wanted & reached).iter().filter_map(taken);
                let inside = Some(wanted).filter(|_| reached.is_empty());
                options
                    .chain(inside)
                    .map(|taken| plan(Some(known), taken))
                    .collect()
            }
            _ => vec![plan(None, wanted)],
        }
    }

    /// The plan, with gaps for each number of turns after which the opponent may leave it; `None` if something may
    /// collapse before its time, or if such gaps are not found.
    fn complete(&self, mut plan: Plan, first: SquareSet) -> Option<Plan> {
        let setting = self.setting;
        let (squares, gap) = (setting.squares(), setting.gap());
        let others = setting.prover.opponent().turns_of(squares - 2);
        let asked = |before: usize| plan.asked(setting, before);
        // How many gaps of the opponent can contain a set: of the `count` first ones, which keep to the plan; and of
        // all before the last turn, if the next one does not keep to it and the others are any.
        let kept = |set: SquareSet, count: usize| {
            let can = |before: &usize| (set | asked(*before)).len() <= gap;
            usize::from(set.is_subset(first)) + (1..count).filter(can).count()
        };
        let most = |set: SquareSet, count: usize| {
            let leaves = usize::from(!asked(count).is_subset(set));
            kept(set, count) + leaves + setting.others_before_last() - count - 1
        };
        let room = |set: SquareSet, theirs: usize| (squares - 1 - set.len()).saturating_sub(theirs);
        let is_early = |gaps: &[SquareSet]| each_in_few(gaps, |set| room(set, kept(set, others)));
        if setting.prover == Player::Two && !is_early(&plan.gaps[..plan.gaps.len() - 1]) {
            return None;
        }
        let is_good = |count: usize, gaps: &[SquareSet]| {
            let before = &gaps[..gaps.len() - usize::from(setting.moves_last())];
            let may_be = |set: SquareSet| {
                !asked(count).is_subset(set) && self.can_be_asked(set, |set| most(set, count))
            };
            each_in_few(before, |set| room(set, most(set, count)))
                && self.wins(&self.won(gaps), may_be)
        };
        let way = |count: usize| {
            (0..4 * squares).find(|way| is_good(count, &plan.after(setting, count, *way)))
        };
        // Late in the game least is left to choose.
        let ways: Option<Vec<usize>> = (1..others).rev().map(way).collect();
        plan.ways.extend(ways?.into_iter().rev());
        Some(plan)
    }

    /// Whether the opponent's series can make the prover take the squares of `set`, if before the last turn at most
    /// `most(larger)` of their gaps contain all squares of a set `larger`.
    fn can_be_asked(&self, set: SquareSet, most: impl Fn(SquareSet) -> usize) -> bool {
        let (setting, all) = (self.setting, self.setting.all());
        let series = setting.others();
        let last = series - setting.others_before_last();
        let asks = |larger: SquareSet| larger.len() + most(larger) + last >= series + set.len();
        set.len() + series <= 2 * setting.gap()
            || (0..=setting.gap() - set.len())
                .any(|more| (all - set).subsets(more).any(|more| asks(set | more)))
    }
}

impl Plan {
    /// The collapse at the third turn from the end: both lines at once, by the last of the prover's series.
    pub fn ending(&self) -> Ending {
        let (last, top) = (self.gaps.len() - 1, SquareSet::single(self.top));
        let place = |index: usize| if index == last { top } else { self.lines - top };
        Ending {
            taken: self.lines,
            own: (0..=last).map(place).collect(),
        }
    }

    /// All gaps of the prover if the opponent's first `kept` gaps keep to the plan, and the next one does not.
    fn after(&self, setting: &Setting, kept: usize, way: usize) -> Vec<SquareSet> {
        let known = if setting.prover == Player::One {
            kept + 1
        } else {
            kept
        };
        let others = (known..setting.own()).map(|index| self.otherwise(setting, index, way));
        self.gaps[..known].iter().copied().chain(others).collect()
    }

    /// A gap of the prover after the opponent has left the plan. The ways differ in the ring of squares, for the last
    /// gap and for the others, and in where the last gap begins.
    fn otherwise(&self, setting: &Setting, index: usize, way: usize) -> SquareSet {
        let squares = setting.squares();
        let rings = [setting.all() - self.repeated, setting.all()];
        if index + 1 == setting.own() {
            return spread(rings[way / squares % 2], setting.gap(), way % squares);
        }
        spread(rings[way / squares / 2], setting.gap(), index)
    }

    /// What the opponent's gap must contain that comes after `before` others, if the plan is to go on.
    fn asked(&self, setting: &Setting, before: usize) -> SquareSet {
        let few = setting.gap() - self.outside.len();
        if before < few {
            self.repeated
        } else {
            self.outside
        }
    }

    /// The prover's next gap, after `index` own series and these gaps of the opponent.
    fn gap(&self, setting: &Setting, index: usize, gaps: &[SquareSet]) -> Option<SquareSet> {
        let mut kept = gaps.iter().enumerate();
        match kept.position(|(before, gap)| !self.asked(setting, before).is_subset(*gap)) {
            None => self.gaps.get(index).copied(),
            Some(kept) => Some(self.otherwise(setting, index, *self.ways.get(kept)?)),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn parts_are_the_subsets_of_boards(
            boards in proptest::collection::vec(0_u64..1 << 16, 0..20),
            sets in proptest::collection::vec((0_u64..1 << 16, 0_usize..20), 100),
        ) {
            let boards: Vec<SquareSet> = boards.into_iter().map(SquareSet).collect();
            let parts = Parts::of(&boards);
            for (word, place) in sets {
                // Part of a board, if there is one at that place, and any set.
                let part = boards.get(place).map_or(SquareSet::EMPTY, |board| *board & SquareSet(word));
                for set in [part, SquareSet(word)] {
                    prop_assert_eq!(parts.contain(set), boards.iter().any(|board| set.is_subset(*board)));
                }
            }
        }
    }
}
