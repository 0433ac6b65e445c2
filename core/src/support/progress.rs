//! A long computation neither prints nor handles signals itself, so it reports its progress through
//! a `&dyn Progress`, which also tells it when to stop.

use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Receives progress reports, and may interrupt the computation. All worker threads share it.
pub trait Progress: Sync {
    /// Begins a stage with this many steps, if known. They should take about equally long, because
    /// the time left is estimated from them.
    fn begin(&self, _what: &str, _steps: Option<u64>) {}

    /// Reports further finished steps.
    fn advance(&self, _steps: u64) {}

    /// Shows a short remark on the current stage.
    fn note(&self, _remark: &str) {}

    /// Announces when the current stage will stop at the latest.
    fn until(&self, _time: Instant) {}

    /// Ends the current stage.
    fn end(&self) {}

    /// Returns `true` if the computation should stop soon.
    fn interrupted(&self) -> bool {
        false
    }

    /// Returns [`Progress::interrupted`] as an error.
    fn check(&self) -> Result<(), Interrupted> {
        if self.interrupted() {
            Err(Interrupted)
        } else {
            Ok(())
        }
    }
}

/// Reports nothing and never interrupts.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {}

/// Reports nothing and always interrupts, for tests.
#[derive(Clone, Copy, Debug)]
pub struct Stopped;

impl Progress for Stopped {
    fn interrupted(&self) -> bool {
        true
    }
}

/// Passes on interruptions but no reports.
pub struct Quiet<'a>(pub &'a dyn Progress);

impl fmt::Debug for Quiet<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Quiet").finish_non_exhaustive()
    }
}

impl Progress for Quiet<'_> {
    fn interrupted(&self) -> bool {
        self.0.interrupted()
    }
}

/// Makes a whole computation count as `worth` steps in a larger one.
///
/// The first stage with a known number of steps sets the scale. A dropped part counts as done.
pub struct Part<'a> {
    whole: &'a dyn Progress,
    worth: u64,
    seen: Mutex<Seen>,
}

#[derive(Default)]
struct Seen {
    steps: Option<u64>,
    done: u64,
    reported: u64,
}

impl<'a> Part<'a> {
    pub fn new(whole: &'a dyn Progress, worth: u64) -> Part<'a> {
        Part {
            whole,
            worth,
            seen: Mutex::default(),
        }
    }

    fn tell(&self, change: impl FnOnce(&mut Seen) -> u64) {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let done = change(&mut seen).min(self.worth);
        let more = done.saturating_sub(seen.reported);
        seen.reported += more;
        drop(seen);
        if more > 0 {
            self.whole.advance(more);
        }
    }
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Part")
            .field("worth", &self.worth)
            .finish_non_exhaustive()
    }
}

impl Progress for Part<'_> {
    fn begin(&self, _what: &str, steps: Option<u64>) {
        self.tell(|seen| {
            seen.steps = seen.steps.or(steps);
            0
        });
    }

    fn advance(&self, steps: u64) {
        self.tell(|seen| {
            seen.done = seen.done.saturating_add(steps);
            let share = |steps: u64| {
                u128::from(seen.done) * u128::from(self.worth) / u128::from(steps.max(1))
            };
            seen.steps
                .map_or(0, |steps| u64::try_from(share(steps)).unwrap_or(u64::MAX))
        });
    }

    fn interrupted(&self) -> bool {
        self.whole.interrupted()
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        self.tell(|_| u64::MAX);
    }
}

/// Interrupts at a deadline, and passes on everything else.
///
/// ```
/// use std::time::Duration;
/// use gqt3::support::progress::{Deadline, Progress, Silent};
/// assert!(Deadline::after(None, &Silent).check().is_ok());
/// assert!(Deadline::after(Some(Duration::ZERO), &Silent).interrupted());
/// assert!(!Deadline::after(Some(Duration::MAX), &Silent).interrupted());
/// ```
pub struct Deadline<'a> {
    progress: &'a dyn Progress,
    until: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// Sets no limit for `None`, nor for a time that the clock cannot represent.
    pub fn after(time: Option<Duration>, progress: &'a dyn Progress) -> Deadline<'a> {
        Deadline {
            progress,
            until: time.and_then(|time| Instant::now().checked_add(time)),
        }
    }
}

impl fmt::Debug for Deadline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deadline")
            .field("until", &self.until)
            .finish_non_exhaustive()
    }
}

impl Progress for Deadline<'_> {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.progress.begin(what, steps);
        if let Some(until) = self.until {
            self.progress.until(until);
        }
    }
    fn advance(&self, steps: u64) {
        self.progress.advance(steps);
    }
    fn note(&self, remark: &str) {
        self.progress.note(remark);
    }
    fn until(&self, time: Instant) {
        self.progress
            .until(self.until.map_or(time, |until| until.min(time)));
    }
    fn end(&self) {
        self.progress.end();
    }
    fn interrupted(&self) -> bool {
        self.progress.interrupted() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}

/// A computation was stopped before its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("interrupted before the answer was complete")]
pub struct Interrupted;

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[derive(Default)]
    struct Sum(AtomicU64);

    impl Progress for Sum {
        fn advance(&self, steps: u64) {
            self.0.fetch_add(steps, Ordering::Relaxed);
        }
    }

    #[test]
    fn a_part_is_worth_its_share_whatever_stages_it_has() {
        let sum = Sum::default();
        let reported = || sum.0.load(Ordering::Relaxed);
        let part = Part::new(&sum, 100);
        part.advance(5);
        assert_eq!(reported(), 0, "nothing is known of its steps");
        drop(part);
        let part = Part::new(&sum, 100);
        part.begin("steps of which the number is not known", None);
        part.begin("four steps", Some(4));
        part.advance(1);
        assert_eq!(reported(), 125);
        part.advance(7);
        assert_eq!(reported(), 200, "no more than it is worth");
        part.begin("another stage", Some(1));
        part.advance(1);
        drop(part);
        assert_eq!(reported(), 200);
    }
}
