//! A time limit for a computation.

use std::time::{Duration, Instant};

use gqt3::board::Board;
use gqt3::progress::Progress;
use gqt3::search::MAX_SQUARES;

/// The longest limit: ten years.
const LONGEST: f64 = 3.2e8;

/// Reads a time limit.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= LONGEST);
    let seconds = seconds.map(Duration::from_secs_f64);
    seconds.ok_or_else(|| "use a number of seconds above 0, such as 0.5 or 60".to_owned())
}

/// How long a game on a large board is looked at if nobody says.
pub const LARGE_BOARD: Duration = Duration::from_secs(10);

/// The time limit for a game: boards that cannot be solved have one in any case.
pub fn limit(asked: Option<Duration>, board: Board) -> Option<Duration> {
    asked.or((board.squares() > MAX_SQUARES).then_some(LARGE_BOARD))
}

/// Stops when the time is up.
pub struct Limited<'a> {
    all: &'a dyn Progress,
    until: Option<Instant>,
}

impl<'a> Limited<'a> {
    /// The time runs from now on.
    pub fn new(all: &'a dyn Progress, limit: Option<Duration>) -> Limited<'a> {
        Limited { all, until: limit.map(|limit| Instant::now() + limit) }
    }
}

impl Progress for Limited<'_> {
    fn begin(&self, what: &str, steps: Option<u64>) {
        self.all.begin(what, steps);
    }
    fn advance(&self, steps: u64) {
        self.all.advance(steps);
    }
    fn note(&self, remark: &str) {
        self.all.note(remark);
    }
    fn end(&self) {
        self.all.end();
    }
    fn interrupted(&self) -> bool {
        self.all.interrupted() || self.until.is_some_and(|until| Instant::now() >= until)
    }
}
