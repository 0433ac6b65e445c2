//! The game tree size T(s, n): the number of different games on s squares with n pieces in a
//! series.
//!
//! Games go on to the full board (paper, section 6). Placements differ by their squares, collapses
//! by their matching. There are no lines, so s need not be a square number.
//!
//! | method | how | good for | cost |
//! |---|---|---|---|
//! | `brute-force` | plays every game with the engine | s <= 6 | T steps |
//! | `blocks` | blocks of squares that turn classical together | any n, s/n up to about 6 | few states for large n |
//! | `polynomial` | the blocks as polynomials, modulo primes | n = 3, 4, 5 and large s | about s^(n+3) steps |
//! | `hypergraph` | the game itself, each position counted once up to relabelling | a check, s <= 9 | the hypergraphs up to isomorphism |
//! | [`fixed-endgame`](fixed_endgame) | the paper's: every game that ends in one given endgame, times s! | s <= 10 | T / s! steps |
//! | [`closed-form`](closed_form) | a formula for n = 2 (and n = 1, n >= s) | any s | 2s products of a big integer and a word |
//!
//! The game that stops at the first line has another tree, which [`first_line`] counts. Either is a
//! [`Tree`].
//!
//! # The planted form
//!
//! Relabelling the squares maps games to games and endgames (bijections of series to squares) to
//! endgames. So every endgame is reached by equally many games, and T = s! N, where N counts the
//! games that end with series i on square i. In such a game turn t puts a piece on square t and
//! n - 1 pieces on other quantum squares. If fewer than n squares are quantum (the *tail* of the
//! game), it puts one piece on square t. The squares that turn classical then do not depend on the
//! chosen matching, and exactly one matching leads to the given endgame. So no collapse has to be
//! enumerated, and N counts sequences of placements.
//!
//! Draw an arrow from square t to each other square of series t. Squares up to t are *open*, later
//! ones are not. A set of open squares with no arrow leaving it holds as many series as squares, so
//! it is tight. Conversely, the squares of a tight set are its series' own squares, with no arrow
//! leaving. Hence an open square turns classical as soon as no path of arrows leads from it to an
//! unopened square.

mod blocks;
pub mod bounds;
#[doc(hidden)]
pub mod brute_force;
#[doc(hidden)]
pub mod closed_form;
mod combinatorics;
mod count;
mod counter;
mod error;
#[doc(hidden)]
pub mod first_line;
#[doc(hidden)]
pub mod fixed_endgame;
mod hypergraph;
pub(crate) mod pair_forest;
mod polynomial;
mod size;
mod tree;

#[doc(hidden)]
pub use combinatorics::{binomial, factorial};
pub use count::{count, count_all, count_feasible, cross_check};
pub use counter::Counter;
pub use error::TreeSizeError;
pub use size::TreeSize;
pub use tree::Tree;
