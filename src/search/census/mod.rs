//! The state space: how many positions can come about, and what they are worth.
//!
//! Positions are counted as the engine compares them (`Position: PartialEq`): two are one if every series stands on the
//! same squares, in the same phase; subscripts count. After each turn those that wait for a collapse are counted apart from the
//! *settled* ones, which wait for a placement or are over. Beside each number stands that of the *orbits*: positions up to
//! the symmetries of the board.
//!
//! # Formulas
//! For games to the full board with n <= 2 or n >= s. Write F(v, e) for the number of forests with e edges on v labelled
//! squares. They come from the component of the first square, a tree, of which there are m^(m-2) on m squares (Cayley):
//! F(v, e) = sum_m C(v-1, m-1) m^(m-2) F(v-m, e-m+1). Let W(v, e) be the number of these forests with a chosen pair of
//! squares in one component: W(v, e) = sum_m C(v, m) m^(m-2) C(m, 2) F(v-m, e-m+1).
//!
//! *n = 2, settled after turn t.* Let k series be classical, on k squares; the others are pairs of the s - k other squares, since a
//! component of the graph of pairs collapses as a whole and none of it stays. A tight set is a component
//! with a cycle (a double pair is one), so the others are a forest. Blocks that collapse have two series
//! or more, and a single classical piece is played on the last square alone, so k is not 1 (if s > 1). All the rest comes about: let
//! any k >= 2 series be the pairs of a cycle on any k squares, in any order; the newest of them closes it and all k collapse, each
//! to the square before it or all to the one behind; the others lie in a forest outside all the while. If all squares
//! are classical, k = s = t. Hence
//!
//! **settled(t) = t! sum_(k != 1) C(s, k) F(s-k, t-k)**,
//!
//! with C(t, k) k! C(s, k) ways to place the classical series and (t-k)! F(s-k, t-k) for the others.
//!
//! *n = 2, waiting after turn t.* The newest pair joins two squares of one component of a settled position of turn t - 1,
//! and the position tells which pair and which position:
//!
//! **waiting(t) = (t-1)! sum_(k != 1) C(s, k) W(s-k, t-1-k)**.
//!
//! *Symmetry.* By Burnside the number of orbits is the mean, over the symmetries g, of the number of positions that g leaves as they
//! are. It does if it maps the squares of each series to themselves: classical series stand on fixed squares, a
//! pair is two fixed squares or two squares that g exchanges. With f fixed squares and c exchanged pairs, which touch nothing else,
//! F(f-k, e-j) C(c, j) of the forests with e edges have j exchanged pairs, and
//!
//! * settled: t! sum_k C(f, k) sum_j C(c, j) F(f-k, t-k-j);
//! * waiting: (t-1)! sum_k C(f, k) sum_j C(c, j) (W(f-k, e-j) + j F(f-k, e-j)) with e = t-1-k: the newest pair is within a component
//!   of fixed squares, or repeats one of the j exchanged pairs.
//!
//! *n = 1 and n > s:* t! C(f, t) settled positions, none waits. *n = s:* one position after each turn t < s, one waiting
//! after turn s, and s! endgames. `--tail stop` changes nothing for n <= s (at most the last square stays empty, which a
//! game that entangles all squares at once fills), and ends games with n > s before they begin.
//!
//! Cost: microseconds. All other games on at most 9 squares are enumerated turn by turn, one position for each orbit, up to a quarter of a million orbits
//! a turn.

mod enumeration;
mod formula;
mod values;

use std::fmt;

use num_bigint::BigUint;

pub use enumeration::enumerate;
pub use values::{ValueCount, values};

use crate::board::Board;
use crate::progress::{Interrupted, Progress};
use crate::rules::{Ending, Rules};

/// How many positions there are of some kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All of them.
    pub positions: BigUint,
    /// Up to the symmetries of the board.
    pub orbits: BigUint,
}

impl Count {
    /// One orbit of `size` positions more.
    pub(super) fn add_orbit(&mut self, size: usize) {
        self.positions += size;
        self.orbits += 1_u32;
    }
}

impl<'a> std::iter::Sum<&'a Count> for Count {
    fn sum<I: Iterator<Item = &'a Count>>(counts: I) -> Count {
        counts.fold(Count::default(), |sum, count| Count {
            positions: sum.positions + &count.positions,
            orbits: sum.orbits + &count.orbits,
        })
    }
}

/// The positions after one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnCensus {
    /// How many series have been placed.
    pub turn: usize,
    /// Those that wait for a placement, or are over.
    pub settled: Count,
    /// Those that wait for a collapse.
    pub waiting: Count,
}

/// Why positions cannot be counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CensusError {
    /// There is no formula, and too many positions to enumerate.
    TooMany {
        /// After this turn.
        turn: usize,
    },
    /// Values were asked for, and the game cannot be solved.
    Unsolvable(super::Error),
    /// Interrupted.
    Interrupted,
}

impl fmt::Display for CensusError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CensusError::TooMany { turn } => write!(
                f,
                "no formula counts these positions and at turn {turn} there are too many to enumerate; use --pieces 1 or 2 \
                 with --ending full, or a smaller --board"
            ),
            CensusError::Unsolvable(error) => error.fmt(f),
            CensusError::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for CensusError {}

impl From<Interrupted> for CensusError {
    fn from(_: Interrupted) -> CensusError {
        CensusError::Interrupted
    }
}

impl From<super::Error> for CensusError {
    fn from(error: super::Error) -> CensusError {
        CensusError::Unsolvable(error)
    }
}

/// How many positions can come about after each turn, from turn 0 to the last.
///
/// By the formulas of [this module](self) where they hold, else by [`enumerate`].
///
/// ```
/// use gqt3::{board::Board, progress::Silent, rules::Rules, search::census::census};
/// let turns = census(Board::new(3)?, 2, &Rules::default(), &Silent)?;
/// assert_eq!(turns[1].settled.positions, 36_u32.into()); // pairs of 9 squares
/// assert_eq!(turns[1].settled.orbits, 8_u32.into()); // different first moves
/// assert_eq!(turns[9].settled.positions, 362_880_u32.into()); // 9! endgames
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no formula and [`enumerate`] fails; if `pieces` is 0.
pub fn census(
    board: Board,
    pieces: usize,
    rules: &Rules,
    progress: &dyn Progress,
) -> Result<Vec<TurnCensus>, CensusError> {
    if pieces == 0 {
        return Err(super::Error::NoPieces.into());
    }
    if rules.ending == Ending::Full && (pieces <= 2 || pieces >= board.squares()) {
        return Ok(formula::turns(board, pieces, rules.tail));
    }
    enumerate(board, pieces, rules, progress)
}
