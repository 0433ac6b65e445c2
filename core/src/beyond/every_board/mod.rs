//! The value of a game on a board of any size.
//!
//! | file | contents |
//! |---|---|
//! | `solver`, `games` | [`AnyBoardSolver`]; games solved from their starts |
//! | `engine` | the search for boards with more than 9 squares |
//! | [`theorems`] | the table of theorems about the start of a game |
//! | [`short_series`], [`long_series`], `middle` | theorems' arithmetic; safe actions for n <= 2 |
//! | [`blocking`], [`proofs`] | proofs that a player is kept from lines |
//! | `blocking_proof` | such a proof as a file |

#[doc(hidden)]
pub mod blocking;
mod blocking_proof;
mod engine;
mod games;
#[doc(hidden)]
pub mod long_series;
mod middle;
#[doc(hidden)]
pub mod proofs;
#[doc(hidden)]
pub mod short_series;
mod solver;
pub mod theorems;

pub use blocking_proof::BlockingProof;
pub use games::solve_any_games;
pub use solver::AnyBoardSolver;
#[doc(hidden)]
pub use solver::{LARGE_BOARD_BYTES, LARGE_BOARD_TIME, default_table_bytes, warm_table_bytes};
