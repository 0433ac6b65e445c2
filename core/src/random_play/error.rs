use num_bigint::BigUint;

use crate::engine::game::{Game, GameError};
use crate::support::progress::Interrupted;

/// Why a query about random play has no answer.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RandomPlayError {
    #[error(transparent)]
    Game(#[from] GameError),
    #[error(
        "this method supports boards of side 1 to {most}, not {side}; use another --method or --board"
    )]
    Side { side: usize, most: usize },
    #[error(
        "this method does not count games with --pieces {pieces} that may stop early; use --method simulate, or enumerate \
         up to 2x2, or --ending full with --tail classical"
    )]
    StopsEarly { pieces: usize },
    #[error("a simulation needs at least 1 game")]
    NoGames,
    #[error(
        "a random game on {squares} squares with --pieces {pieces} met an entanglement too large to draw its collapse \
         uniformly; use --pieces 1 or 2, or --board 1 to 4, which always work, or a smaller --pieces or --board; \
         on a full board --method exact knows the distribution for every n"
    )]
    TooLargeToDraw { squares: usize, pieces: usize },
    #[error("the counts add up to {total}, not to s!; please report this")]
    WrongTotal { total: String },
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl RandomPlayError {
    pub(super) fn check_side(side: usize, most: usize) -> Result<(), RandomPlayError> {
        if (1..=most).contains(&side) {
            Ok(())
        } else {
            Err(RandomPlayError::Side { side, most })
        }
    }

    pub(super) fn check_total(total: &BigUint, endgames: &BigUint) -> Result<(), RandomPlayError> {
        if total == endgames {
            Ok(())
        } else {
            Err(RandomPlayError::WrongTotal {
                total: total.to_string(),
            })
        }
    }

    pub(super) const fn too_large_to_draw(game: &Game) -> RandomPlayError {
        RandomPlayError::TooLargeToDraw {
            squares: game.squares(),
            pieces: game.pieces(),
        }
    }
}
