//! The perfect player.

use std::cmp::{Ordering, Reverse};

use rustc_hash::FxHashMap;

use super::Player;
use super::random::Variety;
use crate::board::{Board, SquareSet};
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Player as Side, Rules};
use crate::search::{Error, Groups, MAX_SQUARES, Solver, default_table_bytes};

/// The first turns, in which a choice takes longest.
const OPENING: usize = 2;

/// In the opening the replies are counted as long as fewer nodes than this are searched for the choice: a moment.
const NODES_OF_OPENING: u64 = 24_000;

/// With longer series the value alone takes more nodes, and nothing is counted in the opening.
const PIECES_COUNTED: usize = 2;

/// Of more actions than this that differ and keep the value, the replies are not counted either.
const MOST_COUNTED: usize = 64;

/// Never plays below the value of the game.
///
/// Among the actions that keep the value it takes one that leaves the opponent the largest share of wrong replies. In the first two
/// turns it compares as many of them as a bounded search allows (with n >= 3 none: it takes the one that promises most). Among
/// equals it takes the first in the order of the engine, or with a seed a random one. The choice depends on the position and the
/// seed alone, not on what was asked before.
pub struct Perfect {
    solver: Solver,
    variety: Variety,
    /// How many nodes of the solver are enough.
    enough: u64,
    /// How often replies kept the value, of those counted for a choice.
    kept: FxHashMap<SquareSet, u64>,
}

/// How many of the opponent's replies give value away.
#[derive(Clone, Copy, Debug, Default)]
struct Wrong {
    wrong: u64,
    all: u64,
}

/// A share of wrong replies, compared with the best one known.
enum Share {
    /// Not less than that.
    Counted(Wrong),
    Less,
    /// There was too much to search.
    Unknown,
}

impl Wrong {
    /// By their share.
    fn cmp(&self, other: &Wrong) -> Ordering {
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
        Ok(Perfect { solver, variety: Variety::of(seed), enough: u64::MAX, kept: FxHashMap::default() })
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
        best: Wrong,
        progress: &dyn Progress,
    ) -> Result<Share, Interrupted> {
        let Some(decides) = position.to_move() else {
            return Ok(if best.wrong == 0 { Share::Counted(Wrong::default()) } else { Share::Less });
        };
        if decides != side {
            return self.wrong_replies(position, decides, value, best, progress);
        }
        // One more decision of its own, such as a collapse: the best that it can make of it.
        let groups = self.solver.groups(position, value, progress).ok_or(Interrupted)?;
        let (mut found, mut best) = (Share::Less, best);
        for (next, _) in groups.after.iter().zip(&groups.keeps).filter(|(_, keeps)| **keeps) {
            match self.wrong(next, side, value, best, progress)? {
                Share::Counted(wrong) => (found, best) = (Share::Counted(wrong), wrong),
                Share::Less => {}
                Share::Unknown => return Ok(Share::Unknown),
            }
        }
        Ok(found)
    }

    /// The same where the opponent decides. Stops as soon as too many replies keep the value; those that often did come first.
    fn wrong_replies(
        &mut self,
        position: &Position,
        decides: Side,
        value: Margin,
        best: Wrong,
        progress: &dyn Progress,
    ) -> Result<Share, Interrupted> {
        let groups = Groups::of(position, progress).ok_or(Interrupted)?;
        let mut replies: Vec<(u64, u64, usize)> =
            (0..groups.after.len()).map(|group| (0, 0, group)).collect();
        for (action, group) in &groups.actions {
            replies[*group].0 += self.kept.get(&placed(action)).copied().unwrap_or(0);
            replies[*group].1 += 1;
        }
        replies.sort_by_key(|&(kept, size, group)| (Reverse((kept, size)), group));
        let all = groups.actions.len() as u64;
        let mut wrong = all;
        for (_, size, group) in replies {
            if self.solver.nodes() > self.enough {
                return Ok(Share::Unknown);
            }
            if self.solver.gives(&groups.after[group], decides, value, progress).ok_or(Interrupted)? {
                wrong -= size;
                for (action, _) in groups.actions.iter().filter(|(_, of)| *of == group) {
                    *self.kept.entry(placed(action)).or_default() += 1;
                }
            }
            if (Wrong { wrong, all }).cmp(&best).is_lt() {
                return Ok(Share::Less);
            }
        }
        Ok(Share::Counted(Wrong { wrong, all }))
    }

