//! What every player can do.

use crate::position::{Action, Position};
use crate::progress::{Interrupted, Progress};

/// Somebody who chooses actions.
pub trait Player: Send {
    /// Begins a new game: players that draw random numbers take them from the game's own stream of their seed.
    fn begin(&mut self, _game: u64) {}

    /// An action for whoever is to move or to collapse; `None` if the game is over.
    ///
    /// # Errors
    /// If `progress` interrupted before there was an action.
    fn choose(&mut self, position: &Position, progress: &dyn Progress)
    -> Result<Option<Action>, Interrupted>;
}
