//! Why a command ends without its answer, and with which exit code.

use std::io;

use gqt3::board::BoardError;
use gqt3::game::GameError;
use gqt3::notation::NotationError;
use gqt3::progress::Interrupted;
use gqt3::report::FileError;
use gqt3::report::plot::PlotError;
use gqt3::{paper, players, random_play, search, tree_size};

/// The exit code for bad usage and bad input; clap uses the same.
pub const BAD_USAGE: u8 = 2;

/// What is left of most results after Ctrl-C.
pub const NOTHING_WRITTEN: &str = "nothing was written";

/// Why a command ends early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was asked makes no sense or cannot be done.
    #[error("{0}")]
    BadInput(String),
    /// A check failed, or the answer is not complete.
    #[error("{0}")]
    Incomplete(String),
    /// Ctrl-C, and what is left of the result.
    #[error("interrupted; {0}")]
    Interrupted(&'static str),
    /// The reader of the results has gone, as `head` does; not an error.
    #[error("the reader of the results has gone")]
    ClosedPipe,
}

impl Failure {
    /// A file that a flag names cannot be used.
    pub fn of_file(flag: &str, error: impl std::fmt::Display) -> Failure {
        Failure::BadInput(format!("{flag}: {error}"))
    }

    /// The same with more said; a closed pipe says nothing.
    pub fn and(self, more: &str) -> Failure {
        match self {
            Failure::BadInput(message) => Failure::BadInput(message + more),
            Failure::Incomplete(message) => Failure::Incomplete(message + more),
            other => other,
        }
    }

    /// The process's exit code.
    pub const fn exit_code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Incomplete(_) => 1,
            Failure::BadInput(_) => BAD_USAGE,
            Failure::Interrupted(_) => 130,
        }
    }
}

impl From<Interrupted> for Failure {
    fn from(_: Interrupted) -> Failure {
        Failure::Interrupted(NOTHING_WRITTEN)
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::of_file("--output", error)
    }
}

/// For errors of standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::BadInput(format!("cannot write the results: {error}")),
        }
    }
}

impl From<BoardError> for Failure {
    fn from(error: BoardError) -> Failure {
        Failure::BadInput(format!("--board: {error}"))
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Failure {
        match error {
            GameError::Board(error) => error.into(),
            GameError::NoPieces => Failure::BadInput(format!("--pieces: {error}")),
        }
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

impl From<PlotError> for Failure {
    fn from(error: PlotError) -> Failure {
        Failure::Incomplete(error.to_string())
    }
}

impl From<tree_size::Error> for Failure {
    fn from(error: tree_size::Error) -> Failure {
        use tree_size::{Error, Tree};
        match error {
            Error::Interrupted(interrupted) => interrupted.into(),
            Error::Disagreement { .. } | Error::OutOfReach { tree: Tree::Full { .. } } => {
                Failure::Incomplete(error.to_string())
            }
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

impl From<random_play::Error> for Failure {
    fn from(error: random_play::Error) -> Failure {
        use random_play::Error;
        match error {
            Error::Interrupted(interrupted) => interrupted.into(),
            Error::Game(error) => error.into(),
            Error::WrongTotal { .. } => Failure::Incomplete(error.to_string()),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

impl From<search::Error> for Failure {
    fn from(error: search::Error) -> Failure {
        match error {
            search::Error::Interrupted(interrupted) => interrupted.into(),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

impl From<players::Error> for Failure {
    fn from(error: players::Error) -> Failure {
        match error {
            players::Error::Interrupted(interrupted) => interrupted.into(),
            players::Error::NoGames => Failure::BadInput("--games 0 is too small; use 1 or more".to_owned()),
            players::Error::Unsolved(_) => Failure::BadInput(format!("{error}, or the heuristic player")),
        }
    }
}

impl From<paper::Error> for Failure {
    fn from(error: paper::Error) -> Failure {
        match error {
            paper::Error::Interrupted(_) => Interrupted.into(),
            error => Failure::Incomplete(error.to_string()),
        }
    }
}
