//! The state space: how many positions can come about, and what they are worth.
//!
//! Positions are counted as the engine compares them (`Position: PartialEq`): two are equal if every series stands on
//! the same squares, in the same phase; so subscripts matter. After each turn the positions that wait for a collapse
//! are counted apart from the *quiescent* ones, which wait for a placement or are over. Beside each number stands the
//! number of *orbits*, that is of positions up to the symmetries of the board.
//!
//! # Formulas
//! For games to the full board with n <= 2 or n >= s. Write F(v, e) for the number of forests with e edges on v
//! labelled squares. They come from the component of the first square, a tree, of which there are m^(m-2) on m squares
//! (Cayley): F(v, e) = sum_m C(v-1, m-1) m^(m-2) F(v-m, e-m+1). Let W(v, e) be the number of these forests with a
//! chosen pair of squares in one component: W(v, e) = sum_m C(v, m) m^(m-2) C(m, 2) F(v-m, e-m+1).
//!
//! *n = 2, quiescent after turn t.* Let k series be classical, on k squares. The others are pairs of the s - k other
//! squares, since a component of the graph of pairs collapses as a whole. They form a forest, for a component with a
//! cycle (two equal pairs are a cycle) is a tight set. If s > 1, then k is not 1: at least two series collapse
//! together, and a single classical piece is played only on the last square. Every such position comes about: let any
//! k >= 2 series be the pairs of a cycle on any k squares, in any order. The newest of them closes the cycle, and all k
//! collapse, each to the next square of the cycle in the same direction. All the while the others form a forest outside
//! the cycle. If all squares are classical, k = s = t. Hence
//!
//! **quiescent(t) = t! sum_(k != 1) C(s, k) F(s-k, t-k)**,
//!
//! with C(t, k) k! C(s, k) ways to place the classical series and (t-k)! F(s-k, t-k) for the others.
//!
//! *n = 2, waiting after turn t.* The newest pair joins two squares of one component of a quiescent position of turn
//! t - 1, and the position tells which pair and which position:
//!
//! **waiting(t) = (t-1)! sum_(k != 1) C(s, k) W(s-k, t-1-k)**.
//!
//! *Symmetry.* By Burnside the number of orbits is the mean, over the symmetries g, of the number of positions that g
//! leaves unchanged. These are the positions in which g maps the squares of each series to themselves: classical series
//! stand on fixed squares, and a pair is two fixed squares or two squares that g exchanges. Let g have f fixed squares
//! and exchange c pairs of squares. An exchanged pair touches no other series. So F(f-k, e-j) C(c, j) of the forests
//! with e edges have j exchanged pairs, and the numbers of unchanged positions are
//!
//! * quiescent: t! sum_k C(f, k) sum_j C(c, j) F(f-k, t-k-j);
//! * waiting: (t-1)! sum_k C(f, k) sum_j C(c, j) (W(f-k, e-j) + j F(f-k, e-j)) with e = t-1-k: the newest pair lies
//!   within a component of fixed squares, or repeats one of the j exchanged pairs.
//!
//! *n = 1 and n > s:* t! C(f, t) quiescent positions, none waits. *n = s:* one position after each turn t < s, one
//! waiting after turn s, and s! endgames. `--tail stop` changes nothing for n <= s (at most the last square stays
//! empty, which a game that entangles all squares at once fills), and ends games with n > s before they begin.
//!
//! Cost: microseconds. All other games on at most 9 squares are enumerated turn by turn, one position for each orbit,
//! up to a quarter of a million orbits in a turn.

mod count;
mod enumeration;
mod formula;
mod values;

pub use count::{Count, TurnCensus, ValueCount};
pub use enumeration::{census, enumerate};
pub use values::values;
