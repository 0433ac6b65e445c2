//! Why a command ends without its answer, and with which exit code.

use std::fmt;
use std::io;

use gqt3::report::FileError;

/// The exit code for bad usage and bad input; clap uses the same.
pub const BAD_USAGE: u8 = 2;

/// What is left of most results after Ctrl-C.
pub const NOTHING_WRITTEN: &str = "nothing was written";

/// Why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// What was asked makes no sense or cannot be done.
    BadInput(String),
    /// A check failed, or the answer is not complete.
    Incomplete(String),
    /// Ctrl-C, and what is left of the result.
    Interrupted(&'static str),
    /// The reader of the results has gone, as `head` does; not an error.
    ClosedPipe,
}

impl Failure {
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

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::BadInput(message) | Failure::Incomplete(message) => f.write_str(message),
            Failure::Interrupted(left) => write!(f, "interrupted; {left}"),
            Failure::ClosedPipe => f.write_str("the reader of the results has gone"),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Failure {
        Failure::BadInput(format!("--output: {error}"))
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
