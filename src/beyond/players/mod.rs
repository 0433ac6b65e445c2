//! Who can play: players that choose their own actions, and games between them.
//!
//! | player | how it chooses | boards |
//! |---|---|---|
//! | [`Perfect`] | solves the game (see [`crate::perfect_play`]); among equal actions the one that leaves the opponent the fewest good replies | to 3x3 |
//! | [`Blocker`] | keeps the opponent from every line by safe actions (see [`crate::beyond::every_board::short_series`]), of these the one that looks best | n = 1 and 2 from 4x4 on |
//! | [`Heuristic`] | Monte Carlo tree search with proven values; on small boards it asks the solver first | all |
//! | [`Random`] | every placement as likely as another, and every collapse | all |
//! | [`Level`] | the heuristic player with an effort from 1, the least, to 5, the most | all |
//!
//! Where nothing is proved, [`estimate`] tells what the search of the heuristic player says of each move, and [`Expected`] which
//! decisions of a game look like mistakes.
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
mod contest;
mod heuristic;
mod judgement;
mod kind;
mod level;
mod perfect;
mod random;

pub use accuracy::{Accuracy, Tally, accuracy};
pub use agent::Agent;
pub use blocker::Blocker;
pub use contest::{Contest, Error, play_all};
pub use heuristic::{Effort, Estimate, Heuristic, estimate};
pub use judgement::{Expected, Judgement};
pub use kind::{Kind, NoPerfectPlayer};
pub use level::Level;
pub use perfect::Perfect;
pub use random::Random;
