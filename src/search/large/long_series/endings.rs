//! What the chooser of the last collapse can make of it: which squares the chooser can take, and what they earn at
//! least.

use std::cmp::Reverse;

use super::setting::{Setting, each_in_few};
use crate::board::{Square, SquareSet};
use crate::matching::{MAX_SERIES, Matching, Neighbours, SeriesSet};
use crate::rules::{Margin, Scoring, Ties};

/// On boards with more squares not every set of squares is looked at, only unions of lines.
const FEW_SQUARES: usize = 16;

/// Squares that the prover may take in the last collapse.
#[derive(Clone)]
pub struct Ending {
    /// The prover gets these squares, and perhaps more.
    pub squares: SquareSet,
    /// The prover leads by so much at least.
    pub lead: Margin,
    /// Where each of the prover's series may stand for that.
    pub own: Vec<SquareSet>,
}

/// Lines of one player, in groups of equal largest subscripts.
pub struct Chain {
    /// All squares of the lines.
    pub squares: SquareSet,
    /// The squares of the largest subscripts, group by group.
    pub tops: Vec<Square>,
    /// How many lines there are.
    pub lines: usize,
    /// What the lines earn if there are no others.
    pub points: Margin,
}

/// All chains of lines on at most so many squares. Where a group has several lines, the square that they share is in no
/// earlier group, for the largest subscripts of those are smaller.
pub fn chains(lines: &[SquareSet], pieces: usize, ties: Ties) -> Vec<Chain> {
    let nothing = Chain { squares: SquareSet::EMPTY, tops: Vec::new(), lines: 0, points: Margin::ZERO };
    let mut found = vec![nothing];
    let mut next = 0;
    while next < found.len() {
        extend(next, lines, pieces, ties, &mut found);
        next += 1;
    }
    found.swap_remove(0);
    found
}

/// Adds to the chains those that have one more group than one of them.
fn extend(chain: usize, lines: &[SquareSet], pieces: usize, ties: Ties, found: &mut Vec<Chain>) {
    let (taken, before) = (found[chain].squares, found[chain].lines);
    let rank = 1 + if ties == Ties::Dense { found[chain].tops.len() } else { before };
    let open = lines.iter().fold(SquareSet::EMPTY, |all, line| all | *line) - taken;
    for top in open {
        let through: Vec<SquareSet> = lines.iter().copied().filter(|line| line.contains(top)).collect();
        // It is enough to try the first two open squares of a line that is alone in its group.
        let is_near = |line: SquareSet| ((line - taken) & SquareSet::first(top.index())).len() < 2;
        for chosen in 1_usize..1 << through.len() {
            if chosen.is_power_of_two() && !is_near(through[chosen.trailing_zeros() as usize]) {
                continue;
            }
            let group: Vec<SquareSet> =
                (0..through.len()).filter(|line| chosen >> line & 1 == 1).map(|line| through[line]).collect();
            let squares = group.iter().fold(taken, |all, line| all | *line);
            if squares.len() > pieces {
                continue;
            }
            let mut tops = found[chain].tops.clone();
            tops.push(top);
            let points = found[chain].points + group.iter().map(|_| Margin::of_rank(rank)).sum();
            found.push(Chain { squares, tops, lines: before + group.len(), points });
        }
    }
}

/// The most points that lines on so many squares can earn.
pub fn most_points(setting: &Setting, lines: &[SquareSet], pieces: usize) -> Margin {
    let rules = setting.game.rules();
    let points = chains(lines, pieces, rules.ties).iter().map(|chain| chain.points).max();
    match rules.scoring {
        Scoring::Harmonic => points.unwrap_or(Margin::ZERO),
        _ => points.map_or(Margin::ZERO, |_| Margin::ONE),
    }
}

/// All endings with these series of the prover, best first.
pub fn endings(setting: &Setting, own: &[SquareSet]) -> Vec<Ending> {
    let mut found: Vec<Ending> = if setting.game.squares() <= FEW_SQUARES {
        setting.all().subsets(own.len()).filter_map(|squares| ending(setting, own, squares)).collect()
    } else {
        of_lines(setting, own)
    };
    found.sort_by_key(|ending| Reverse(ending.lead));
    found
}

