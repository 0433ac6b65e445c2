//! Progress on the terminal, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gqt3::progress::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::output::clear_unfinished;
use super::play::terminal;
use super::stderr::tell;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// How long a stage lasts before it shows.
const PATIENCE: Duration = Duration::from_millis(500);

/// A bar with percent and estimate on standard error, if that is a terminal.
pub struct TerminalProgress {
    shows: bool,
    bar: Mutex<ProgressBar>,
}

impl TerminalProgress {
    /// Sets up the handler of Ctrl-C too: the first stops at the next safe point, the second at once.
    pub fn install(quiet: bool) -> TerminalProgress {
        let handler = ctrlc::set_handler(move || {
            if INTERRUPTED.swap(true, Ordering::SeqCst) {
                clear_unfinished();
                terminal::give_back();
                std::process::exit(130);
            }
            if !quiet && !terminal::is_taken() && std::io::stderr().is_terminal() {
                tell("\nstopping at the next safe point; Ctrl-C again stops at once");
            }
        });
        // Without a handler Ctrl-C ends the process, as it does by default.
        drop(handler);
        let shows = !quiet && std::io::stderr().is_terminal();
        TerminalProgress { shows, bar: Mutex::new(ProgressBar::hidden()) }
    }

    fn bar(&self) -> ProgressBar {
        self.bar.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Progress for TerminalProgress {
    fn begin(&self, what: &str, steps: Option<u64>) {
        if !self.shows {
            return;
        }
        let bar = ProgressBar::with_draw_target(steps, ProgressDrawTarget::hidden());
        let template = match steps {
            Some(_) => "{prefix} [{bar:30}] {percent:>3}%  {elapsed} so far, {eta} to go  {msg}",
            None => "{prefix} {spinner} {elapsed} so far  {msg}",
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(what.to_owned());
        let shown = bar.clone();
        std::thread::spawn(move || {
            std::thread::sleep(PATIENCE);
            if !shown.is_finished() {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.enable_steady_tick(Duration::from_millis(200));
            }
        });
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = bar;
    }

    fn advance(&self, steps: u64) {
        if self.shows {
            self.bar().inc(steps);
        }
    }

    fn note(&self, remark: &str) {
        if self.shows {
            self.bar().set_message(remark.to_owned());
        }
    }

    fn end(&self) {
        self.bar().finish_and_clear();
    }

    fn interrupted(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }
}

impl Drop for TerminalProgress {
    fn drop(&mut self) {
        self.end();
    }
}
