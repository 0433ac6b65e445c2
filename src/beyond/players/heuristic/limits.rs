//! The limits of a heuristic player's search.

use std::time::{Duration, Instant};

use crate::support::progress::Progress;

pub(super) const PLAYOUTS: u64 = 2_000;

/// The number of positions that a solver visits in the time of a playout, roughly.
const NODES_OF_A_PLAYOUT: u64 = 4;

/// The limits of a heuristic player for one action. The first limit that is reached counts.
///
/// Without any limit it takes the default number of playouts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveBudget {
    /// The time after which it decides. Its play then depends on the machine.
    pub move_time: Option<Duration>,
    /// The number of playouts after which it decides, independent of the machine.
    pub node_limit: Option<u64>,
    /// `true` to try the solver first, on boards that can be solved.
    ///
    /// The search gets the time that is left.
    pub exact_end: bool,
}

impl Default for MoveBudget {
    /// Returns a limit of 2,000 playouts.
    ///
    /// They take about a hundredth of a second on 3x3. On 8x8 they take some tenths for short
    /// series, and up to four seconds for the longest.
    fn default() -> MoveBudget {
        MoveBudget::from_playouts(PLAYOUTS)
    }
}

impl MoveBudget {
    /// Returns a limit of time.
    pub const fn from_time(move_time: Duration) -> MoveBudget {
        MoveBudget {
            move_time: Some(move_time),
            node_limit: None,
            exact_end: true,
        }
    }

    /// Returns a limit of `node_limit` playouts.
    pub const fn from_playouts(node_limit: u64) -> MoveBudget {
        MoveBudget {
            move_time: None,
            node_limit: Some(node_limit),
            exact_end: true,
        }
    }

    /// Returns these limits, but never tries the solver.
    pub const fn without_solver(self) -> MoveBudget {
        MoveBudget {
            exact_end: false,
            ..self
        }
    }

    /// Returns the limits of positions and of time for the solver before the search.
    ///
    /// The solver gets at most half of the time, or as many positions as take about as long as the
    /// playouts.
    pub(super) fn for_solver(&self) -> (Option<u64>, Option<Duration>) {
        let nodes = self
            .node_limit
            .map(|playouts| playouts.saturating_mul(NODES_OF_A_PLAYOUT));
        (nodes, self.move_time.map(|time| time / 2))
    }
}

/// A reason why a search ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    Interrupted,
    Limit,
}

/// The conditions that stop a search.
#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    pub progress: &'a dyn Progress,
    /// The time at which the search must stop.
    pub until: Option<Instant>,
}

impl Watch<'_> {
    /// Fails if the search must stop.
    ///
    /// The search calls it at every playout and at every evaluation, because one of them takes long
    /// on large boards.
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
