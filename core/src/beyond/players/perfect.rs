use std::cmp::Ordering;

use super::agent::Agent;
use super::random::Variety;
use crate::engine::game::Game;
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::perfect_play::{MAX_SOLVED_SQUARES, MoveClasses, SolveError, Solver, warm_table_bytes};
use crate::support::progress::{Interrupted, Progress};

/// If n is greater, counting the replies to the first two placements can take too long.
const PIECES_COUNTED: usize = 2;

/// A player that never gives value away.
///
/// Among the actions that keep the value, it takes one after which the smallest share of the
/// opponent's replies keeps the value, too. Among equals it takes the first in the engine's order,
/// or a random one if it has a seed. But for the first two placements with n >= 3 it counts no
/// replies and takes the first action that the solver finds. Without a seed, the choice depends
/// only on the position.
#[derive(Debug)]
pub struct Perfect {
    solver: Solver,
    variety: Variety,
}

/// How many of the opponent's replies keep the value.
#[derive(Clone, Copy)]
struct Replies {
    good: u64,
    all: u64,
}

impl Replies {
    /// More than any real share.
    const WORST: Replies = Replies { good: 2, all: 1 };

    /// For a finished game, in which the opponent can no longer err.
    const NONE: Replies = Replies { good: 1, all: 1 };

    fn cmp(self, other: Replies) -> Ordering {
        (self.good * other.all).cmp(&(other.good * self.all))
    }
}

impl Perfect {
    /// # Errors
    /// Fails if the board has no lines or too many squares to be solved, or if the system refuses
    /// the memory.
    pub fn new(game: Game, seed: Option<u64>) -> Result<Perfect, SolveError> {
        if game.squares() > MAX_SOLVED_SQUARES {
            return Err(SolveError::Board {
                squares: game.squares(),
            });
        }
        let solver = Solver::new(game, warm_table_bytes(&game))?;
        Ok(Perfect {
            solver,
            variety: Variety::of(seed),
        })
    }

    /// Marks the best classes, and returns their share of good replies.
    fn best(
        &mut self,
        classes: &MoveClasses,
        side: Player,
        value: Margin,
        progress: &dyn Progress,
    ) -> Result<(Vec<bool>, Replies), Interrupted> {
        let mut chosen = self
            .solver
            .keeps(classes, value, progress)
            .ok_or(Interrupted)?;
        let mut best = Replies::WORST;
        for class in 0..chosen.len() {
            if chosen[class] {
                let result = self.replies(&classes.after[class], side, value, best, progress)?;
                chosen[class] = result.cmp(best).is_le();
                if result.cmp(best).is_lt() {
                    chosen[..class].fill(false);
                    best = result;
                }
            }
        }
        Ok((chosen, best))
    }

    /// Counts the opponent's good replies in a position after `side`'s action, but stops once their
    /// share exceeds `most`.
    fn replies(
        &mut self,
        position: &Position,
        side: Player,
        value: Margin,
        most: Replies,
        progress: &dyn Progress,
    ) -> Result<Replies, Interrupted> {
        let classes = MoveClasses::new(position, progress).ok_or(Interrupted)?;
        let Some(decides) = classes.to_move else {
            return Ok(Replies::NONE);
        };
        if decides == side {
            // `side` decides once more, for example a collapse, and makes the best of it.
            return Ok(self.best(&classes, side, value, progress)?.1);
        }
        let mut replies = Replies {
            good: 0,
            all: classes.actions.len() as u64,
        };
        for (class, next) in classes.after.iter().enumerate() {
            if self
                .solver
                .gives(next, decides, value, progress)
                .ok_or(Interrupted)?
            {
                replies.good += classes
                    .actions
                    .iter()
                    .filter(|(_, other)| *other == class)
                    .count() as u64;
                if replies.cmp(most).is_gt() {
                    break;
                }
            }
        }
        Ok(replies)
    }
}

impl Agent for Perfect {
    fn begin(&mut self, game: u64) {
        self.variety.begin(game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        let Some(side) = position.to_move() else {
            return Ok(None);
        };
        if position.pieces() > PIECES_COUNTED && position.turns() < 2 {
            return self
                .solver
                .best_action(position, progress)
                .ok_or(Interrupted)
                .map(Some);
        }
        let value = self
            .solver
            .bounds(position, progress)
            .value()
            .ok_or(Interrupted)?;
        let classes = MoveClasses::new(position, progress).ok_or(Interrupted)?;
        let (chosen, _) = self.best(&classes, side, value, progress)?;
        let actions: Vec<Action> = classes.actions_of(&chosen).collect();
        Ok(actions.get(self.variety.below(actions.len())).copied())
    }
}
