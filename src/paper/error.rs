//! Why there is no evidence.

use crate::engine::board::BoardError;
use crate::engine::game::GameError;
use crate::support::progress::Interrupted;
use crate::{perfect_play, random_play, tree_size};

/// Why there is no evidence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A check goes through everything, which is too much for this size; or there is nothing to go through.
    #[error("the check goes through everything and takes sizes from 1 to {most}, not {size}")]
    OutOfReach {
        /// The size that was asked for.
        size: usize,
        /// The largest size the check takes.
        most: usize,
    },
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A computation refused its result or could not run.
    #[error("{0}")]
    Failed(String),
}

impl Error {
    /// Refuses sizes for which "everything" is nothing or too much.
    pub(super) fn unless_within(size: usize, most: usize) -> Result<(), Error> {
        if (1..=most).contains(&size) {
            Ok(())
        } else {
            Err(Error::OutOfReach { size, most })
        }
    }
}

/// An interruption stays one; any other error keeps its text.
macro_rules! from {
    ($($module:ident::$error:ident),+) => {$(
        impl From<$module::$error> for Error {
            fn from(error: $module::$error) -> Error {
                match error {
                    $module::$error::Interrupted { .. } => Error::Interrupted(Interrupted),
                    other => Error::Failed(other.to_string()),
                }
            }
        }
    )+};
}

from!(
    random_play::RandomPlayError,
    perfect_play::SolveError,
    tree_size::TreeSizeError
);
