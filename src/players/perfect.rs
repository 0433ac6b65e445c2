//! The perfect player.

use super::Player;
use super::random::Variety;
use crate::board::Board;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Player as Side, Rules};
use crate::search::{Error, Groups, MAX_SQUARES, Solver, default_table_bytes};

/// In earlier turns the opponent's replies are not counted: it would take longer than a moment.
const COUNTED_FROM: usize = 2;

/// Of more actions than this that differ and keep the value, the replies are not counted either.
const MOST_COUNTED: usize = 64;

/// Never plays below the value of the game.
///
/// Among the actions that keep the value it takes one that leaves the opponent the largest share of wrong replies, from turn 3
/// on; before it the one that the solver finds first. Among equals it takes the first in the order of the engine. With a seed
/// it takes a random one of these, in the first two turns of all that keep the value. The choice depends on the position and the
/// seed alone, not on what was asked before.
pub struct Perfect {
    solver: Solver,
    variety: Variety,
}

/// How many of the opponent's replies give value away.
#[derive(Clone, Copy, Debug, Default)]
struct Wrong {
    wrong: u64,
    all: u64,
}

impl Wrong {
    /// By their share.
    fn cmp(&self, other: &Wrong) -> std::cmp::Ordering {
        (self.wrong * other.all.max(1)).cmp(&(other.wrong * self.all.max(1)))
    }
}

impl Perfect {
    /// A player for one board, n and set of rules. With a seed it varies its play among equal actions.
    ///
    /// # Errors
    /// If the game is too large to be solved.
    pub fn new(board: Board, pieces: usize, rules: &Rules, seed: Option<u64>) -> Result<Perfect, Error> {
        if board.squares() > MAX_SQUARES {
            return Err(Error::Board { squares: board.squares() });
        }
        let solver = Solver::new(board, pieces, rules, default_table_bytes(board, pieces))?;
        Ok(Perfect { solver, variety: Variety::of(seed) })
    }

    /// The value of a position and the actions that keep it, in the order of the engine.
    ///
    /// # Errors
    /// If interrupted.
    pub fn keeping(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<(Margin, Vec<Action>), Interrupted> {
        let value = self.solver.bounds(position, progress).value().ok_or(Interrupted)?;
        let groups = self.solver.groups(position, value, progress).ok_or(Interrupted)?;
        Ok((value, groups.keeping().collect()))
    }

    /// How many replies of the opponent give value away, once it is to decide.
    fn wrong(
        &mut self,
        position: &Position,
        side: Side,
        value: Margin,
        progress: &dyn Progress,
    ) -> Result<Wrong, Interrupted> {
        let Some(decides) = position.to_move() else {
            return Ok(Wrong::default());
        };
        let groups = self.solver.groups(position, value, progress).ok_or(Interrupted)?;
        if decides != side {
            let wrong = groups.actions.iter().filter(|(_, group)| !groups.keeps[*group]).count();
            return Ok(Wrong { wrong: wrong as u64, all: groups.actions.len() as u64 });
        }
        // One more decision of its own, such as a collapse: the best that it can make of it.
        let mut best = Wrong::default();
        for (next, _) in groups.after.iter().zip(&groups.keeps).filter(|(_, keeps)| **keeps) {
            let wrong = self.wrong(next, side, value, progress)?;
            best = if wrong.cmp(&best).is_gt() { wrong } else { best };
        }
        Ok(best)
    }

    /// An action that keeps the value: the one that promises most, or with a seed any of them.
    fn any(&mut self, position: &Position, progress: &dyn Progress) -> Result<Option<Action>, Interrupted> {
        let Some(side) = position.to_move() else {
            return Ok(None);
        };
        let Some(drawer) = &mut self.variety.drawer else {
            return self.solver.best_action(position, progress).ok_or(Interrupted).map(Some);
        };
        let value = self.solver.bounds(position, progress).value().ok_or(Interrupted)?;
        let mut actions: Vec<Action> = position.actions().collect();
        while !actions.is_empty() {
            let action = actions.swap_remove(drawer.below(actions.len() as u64) as usize);
            if self.solver.gives(&position.after(&action), side, value, progress).ok_or(Interrupted)? {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// The actions that keep the value and, among them, leave the opponent the largest share of wrong replies.
    fn best(&mut self, position: &Position, progress: &dyn Progress) -> Result<Vec<Action>, Interrupted> {
        let value = self.solver.bounds(position, progress).value().ok_or(Interrupted)?;
        let Some(side) = position.to_move() else {
            return Ok(Vec::new());
        };
        let groups = self.solver.groups(position, value, progress).ok_or(Interrupted)?;
        let mut chosen = groups.keeps.clone();
        if (2..=MOST_COUNTED).contains(&chosen.iter().filter(|keeps| **keeps).count()) {
            let mut best = Wrong::default();
            for (group, next) in groups.after.iter().enumerate().filter(|(group, _)| groups.keeps[*group]) {
                let wrong = self.wrong(next, side, value, progress)?;
                match wrong.cmp(&best) {
                    std::cmp::Ordering::Less => chosen[group] = false,
                    std::cmp::Ordering::Equal => {}
                    std::cmp::Ordering::Greater => {
                        chosen[..group].fill(false);
                        best = wrong;
                    }
                }
            }
        }
        let groups = Groups { keeps: chosen, ..groups };
        Ok(groups.keeping().collect())
    }
}

/// Whether the opponent's replies are counted.
fn counted(position: &Position) -> bool {
    position.turns() >= COUNTED_FROM || position.phase() == Phase::Collapse
}

impl Player for Perfect {
    fn name(&self) -> &'static str {
        "perfect"
    }

    fn begin(&mut self, game: u64) {
        self.variety.begin(game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        if !counted(position) {
            return self.any(position, progress);
        }
        let best = self.best(position, progress)?;
        let place = match &mut self.variety.drawer {
            Some(drawer) => drawer.below(best.len() as u64) as usize,
            None => 0,
        };
        Ok(best.get(place).copied())
    }
}
