//! What a long search says of itself while it runs.

use std::time::{Duration, Instant};

use super::Found;
use crate::progress::Progress;

/// How often.
const INTERVAL: Duration = Duration::from_millis(500);

/// What was said last, and when.
pub struct Status {
    since: Instant,
    nodes: u64,
    question: String,
}

impl Status {
    pub fn new() -> Status {
        Status { since: Instant::now(), nodes: 0, question: String::new() }
    }
}

impl Found {
    /// The search turns to a question.
    pub fn turns_to(&mut self, question: &str, progress: &dyn Progress) {
        if self.status.question != question {
            progress.note(question);
            self.status = Status { since: Instant::now(), nodes: self.nodes, question: question.to_owned() };
        }
    }

    /// Tells the question, the speed and how full the table is, twice a second; to be called every so many nodes.
    pub fn report(&mut self, progress: &dyn Progress) {
        let elapsed = self.status.since.elapsed();
        if elapsed < INTERVAL {
            return;
        }
        let speed = (self.nodes - self.status.nodes) as f64 / elapsed.as_secs_f64() / 1e6;
        let fill = 100.0 * self.table.fill();
        progress.note(&format!("{} {speed:.2} M nodes/s, table {fill:.0}% full", self.status.question));
        self.status.since = Instant::now();
        self.status.nodes = self.nodes;
    }
}
