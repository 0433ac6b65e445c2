//! How a long computation reports its progress and learns that it should stop.
//!
//! The library never prints and never installs a signal handler: a computation takes a
//! `&dyn Progress`, tells it what has been done, and asks it now and then whether to go on.

use std::fmt;

/// What a long computation tells its caller, and asks of it. Shared by all worker threads.
pub trait Progress: Sync {
    /// A stage begins: `what` in a few words, and how many steps it has if that is known.
    fn begin(&self, what: &str, steps: Option<u64>);

    /// `steps` more steps of the current stage are done.
    fn advance(&self, steps: u64);

    /// A short remark on the state of the current stage (a threshold under proof, say).
    fn note(&self, _remark: &str) {}

    /// The current stage is over.
    fn end(&self) {}

    /// Whether the computation should stop at the next safe point.
    fn interrupted(&self) -> bool {
        false
    }

    /// `Err` once the computation should stop, for use with `?`.
    fn check(&self) -> Result<(), Interrupted> {
        if self.interrupted() { Err(Interrupted) } else { Ok(()) }
    }
}

/// Reports nothing and never interrupts.
///
/// ```
/// use gqt3::progress::{Progress, Silent};
/// assert!(Silent.check().is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _what: &str, _steps: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
}

/// Passes on the question whether to stop, and nothing else: for one of many computations that share one bar.
///
/// ```
/// use gqt3::progress::{Progress, Quiet, Silent};
/// assert!(Quiet(&Silent).check().is_ok());
/// ```
pub struct Quiet<'a>(
    /// Whom to ask.
    pub &'a dyn Progress,
);

impl Progress for Quiet<'_> {
    fn begin(&self, _what: &str, _steps: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

/// The computation was asked to stop before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted before the answer was complete")
    }
}

impl std::error::Error for Interrupted {}
