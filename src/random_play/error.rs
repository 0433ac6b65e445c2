//! Why there is no distribution.

use num_bigint::BigUint;

use crate::engine::game::{Game, GameError};
use crate::support::progress::Interrupted;

/// Why there is no distribution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The board is too large, or has no squares.
    #[error(
        "this method takes boards of side 1 to {most}, not {side}; use another --method or --board"
    )]
    Side {
        /// The side that was asked for.
        side: usize,
        /// The largest that the method takes.
        most: usize,
    },
    /// For n >= 2 the method knows full boards only.
    #[error(
        "with {pieces} pieces this method knows full boards only; use --method simulate, or --ending full and \
         --tail classical, or --pieces 1"
    )]
    StopsEarly {
        /// n.
        pieces: usize,
    },
    /// Nothing follows from no games.
    #[error("a simulation needs at least 1 game")]
    NoGames,
    /// A simulation met a collapse that cannot be drawn uniformly.
    #[error(
        "a random game on {squares} squares with --pieces {pieces} met a collapse with too many matchings to draw one of \
         them uniformly; use --pieces 1 or 2, or --board 1 to 4, which always work, or a smaller --pieces or --board; \
         on a full board --method exact knows the distribution for every n"
    )]
    TooManyMatchings {
        /// How many squares the board has.
        squares: usize,
        /// n.
        pieces: usize,
    },
    /// The counts do not add up to s!; nothing is returned.
    #[error("the counts add up to {total}, not to s!; please report this")]
    WrongTotal {
        /// What they add up to.
        total: String,
    },
    /// Stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Error {
    pub(super) fn check_side(side: usize, most: usize) -> Result<(), Error> {
        if (1..=most).contains(&side) {
            Ok(())
        } else {
            Err(Error::Side { side, most })
        }
    }

    pub(super) fn check_total(total: &BigUint, endgames: &BigUint) -> Result<(), Error> {
        if total == endgames {
            Ok(())
        } else {
            Err(Error::WrongTotal {
                total: total.to_string(),
            })
        }
    }

    pub(super) const fn too_many_matchings(game: &Game) -> Error {
        Error::TooManyMatchings {
            squares: game.squares(),
            pieces: game.pieces(),
        }
    }
}
