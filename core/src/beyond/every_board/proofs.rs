//! Bounds on a game's value from proofs by blocking.
//!
//! A proof by blocking ([`super::blocking`]) keeps one player, the *attacker*, from lines when the
//! board is full. It also holds if the rules end the game earlier (`--ending`, `--tail`), because
//! the attacker would keep all its squares if play went on. No line is worth less than 0, so the
//! attacker's lead is at most the points of its own lines:
//!
//! * *Kept from every line*: 0, under every scoring.
//! * *Kept from every pair of lines*: the points of one line, at most 1.
//! * *Kept from every crossing pair*: under `harmonic` scoring, 1 + 1/2 + ... + 1/k if the attacker
//!   owns enough squares for at most k disjoint lines. Its lines are disjoint, so their largest
//!   subscripts differ, and the i-th has a rank of at least i under either rule for ties.

use super::blocking::{Blocking, Budget, Goal};
use crate::engine::game::Game;
use crate::engine::interval::Interval;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::{Margin, Player, Scoring};
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::support::progress::Progress;

/// The goals that one blocker tries in turn: under `harmonic` scoring pairs of lines, then lines if
/// that succeeds, or else crossing pairs; under the other scorings only lines.
#[derive(Debug)]
pub struct Proof {
    blocker: Player,
    goal: Option<Goal>,
}

/// Returns the proofs to try in a position, one for each blocker.
///
/// There are none if the position does not wait for a placement, or if it has at most 9 quantum
/// squares, because then a search is faster.
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
    pub const fn is_open(&self) -> bool {
        self.goal.is_some()
    }

    /// Tries the goals that are left, within the budget, but skips any that would not narrow the
    /// interval.
    ///
    /// Returns the narrowed interval and the number of positions visited.
    pub fn attempt(
        &mut self,
        blockers: &mut Blockers,
        position: &Position,
        proven: Interval,
        budget: Budget,
        progress: &dyn Progress,
    ) -> (Interval, u64) {
        let mut result = proven;
        let mut visited = 0;
        while let Some(goal) = self.goal {
            let bounded = self.bounded(position.game(), goal, result);
            let mut held = bounded == result;
            // If `bounded` is empty, the known bounds refute the goal, and no proof is tried.
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
                result = bounded;
            }
            // A blocker that cannot keep the attacker from pairs cannot keep it from lines.
            self.goal = match (goal, held) {
                (Goal::Pair, true) => Some(Goal::Line),
                (Goal::Pair, false) => Some(Goal::CrossingPair),
                _ => None,
            };
        }
        (result, visited)
    }

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
            let turns = blocker.opponent().turns_of(game.squares());
            let lines = turns.checked_div(game.side()).unwrap_or_default();
            (1..=lines).map(Margin::from_rank).sum()
        }
    }
}

/// Returns the easiest of a blocker's goals that proves a bound on the value.
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

#[derive(Debug)]
pub struct Blockers {
    game: Game,
    table_bytes: usize,
    known: [Option<Blocking>; 2],
}

impl Blockers {
    /// Returns blockers whose tables grow to at most about `table_bytes` bytes each.
    pub const fn new(game: Game, table_bytes: usize) -> Blockers {
        Blockers {
            game,
            table_bytes,
            known: [None, None],
        }
    }

    /// Returns a player's blocking solver for a goal, or `None` if [`Blocking::new`] does.
    ///
    /// The player's solver for another goal is dropped with its results.
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

    pub fn clear(&mut self) {
        self.known = [None, None];
    }
}
