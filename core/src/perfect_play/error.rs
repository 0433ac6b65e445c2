use super::small::SQUARES;
use crate::engine::game::Game;
use crate::support::progress::Interrupted;

/// Why a position or game cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    #[error("a board without lines has no winner")]
    NoLines,
    /// The board has more than [`MAX_SOLVED_SQUARES`](super::MAX_SOLVED_SQUARES) squares.
    #[error(
        "a board of {squares} squares is too large to solve every position; use --board 3 or less"
    )]
    Board { squares: usize },
    #[error("cannot allocate a table of {} MiB; use a smaller --memory", bytes >> 20)]
    Memory {
        /// The limit on the table's size.
        bytes: usize,
    },
    #[error("a solver of {} cannot solve {}", games[0], games[1])]
    OtherGame { games: [Game; 2] },
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

pub(super) fn expect_small(game: &Game) -> Result<(), SolveError> {
    let squares = game.squares();
    if game.board().side().is_none() {
        return Err(SolveError::NoLines);
    }
    if squares > SQUARES {
        return Err(SolveError::Board { squares });
    }
    Ok(())
}
