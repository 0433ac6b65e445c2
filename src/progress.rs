//! How a long computation reports its progress and learns that it should stop.
//!
//! The library never prints and never installs a signal handler: a computation takes a
//! `&dyn Progress`, tells it what has been done, and asks it now and then whether to go on.

use std::time::{Duration, Instant};

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

/// Interrupts when a time is over; passes on everything else.
///
/// ```
/// use std::time::Duration;
/// use gqt3::progress::{Deadline, Progress, Silent};
/// assert!(Deadline::after(None, &Silent).check().is_ok());
/// assert!(Deadline::after(Some(Duration::ZERO), &Silent).interrupted());
/// ```
pub struct Deadline<'a> {
    progress: &'a dyn Progress,
    until: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// Interrupts so much time from now on; `None` is no limit.
    #[must_use]
    pub fn after(time: Option<Duration>, progress: &'a dyn Progress) -> Deadline<'a> {
        Deadline { progress, until: time.map(|time| Instant::now() + time) }
    }
}

impl Progress for Deadline<'_> {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.progress.begin(what, steps);
    }
    fn advance(&self, steps: u64) {
        self.progress.advance(steps);
    }
    fn note(&self, remark: &str) {
        self.progress.note(remark);
    }
    fn end(&self) {
        self.progress.end();
    }
    fn interrupted(&self) -> bool {
        self.progress.interrupted() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// The computation was asked to stop before it had its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted before the answer was complete")]
pub struct Interrupted;
