use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use gqt3::support::progress::Progress;

/// Counts what it is told, and interrupts at each check after the first `after`.
#[derive(Default)]
pub struct Stop {
    after: u64,
    /// The steps of all stages.
    pub steps: AtomicU64,
    pub done: AtomicU64,
    pub checks: AtomicU64,
}

impl Stop {
    pub fn after(checks: u64) -> Stop {
        Stop {
            after: checks,
            ..Stop::default()
        }
    }
}

impl Progress for Stop {
    fn begin(&self, _: &str, steps: Option<u64>) {
        self.steps.fetch_add(steps.unwrap_or(0), Relaxed);
    }
    fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Relaxed);
    }
    fn interrupted(&self) -> bool {
        self.checks.fetch_add(1, Relaxed) >= self.after
    }
}
