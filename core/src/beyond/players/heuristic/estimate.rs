use super::evaluation::Score;
use super::limits::PLAYOUTS;
use crate::engine::position::Action;
use crate::engine::rules::Margin;
use crate::random_play::Outcome;

/// An action, with the games that the search examined after it.
///
/// The mean margin of these games proves nothing, because they end nearly at random. Once the
/// search has proved the action's value, all its games count as if they had ended with that value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionEstimate {
    pub action: Action,
    ends: Ends,
    is_proven: bool,
}

impl ActionEstimate {
    /// How many games a search plays by default, at most.
    pub const PLAYOUTS: u64 = PLAYOUTS;

    /// How many games an estimate needs to mean something.
    ///
    /// The margin of a random game on 3x3 has a standard deviation of 0.86 points, so the mean of
    /// 30 such games has a standard error of 0.16.
    pub const ENOUGH: u64 = 30;

    pub(super) fn of(action: Action, ends: Ends, proven: Option<Score>) -> Option<ActionEstimate> {
        let games = ends.counts.iter().sum();
        let ends = proven.map_or(ends, |score| Ends::all(games, score));
        (games > 0).then_some(ActionEstimate {
            action,
            ends,
            is_proven: proven.is_some(),
        })
    }

    pub fn playouts(&self) -> u64 {
        self.ends.counts.iter().sum()
    }

    pub const fn count(&self, outcome: Outcome) -> u64 {
        self.ends.counts[outcome as usize]
    }

    /// Returns the share of games with this outcome, from 0 to 1.
    pub fn share(&self, outcome: Outcome) -> f64 {
        self.count(outcome) as f64 / self.playouts() as f64
    }

    /// Returns the mean margin, player 1's points minus player 2's.
    pub fn margin(&self) -> f64 {
        self.ends.units as f64 / (self.playouts() as f64 * f64::from(Margin::UNIT))
    }

    /// Returns `true` after [enough](ActionEstimate::ENOUGH) games, or if the value is proved.
    pub fn has_enough(&self) -> bool {
        self.is_proven || self.playouts() >= ActionEstimate::ENOUGH
    }

    /// Returns `true` if the action [has enough](ActionEstimate::has_enough) games, or is the first
    /// of the list (`rank` 0), because that is the move to play.
    pub fn is_worth_showing(&self, rank: usize) -> bool {
        rank == 0 || self.has_enough()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ends {
    /// In the order of [`Outcome::ALL`].
    counts: [u64; 3],
    /// The sum of the margins, in units of 1/[`Margin::UNIT`] of a point.
    units: i64,
}

impl Ends {
    fn all(games: u64, score: Score) -> Ends {
        let mut ends = Ends {
            counts: [0; 3],
            units: games as i64 * i64::from(score),
        };
        ends.counts[place_of(score)] = games;
        ends
    }

    pub fn count(&mut self, score: Score) {
        self.counts[place_of(score)] += 1;
        self.units += i64::from(score);
    }
}

fn place_of(score: Score) -> usize {
    Outcome::from(score.cmp(&0)) as usize
}
