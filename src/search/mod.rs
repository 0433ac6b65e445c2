//! Perfect play: the value of a game between two players who make no mistake (paper, section 8).
//!
//! The game is zero-sum with perfect information, so every equilibrium has the same payoff, the minimax value.
//! The paper finds it for 3x3 and n = 2 by alpha-beta with a hash table and the symmetries of the board. Ours
//! answers boolean questions "can player 1 force a margin of at least theta?" (null windows), which share one
//! table:
//!
//! * *State.* What the quantum series can become is a family of square sets: a 512-bit set that one more series turns into
//!   another by shifts. The squares common to all members are the entanglement; no matching is searched.
//! * *Collapses.* The sets that player 1 can end up with are an AND of two such families, one for each player, instead of
//!   thousands of matchings. Those that the lines still open decide are not searched, nor those that another one is at
//!   least as good as.
//! * *Limits.* For each of the 3^9 ways to share out squares a table has the least and the greatest margin of all full
//!   boards that can follow.
//! * *Key.* Positions are one if their lines, their late subscripts and the sets that their series can fill are, up to
//!   symmetry: an exact key of 95 bits. Most of the gain for n >= 3 is from the last: series that can fill the same
//!   sets are replaced by the largest such series. By the same rule placements after which the mover's early series can
//!   fill the same sets are one move.
//! * *Move ordering.* Placements that caused the last cutoffs come first (killers), then those whose squares have the
//!   highest scores: of all that can come of a square, the full boards that reach the threshold less those that miss it.
//! * *Last three turns.* Tables for the squares of turns 7, 8 and 9 answer for all placements at once, as the bits of a
//!   word: which replies refute a placement, and which placements a reply refutes. With n = 2 the quantum series are trees,
//!   and a count for each pair of roots answers for every placement of the three turns: nothing is searched.
//! * *Processor.* The functions that work on families are compiled twice and use the wide registers of those processors that
//!   have them.
//!
//! What each of these gains, with against without, one thread, the paper's rules: the largest series in the key save 37 %
//! of the time for n = 2 and 95 % for n = 7; killers 46 % (n = 2); late subscripts in the tables of the last turns 48 %
//! (n = 3); move ordering by full boards instead of by the number of cutoffs 56 % (n = 4); wide registers 20 % (n = 2); the
//! trees of n = 2 77 %; tables for all three last turns 35 % (n = 3).
//!
//! Cost: 0.03 s for the standard game, 1 to 1.5 s for n = 3 and 4, 0.5 s for n = 5, milliseconds for n >= 7.
//! Results, and the number of nodes, do not depend on threads: one solver is one thread, several games are solved side by side.

mod alike;
pub mod census;
pub mod certificate;
mod engine;
mod error;
mod games;
mod interval;
mod large;
mod meter;
mod minimax;
mod move_classes;
mod prospects;
mod review;
mod saved;
mod small;
mod solver;

pub use alike::solve_alike;
pub use error::Error;
pub use games::{SolveOptions, SolvedGame, solve, solve_games};
pub use interval::{Basis, Interval};
pub use large::{blocking, structure};
pub use minimax::minimax;
pub use move_classes::MoveClasses;
pub use review::{Decision, Review};
pub use saved::LoadError;
pub use solver::{
    LARGE_BOARD_BYTES, LARGE_TABLE_BYTES, MAX_SQUARES, Solution, Solver, TABLE_BYTES, default_table_bytes,
    warm_table_bytes,
};
