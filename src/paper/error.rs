use gqt3::engine::board::BoardError;
use gqt3::engine::game::GameError;
use gqt3::perfect_play;
use gqt3::random_play;
use gqt3::support::progress::Interrupted;
use gqt3::tree_size;

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LedgerError {
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    #[error("the exhaustive check supports sizes from 1 to {most}, not {size}")]
    OutOfReach { size: usize, most: usize },
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Game(#[from] GameError),
    #[error("{0}")]
    Failed(String),
}

impl LedgerError {
    pub(super) fn unless_within(size: usize, most: usize) -> Result<(), LedgerError> {
        if (1..=most).contains(&size) {
            Ok(())
        } else {
            Err(LedgerError::OutOfReach { size, most })
        }
    }
}

/// An interruption stays [`LedgerError::Interrupted`]; of any other error only the text is kept.
macro_rules! from {
    ($($module:ident::$error:ident),+) => {$(
        impl From<$module::$error> for LedgerError {
            fn from(error: $module::$error) -> LedgerError {
                match error {
                    $module::$error::Interrupted { .. } => LedgerError::Interrupted(Interrupted),
                    other => LedgerError::Failed(other.to_string()),
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
