//! The game tree size T(s, n): how many games there are on s squares with n pieces in a series.
//!
//! Games go on to the full board (paper, section 6). Two placements differ if their squares do, and
//! two collapses if their matchings do. Lines play no part, so s need not be a square number.
//!
//! | method | how | good for | cost |
//! |---|---|---|---|
//! | `brute-force` | plays every game with the engine | n = 2, s <= 6 | T steps |
//! | `blocks` | blocks of squares that turn classical together | small s/n | states |
//! | `polynomial` | the blocks as polynomials, modulo primes | n = 3, 4, 5 | about s^(n+3) |
//! | `hypergraph` | the game, with a memory of positions | s <= 8 | positions |
//! | [`fixed-endgame`](fixed_endgame) | one endgame, times s! | n = 2, s <= 10 | below T / s! |
//! | [`closed-form`](closed_form) | formula for n <= 2 or n >= s | s <= 10,000 | <= 6s products |
//!
//! Games that stop at the first line have another [`Tree`], see [`first_line`].
//!
//! # The planted form
//!
//! Relabelling the squares maps games to games, so every endgame (bijection of series to squares)
//! is reached by equally many, and T = s! N, where N counts the games that end with series i on
//! square i. In these games turn t puts one piece on square t and n - 1 on other quantum squares.
//! If fewer than n squares are quantum (the *tail* of the game), it puts only the one on square t.
//! All matchings of a collapse turn the same squares classical, and exactly one leads to the given
//! endgame, so N counts only sequences of placements.
//!
//! Draw an arrow from square t to each other square of series t, and call the squares up to t
//! *open*. If the arrows from a set of open quantum squares lead only into the set or to classical
//! squares, the set holds as many series as squares, so it is tight. Conversely, the squares of a
//! tight set are its series' own, and their arrows lead to no other quantum square. So an open
//! square turns classical as soon as no path of arrows leads from it to an unopened square.

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
pub use count::{count, count_all, count_feasible, cross_check, seconds};
pub use counter::Counter;
pub use error::TreeSizeError;
pub use size::TreeSize;
pub use tree::Tree;
