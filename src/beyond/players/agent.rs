//! What every agent can do.

use crate::engine::position::{Action, Position};
use crate::support::progress::{Interrupted, Progress};

/// Somebody who chooses actions.
pub trait Agent: Send {
    /// Begins the game with this number. Players that draw random numbers have a stream of their own for each game.
    fn begin(&mut self, _game: u64) {}

    /// An action for whoever is to move or to collapse; `None` if the game is over.
    ///
    /// # Errors
    /// If `progress` interrupts before an action is found.
    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted>;
}
