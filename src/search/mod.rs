//! Perfect play: the value of a game between two players who make no mistake (paper, section 8).
//!
//! The game is zero-sum with perfect information, so every equilibrium has the same payoff, the minimax value.
//! The paper finds it for 3x3 and n = 2 by alpha-beta with a hash table and the symmetries of the board. Ours
//! answers boolean questions "can player 1 force a margin of at least theta?" (null windows), which share one
//! table:
//!
//! * *State.* The sets of squares that the quantum series can fill are kept as one 512-bit set, a *family*. A new
//!   series turns it into the next family by shifts. The squares that all its members have are the entanglement; no
//!   matching is searched.
//! * *Collapses.* The sets of squares that player 1 can get in a collapse are the intersection of two families, one for
//!   each player; so thousands of matchings need not be listed. Outcomes that the open lines decide are not searched,
//!   nor are outcomes for which there is another one that is at least as good for the chooser.
//! * *Limits.* For each of the 3^9 ways to share out squares among player 1, player 2 and nobody a table has the least
//!   and the greatest margin of all full boards that can follow.
//! * *Key.* Two positions have the same key if, up to symmetry, they have the same open lines, the same squares of late
//!   subscripts, and series that can fill the same sets: 95 bits, compared exactly. For n >= 3 the last rule gains
//!   most: all series that can fill the same sets are replaced by the largest ones. By the same rule two placements are
//!   one move if the mover's early series can fill the same sets after both.
//! * *Move ordering.* The placements that caused the last cutoffs come first (killers), then those whose squares have
//!   the highest scores. The score of a square counts the full boards that can follow if the new series ends up there:
//!   those that reach the threshold minus those that miss it.
//! * *Last three turns.* Tables for the squares of turns 7, 8 and 9 answer for all placements at once, as the bits of a
//!   word: which replies refute a placement, and which placements a reply refutes. With n = 2 the quantum series are
//!   trees, and a count for each pair of roots answers for every placement of the three turns: nothing is searched.
//! * *Processor.* The functions that work on families are compiled twice, once for processors with wide registers.
//!
//! What each of these saves of the time, on one thread with the paper's rules: the largest series in the key 37 % for
//! n = 2 and 95 % for n = 7; killers 46 % (n = 2); late subscripts in the tables of the last turns 48 % (n = 3); move
//! ordering by full boards instead of by the number of cutoffs 56 % (n = 4); wide registers 20 % (n = 2); the trees of
//! n = 2 77 %; tables for all three last turns 35 % (n = 3).
//!
//! Cost: 0.03 s for the standard game, 1 to 1.5 s for n = 3 and 4, 0.5 s for n = 5, milliseconds for n >= 7. Values and
//! numbers of nodes do not depend on the number of threads: a solver uses one thread, and several games are solved side
//! by side.

pub mod certificate;
mod engine;
mod error;
mod games;
mod interval;
mod large;
mod meter;
mod minimax;
mod move_classes;
mod review;
mod saved;
mod small;
mod solver;
mod static_bound;
#[cfg(feature = "ablation")]
pub mod tricks;
#[cfg(not(feature = "ablation"))]
mod tricks;

pub use error::Error;
pub use games::{SolveOptions, SolvedGame, solve, solve_games};
pub use interval::{Basis, Interval};
pub use large::{blocking, long_series};
pub use minimax::minimax;
pub use move_classes::MoveClasses;
pub use review::{Decision, Review};
pub use saved::LoadError;
pub use solver::{
    LARGE_BOARD_BYTES, LARGE_TABLE_BYTES, MAX_SQUARES, Solution, Solver, TABLE_BYTES, default_table_bytes,
    warm_table_bytes,
};
