//! Perfect play: what a game is worth if neither player makes a mistake (paper, section 8).
//!
//! The game is zero-sum with perfect information, so every equilibrium has the same payoff, the
//! minimax value.
//!
//! [`Solver`] takes boards with at most 9 squares, and [`crate::beyond::every_board`] larger ones.
//!
//! # Cost
//! `gqt3 nash --pieces 4 --threads 1` takes less than a second, and other n are faster. A
//! [`Solver`] uses one thread.

pub(crate) mod backend;
pub mod certificate;
mod error;
pub(crate) mod games;
mod minimax;
mod move_classes;
mod review;
pub(crate) mod small;
mod solver;

pub use error::SolveError;
pub use games::{SolveOptions, SolvedGame, solve, solve_games};
pub use minimax::minimax;
#[doc(hidden)]
pub use move_classes::MoveClasses;
pub use review::{Decision, Review};
#[doc(hidden)]
pub use solver::{
    LARGE_TABLE_BYTES, SolverWith, TABLE_BYTES, default_table_bytes, warm_table_bytes,
};
pub use solver::{MAX_SOLVED_SQUARES, Solution, Solver};
