//! How much a heuristic player may think, and when a search has to stop.

use std::time::{Duration, Instant};

use crate::support::progress::Progress;

/// How many playouts unless somebody says otherwise.
pub(super) const PLAYOUTS: u64 = 2_000;

/// How many positions a solver visits in the time of a playout, roughly.
const NODES_OF_A_PLAYOUT: u64 = 4;

/// How much a heuristic player may think about an action: as far as the first of the limits. Without any it takes as
/// many playouts as by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// After this time it decides by what it has seen. Its play then depends on the machine.
    pub move_time: Option<Duration>,
    /// The number of playouts after which it decides by what it has seen: the same on every machine.
    pub node_limit: Option<u64>,
    /// Whether it asks the solver first, on boards that can be solved; the search has what is left.
    pub exact_end: bool,
}

impl Default for Effort {
    /// 2,000 playouts: about a hundredth of a second on 3x3, up to some tenths on 8x8.
    fn default() -> Effort {
        Effort::of_nodes(PLAYOUTS)
    }
}

impl Effort {
    /// What the time allows.
    pub const fn of_time(move_time: Duration) -> Effort {
        Effort {
            move_time: Some(move_time),
            node_limit: None,
            exact_end: true,
        }
    }

    /// `node_limit` playouts.
    pub const fn of_nodes(node_limit: u64) -> Effort {
        Effort {
            move_time: None,
            node_limit: Some(node_limit),
            exact_end: true,
        }
    }

    /// The same without a question to the solver.
    pub const fn by_search_alone(self) -> Effort {
        Effort {
            exact_end: false,
            ..self
        }
    }

    /// What the solver may use before the search: at most half of the time, or as many positions as take about as long
    /// as the playouts.
    pub(super) fn of_solver(&self) -> (Option<u64>, Option<Duration>) {
        let nodes = self
            .node_limit
            .map(|playouts| playouts.saturating_mul(NODES_OF_A_PLAYOUT));
        (nodes, self.move_time.map(|time| time / 2))
    }
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
    /// When the time is up.
    pub until: Option<Instant>,
}

impl Watch<'_> {
    /// Whether to go on. It is asked at every playout and at every position that is evaluated, as on large boards one
    /// of them takes long.
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
