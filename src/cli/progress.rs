//! Progress on the terminal.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use gqt3::progress::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::signals;

/// How long a stage lasts before it shows.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often the time that has passed is shown anew.
const TICK: Duration = Duration::from_millis(200);

/// A bar with percent and estimate on standard error, if that is a terminal.
pub struct TerminalProgress {
    shows: bool,
    stage: Arc<Mutex<Stage>>,
    /// The one thread that shows the stages which last.
    ticker: Once,
}

/// What is being computed.
struct Stage {
    bar: ProgressBar,
    began: Instant,
    shown: bool,
}

impl Stage {
    /// Shows the stage once it has lasted, and how long it has.
    fn tick(&mut self) {
        if self.bar.is_finished() || self.began.elapsed() < PATIENCE {
            return;
        }
        if !self.shown {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.tick();
    }
}

impl TerminalProgress {
    /// Sets up the handler of Ctrl-C too: the first stops at the next safe point, the second at once.
    pub fn install(quiet: bool) -> TerminalProgress {
        signals::install(quiet);
        TerminalProgress::new(!quiet && std::io::stderr().is_terminal())
    }

    fn new(shows: bool) -> TerminalProgress {
        let bar = ProgressBar::hidden();
        bar.finish_and_clear();
        let stage = Stage { bar, began: Instant::now(), shown: false };
        TerminalProgress { shows, stage: Arc::new(Mutex::new(stage)), ticker: Once::new() }
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        lock(&self.stage)
    }
}

fn lock(stage: &Mutex<Stage>) -> MutexGuard<'_, Stage> {
    stage.lock().unwrap_or_else(PoisonError::into_inner)
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
        let mut stage = self.stage();
        stage.bar.finish_and_clear();
        *stage = Stage { bar, began: Instant::now(), shown: false };
        drop(stage);
        self.ticker.call_once(|| {
            let stage = Arc::downgrade(&self.stage);
            std::thread::spawn(move || {
                while let Some(stage) = stage.upgrade() {
                    lock(&stage).tick();
                    drop(stage);
                    std::thread::sleep(TICK);
                }
            });
        });
    }

    fn advance(&self, steps: u64) {
        if self.shows {
            self.stage().bar.inc(steps);
        }
    }

    fn note(&self, remark: &str) {
        if self.shows {
            self.stage().bar.set_message(remark.to_owned());
        }
    }

    fn end(&self) {
        self.stage().bar.finish_and_clear();
    }

    fn interrupted(&self) -> bool {
        signals::interrupted()
    }
}

impl Drop for TerminalProgress {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    #[ignore = "run by the test below, in a process of its own"]
    fn begin_and_end_many_stages() {
        let progress = TerminalProgress::new(true);
        for _ in 0..200 {
            progress.begin("a short stage", Some(1));
            progress.advance(1);
            progress.end();
        }
        let threads = std::fs::read_dir("/proc/self/task").unwrap().count();
        assert!(threads < 20, "{threads} threads");
    }

    #[test]
    fn stages_share_one_thread() {
        let test = [module_path!().split_once("::").unwrap().1, "begin_and_end_many_stages"].join("::");
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", &test, "--ignored"])
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success() && output.contains("1 passed"), "{output}");
    }
}
