//! Random play: both players place and collapse uniformly at random (paper, section 7).
//!
//! Relabelling the squares maps the random process to itself, so every endgame (bijection of series to squares)
//! is equally likely, whatever n is and whoever collapses. The distribution of the margin on a full board is
//! therefore that of a uniformly random bijection.
//!
//! A game that stops at the first line is another matter for n >= 2, because what is classical by then depends
//! on the collapses. For n = 1 it is ordinary tic-tac-toe.
//!
//! | function | games | boards |
//! |---|---|---|
//! | [`exact()`] | full board | to 24x24, all margins |
//! | [`summary`] | full board | to 40x40, who wins and the mean |
//! | [`early()`] | that may stop early, n <= 2 | to 3x3 |
//! | [`enumerate()`] | full board, or n = 1: every endgame | to 3x3 |
//! | [`weigh_histories`] | any: every history | to 2x2 |
//! | [`simulate()`] | any: random games | to 8x8 |

mod distribution;
mod early;
mod enumerate;
mod exact;
mod histories;
pub mod simulate;

pub use distribution::{Distribution, MarginCount, Outcome};
pub use early::{EarlyGames, early};
pub use enumerate::{MAX_SIDE, enumerate};
pub use exact::{MAX_EXACT_SIDE, MAX_SUMMARY_SIDE, Summary, exact, summary};
pub use histories::{Weighted, weigh_histories};
pub use simulate::{Simulation, simulate};

use std::fmt;

use crate::progress::Interrupted;
use crate::rules::{Ending, Rules, Tail};

/// Whether every game with so many pieces in a series goes on until the board is full, on every board.
///
/// ```
/// use gqt3::{random_play::fills_the_board, rules::{Rules, Tail}};
/// let stop = Rules { tail: Tail::Stop, ..Rules::default() };
/// assert!(fills_the_board(1, &stop)); // A single piece always has room.
/// assert!(!fills_the_board(2, &stop)); // A pair has none on one square.
/// assert!(fills_the_board(2, &Rules::default()));
/// ```
#[must_use]
pub fn fills_the_board(pieces: usize, rules: &Rules) -> bool {
    rules.ending == Ending::Full && (rules.tail == Tail::Classical || pieces == 1)
}

/// Why there is no distribution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The board is too large, or has no squares.
    Side {
        /// The side that was asked for.
        side: usize,
        /// The largest that the method takes.
        most: usize,
    },
    /// A series needs a piece.
    NoPieces,
    /// For n >= 2 the enumeration knows full boards only.
    StopsEarly {
        /// n.
        pieces: usize,
    },
    /// The counts do not add up to s!; nothing is returned.
    WrongTotal {
        /// What they add up to.
        total: String,
    },
    /// Stopped before it was done.
    Interrupted,
}

impl From<Interrupted> for Error {
    fn from(_: Interrupted) -> Error {
        Error::Interrupted
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Side { side, most } => {
                write!(
                    f,
                    "this method takes boards of side 1 to {most}, not {side}; use another --method or --board"
                )
            }
            Error::NoPieces => f.write_str("a series needs at least 1 piece"),
            Error::StopsEarly { pieces } => write!(
                f,
                "with {pieces} pieces this method knows full boards only; use --method simulate, or --ending full and \
                 --tail classical, or --pieces 1"
            ),
            Error::WrongTotal { total } => {
                write!(f, "the counts add up to {total}, not to s!; please report this")
            }
            Error::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
