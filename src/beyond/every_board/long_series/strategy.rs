//! The strategy that proves a lead, as a player follows it.

use super::early;
use super::ending::{Ending, crosses, endings};
use super::few::{self, Few};
use super::repeats::{Plan, Plans, plans};
use super::setting::Setting;
use super::theorem::{Lead, Theorem};
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::interval::Interval;
use crate::engine::matching::{Matching, Neighbours, SeriesSet, neighbourhood};
use crate::engine::position::{Action, Collapse, Phase, Position};
use crate::engine::rules::{Margin, Player, Scoring};
use crate::engine::static_bound::StaticBound;
use crate::perfect_play::minimax;

/// What the chooser of the last collapse can force in a game with long series on a board of at most 64 squares, with a
/// strategy for it.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::rules::{Player, Rules};
/// use gqt3::beyond::every_board::long_series::LongSeries;
/// let theorem = LongSeries::of(&Game::from_side(8, 41, Rules::default())?).expect("37 pieces are enough");
/// assert_eq!(theorem.prover(), Player::One);
/// assert_eq!(theorem.lead().to_string(), "+2");
/// # Ok::<(), gqt3::engine::game::GameError>(())
/// ```
#[derive(Clone)]
pub struct LongSeries {
    game: Game,
    setting: Setting,
    lead: Margin,
    way: Way,
}

/// What the strategy follows.
#[derive(Clone)]
enum Way {
    Theorem(Theorem),
    /// 4x4, n = 9 and 10.
    Few(Few),
    /// 4x4, n = 11 and 12.
    Plans(Plans),
}

impl LongSeries {
    /// What is proven; `None` if that is nothing, as the series are too short. Cost: up to some seconds on 4x4, else
    /// nothing.
    pub fn of(game: &Game) -> Option<LongSeries> {
        let setting = Setting::of(game.side(), game.pieces(), game.rules())?;
        let lead = Lead::of(game.side(), game.pieces(), game.rules());
        let found = lead.map(|lead| (Way::Theorem(lead.theorem), lead.least));
        let better = match (setting.side, setting.pieces, setting.rules.scoring) {
            (4, 11 | 12, Scoring::Harmonic) => {
                plans(&setting).map(|plans| (Way::Plans(plans), Margin::ONE + Margin::ONE))
            }
            (4, 9 | 10, _) => Few::of(&setting).map(|(few, lead)| (Way::Few(few), lead)),
            _ => None,
        };
        let (way, lead) = better.or(found)?;
        Some(LongSeries {
            game: *game,
            setting,
            lead,
            way,
        })
    }

    /// The player who has the strategy: the chooser of the last collapse.
    pub const fn prover(&self) -> Player {
        self.setting.prover
    }

    /// The prover leads by so much at least, if the strategy is followed from the start.
    pub const fn lead(&self) -> Margin {
        self.lead
    }

    /// The first gaps of the opponent against which the strategy has plans of their own. A gap is what a series leaves
    /// out.
    pub fn planned(&self) -> Vec<SquareSet> {
        let Way::Plans(plans) = &self.way else {
            return Vec::new();
        };
        let mut planned: Vec<SquareSet> = plans.against.keys().copied().collect();
        planned.sort_unstable();
        planned
    }

    /// Where the value of the game lies.
    pub fn interval(&self) -> Interval {
        let by_lines = StaticBound::new(&self.game).of(&Position::new(self.game));
        by_lines.intersect(match self.setting.prover {
            Player::One => Interval {
                lower: self.lead,
                ..by_lines
            },
            Player::Two => Interval {
                upper: -self.lead,
                ..by_lines
            },
        })
    }

    /// What the prover does in a position that came about by this strategy; `None` if the prover is not to decide, or
    /// if the position did not come about by it.
    pub fn action(&self, position: &Position) -> Option<Action> {
        if position.game() != &self.game || position.to_move() != Some(self.prover()) {
            return None;
        }
        match position.phase() {
            Phase::Place if position.quantum() != self.setting.all() => {
                Some(Action::Place(self.single(position)?))
            }
            Phase::Place => Some(Action::Place(self.setting.all() - self.gap(position)?)),
            Phase::Collapse => self.collapse(position).map(Action::Collapse),
            Phase::Over => None,
        }
    }

    /// A player's series so far, in their order.
    fn series_of(position: &Position, player: Player) -> impl Iterator<Item = SquareSet> {
        let own =
            (0..position.turns()).filter(move |series| Player::from_turn(series + 1) == player);
        own.map(|series| position.squares_of(series))
    }

