//! A player for boards that cannot be solved.
//!
//! Alpha-beta search over the actions that look best, a few turns deep, one turn deeper at a time; positions at the end of the
//! search are estimated (see [`evaluation`]). A collapse is not counted as a turn: positions that wait for one are always
//! looked at further. Once few enough turns are left, all actions are searched to the end, and play is exact; under a limit (see
//! [`Effort`]) this attempt has a quarter of it.

mod candidates;
mod evaluation;
mod limits;
#[cfg(test)]
mod tests;

use std::time::Instant;

use super::player::Player;
use super::random::Variety;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::random_play::UniformPolicy;
use crate::rules::Player as Side;
use candidates::{binomial, candidates};
use evaluation::{Score, evaluate};
pub use limits::Effort;
use limits::{EXACT_POSITIONS, Limits, Stop, Watch};

/// How many actions are searched at the root, and below.
const WIDTH: [usize; 2] = [32, 10];

/// Plays by looking ahead and by estimates.
#[derive(Clone, Debug, Default)]
pub struct Heuristic {
    effort: Effort,
    variety: Variety,
}

impl Heuristic {
    /// A player with this effort. With a seed it varies its play among actions that look equal.
    #[must_use]
    pub fn new(effort: Effort, seed: Option<u64>) -> Heuristic {
        Heuristic { effort, variety: Variety::of(seed) }
    }
}

impl Player for Heuristic {
    fn name(&self) -> &'static str {
        "heuristic"
    }

    fn begin(&mut self, game: u64) {
        self.variety.begin(game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        Ok(self.think(position, progress)?.action)
    }
}

/// A choice, and what it rests on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Thought {
    action: Option<Action>,
    seen: Seen,
}

/// How far a search came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Seen {
    /// So many turns ahead, as the last search that was finished; 0 if none was.
    Turns(usize),
    /// To the end of the game, with every action.
    Everything,
}

impl Heuristic {
    /// The attempt at an exact end, then one turn deeper at a time. What is cut short by a limit counts for nothing: the choice is
    /// that of the last search that was finished.
    fn think(&mut self, position: &Position, progress: &dyn Progress) -> Result<Thought, Interrupted> {
        let (effort, now) = (self.effort, Instant::now());
        let mut search = Search {
            progress,
            limits: effort.exact_limits(now),
            positions: 0,
            width: [usize::MAX; 2],
            cut: false,
            drawer: self.variety.drawer.as_mut(),
        };
        if effort.exact_end && may_be_exact(position) {
            match search.best(position, usize::MAX) {
                Ok(action) => return Ok(Thought { action, seen: Seen::Everything }),
                Err(Stop::Interrupted) => return Err(Interrupted),
                Err(Stop::Limit) => {}
            }
        }
        search.limits = effort.limits(now);
        search.width = WIDTH;
        let mut thought = Thought { action: search.first(position)?, seen: Seen::Turns(0) };
        for depth in 1..=effort.depth.min(position.board().squares()) {
            search.cut = false;
            match search.best(position, depth) {
                Ok(action) => thought = Thought { action, seen: Seen::Turns(depth) },
                Err(Stop::Interrupted) => return Err(Interrupted),
                Err(Stop::Limit) => break,
            }
            if !search.cut {
                return Ok(Thought { seen: Seen::Everything, ..thought });
            }
        }
        Ok(thought)
    }
}

/// Whether the placements of the rest of the game are few enough that a full search is worth a try.
fn may_be_exact(position: &Position) -> bool {
    let left = position.board().squares() - position.turns();
    let placements = binomial(position.quantum().len(), position.pieces_to_place());
    // Alpha-beta sees about the square root of all.
    let seen = (0..left.div_ceil(2)).fold(1_u64, |all, _| all.saturating_mul(placements.max(1)));
    seen <= EXACT_POSITIONS
}

struct Search<'a> {
    progress: &'a dyn Progress,
    limits: Limits,
    /// How many positions were visited for this choice.
    positions: u64,
    /// How many actions are looked at, at the root and below.
    width: [usize; 2],
    /// Whether something was left out or estimated.
    cut: bool,
    /// Draws the order of actions that look equal.
    drawer: Option<&'a mut UniformPolicy>,
}

impl<'a> Search<'a> {
    fn watch(&self) -> Watch<'a> {
        Watch { progress: self.progress, until: self.limits.until }
    }

    /// The action that looks best at once; if there is no time even for that, the first one.
    fn first(&self, position: &Position) -> Result<Option<Action>, Interrupted> {
        match candidates(position, 1, self.watch()) {
            Ok((found, _)) => Ok(found.first().map(|candidate| candidate.action)),
            Err(Stop::Interrupted) => Err(Interrupted),
            Err(Stop::Limit) => Ok(position.actions().next()),
        }
    }

    /// The action that looks best, `depth` turns deep.
    fn best(&mut self, position: &Position, depth: usize) -> Result<Option<Action>, Stop> {
        let for_one = position.to_move() == Some(Side::One);
        let (mut found, complete) = candidates(position, self.width[0], self.watch())?;
        self.cut |= !complete;
        if let Some(drawer) = &mut self.drawer {
            let mut keyed: Vec<_> = found.into_iter().map(|one| (drawer.below(1 << 32), one)).collect();
            keyed.sort_by_key(|(key, one)| {
                (if for_one { -i64::from(one.score) } else { one.score.into() }, *key)
            });
            found = keyed.into_iter().map(|(_, one)| one).collect();
        }
        let (mut alpha, mut beta) = (Score::MIN, Score::MAX);
        let mut best: Option<Action> = None;
        for candidate in found {
            let next = position.after_unchecked(&candidate.action);
            let score = self.score(&next, depth.saturating_sub(turns(position)), alpha, beta)?;
            let better = if for_one { score > alpha } else { score < beta };
            if better || best.is_none() {
                best = Some(candidate.action);
                if for_one { alpha = score } else { beta = score }
            }
        }
        Ok(best)
    }

    /// The score of a position, exact within the window.
    fn score(
        &mut self,
        position: &Position,
        depth: usize,
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<Score, Stop> {
        self.visit()?;
        match position.phase() {
            Phase::Over => return Ok(position.margin().units()),
            Phase::Place if depth == 0 => {
                self.cut = true;
                return Ok(evaluate(position));
            }
            Phase::Place | Phase::Collapse => {}
        }
        let for_one = position.to_move() == Some(Side::One);
        let (found, complete) = candidates(position, self.width[1], self.watch())?;
        self.cut |= !complete;
        let mut best = if for_one { Score::MIN } else { Score::MAX };
        for candidate in found {
            let next = position.after_unchecked(&candidate.action);
            let score = self.score(&next, depth - turns(position), alpha, beta)?;
            if for_one {
                best = best.max(score);
                alpha = alpha.max(best);
            } else {
                best = best.min(score);
                beta = beta.min(best);
            }
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// Counts a position.
    fn visit(&mut self) -> Result<(), Stop> {
        self.positions += 1;
        if self.positions > self.limits.positions {
            return Err(Stop::Limit);
        }
        self.watch().look()
    }
}

/// How many turns an action takes: a collapse none.
fn turns(position: &Position) -> usize {
    usize::from(position.phase() == Phase::Place)
}
