//! The state space: how many positions can come about, and what they are worth.
//!
//! Positions are counted as the engine compares them (`Position: PartialEq`): two are one if every series stands on the
//! same squares, in the same phase; subscripts count. After each turn those that wait for a collapse are counted apart from the
//! *quiescent* ones, which wait for a placement or are over. Beside each number stands that of the *orbits*: positions up to
//! the symmetries of the board.
//!
//! # Formulas
//! For games to the full board with n <= 2 or n >= s. Write F(v, e) for the number of forests with e edges on v labelled
//! squares. They come from the component of the first square, a tree, of which there are m^(m-2) on m squares (Cayley):
//! F(v, e) = sum_m C(v-1, m-1) m^(m-2) F(v-m, e-m+1). Let W(v, e) be the number of these forests with a chosen pair of
//! squares in one component: W(v, e) = sum_m C(v, m) m^(m-2) C(m, 2) F(v-m, e-m+1).
//!
//! *n = 2, quiescent after turn t.* Let k series be classical, on k squares; the others are pairs of the s - k other squares, since a
//! component of the graph of pairs collapses as a whole and none of it stays. A tight set is a component
//! with a cycle (a double pair is one), so the others are a forest. Blocks that collapse have two series
//! or more, and a single classical piece is played on the last square alone, so k is not 1 (if s > 1). All the rest comes about: let
//! any k >= 2 series be the pairs of a cycle on any k squares, in any order; the newest of them closes it and all k collapse, each
//! to the square before it or all to the one behind; the others lie in a forest outside all the while. If all squares
//! are classical, k = s = t. Hence
//!
//! **quiescent(t) = t! sum_(k != 1) C(s, k) F(s-k, t-k)**,
//!
//! with C(t, k) k! C(s, k) ways to place the classical series and (t-k)! F(s-k, t-k) for the others.
//!
//! *n = 2, waiting after turn t.* The newest pair joins two squares of one component of a quiescent position of turn t - 1,
//! and the position tells which pair and which position:
//!
//! **waiting(t) = (t-1)! sum_(k != 1) C(s, k) W(s-k, t-1-k)**.
//!
//! *Symmetry.* By Burnside the number of orbits is the mean, over the symmetries g, of the number of positions that g leaves as they
//! are. It does if it maps the squares of each series to themselves: classical series stand on fixed squares, a
//! pair is two fixed squares or two squares that g exchanges. With f fixed squares and c exchanged pairs, which touch nothing else,
//! F(f-k, e-j) C(c, j) of the forests with e edges have j exchanged pairs, and
//!
//! * quiescent: t! sum_k C(f, k) sum_j C(c, j) F(f-k, t-k-j);
//! * waiting: (t-1)! sum_k C(f, k) sum_j C(c, j) (W(f-k, e-j) + j F(f-k, e-j)) with e = t-1-k: the newest pair is within a component
//!   of fixed squares, or repeats one of the j exchanged pairs.
//!
//! *n = 1 and n > s:* t! C(f, t) quiescent positions, none waits. *n = s:* one position after each turn t < s, one waiting
//! after turn s, and s! endgames. `--tail stop` changes nothing for n <= s (at most the last square stays empty, which a
//! game that entangles all squares at once fills), and ends games with n > s before they begin.
//!
//! Cost: microseconds. All other games on at most 9 squares are enumerated turn by turn, one position for each orbit, up to a quarter of a million orbits
//! a turn.

mod count;
mod enumeration;
mod formula;
mod turns;
mod values;

pub use count::{Count, TurnCensus, ValueCount};
pub use enumeration::enumerate;
pub use turns::census;
pub use values::values;