    /// The gap of the next series, while nothing has collapsed.
    fn gap(&self, position: &Position) -> Option<SquareSet> {
        let setting = &self.setting;
        let others = LongSeries::series_of(position, self.prover().opponent());
        let theirs: Vec<SquareSet> = others.map(|series| setting.all() - series).collect();
        let index = self.prover().turns_of(position.turns());
        let is_last = index + 1 == setting.own();
        match &self.way {
            _ if is_last && setting.moves_last() => self.last_gap(position),
            Way::Theorem(theorem) => {
                let early = (*theorem == Theorem::Early)
                    .then(|| early::gap(setting, index, &theirs))
                    .flatten();
                let crosses = matches!(theorem, Theorem::Cross | Theorem::Early);
                let own = LongSeries::series_of(position, self.prover());
                let last = own.last().filter(|_| is_last && crosses);
                early
                    .or_else(|| Some(beside_the_top(setting, &theirs, last?)))
                    .or(Some(setting.arc(index)))
            }
            Way::Few(few) => few.gaps_after(theirs.first().copied()).get(index).copied(),
            Way::Plans(plans) => plans.gap(setting, index, &theirs),
        }
    }

    /// The gap of the last series of the game: squares that the prover does not want.
    fn last_gap(&self, position: &Position) -> Option<SquareSet> {
        let last = position.turns();
        let mut neighbours = *position.neighbours();
        neighbours[last] = self.setting.all();
        let matching = self.best(position, &neighbours, SeriesSet::first(last + 1))?;
        let theirs = |series: &usize| Player::from_turn(series + 1) != self.prover();
        let left = (0..=last)
            .filter(theirs)
            .map(|series| matching.square_of(series));
        Some(left.take(self.setting.gap()).collect())
    }

    /// All series of the game matched in the best way that there is.
    fn best(&self, position: &Position, all: &Neighbours, series: SeriesSet) -> Option<Matching> {
        let others: Vec<SquareSet> =
            LongSeries::series_of(position, self.prover().opponent()).collect();
        let options: Vec<Ending> = match &self.way {
            Way::Theorem(theorem) => endings(*theorem, &self.setting, &others),
            Way::Plans(_) => endings(Theorem::Cross, &self.setting, &others),
            Way::Few(_) => {
                let own = series
                    .iter()
                    .filter(|one| Player::from_turn(one + 1) == self.prover());
                let own: Vec<SquareSet> = own.map(|one| all[one]).collect();
                few::endings(&self.setting, &own)
                    .into_iter()
                    .map(|(_, ending)| ending)
                    .collect()
            }
        };
        let squares = neighbourhood(series, all);
        let mut within = options
            .iter()
            .filter(|ending| ending.taken.is_subset(squares));
        within.find_map(|ending| ending.matched(self.prover(), all, series))
    }

    fn collapse(&self, position: &Position) -> Option<Collapse> {
        let (series, neighbours) = (position.entangled(), position.neighbours());
        let matching = match self.plan(position) {
            Some(plan) if position.turns() < self.setting.squares() => {
                plan.ending().matched(self.prover(), neighbours, series)?
            }
            _ => self.best(position, neighbours, series)?,
        };
        Collapse::new(series.iter().map(|one| (one, matching.square_of(one))))
    }

    /// The plan that the opponent's first series called for.
    fn plan(&self, position: &Position) -> Option<&Plan> {
        let Way::Plans(plans) = &self.way else {
            return None;
        };
        let first = self.setting.all()
            - LongSeries::series_of(position, self.prover().opponent()).next()?;
        plans.against.get(&first)
    }

    /// A single piece after the collapse of a plan, when two or three are left to be played.
    fn single(&self, position: &Position) -> Option<SquareSet> {
        let value = |square: &SquareSet| {
            let value = minimax(&position.after_unchecked(&Action::Place(*square)));
            if self.prover() == Player::One {
                value
            } else {
                -value
            }
        };
        position.placements().max_by_key(value)
    }
}

/// A gap for the prover's last series, if one more series of the other player follows: the series can take the square
/// where the best two lines cross, and every square that the series before, which has these squares, leaves out. The
/// lines are the best for the squares that the other player's gaps have in common, or, if most of these gaps are equal,
/// for that gap without a square that another gap does not have.
fn beside_the_top(setting: &Setting, theirs: &[SquareSet], before: SquareSet) -> SquareSet {
    let is_most =
        |gap: &&SquareSet| 2 * theirs.iter().filter(|other| other == gap).count() > theirs.len();
    let common = || {
        theirs
            .iter()
            .fold(setting.all(), |common, gap| common & *gap)
    };
    let without_one = |gap: &SquareSet| {
        let spare = theirs.iter().find_map(|other| (*gap - *other).lowest());
        spare.map_or(*gap, |square| *gap - SquareSet::single(square))
    };
    let likely = theirs.iter().find(is_most).map_or_else(common, without_one);
    let top = crosses(setting)
        .max_by_key(|(lines, _)| (*lines & likely).len())
        .map(|(_, top)| top);
    before
        .iter()
        .filter(|square| Some(*square) != top)
        .take(setting.gap())
        .collect()
}
