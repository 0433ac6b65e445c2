//! How much a heuristic player may think, and when a search has to stop.

use std::time::{Duration, Instant};

use crate::progress::Progress;

/// How many turns ahead without a limit.
const DEPTH: usize = 3;

/// The end of a game is searched in full if that takes no more positions than this.
pub const EXACT_POSITIONS: u64 = 60_000;

/// The attempt at it may take one part in so many of a limit; the search turn by turn has the rest.
const EXACT_SHARE: u32 = 4;

/// How much a heuristic player may think about an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many turns it looks ahead at most.
    pub depth: usize,
    /// After this time it decides by what it has seen. Its play then depends on the machine.
    pub move_time: Option<Duration>,
    /// Once its search has visited so many positions it decides by what it has seen: the same on every machine.
    pub node_limit: Option<u64>,
    /// Whether it searches the end of the game in full, once that is short enough.
    pub exact_end: bool,
}

impl Default for Effort {
    /// Three turns, however long it takes: a fraction of a second on boards up to 6x6.
    fn default() -> Effort {
        Effort { depth: DEPTH, ..Effort::UNLIMITED }
    }
}

impl Effort {
    const UNLIMITED: Effort =
        Effort { depth: usize::MAX, move_time: None, node_limit: None, exact_end: true };

    /// As deep as the time allows.
    #[must_use]
    pub const fn of_time(move_time: Duration) -> Effort {
        Effort { move_time: Some(move_time), ..Effort::UNLIMITED }
    }

    /// As deep as so many visited positions allow.
    #[must_use]
    pub const fn of_nodes(node_limit: u64) -> Effort {
        Effort { node_limit: Some(node_limit), ..Effort::UNLIMITED }
    }

    /// The limits of a whole choice that begins now.
    pub(super) fn limits(&self, now: Instant) -> Limits {
        Limits {
            until: self.move_time.map(|time| now + time),
            positions: self.node_limit.unwrap_or(u64::MAX),
        }
    }

    /// Those of the attempt at an exact end, with which the choice begins.
    pub(super) fn exact_limits(&self, now: Instant) -> Limits {
        let share = self.node_limit.map_or(u64::MAX, |most| most / u64::from(EXACT_SHARE));
        Limits {
            until: self.move_time.map(|time| now + time / EXACT_SHARE),
            positions: EXACT_POSITIONS.min(share),
        }
    }
}

/// When a search has to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limits {
    /// At this time.
    pub until: Option<Instant>,
    /// After so many positions, counted from the beginning of the choice.
    pub positions: u64,
}

/// Why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    /// The answer is not wanted any more.
    Interrupted,
    /// It has reached a limit.
    Limit,
}

/// Whom a search asks whether to go on.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    pub progress: &'a dyn Progress,
    pub until: Option<Instant>,
}

impl Watch<'_> {
    /// To be asked at every position that is estimated: on large boards one of them takes long.
    pub fn look(&self) -> Result<(), Stop> {
        if self.progress.interrupted() {
            return Err(Stop::Interrupted);
        }
        if self.until.is_some_and(|until| Instant::now() >= until) {
            return Err(Stop::Limit);
        }
        Ok(())
    }
}