    /// The best actions in the opening, as far as they are compared: never none that keeps the value.
    fn opening(
        &mut self,
        position: &Position,
        side: Side,
        progress: &dyn Progress,
    ) -> Result<Vec<Action>, Interrupted> {
        // How many nodes a search takes depends on what was searched before.
        self.solver.forget();
        self.kept.clear();
        self.enough = self.solver.nodes() + NODES_OF_OPENING;
        let value = self.solver.bounds(position, progress).value().ok_or(Interrupted)?;
        let groups = Groups::of(position, progress).ok_or(Interrupted)?;
        let mut chosen = vec![false; groups.after.len()];
        let mut best = None;
        for group in self.order(position, &groups, progress)? {
            if best.is_some() && self.solver.nodes() > self.enough {
                break;
            }
            let next = &groups.after[group];
            if !self.solver.gives(next, side, value, progress).ok_or(Interrupted)? {
                continue;
            }
            match self.wrong(next, side, value, best.unwrap_or_default(), progress)? {
                Share::Counted(wrong) => {
                    if best.is_some_and(|best| wrong.cmp(&best).is_gt()) {
                        chosen.fill(false);
                    }
                    chosen[group] = true;
                    best = Some(wrong);
                }
                Share::Unknown if best.is_none() => {
                    chosen[group] = true;
                    break;
                }
                Share::Less | Share::Unknown => {}
            }
        }
        Ok(Groups { keeps: chosen, ..groups }.keeping().collect())
    }

    /// The order in which groups of actions are compared: the one that promises most first, or with a seed a random one.
    fn order(
        &mut self,
        position: &Position,
        groups: &Groups,
        progress: &dyn Progress,
    ) -> Result<Vec<usize>, Interrupted> {
        let mut order: Vec<usize> = (0..groups.after.len()).collect();
        if let Some(drawer) = &mut self.variety.drawer {
            for left in (1..order.len()).rev() {
                order.swap(left, drawer.below(left as u64 + 1) as usize);
            }
        } else {
            let likely = self.solver.best_action(position, progress).ok_or(Interrupted)?;
            let likely = groups.actions.iter().find(|(action, _)| *action == likely).map(|(_, group)| *group);
            order.sort_by_key(|&group| Some(group) != likely);
        }
        Ok(order)
    }

    /// An action that keeps the value: the one that promises most, or with a seed any of them.
    fn any(
        &mut self,
        position: &Position,
        side: Side,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        let Some(drawer) = &mut self.variety.drawer else {
            return self.solver.best_action(position, progress).ok_or(Interrupted).map(Some);
        };
        let value = self.solver.bounds(position, progress).value().ok_or(Interrupted)?;
        let mut actions: Vec<Action> = position.actions().collect();
        while !actions.is_empty() {
            let action = actions.swap_remove(drawer.below(actions.len() as u64) as usize);
            if self
                .solver
                .gives(&position.after_unchecked(&action), side, value, progress)
                .ok_or(Interrupted)?
            {
                return Ok(Some(action));
            }
        }
        Ok(None)
    }

    /// The actions that keep the value and, among them, leave the opponent the largest share of wrong replies.
    fn best(
        &mut self,
        position: &Position,
        side: Side,
        progress: &dyn Progress,
    ) -> Result<Vec<Action>, Interrupted> {
        let value = self.solver.bounds(position, progress).value().ok_or(Interrupted)?;
        let groups = self.solver.groups(position, value, progress).ok_or(Interrupted)?;
        let mut chosen = groups.keeps.clone();
        self.kept.clear();
        self.enough = u64::MAX;
        if (2..=MOST_COUNTED).contains(&chosen.iter().filter(|keeps| **keeps).count()) {
            let mut best = Wrong::default();
            for (group, next) in groups.after.iter().enumerate().filter(|(group, _)| groups.keeps[*group]) {
                let Share::Counted(wrong) = self.wrong(next, side, value, best, progress)? else {
                    chosen[group] = false;
                    continue;
                };
                if wrong.cmp(&best).is_gt() {
                    chosen[..group].fill(false);
                    best = wrong;
                }
            }
        }
        let groups = Groups { keeps: chosen, ..groups };
        Ok(groups.keeping().collect())
    }
}

/// The squares of a placement; of a collapse none.
fn placed(action: &Action) -> SquareSet {
    match action {
        Action::Place(squares) => *squares,
        Action::Collapse(_) => SquareSet(0),
    }
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
        let Some(side) = position.to_move() else {
            return Ok(None);
        };
        let opening = position.turns() < OPENING && position.phase() == Phase::Place;
        let best = match opening {
            true if position.pieces() > PIECES_COUNTED => return self.any(position, side, progress),
            true => self.opening(position, side, progress)?,
            false => self.best(position, side, progress)?,
        };
        let place = match &mut self.variety.drawer {
            Some(drawer) => drawer.below(best.len() as u64) as usize,
            None => 0,
        };
        Ok(best.get(place).copied())
    }
}
