//! The interface between a solver and the search behind it.

use crate::engine::interval::{Basis, Interval};
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};

/// A search that values one game's positions and keeps its results between calls.
pub trait Backend: Send {
    fn meter(&self) -> &Meter;

    fn meter_mut(&mut self) -> &mut Meter;

    /// Clears all results, but not the count of visited positions.
    fn clear(&mut self);

    /// Returns the bounds that need no search.
    fn known(&self, position: &Position) -> Interval;

    /// Returns a position's value, or bounds if the search ends early.
    fn search(&mut self, position: &Position, progress: &dyn Progress) -> Interval;

    /// Returns how a position's lower and upper bound are proved.
    fn basis(&self, position: &Position, result: Interval) -> [Basis; 2];

    /// Returns `true` if player 1 can force at least `margin`.
    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted>;

    /// Returns the actions, in the order in which to look for one that keeps `value`.
    fn actions(&self, position: &Position, value: Margin) -> Box<dyn Iterator<Item = Action>>;
}

/// Returns a margin and an answer: `side` can force `value` or better if and only if the question
/// "can player 1 force this margin?" has this answer.
pub fn question(side: Player, value: Margin) -> (Margin, bool) {
    match side {
        Player::One => (value, true),
        Player::Two => (value + Margin::SMALLEST, false),
    }
}
