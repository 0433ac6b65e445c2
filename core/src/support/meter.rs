//! Counts the positions that a search visits, stops it at a limit, and reports progress.

use std::time::{Duration, Instant};

use crate::support::progress::{Interrupted, Progress};

const BETWEEN_REPORTS: Duration = Duration::from_millis(500);

#[derive(Debug)]
pub struct Meter {
    nodes: u64,
    /// Positions between two checks for an interruption.
    every: u64,
    /// The count at the next pause. Until then the hot loop needs only one comparison.
    pause_at: u64,
    limit: u64,
    reported: u64,
    since: Instant,
    question: String,
}

impl Meter {
    pub fn new(every: u64) -> Meter {
        Meter {
            nodes: 0,
            every,
            pause_at: every,
            limit: u64::MAX,
            reported: 0,
            since: Instant::now(),
            question: String::new(),
        }
    }

    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub const fn left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    pub const fn is_unlimited(&self) -> bool {
        self.limit == u64::MAX
    }

    pub const fn add(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Allows at most `more` further positions, within the old limit. Returns the old limit for
    /// [`Meter::restore`].
    pub fn narrow_to(&mut self, more: u64) -> u64 {
        let limit = self.limit;
        self.restore(limit.min(self.nodes.saturating_add(more)));
        limit
    }

    /// Sets the limit on the total count, not on further positions.
    pub fn restore(&mut self, limit: u64) {
        self.limit = limit;
        self.pause_at = limit.min(self.nodes.saturating_add(self.every));
    }

    /// Allows `more` further positions, whatever the limit was. `None` removes it.
    pub fn limit_to(&mut self, more: Option<u64>) {
        self.restore(more.map_or(u64::MAX, |more| self.nodes.saturating_add(more)));
    }

    /// Counts a position. `fill` returns the used share of the table. It runs only at a pause.
    ///
    /// # Errors
    /// Fails if the limit is reached, or soon after an interruption.
    #[inline]
    pub fn visit(
        &mut self,
        fill: impl FnOnce() -> f64,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        if self.nodes >= self.pause_at {
            self.pause(fill(), progress)?;
        }
        self.nodes += 1;
        Ok(())
    }

    pub fn may_begin(&self, progress: &dyn Progress) -> bool {
        self.nodes < self.limit && !progress.interrupted()
    }

    #[cold]
    fn pause(&mut self, fill: f64, progress: &dyn Progress) -> Result<(), Interrupted> {
        progress.check()?;
        if self.nodes >= self.limit {
            return Err(Interrupted);
        }
        self.pause_at = self.limit.min(self.nodes.saturating_add(self.every));
        progress.advance(self.every);
        self.report(fill, progress);
        Ok(())
    }

    pub fn turns_to(&mut self, question: &str, progress: &dyn Progress) {
        if self.question != question {
            progress.note(question);
            question.clone_into(&mut self.question);
            (self.since, self.reported) = (Instant::now(), self.nodes);
        }
    }

    fn report(&mut self, fill: f64, progress: &dyn Progress) {
        let elapsed = self.since.elapsed();
        if elapsed < BETWEEN_REPORTS {
            return;
        }
        let speed = (self.nodes - self.reported) as f64 / elapsed.as_secs_f64() / 1e6;
        let fill = 100.0 * fill;
        let work = format!("{speed:.2} M nodes/s, table {fill:.0}% full");
        let question = if self.question.is_empty() {
            String::new()
        } else {
            format!("{}, ", self.question)
        };
        progress.note(&(question + &work));
        (self.since, self.reported) = (Instant::now(), self.nodes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::progress::Silent;

    #[test]
    fn a_limit_lets_so_many_positions_pass_and_no_more() {
        for (every, limit) in [(4, 0), (4, 1), (4, 4), (4, 9), (1 << 12, 9)] {
            let mut meter = Meter::new(every);
            meter.limit_to(Some(3));
            while meter.visit(|| 0.0, &Silent).is_ok() {}
            assert_eq!(meter.nodes(), 3);
            meter.limit_to(Some(limit));
            while meter.visit(|| 0.0, &Silent).is_ok() {}
            assert_eq!(meter.nodes(), 3 + limit);
            assert!(!meter.may_begin(&Silent));
            meter.limit_to(None);
            assert!((0..100).all(|_| meter.visit(|| 0.0, &Silent).is_ok()));
        }
    }
}
