//! Why a game cannot be solved.

use crate::engine::game::Game;
use crate::support::progress::Interrupted;

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
    /// A solver is asked about a position of another game.
    #[error("a solver of {} is asked about {}", games[0], games[1])]
    OtherGame {
        /// The solver's game and that of the position.
        games: [Game; 2],
    },
    /// Stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}
