//! Computer players, and matches between them.
//!
//! | player | how it chooses | boards |
//! |---|---|---|
//! | [`Perfect`] | solves the game, and never gives value away | up to 3x3 |
//! | [`Blocker`] | tries to keep the opponent from every line | n = 1 and 2 from 4x4 upward |
//! | [`Heuristic`] | Monte Carlo tree search; on small boards it may first try the solver | all |
//! | [`Random`] | draws at random | all |
//! | `very-easy` to `hard` | draw at random, but better actions more often | all |
//!
//! [`Computer`] has the names of the command line. [`estimate`] shows what the heuristic player's
//! search expects from the moves that it tried.
//!
//! A player decides whenever it is its turn to place or to collapse:
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
