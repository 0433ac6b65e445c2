//! What the search of the heuristic player says of each move, for positions of which nothing is proved.

use super::evaluation::Score;
use super::limits::PLAYOUTS;
use crate::engine::position::Action;
use crate::engine::rules::Margin;
use crate::random_play::Outcome;

/// An action, and how the games ended that the search of the heuristic player looked at after it. This proves nothing: the
/// games are chosen to be good for both, but they end with moves that are nearly random.
///
/// As soon as the search has proved the value after the action, all its games are counted as if they had ended so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Estimate {
    /// The action.
    pub action: Action,
    ends: Ends,
    is_proven: bool,
}

impl Estimate {
    /// How many games a search looks at unless somebody says otherwise, as by [`super::Effort::default`].
    pub const PLAYOUTS: u64 = PLAYOUTS;

    /// From how many games on an estimate says something. Margins of games spread by some six tenths of a point, so the mean of 30
    /// games is wrong by about a tenth; the mean of one or two says nothing.
    pub const ENOUGH: u64 = 30;

    /// What the games after an action say, or the value after it if it is proven; `None` if there were no games.
    pub(super) fn of(action: Action, ends: Ends, proven: Option<Score>) -> Option<Estimate> {
        let games = ends.counts.iter().sum();
        let ends = proven.map_or(ends, |score| Ends::all(games, score));
        (games > 0).then_some(Estimate {
            action,
            ends,
            is_proven: proven.is_some(),
        })
    }

    /// The number of games.
    pub fn playouts(&self) -> u64 {
        self.ends.counts.iter().sum()
    }

    /// The number of games with this outcome.
    pub const fn count(&self, outcome: Outcome) -> u64 {
        self.ends.counts[outcome as usize]
    }

    /// The share of games with this outcome, from 0 to 1.
    pub fn share(&self, outcome: Outcome) -> f64 {
        self.count(outcome) as f64 / self.playouts() as f64
    }

    /// The mean of the margins, player 1's points minus player 2's.
    pub fn margin(&self) -> f64 {
        self.ends.units as f64 / (self.playouts() as f64 * f64::from(Margin::UNIT))
    }

    /// The standard error of that mean in points, as if each game had been drawn apart from the others: 0 if the value after the
    /// action is proved, and infinite for a single game.
    pub fn standard_error(&self) -> f64 {
        let (games, mean) = (self.playouts() as f64, self.margin());
        if self.is_proven {
            return 0.0;
        }
        let unit = f64::from(Margin::UNIT);
        let variance = (self.ends.squares as f64 / (games * unit * unit) - mean * mean).max(0.0);
        if games > 1.0 {
            (variance / (games - 1.0)).sqrt()
        } else {
            f64::INFINITY
        }
    }

    /// Whether it says something: after [enough](Estimate::ENOUGH) games, or if the value after the action is proved.
    pub fn has_enough(&self) -> bool {
        self.is_proven || self.playouts() >= Estimate::ENOUGH
    }

    /// Whether people are told of it. `place` is its place among those of the position, from 0: the first one is the move to play,
    /// however often it was tried.
    pub fn is_told(&self, place: usize) -> bool {
        place == 0 || self.has_enough()
    }
}

/// How games ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ends {
    /// The games with each outcome, in the order of [`Outcome::ALL`].
    counts: [u64; 3],
    /// The sum of the margins, in units of 1/[`Margin::UNIT`] of a point.
    units: i64,
    /// The sum of their squares, in squares of these units.
    squares: u128,
}

impl Ends {
    /// So many games with the same margin.
    fn all(games: u64, score: Score) -> Ends {
        let squares = u128::from(games) * square(score);
        let mut ends = Ends {
            counts: [0; 3],
            units: games as i64 * i64::from(score),
            squares,
        };
        ends.counts[place_of(score)] = games;
        ends
    }

    /// Counts a game.
    pub fn count(&mut self, score: Score) {
        self.counts[place_of(score)] += 1;
        self.units += i64::from(score);
        self.squares += square(score);
    }
}

const fn square(score: Score) -> u128 {
    (score.unsigned_abs() as u128).pow(2)
}

/// The place of the outcome that a margin means.
fn place_of(score: Score) -> usize {
    Outcome::from(score.cmp(&0)) as usize
}
