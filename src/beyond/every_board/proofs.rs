//! Bounds on the value of a game from proofs by blocking.
//!
//! The proofs ([`super::blocking`]) are about a game that goes on until the board is full, under
//! one collapse rule. The other rules may end the game earlier (`--ending`, `--tail`). A player who
//! is kept from a goal on the full board is also kept from it then. Indeed, if play went on by the
//! proof, the attacker would keep all squares that it owns when the game stops.
//!
//! Lines never cost points, so the attacker's lead is at most the points of the attacker's lines:
//!
//! * *Kept from every line*: 0, under every scoring.
//! * *Kept from every pair of lines*: the points of one line, at most 1.
//! * *Kept from every pair that crosses*: the lines are disjoint. So their largest subscripts
//!   differ, with any offset. A line that comes after i - 1 others of the attacker has a rank of at
//!   least i, under either rule for ties. If the attacker's pieces hold at most k disjoint lines,
//!   these earn at most 1 + 1/2 + ... + 1/k. On 4x4 this is 3/2.
//!
//! So one proof holds for both rules for ties and for both offsets.

use super::blocking::{Blocking, Budget, Goal};
use crate::engine::game::Game;
use crate::engine::interval::Interval;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::{Margin, Player, Scoring};
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::support::progress::Progress;

/// The proofs of one blocker for a position, tried one after the other.
///
/// Under `harmonic` scoring the first goal is a pair of lines. If its proof succeeds, the next goal
/// is a line, otherwise a crossing pair. Under the other scorings the only goal is a line.
#[derive(Debug)]
pub struct Proof {
    blocker: Player,
    goal: Option<Goal>,
}

/// Returns the proofs that are worth a try in a position.
///
/// There are none if the position waits for a collapse, or has at most 9 quantum squares, where the
/// search is faster.
pub fn of(position: &Position) -> Vec<Proof> {
    if position.phase() != Phase::Place || position.quantum().len() <= MAX_SOLVED_SQUARES {
        return Vec::new();
    }
    let scoring = position.rules().scoring;
    let goal = Some(if scoring == Scoring::Harmonic {
        Goal::Pair
    } else {
        Goal::Line
    });
    [Player::One, Player::Two]
        .map(|blocker| Proof { blocker, goal })
        .into()
}

impl Proof {
    /// Returns `true` if there is something left to prove.
    pub const fn is_open(&self) -> bool {
        self.goal.is_some()
    }

    /// Continues with the goals that would narrow the interval, within the budget.
    ///
    /// Returns the interval found and the number of positions visited.
    pub fn attempt(
        &mut self,
        blockers: &mut Blockers,
        position: &Position,
        proven: Interval,
        budget: Budget,
        progress: &dyn Progress,
    ) -> (Interval, u64) {
        let mut found = proven;
        let mut visited = 0;
        while let Some(goal) = self.goal {
            let bounded = self.bounded(position.game(), goal, found);
            let mut held = bounded == found;
            // If the interval is empty, the known bounds refute the goal, and no proof is tried.
            if !held && bounded.lower <= bounded.upper {
                let Some(blocking) = blockers.about(self.blocker, goal) else {
                    self.goal = None;
                    break;
                };
                let before = blocking.nodes();
                let most_nodes = budget.most_nodes.saturating_sub(visited);
                let answer = blocking.holds(
                    position,
                    Budget {
                        most_nodes,
                        ..budget
                    },
                    progress,
                );
                visited += blocking.nodes() - before;
                let Ok(answer) = answer else { break };
                held = answer;
            }
            if held {
                found = bounded;
            }
            // A proof for lines is also one for pairs. So if there is none for pairs, there is none
            // for lines.
            self.goal = match (goal, held) {
                (Goal::Pair, true) => Some(Goal::Line),
                (Goal::Pair, false) => Some(Goal::CrossingPair),
                _ => None,
            };
        }
        (found, visited)
    }

    /// Returns the interval that holds if the attacker is kept from a goal.
    fn bounded(&self, game: &Game, goal: Goal, proven: Interval) -> Interval {
        let most = most_points(game, self.blocker, goal);
        match self.blocker {
            Player::One => Interval {
                lower: proven.lower.max(-most),
                ..proven
            },
            Player::Two => Interval {
                upper: proven.upper.min(most),
                ..proven
            },
        }
    }
}

fn most_points(game: &Game, blocker: Player, goal: Goal) -> Margin {
    match (goal, game.rules().scoring) {
        (Goal::Line, _) => Margin::ZERO,
        (Goal::Pair, _) | (_, Scoring::Decisive | Scoring::Shared) => Margin::ONE,
        (Goal::CrossingPair, Scoring::Harmonic) => {
            // The attacker's pieces hold at most this number of disjoint lines.
            let lines = blocker.opponent().turns_of(game.squares()) / game.side();
            (1..=lines).map(Margin::from_rank).sum()
        }
    }
}

/// Returns the easiest goal for a blocker that proves a bound of the value.
///
/// Player 1 proves a lower bound, player 2 an upper one. Returns `None` if no goal suffices.
pub fn goal_for(game: &Game, blocker: Player, bound: Margin) -> Option<Goal> {
    let allowed = if blocker == Player::One {
        -bound
    } else {
        bound
    };
    Goal::ALL
        .into_iter()
        .find(|&goal| most_points(game, blocker, goal) <= allowed)
}

/// The blocking solvers of both players, each for one goal at a time.
#[derive(Debug)]
pub struct Blockers {
    game: Game,
    /// The largest size of each table, in bytes.
    table_bytes: usize,
    known: [Option<Blocking>; 2],
}

impl Blockers {
    /// Returns blockers with empty tables of at most `table_bytes` bytes each.
    pub const fn new(game: Game, table_bytes: usize) -> Blockers {
        Blockers {
            game,
            table_bytes,
            known: [None, None],
        }
    }

    /// Returns a player's blocking solver for a goal.
    ///
    /// A solver for another goal is dropped with its results. Returns `None` where
    /// [`Blocking::new`] does.
    pub fn about(&mut self, blocker: Player, goal: Goal) -> Option<&mut Blocking> {
        let known = &mut self.known[blocker as usize];
        if known
            .as_ref()
            .is_none_or(|blocking| blocking.goal() != goal)
        {
            *known = Blocking::new(&self.game, blocker, goal, self.table_bytes);
        }
        known.as_mut()
    }

    /// Clears all results.
    pub fn clear(&mut self) {
        self.known = [None, None];
    }
}
