//! What a solver asks of the engine behind it: there is one for small boards and one for large ones.

use crate::engine::interval::{Basis, Interval};
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player, Scoring};
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};

/// Solves positions of one game, and keeps what it finds.
pub trait Engine: Send {
    /// How many positions were visited, and how many may be.
    fn meter(&self) -> &Meter;

    /// The same, to be changed.
    fn meter_mut(&mut self) -> &mut Meter;

    /// Answers for another scoring from now on, with what was found; `false` if that is not possible.
    fn score_by(&mut self, _scoring: Scoring) -> bool {
        false
    }

    /// Forgets what was found, but not the number of visited positions.
    fn forget(&mut self);

    /// What is known of a position without a search.
    fn known(&self, position: &Position) -> Interval;

    /// The value of a position, or what is proven when the search ends early.
    fn search(&mut self, position: &Position, progress: &dyn Progress) -> Interval;

    /// How the lower and the upper bound that were found for a position are proved.
    fn basis(&self, _position: &Position, _found: Interval) -> [Basis; 2] {
        [Basis::Search; 2]
    }

    /// Whether a player can prove a bound of the value by keeping the other player from lines; `None` if `nodes`
    /// positions do not suffice to know it.
    fn blocks(
        &mut self,
        _position: &Position,
        _blocker: Player,
        _bound: Margin,
        _nodes: u64,
        _progress: &dyn Progress,
    ) -> Option<bool> {
        Some(false)
    }

    /// Whether player 1 can force at least a margin.
    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted>;

    /// The actions of a position, those first that are most likely to keep its value.
    fn actions(&self, position: &Position, _value: Margin) -> Box<dyn Iterator<Item = Action>> {
        Box::new(position.actions())
    }
}
