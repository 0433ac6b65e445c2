//! Progress on the terminal: one line on standard error.

use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use gqt3::support::progress::Progress;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::signals;

/// How long a stage must last before it is shown.
const PATIENCE: Duration = Duration::from_millis(500);

const TICK: Duration = Duration::from_millis(200);

/// For a stage with a known number of steps, and one without. The remark is last, so that a narrow
/// terminal cuts it off first.
const STEPS: &str = "{prefix} [{bar:20}] {percent}%, {elapsed}{left}{stop}{wide_msg}";
const NO_STEPS: &str = "{prefix}, {elapsed}{left}{stop}{wide_msg}";

pub struct TerminalProgress {
    stage: Mutex<ProgressBar>,
    shows: bool,
    is_young: AtomicBool,
}

impl TerminalProgress {
    pub fn new(shows: bool) -> TerminalProgress {
        TerminalProgress {
            stage: Mutex::new(ProgressBar::hidden()),
            shows,
            is_young: AtomicBool::new(false),
        }
    }

    fn stage(&self) -> MutexGuard<'_, ProgressBar> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computations call this often, so it does not wait for the lock.
    fn show_what_lasts(&self) {
        if self.is_young.load(Ordering::Relaxed)
            && let Ok(stage) = self.stage.try_lock()
            && stage.elapsed() > PATIENCE
        {
            self.is_young.store(false, Ordering::Relaxed);
            stage.set_draw_target(ProgressDrawTarget::stderr());
            stage.enable_steady_tick(TICK);
        }
    }
}

/// Shows the time until the limit, or else estimates the time left from the steps so far.
fn style(steps: Option<u64>, until: Option<Instant>) -> ProgressStyle {
    let template = if steps.is_some() { STEPS } else { NO_STEPS };
    let left = move |state: &ProgressState, out: &mut dyn Write| {
        let _ = match until {
            Some(time) => {
                let left = HumanDuration(time.saturating_duration_since(Instant::now()));
                write!(out, ", time limit in {left:#}")
            }
            None if state.len().is_some() && state.pos() > 0 => {
                write!(out, ", about {:#} left", HumanDuration(state.eta()))
            }
            None => Ok(()),
        };
    };
    let stop = |_: &ProgressState, out: &mut dyn Write| {
        if signals::interrupted() {
            let _ = out.write_str(", stopping; Ctrl-C again ends it at once");
        }
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    style
        .progress_chars("=> ")
        .with_key("left", left)
        .with_key("stop", stop)
}

impl Progress for TerminalProgress {
    fn begin(&self, what: &str, steps: Option<u64>) {
        let mut stage = self.stage();
        stage.finish_and_clear();
        *stage = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden())
            .with_prefix(what.to_owned());
        stage.set_style(style(steps, None));
        self.is_young.store(self.shows, Ordering::Relaxed);
    }

    fn advance(&self, steps: u64) {
        if self.shows {
            self.stage().inc(steps);
        }
        self.show_what_lasts();
    }

    fn note(&self, remark: &str) {
        self.stage().set_message(format!(", {remark}"));
    }

    fn until(&self, time: Instant) {
        let stage = self.stage();
        stage.set_style(style(stage.length(), Some(time)));
    }

    fn end(&self) {
        self.is_young.store(false, Ordering::Relaxed);
        self.stage().finish_and_clear();
    }

    fn interrupted(&self) -> bool {
        self.show_what_lasts();
        signals::interrupted()
    }
}

impl Drop for TerminalProgress {
    fn drop(&mut self) {
        self.end();
    }
}
