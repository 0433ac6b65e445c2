use std::io;

use super::signals;
use crate::paper;
use crate::report::FileError;
use crate::results;
use gqt3::beyond::players;
use gqt3::engine::board::BoardError;
use gqt3::engine::game::GameError;
use gqt3::engine::notation::NotationError;
use gqt3::perfect_play;
use gqt3::random_play::{self, MAX_EXACT_SIDE};
use gqt3::support::progress::Interrupted;
use gqt3::support::threads::NoThread;
use gqt3::tree_size::{self, Tree};

/// The exit code for bad usage and bad input, the same as clap's.
pub const BAD_USAGE: u8 = 2;

pub const NOTHING_WRITTEN: &str = "nothing was written";

pub const GAMES_COUNTED: &str = "the games that were over are counted";

/// Why a command fails or ends early.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The request is invalid or cannot be fulfilled.
    #[error("{0}")]
    BadInput(String),
    /// Bad lines of a batch, about which `--quiet` keeps silent.
    #[error("bad input")]
    Reported,
    /// The answer is missing or incomplete, but not wrong.
    #[error("{0}")]
    Incomplete(String),
    #[error("{0}")]
    Failed(String),
    /// Ctrl-C or another signal, and a remark on the result.
    #[error("interrupted; {0}")]
    Interrupted(&'static str),
    /// Nobody reads the results any more, which is no error.
    #[error("the output was closed")]
    ClosedPipe,
}

impl Failure {
    pub fn of_file(flag: &str, error: impl std::fmt::Display) -> Failure {
        Failure::BadInput(format!("{flag}: {error}"))
    }

    /// Appends text to the message of a failure that holds a [`String`].
    pub fn and(self, more: &str) -> Failure {
        match self {
            Failure::BadInput(message) => Failure::BadInput(message + more),
            Failure::Incomplete(message) => Failure::Incomplete(message + more),
            Failure::Failed(message) => Failure::Failed(message + more),
            other => other,
        }
    }

    pub fn exit_code(&self) -> u8 {
        match self {
            Failure::ClosedPipe => 0,
            Failure::Incomplete(_) | Failure::Failed(_) => 1,
            Failure::BadInput(_) | Failure::Reported => BAD_USAGE,
            Failure::Interrupted(_) => signals::exit_code(),
        }
    }
}

/// Ends a command that has printed intervals, with success if `is_proven`, even after Ctrl-C.
pub fn complete(
    is_proven: bool,
    interrupted: bool,
    why: impl FnOnce() -> String,
) -> Result<(), Failure> {
    match (is_proven, interrupted) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::Interrupted("the written intervals are proven")),
        (false, false) => Err(Failure::Incomplete(why())),
    }
}

pub fn unproven(values: usize) -> String {
    let are = if values == 1 {
        "1 value is".to_owned()
    } else {
        format!("{values} values are")
    };
    format!("{are} not proven; a higher --time-limit or --node-limit may prove more")
}

macro_rules! failure_from {
    ($($error:ty: $name:ident => $failure:expr;)+) => {
        $(impl From<$error> for Failure {
            fn from($name: $error) -> Failure {
                $failure
            }
        })+
    };
}

failure_from! {
    NoThread: error => Failure::BadInput(error.to_string());
    Interrupted: _error => Failure::Interrupted(NOTHING_WRITTEN);
    FileError: error => match error.source.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        _ => Failure::of_file("--output", error),
    };
    BoardError: error => Failure::BadInput(format!("--board: {error}"));
    NotationError: error => Failure::BadInput(error.to_string());
    GameError: error => match error {
        GameError::Board(error) => error.into(),
        error => Failure::BadInput(format!("--pieces: {error}")),
    };
    // Files report a `FileError`, so an error of the system comes from standard output.
    io::Error: error => match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
        // This program made the error, not the system.
        io::ErrorKind::Other => Failure::BadInput(error.to_string()),
        _ => Failure::BadInput(format!("cannot write the results: {error}")),
    };
    tree_size::TreeSizeError: error => match error {
        tree_size::TreeSizeError::Interrupted(interrupted) => interrupted.into(),
        tree_size::TreeSizeError::Disagreement { .. } => Failure::Failed(error.to_string()),
        tree_size::TreeSizeError::OutOfReach { tree: Tree::Full { .. } } => Failure::Incomplete(error.to_string()),
        _ => Failure::BadInput(error.to_string()),
    };
    random_play::RandomPlayError: error => match error {
        random_play::RandomPlayError::Interrupted(interrupted) => interrupted.into(),
        random_play::RandomPlayError::Game(error) => error.into(),
        random_play::RandomPlayError::WrongTotal { .. } => Failure::Failed(error.to_string()),
        random_play::RandomPlayError::Side { side, most } => Failure::BadInput(format!(
            "--board {side} is too large: {}",
            match most {
                MAX_EXACT_SIDE => format!("no method supports boards beyond {most}x{most}"),
                _ => format!(
                    "this method supports boards up to {most}x{most}; --method exact supports full boards up to \
                     {MAX_EXACT_SIDE}x{MAX_EXACT_SIDE}"
                ),
            }
        )),
        _ => Failure::BadInput(error.to_string()),
    };
    perfect_play::SolveError: error => match error {
        perfect_play::SolveError::Interrupted(interrupted) => interrupted.into(),
        _ => Failure::BadInput(error.to_string()),
    };
    players::MatchError: error => match error {
        players::MatchError::Interrupted(interrupted) => interrupted.into(),
        players::MatchError::NoGames => Failure::BadInput("--games 0 is too small; use 1 or more".to_owned()),
        players::MatchError::NoPerfectPlayer(_) => Failure::BadInput(format!("{error}, or the heuristic player")),
        players::MatchError::Unsolved(error) => error.into(),
    };
    results::ResultError: error => match error {
        results::ResultError::Ledger(error) => error.into(),
        results::ResultError::Plot(error) => Failure::Failed(error.to_string()),
    };
    paper::LedgerError: error => match error {
        paper::LedgerError::Interrupted(interrupted) => interrupted.into(),
        _ => Failure::Failed(error.to_string()),
    };
}
