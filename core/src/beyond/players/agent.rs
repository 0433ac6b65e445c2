use crate::engine::position::{Action, Position};
use crate::support::progress::{Interrupted, Progress};

/// A computer player, asked whenever it must place or collapse.
pub trait Agent: Send {
    /// Begins the game with this number, which selects the stream of random numbers, if any.
    fn begin(&mut self, _game: u64) {}

    /// Returns an action for the player to move, or `None` if the game is over.
    ///
    /// # Errors
    /// Fails if `progress` interrupts before an action is found.
    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted>;
}
