//! Progress on the terminal: one line, which never wraps.

use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::progress::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::signals;

/// How long a stage lasts before it shows.
const PATIENCE: Duration = Duration::from_millis(500);

/// How often the time that has passed is shown anew.
const TICK: Duration = Duration::from_millis(200);

/// Before this much is done nothing is said about the time that is left.
const LEAST_SHARE: f64 = 0.02;

/// How wide the bar is.
const WIDTH: usize = 20;

/// A line with what is computed, how far it is, and the time that is left, on standard error if that is a terminal.
pub struct TerminalProgress {
    shows: bool,
    stage: Arc<Mutex<Stage>>,
}

/// What is being computed.
struct Stage {
    line: ProgressBar,
    shown: bool,
    what: String,
    began: Instant,
    /// When it will be ended, if that is known.
    until: Option<Instant>,
    steps: Option<u64>,
    done: u64,
    note: String,
    aside: String,
}

impl Stage {
    fn new(what: &str, steps: Option<u64>) -> Stage {
        // Drawn by the ticker alone, and cut at the width of the terminal.
        let line = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        line.set_style(
            ProgressStyle::with_template("{wide_msg}").unwrap_or_else(|_| ProgressStyle::default_bar()),
        );
        Stage {
            line,
            shown: false,
            what: what.to_owned(),
            began: Instant::now(),
            until: None,
            steps,
            done: 0,
            note: String::new(),
            aside: String::new(),
        }
    }

    /// Shows the stage once it has lasted, and how long it has.
    fn tick(&mut self) {
        let now = Instant::now();
        if self.line.is_finished() || now - self.began < PATIENCE {
            return;
        }
        if !self.shown {
            self.shown = true;
            self.line.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.line.set_message(self.text(now));
        self.line.tick();
    }

    /// What is most important comes first, for a narrow terminal cuts off the rest.
    fn text(&self, now: Instant) -> String {
        let elapsed = now - self.began;
        let mut parts = vec![match self.steps {
            None if self.note.is_empty() => self.what.clone(),
            None => format!("{}: {}", self.what, self.note),
            Some(steps) => {
                let share = self.share(steps);
                let bar = "=".repeat((share * WIDTH as f64) as usize);
                // Never 100% as long as there is something to do.
                format!("{} [{bar:WIDTH$}] {:.0}%", self.what, (100.0 * share).floor().min(99.0))
            }
        }];
        parts.push(match (self.until, self.steps.and_then(|steps| self.left(steps, elapsed))) {
            (Some(until), _) => format!("{} left", seconds(until.saturating_duration_since(now))),
            (None, Some(left)) => format!("{}, about {} left", seconds(elapsed), seconds(left)),
            (None, None) => seconds(elapsed),
        });
        let note = self.steps.and(Some(&self.note));
        parts.extend(note.into_iter().chain([&self.aside]).filter(|text| !text.is_empty()).cloned());
        parts.join(", ")
    }

    fn share(&self, steps: u64) -> f64 {
        (self.done as f64 / steps.max(1) as f64).min(1.0)
    }

    /// The time that is left if the other steps take as long as those that are done. While a step lasts the estimate rises.
    fn left(&self, steps: u64, elapsed: Duration) -> Option<Duration> {
        let share = self.share(steps);
        let enough = share >= LEAST_SHARE && elapsed >= 2 * PATIENCE;
        enough.then(|| elapsed.mul_f64((1.0 - share) / share))
    }
}

/// A time in whole seconds, rounded up: nothing that goes on has 0 seconds left.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64().ceil().max(1.0) as u64;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds}s"),
        (0, minutes, seconds) => format!("{minutes}m{seconds:02}s"),
        (hours, minutes, _) => format!("{hours}h{minutes:02}m"),
    }
}

impl TerminalProgress {
    /// Sets up the handler of Ctrl-C too: the first stops at the next safe point, the second at once.
    pub fn install(quiet: bool) -> TerminalProgress {
        signals::install(quiet);
        TerminalProgress::new(!quiet && std::io::stderr().is_terminal())
    }

    fn new(shows: bool) -> TerminalProgress {
        let stage = Stage::new("", None);
        stage.line.finish_and_clear();
        let stage = Arc::new(Mutex::new(stage));
        if shows {
            let stage = Arc::downgrade(&stage);
            // One thread shows all stages that last.
            let show = move || {
                while let Some(stage) = stage.upgrade() {
                    lock(&stage).tick();
                    drop(stage);
                    std::thread::sleep(TICK);
                }
            };
            // Where the system has no thread for it, no progress is shown.
            let _ = std::thread::Builder::new().spawn(show);
        }
        TerminalProgress { shows, stage }
    }

    /// Changes the stage, if anybody sees it.
    fn change(&self, change: impl FnOnce(&mut Stage)) {
        if self.shows {
            change(&mut lock(&self.stage));
        }
    }
}

fn lock(stage: &Mutex<Stage>) -> MutexGuard<'_, Stage> {
    stage.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Progress for TerminalProgress {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.change(|stage| {
            stage.line.finish_and_clear();
            *stage = Stage::new(what, steps);
        });
    }

    fn advance(&self, steps: u64) {
        self.change(|stage| stage.done = stage.done.saturating_add(steps));
    }

    fn note(&self, remark: &str) {
        self.change(|stage| remark.clone_into(&mut stage.note));
    }

    fn aside(&self, remark: &str) {
        self.change(|stage| remark.clone_into(&mut stage.aside));
    }

    fn until(&self, time: Instant) {
        self.change(|stage| stage.until = Some(time));
    }

    fn end(&self) {
        lock(&self.stage).line.finish_and_clear();
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

#[cfg(test)]
mod tests {
    use super::*;

    fn stage(steps: Option<u64>, change: impl FnOnce(&mut Stage)) -> Stage {
        let mut stage = Stage::new("games", steps);
        change(&mut stage);
        stage
    }

    #[test]
    fn the_time_left_is_that_of_steps_like_those_before_and_never_none() {
        let shown = |done, after: u64| {
            let stage = stage(Some(100), |stage| stage.done = done);
            stage.text(stage.began + Duration::from_secs(after))
        };
        assert_eq!(shown(1, 5), "games [                    ] 1%, 5s", "too little to estimate anything");
        assert_eq!(shown(25, 5), "games [=====               ] 25%, 5s, about 15s left");
        assert_eq!(shown(88, 3), "games [=================   ] 88%, 3s, about 1s left");
        assert_eq!(
            shown(88, 33),
            "games [=================   ] 88%, 33s, about 5s left",
            "a step that lasts"
        );
        assert_eq!(shown(100, 60), "games [====================] 99%, 1m00s, about 1s left");
        assert_eq!(shown(2, 3600), "games [                    ] 2%, 1h00m, about 49h00m left");
    }

    #[test]
    fn a_limit_counts_down_beside_what_is_proven() {
        let stage = stage(None, |stage| {
            stage.until = Some(stage.began + Duration::from_secs(10));
            stage.note = "-2 <= value <= 2".to_owned();
            stage.aside = "0.60 M nodes/s".to_owned();
        });
        let shown = |after| stage.text(stage.began + Duration::from_secs(after));
        assert_eq!(shown(3), "games: -2 <= value <= 2, 7s left, 0.60 M nodes/s");
        assert_eq!(shown(30), "games: -2 <= value <= 2, 1s left, 0.60 M nodes/s");
    }

    #[cfg(target_os = "linux")]
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

    #[cfg(target_os = "linux")]
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