/// The lead that the prover can have with exactly these squares.
pub fn ending(setting: &Setting, own: &[SquareSet], squares: SquareSet) -> Option<Ending> {
    let within = |set: SquareSet| setting.lines().iter().copied().filter(move |line| line.is_subset(set));
    let mine: Vec<SquareSet> = within(squares).collect();
    let theirs: Vec<SquareSet> = within(setting.all() - squares).collect();
    let places = |place: &dyn Fn(usize) -> SquareSet| -> Option<Vec<SquareSet>> {
        fitting(own.iter().enumerate().map(|(index, series)| *series & place(index)).collect())
    };
    let found = |(own, lead)| Ending { squares, lead, own };
    let anyhow = |lead: Margin| places(&|_| squares).map(|own| (own, lead)).map(found);
    if theirs.is_empty() {
        let at_once = together(setting, own, squares, &mine).map(found);
        return at_once.or_else(|| anyhow(alone(setting.game.rules().scoring, mine.len())));
    }
    let side = setting.game.side();
    let first = |line: SquareSet| places(&|index| if index < side { line } else { squares - line });
    let ahead = |line: &SquareSet| Some(found((first(*line)?, leading(setting, &theirs)?)));
    let at_worst = worst(setting, mine.len(), &theirs);
    mine.iter().find_map(ahead).filter(|ahead| ahead.lead > at_worst).or_else(|| anyhow(at_worst))
}

/// These sets of places for the prover's series, if each series can have a square of its own.
fn fitting(places: Vec<SquareSet>) -> Option<Vec<SquareSet>> {
    let mut neighbours: Neighbours = [SquareSet::EMPTY; MAX_SERIES];
    neighbours[..places.len()].copy_from_slice(&places);
    Matching::of_all(SeriesSet::first(places.len()), &neighbours).ok().map(|_| places)
}

/// A way to complete all lines of the prover at once, at a square that they share: later series stand beside the lines.
fn together(
    setting: &Setting,
    own: &[SquareSet],
    squares: SquareSet,
    mine: &[SquareSet],
) -> Option<(Vec<SquareSet>, Margin)> {
    if mine.len() < 2 || setting.game.rules().scoring != Scoring::Harmonic {
        return None;
    }
    let common = mine.iter().fold(squares, |common, line| common & *line);
    let beside = mine.iter().fold(squares, |beside, line| beside - *line);
    let points = mine.iter().map(|_| Margin::ONE).sum();
    let last = (own.len().saturating_sub(1 + beside.len())..own.len()).rev();
    let options = last.flat_map(|last| common.iter().map(move |top| (last, SquareSet::single(top))));
    let place = |last: usize, top: SquareSet, index: usize| match index {
        _ if index == last => top,
        _ if index > last => beside,
        _ => squares - top,
    };
    options
        .map(|(last, top)| own.iter().enumerate().map(|(i, series)| *series & place(last, top, i)).collect())
        .find_map(fitting)
        .map(|own| (own, points))
}

/// What so many lines earn at least where the other player has none.
fn alone(scoring: Scoring, lines: usize) -> Margin {
    match scoring {
        Scoring::Harmonic => (1..=lines).map(Margin::of_rank).sum(),
        _ if lines > 0 => Margin::ONE,
        _ => Margin::ZERO,
    }
}

/// The lead if the prover's first series fill a line and the other player has these lines; `None` if they could come
/// before that line. Other lines of the prover only add to the lead.
fn leading(setting: &Setting, theirs: &[SquareSet]) -> Option<Margin> {
    let side = setting.game.side();
    let [own, other] =
        [setting.prover, setting.prover.opponent()].map(|player| setting.subscript(player, side));
    let pieces = setting.game.squares() - setting.own();
    match (setting.game.rules().scoring, own.cmp(&other)) {
        (_, std::cmp::Ordering::Greater) => None,
        (Scoring::Harmonic, std::cmp::Ordering::Less) => {
            // Theirs have the ranks from 2 on: at least one line is before each.
            let chains = chains(theirs, pieces, setting.game.rules().ties);
            let second = |chain: &Chain| (0..chain.lines).map(|_| Margin::of_rank(2)).sum::<Margin>();
            chains.iter().map(second).max().map(|points| Margin::ONE - points)
        }
        (Scoring::Harmonic, _) => Some(Margin::ONE - most_points(setting, theirs, pieces)),
        (Scoring::Decisive, std::cmp::Ordering::Less) => Some(Margin::ONE),
        (Scoring::Decisive | Scoring::Shared, _) => Some(Margin::ZERO),
    }
}

