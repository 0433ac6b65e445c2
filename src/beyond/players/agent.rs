//! The interface of all players.

use crate::engine::position::{Action, Position};
use crate::support::progress::{Interrupted, Progress};

/// A player that chooses actions.
pub trait Agent: Send {
    /// Begins the game with this number.
    ///
    /// A player that draws random numbers uses a separate stream for each game.
    fn begin(&mut self, _game: u64) {}

    /// Returns an action for the player to move. Returns `None` if the game is over.
    ///
    /// # Errors
    /// Fails if `progress` interrupts before an action is found.
    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted>;
}
