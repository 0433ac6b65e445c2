//! Perfect play: the value of a game between two players who make no mistake (paper, section 8).
//!
//! The game is zero-sum with perfect information, so every equilibrium has the same payoff, the minimax value.
//! The paper finds it for 3x3 and n = 2 by alpha-beta with a hash table and the symmetries of the board. Ours
//! answers boolean questions "can player 1 force a margin of at least theta?" (null windows), which share one table.
//!
//! * *Small boards*, of at most 9 squares (`small`): sets of sets of squares take the place of matchings. Its header
//!   tells how, and what each trick saves.
//! * *Larger boards* (`large`): theorems on short, long and other series, proofs by blocking, and a search for
//!   positions late in a game.
//! * *Bounds by lines* (`static_bound`) serve both, and the certificates.
//!
//! Cost: 0.03 s for the standard game, about half a second for n = 3 and 4, milliseconds for n >= 7. Values and
//! numbers of nodes do not depend on the number of threads: a solver uses one thread, and several games are solved side
//! by side.

mod alike;
pub mod certificate;
pub(crate) mod engine;
mod error;
mod games;
mod minimax;
mod move_classes;
mod review;
pub(crate) mod small;
mod solver;

pub use alike::solve_alike;
pub use error::Error;
pub use games::{SolveOptions, SolvedGame, solve, solve_games};
pub use minimax::minimax;
pub use move_classes::MoveClasses;
pub use review::{Decision, Review};
pub use solver::{
    At, LARGE_BOARD_BYTES, LARGE_TABLE_BYTES, MAX_SQUARES, Solution, Solver, TABLE_BYTES,
    default_table_bytes, warm_table_bytes,
};
