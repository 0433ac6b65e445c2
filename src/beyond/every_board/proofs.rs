//! What blocking proofs tell of the value of a game.
//!
//! A player who is kept from a goal (see [`super::blocking`]) in the game that goes on until the board is full, under
//! some choice of collapses, is kept from it under every ending and every tail with the same choice: the blocker plays
//! on by the proof, and what the attacker owns when the game stops is part of what the attacker would own in the end.
//! Lines never cost points, so the attacker leads by no more than the attacker's lines earn:
//!
//! * *Kept from every line*: nothing, under every scoring. Under `decisive` and `shared` the attacker does not win.
//! * *Kept from every pair of lines*: the points of one line, at most 1.
//! * *Kept from every pair that crosses*: the lines are disjoint, so their largest subscripts differ, whatever is
//!   subtracted from all of them. A line that comes after i - 1 others of the attacker has a rank of at least i,
//!   whether or not ties leave a gap. With as many disjoint lines as fit on the attacker's pieces: 1 + 1/2 + ..., 3/2
//!   on 4x4.
//!
//! Offset, ties and subscripts are nowhere needed, so one proof serves all of these rules.

use super::blocking::{Blocking, Budget, Goal};
use crate::engine::game::Game;
use crate::engine::interval::Interval;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::{Margin, Player, Scoring};
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::support::progress::Progress;

/// One player's proofs for a position, from weak to strong.
pub struct Proof {
    blocker: Player,
    goal: Option<Goal>,
}

/// The proofs that are worth a try in a position: none where so few squares are quantum that the search is faster.
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
    /// Whether there is something left to prove.
    pub const fn is_open(&self) -> bool {
        self.goal.is_some()
    }

    /// Goes on with the proofs of goals that would narrow the interval, as far as the budget allows. Returns the
    /// interval found, and how many positions were visited.
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
            // A proof that the interval refutes is not looked for.
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
            // Without a proof for pairs there is none for lines.
            self.goal = match (goal, held) {
                (Goal::Pair, true) => Some(Goal::Line),
                (Goal::Pair, false) => Some(Goal::CrossingPair),
                _ => None,
            };
        }
        (found, visited)
    }

    /// What is proven once the attacker is kept from a goal.
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

/// The most points of an attacker who is kept from a goal.
fn most_points(game: &Game, blocker: Player, goal: Goal) -> Margin {
    match (goal, game.rules().scoring) {
        (Goal::Line, _) => Margin::ZERO,
        (Goal::Pair, _) | (_, Scoring::Decisive | Scoring::Shared) => Margin::ONE,
        (Goal::CrossingPair, Scoring::Harmonic) => {
            // No more disjoint lines fit on the attacker's pieces than rows do.
            let lines = blocker.opponent().turns_of(game.squares()) / game.side();
            (1..=lines).map(Margin::from_rank).sum()
        }
    }
}

/// The goal from which a player has to keep the other to prove a bound of the value, the weakest one that is enough:
/// player 1 gets at least the bound, or player 2 allows at most the bound. `None` if no goal is enough.
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

/// What is known to the two blockers of a game, to each about one goal at a time.
pub struct Blockers {
    game: Game,
    /// How many bytes the table of each may take.
    table_bytes: usize,
    known: [Option<Blocking>; 2],
}

impl Blockers {
    /// Blockers who know nothing yet, with tables of `table_bytes` bytes each.
    pub const fn new(game: Game, table_bytes: usize) -> Blockers {
        Blockers {
            game,
            table_bytes,
            known: [None, None],
        }
    }

    /// What is known to a blocker about a goal. What was known about another goal is forgotten. `None` where
    /// [`Blocking::new`] has none.
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

    /// Forgets what is known.
    pub fn forget(&mut self) {
        self.known = [None, None];
    }
}
