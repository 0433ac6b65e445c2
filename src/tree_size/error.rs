//! Why a tree size is not found.

use std::fmt;

use super::{MAX_CLOSED_FORM_SQUARES, Method, TreeSize, first_line};
use crate::progress::Interrupted;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// A game needs a square.
    NoSquares,
    /// A series needs a piece.
    NoPieces,
    /// The method cannot compute this T(s, n).
    NotApplicable {
        /// The method.
        method: Method,
        /// s.
        squares: usize,
        /// n.
        pieces: usize,
    },
    /// The games that stop at the first line cannot be counted by schedules.
    NoSchedules {
        /// s.
        squares: usize,
        /// n.
        pieces: usize,
    },
    /// No method can.
    OutOfReach {
        /// s.
        squares: usize,
        /// n.
        pieces: usize,
    },
    /// Two methods differ: one of them is wrong, and no result is given.
    Disagreement {
        /// What each method found.
        found: Vec<TreeSize>,
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
            Error::NoSquares => f.write_str("a game needs at least 1 square"),
            Error::NoPieces => f.write_str("a series needs at least 1 piece"),
            Error::NotApplicable { method, squares, pieces } => {
                write!(f, "method {method} cannot compute T({squares},{pieces}): ")?;
                match method {
                    Method::ClosedForm => write!(
                        f,
                        "a formula is known for n = 1, n = 2 and n >= s only (s up to {MAX_CLOSED_FORM_SQUARES})"
                    ),
                    Method::Epoch | Method::ReachSet | Method::Hypergraph => {
                        write!(f, "it takes up to {} squares", method.most_squares(*pieces))
                    }
                    Method::Colour => f.write_str("its polynomials would be too large; use smaller s or n"),
                    Method::FixedEndgame | Method::BruteForce => {
                        let most = method.most_squares(*pieces);
                        write!(
                            f,
                            "it counts in 128 bits, which with n = {pieces} are enough up to {most} squares"
                        )
                    }
                }
            }
            Error::NoSchedules { squares, pieces } => write!(
                f,
                "games to the first line are counted for n = 1 and 2 on boards up to {side}x{side} and for any n >= 1 on up \
                 to {most} squares, not for n = {pieces} on {squares} squares",
                side = first_line::MAX_SCHEDULE_SIDE,
                most = first_line::MAX_BLOCK_SQUARES
            ),
            Error::OutOfReach { squares, pieces } => {
                write!(f, "no method reaches T({squares},{pieces}); bounds exist for any size")
            }
            Error::Disagreement { found } => {
                f.write_str("the methods disagree:")?;
                for size in found {
                    write!(f, " {} gives {};", size.method, size.games)?;
                }
                f.write_str(" please report this")
            }
            Error::Interrupted => Interrupted.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
