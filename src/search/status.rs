//! What a long search says of itself while it runs.

use std::time::{Duration, Instant};

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

    /// The search turns to a question, after so many nodes.
    pub fn turns_to(&mut self, question: &str, nodes: u64, progress: &dyn Progress) {
        if self.question != question {
            progress.note(question);
            *self = Status { since: Instant::now(), nodes, question: question.to_owned() };
        }
    }

    /// Tells the question, the speed and how full the table is, twice a second; to be called every so many nodes.
    pub fn report(&mut self, nodes: u64, fill: impl FnOnce() -> f64, progress: &dyn Progress) {
        let elapsed = self.since.elapsed();
        if elapsed < INTERVAL {
            return;
        }
        let speed = (nodes - self.nodes) as f64 / elapsed.as_secs_f64() / 1e6;
        let fill = 100.0 * fill();
        progress.note(&format!("{} {speed:.2} M nodes/s, table {fill:.0}% full", self.question));
        (self.since, self.nodes) = (Instant::now(), nodes);
    }
}
