//! The interface between a solver and the search behind it.

use crate::engine::interval::{Basis, Interval};
use crate::engine::position::{Action, Position};
use crate::engine::rules::Margin;
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};

/// A search for the values of positions of one game. It keeps its results between calls.
pub trait Backend: Send {
    /// The number of visited positions, and their limit.
    fn meter(&self) -> &Meter;

    /// The number of visited positions, and their limit, for a change.
    fn meter_mut(&mut self) -> &mut Meter;

    /// Clears all results. The number of visited positions stays.
    fn clear(&mut self);

    /// Returns the bounds of a position that need no search.
    fn known(&self, position: &Position) -> Interval;

    /// Returns the value of a position, or the bounds proved when the search ends early.
    fn search(&mut self, position: &Position, progress: &dyn Progress) -> Interval;

    /// Returns how the lower and the upper bound found for a position are proved.
    fn basis(&self, position: &Position, found: Interval) -> [Basis; 2];

    /// Returns `true` if player 1 can force at least `margin`.
    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted>;

    /// Returns the actions of a position. Those likely to keep its value come first.
    fn actions(&self, position: &Position, value: Margin) -> Box<dyn Iterator<Item = Action>>;
}
