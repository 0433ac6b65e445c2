//! Who can play: players that choose their own actions, and games between them.
//!
//! | player | how it chooses | boards |
//! |---|---|---|
//! | [`Perfect`] | solves the game (see [`crate::search`]); among equal actions the one that leaves the opponent the fewest right replies | to 3x3 |
//! | [`Heuristic`] | looks some turns ahead and estimates what it sees there; solves the end of the game | all |
//! | [`Random`] | every placement as likely as another, and every collapse | all |
//!
//! A player decides whenever it is its turn, to place or to collapse:
//!
//! ```
//! use gqt3::players::{Player, Random};
//! use gqt3::{game::Game, position::{Phase, Position}, progress::Silent};
//! let mut position = Position::new(Game::default());
//! let mut player = Random::new(7);
//! while let Some(action) = player.choose(&position, &Silent)? {
//!     position = position.play(action)?;
//! }
//! assert_eq!(position.phase(), Phase::Over);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod contest;
mod heuristic;
mod kind;
mod perfect;
mod random;

pub use accuracy::{Accuracy, Tally, accuracy};
pub use contest::{Contest, Error};
pub use heuristic::{Effort, Heuristic};
pub use kind::Kind;
pub use perfect::Perfect;
pub use random::Random;

use crate::position::{Action, Position};
use crate::progress::{Interrupted, Progress};

/// Somebody who chooses actions.
pub trait Player: Send {
    /// What kind of player it is, in one word.
    fn name(&self) -> &'static str;

    /// Begins a new game: players that draw random numbers take them from the game's own stream of their seed.
    fn begin(&mut self, _game: u64) {}

    /// An action for whoever is to move or to collapse; `None` if the game is over.
    ///
    /// # Errors
    /// If `progress` interrupted before there was an action.
    ///
    /// # Panics
    /// Some players know one game only, and refuse positions of others.
    fn choose(&mut self, position: &Position, progress: &dyn Progress)
    -> Result<Option<Action>, Interrupted>;
}
