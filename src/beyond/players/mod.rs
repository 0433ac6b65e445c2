//! Computer players, and matches between them.
//!
//! | player | how it chooses | boards |
//! |---|---|---|
//! | [`Perfect`] | solves the game (see [`crate::perfect_play`]); among equal actions takes the one with the smallest share of good replies | to 3x3 |
//! | [`Blocker`] | keeps the opponent from every line by safe actions (see [`crate::beyond::every_board::short_series`]), and takes the best-looking one | n = 1 and 2 from 4x4 on |
//! | [`Heuristic`] | Monte Carlo tree search with proven values; tries the solver first on small boards | all |
//! | [`Random`] | draws placements uniformly, and collapses too | all |
//! | `very-easy` to `hard` | draw an action at random, a better one with a higher probability | all |
//!
//! [`Computer`] is the table of all of them. [`estimate`] returns the expectations of the heuristic
//! player's search for each move.
//!
//! A player decides whenever it is its turn, to place or to collapse:
//!
//! ```
//! use gqt3::beyond::players::{Agent, Random};
//! use gqt3::engine::game::Game;
//! use gqt3::engine::position::{Phase, Position};
//! use gqt3::support::progress::Silent;
//! let mut position = Position::new(Game::default());
//! let mut player = Random::new(7);
//! while let Some(action) = player.choose(&position, &Silent)? {
//!     position = position.play(action)?;
//! }
//! assert_eq!(position.phase(), Phase::Over);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod accuracy;
mod agent;
mod blocker;
mod computer;
mod heuristic;
mod matches;
mod perfect;
mod random;
mod weakened;

#[doc(hidden)]
pub use accuracy::{Accuracy, Tally, accuracy};
pub use agent::Agent;
#[doc(hidden)]
pub use blocker::Blocker;
pub use computer::{Computer, NoPerfectPlayer};
pub use heuristic::{ActionEstimate, Heuristic, MoveBudget, estimate};
pub use matches::{Match, MatchError, play_all};
pub use perfect::Perfect;
pub use random::Random;
