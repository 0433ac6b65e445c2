//! The perfect player.

use std::cmp::{Ordering, Reverse};

use rustc_hash::FxHashMap;

use super::agent::Agent;
use super::random::Variety;
use crate::board::SquareSet;
use crate::game::Game;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Player};
use crate::search::{Error, MAX_SQUARES, MoveClasses, Solver, default_table_bytes};

/// How many turns are the opening, in which a choice takes longest.
const OPENING: usize = 2;

/// In the opening replies are counted until the search for the choice has visited so many nodes: a moment.
const NODES_OF_OPENING: u64 = 24_000;

/// With longer series than this nothing is counted in the opening, for the value alone takes more nodes.
const PIECES_COUNTED: usize = 2;

/// After the opening the replies are not counted if more classes of actions than this keep the value.
const MOST_COUNTED: usize = 64;

/// Never plays below the value of the game.
///
/// Among the actions that keep the value it takes one that leaves the opponent the largest share of wrong replies. In
/// the first two turns it compares as many of them as a bounded search allows, always at least one that keeps the value
/// (with n >= 3 it compares none: it takes the first that keeps the value in the order of the solver). Among equals it
/// takes the first in the order of the engine, or with a seed a random one. The choice depends on the position and the
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
    /// A player for a game. With a seed it varies its play among equal actions.
    ///
    /// # Errors
    /// If the game is too large to be solved.
    pub fn new(game: Game, seed: Option<u64>) -> Result<Perfect, Error> {
        if game.squares() > MAX_SQUARES {
            return Err(Error::Board { squares: game.squares() });
        }
        let solver = Solver::new(game, default_table_bytes(&game))?;
        Ok(Perfect { solver, variety: Variety::of(seed), enough: u64::MAX, kept: FxHashMap::default() })
    }

    /// How many replies of the opponent give value away, once it is to decide.
    fn wrong(
        &mut self,
        position: &Position,
        side: Player,
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
        let classes = MoveClasses::of(position, progress).ok_or(Interrupted)?;
        let keeps = self.solver.keeps(&classes, value, progress).ok_or(Interrupted)?;
        let (mut found, mut best) = (Share::Less, best);
        for (next, _) in classes.after.iter().zip(keeps).filter(|(_, keeps)| *keeps) {
            match self.wrong(next, side, value, best, progress)? {
                Share::Counted(wrong) => (found, best) = (Share::Counted(wrong), wrong),
                Share::Less => {}
                Share::Unknown => return Ok(Share::Unknown),
            }
        }
        Ok(found)
    }

    /// The same where the opponent decides. Stops as soon as too many replies keep the value; those that often did come
    /// first.
    fn wrong_replies(
        &mut self,
        position: &Position,
        decides: Player,
        value: Margin,
        best: Wrong,
        progress: &dyn Progress,
    ) -> Result<Share, Interrupted> {
        let classes = MoveClasses::of(position, progress).ok_or(Interrupted)?;
        // For each class how often its replies kept the value, and how many they are.
        let mut replies: Vec<(u64, u64, usize)> =
            (0..classes.after.len()).map(|class| (0, 0, class)).collect();
        for (action, class) in &classes.actions {
            replies[*class].0 += self.kept.get(&placed(action)).copied().unwrap_or(0);
            replies[*class].1 += 1;
        }
        replies.sort_by_key(|&(kept, size, class)| (Reverse((kept, size)), class));
        let all = classes.actions.len() as u64;
        let mut wrong = all;
        for (_, size, class) in replies {
            if self.solver.nodes() > self.enough {
                return Ok(Share::Unknown);
            }
            if self.solver.gives(&classes.after[class], decides, value, progress).ok_or(Interrupted)? {
                wrong -= size;
                for (action, _) in classes.actions.iter().filter(|(_, of)| *of == class) {
                    *self.kept.entry(placed(action)).or_default() += 1;
                }
            }
            if (Wrong { wrong, all }).cmp(&best).is_lt() {
                return Ok(Share::Less);
            }
        }
        Ok(Share::Counted(Wrong { wrong, all }))
    }

    /// The actions that keep the value and leave the opponent the largest share of wrong replies, as far as they are
    /// compared: always at least one.
    fn best(
        &mut self,
        position: &Position,
        side: Player,
        progress: &dyn Progress,
    ) -> Result<Vec<Action>, Interrupted> {
        let opening = is_opening(position);
        self.kept.clear();
        self.enough = u64::MAX;
        if opening {
            // How many nodes a search takes depends on what was searched before.
            self.solver.forget();
            self.enough = self.solver.nodes() + NODES_OF_OPENING;
        }
        let value = self.solver.bounds(position, progress).value().ok_or(Interrupted)?;
        let classes = MoveClasses::of(position, progress).ok_or(Interrupted)?;
        let mut chosen = vec![false; classes.after.len()];
        let order = if opening {
            self.order(position, &classes, progress)?
        } else {
            let keeps = self.solver.keeps(&classes, value, progress).ok_or(Interrupted)?;
            let order: Vec<usize> = (0..keeps.len()).filter(|&class| keeps[class]).collect();
            if !(2..=MOST_COUNTED).contains(&order.len()) {
                return Ok(classes.actions_of(&keeps).collect());
            }
            order
        };
        let mut best = None;
        for class in order {
            if best.is_some() && self.solver.nodes() > self.enough {
                break;
            }
            let next = &classes.after[class];
            if !self.solver.gives(next, side, value, progress).ok_or(Interrupted)? {
                continue;
            }
            match self.wrong(next, side, value, best.unwrap_or_default(), progress)? {
                Share::Counted(wrong) => {
                    if best.is_some_and(|best| wrong.cmp(&best).is_gt()) {
                        chosen.fill(false);
                    }
                    chosen[class] = true;
                    best = Some(wrong);
                }
                Share::Unknown if best.is_none() => {
                    chosen[class] = true;
                    break;
                }
                Share::Less | Share::Unknown => {}
            }
        }
        Ok(classes.actions_of(&chosen).collect())
    }

    /// The order in which classes of actions are compared in the opening: the solver's choice first, or with a seed a
    /// random order.
    fn order(
        &mut self,
        position: &Position,
        classes: &MoveClasses,
        progress: &dyn Progress,
    ) -> Result<Vec<usize>, Interrupted> {
        let mut order: Vec<usize> = (0..classes.after.len()).collect();
        if let Some(drawer) = &mut self.variety.drawer {
            for left in (1..order.len()).rev() {
                order.swap(left, drawer.below(left as u64 + 1) as usize);
            }
        } else {
            let likely = self.solver.best_action(position, progress).ok_or(Interrupted)?;
            let likely =
                classes.actions.iter().find(|(action, _)| *action == likely).map(|(_, class)| *class);
            order.sort_by_key(|&class| Some(class) != likely);
        }
        Ok(order)
    }

    /// An action that keeps the value: the solver's choice, or with a seed a random one.
    fn any(
        &mut self,
        position: &Position,
        side: Player,
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
}

/// Whether a choice is one of the first.
fn is_opening(position: &Position) -> bool {
    position.turns() < OPENING && position.phase() == Phase::Place
}

/// The squares of a placement; of a collapse none.
fn placed(action: &Action) -> SquareSet {
    match action {
        Action::Place(squares) => *squares,
        Action::Collapse(_) => SquareSet(0),
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
        if is_opening(position) && position.pieces() > PIECES_COUNTED {
            return self.any(position, side, progress);
        }
        let best = self.best(position, side, progress)?;
        let place = match &mut self.variety.drawer {
            Some(drawer) => drawer.below(best.len() as u64) as usize,
            None => 0,
        };
        Ok(best.get(place).copied())
    }
}