/// The lead if the lines of the other player, who has some, come before all of the prover's.
fn worst(setting: &Setting, lines: usize, theirs: &[SquareSet]) -> Margin {
    let pieces = setting.game.squares() - setting.own();
    let lost = most_points(setting, theirs, pieces);
    match setting.game.rules().scoring {
        Scoring::Harmonic if lines > 0 => Margin::of_rank(theirs.len() + 1) - lost,
        Scoring::Shared if lines > 0 => Margin::ZERO,
        _ => -lost,
    }
}

/// The endings whose squares are unions of lines that every line of the board meets, so that the other player has no
/// line. The last series take the squares of the largest subscripts, in their order. The others take any places; so
/// they must be able to fill any squares.
fn of_lines(setting: &Setting, own: &[SquareSet]) -> Vec<Ending> {
    let gaps: Vec<SquareSet> = own.iter().map(|series| setting.all() - *series).collect();
    let fill_any = |series: usize| {
        each_in_few(&gaps[..series], |set| if set.len() > series { usize::MAX } else { series - set.len() })
    };
    let fills: Vec<bool> = (0..=own.len()).map(fill_any).collect();
    let ending = |chain: Chain| -> Option<Ending> {
        let lead = lead_of(setting, &chain, own.len())?;
        let first = own.len().checked_sub(chain.tops.len())?;
        let tops: SquareSet = chain.tops.iter().copied().collect();
        let reached = chain.tops.iter().zip(&own[first..]).all(|(top, series)| series.contains(*top));
        let places = own[..first].iter().map(|series| *series - tops);
        let places = places.chain(chain.tops.iter().map(|top| SquareSet::single(*top)));
        (reached && fills[first]).then(|| Ending { squares: chain.squares, lead, own: places.collect() })
    };
    let chains = chains(setting.lines(), own.len(), setting.game.rules().ties);
    let mut best: Vec<Ending> = chains.into_iter().filter_map(ending).collect();
    best.sort_by_key(|ending| (ending.squares, Reverse(ending.lead)));
    best.dedup_by_key(|ending| ending.squares);
    best
}

/// The lead with the lines of a chain and whatever else the prover gets; `None` if the other player can have a line.
fn lead_of(setting: &Setting, chain: &Chain, pieces: usize) -> Option<Margin> {
    let lines = setting.lines();
    if !lines.iter().all(|line| line.intersects(chain.squares)) {
        return None;
    }
    let spare = pieces - chain.squares.len();
    let possible = lines.iter().filter(|line| (**line - chain.squares).len() <= spare).count();
    match setting.game.rules().scoring {
        Scoring::Decisive | Scoring::Shared => Some(Margin::ONE),
        Scoring::Harmonic if possible == chain.lines => Some(chain.points),
        // Lines before a single group earn points and cost ranks.
        Scoring::Harmonic if chain.tops.len() == 1 => {
            let before = |others: usize| {
                let earned: Margin = (1..=others).map(Margin::of_rank).sum();
                earned + (0..chain.lines).map(|_| Margin::of_rank(1 + others)).sum()
            };
            (0..=possible - chain.lines).map(before).min()
        }
        Scoring::Harmonic => None,
    }
}

/// The least lead over all sets H that the other player's series can make the prover take, see [`super`]; `None` if one
/// of them fits no ending. The endings are given best first.
pub fn guaranteed(setting: &Setting, endings: &[Ending]) -> Option<Margin> {
    let own = setting.own();
    let best = |forced: SquareSet| {
        endings.iter().find(|ending| (ending.squares | forced).len() <= own).map(|ending| ending.lead)
    };
    let mut sets = setting.all().subsets(setting.gap());
    sets.try_fold(None, |least: Option<Margin>, forced| {
        best(forced).map(|lead| Some(least.map_or(lead, |least| least.min(lead))))
    })?
}
