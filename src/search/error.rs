//! Why a game cannot be solved, or its positions not be counted.

use crate::progress::Interrupted;

/// Why there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// The board has no lines.
    #[error("a board without lines has no winner")]
    NoLines,
    /// This is for boards of up to [`MAX_SQUARES`](super::MAX_SQUARES) squares alone.
    #[error("on a board of {squares} squares not every position can be solved; use --board 1 to 3")]
    Board {
        /// How many squares the board has.
        squares: usize,
    },
    /// The system refuses the memory for the table.
    #[error("there is no memory for a table of {} MiB; use a smaller --memory", bytes >> 20)]
    Memory {
        /// Its size.
        bytes: usize,
    },
    /// There is no formula for the number of positions, and the board is too large to enumerate them.
    #[error(
        "no formula counts these positions, and they are enumerated on boards up to 3x3 only; use --pieces 1 or 2 with \
         --ending full, or a smaller --board"
    )]
    NoFormula,
    /// There is no formula for the number of positions, and there are too many to enumerate.
    #[error(
        "no formula counts these positions and at turn {turn} there are too many to enumerate; use --pieces 1 or 2 \
         with --ending full, or a smaller --board"
    )]
    TooManyPositions {
        /// After this turn.
        turn: usize,
    },
    /// Stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}
