use std::time::{Duration, Instant};

use crate::engine::game::Game;
use crate::support::progress::Progress;

pub(super) const PLAYOUTS: u64 = 2_000;

/// The positions that the solver may visit for each playout of a node limit.
const NODES_OF_A_PLAYOUT: u64 = 4;

/// A heuristic player's limits for one action. The first one reached counts.
///
/// Without a limit, the search has the default number of playouts, but the solver runs to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveBudget {
    /// The time after which the player decides.
    pub move_time: Option<Duration>,
    /// The playouts after which the player decides.
    pub node_limit: Option<u64>,
    /// `true` to try the solver first, if the board can be solved.
    pub exact_end: bool,
}

impl Default for MoveBudget {
    /// Returns a limit of 2,000 playouts.
    fn default() -> MoveBudget {
        MoveBudget::from_playouts(PLAYOUTS)
    }
}

impl MoveBudget {
    /// Sets only a time limit.
    pub const fn from_time(move_time: Duration) -> MoveBudget {
        MoveBudget {
            move_time: Some(move_time),
            node_limit: None,
            exact_end: true,
        }
    }

    /// Sets only a limit of playouts.
    pub const fn from_playouts(node_limit: u64) -> MoveBudget {
        MoveBudget {
            move_time: None,
            node_limit: Some(node_limit),
            exact_end: true,
        }
    }

    /// Estimates how many seconds an action takes on one core.
    pub fn seconds(&self, game: &Game) -> f64 {
        if let Some(time) = self.move_time {
            return time.as_secs_f64();
        }
        // Some microseconds a playout for n = 2 on 3x3, but hundreds for n = 40 on 8x8.
        let pieces = (game.squares() * game.pieces()) as f64;
        self.node_limit.unwrap_or(PLAYOUTS) as f64 * (7e-6 + pieces * pieces / 7e9)
    }

    pub const fn without_solver(self) -> MoveBudget {
        MoveBudget {
            exact_end: false,
            ..self
        }
    }

    /// The solver's limits: positions, and half of the player's time.
    pub(super) fn for_solver(&self) -> (Option<u64>, Option<Duration>) {
        let nodes = self
            .node_limit
            .map(|playouts| playouts.saturating_mul(NODES_OF_A_PLAYOUT));
        (nodes, self.move_time.map(|time| time / 2))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stop {
    Interrupted,
    Limit,
}

#[derive(Clone, Copy)]
pub(super) struct Watch<'a> {
    pub progress: &'a dyn Progress,
    pub until: Option<Instant>,
}

impl Watch<'_> {
    /// Called before every playout and every candidate's evaluation, because a single one can take
    /// long on a large board.
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
