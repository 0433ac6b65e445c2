//! A player for boards that cannot be solved.
//!
//! Alpha-beta search over the actions that look best, a few turns deep, one turn deeper at a time; positions at the end of the
//! search are estimated (see [`evaluation`]). A collapse is not counted as a turn: positions that wait for one are always
//! looked at further. Once few enough turns are left, all actions are searched to the end, and play is exact.

mod candidates;
mod evaluation;

use std::time::{Duration, Instant};

use super::Player;
use super::random::Variety;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::random_play::simulate::Drawer;
use crate::rules::Player as Side;
use candidates::{binomial, candidates};
use evaluation::{Score, evaluate};

/// How many turns ahead without a time limit.
const DEPTH: usize = 3;

/// How many actions are searched at the root, and below.
const WIDTH: [usize; 2] = [32, 10];

/// The end of a game is searched in full if that takes no more positions than this.
const EXACT_POSITIONS: u64 = 60_000;

/// How many positions pass between two looks at the clock.
const POSITIONS_BETWEEN_LOOKS: u64 = 64;

/// How much a heuristic player may think about an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many turns it looks ahead at most.
    pub depth: usize,
    /// After this time it decides by what it has seen. Its play then depends on the machine.
    pub move_time: Option<Duration>,
    /// Whether it searches the end of the game in full, once that is short enough.
    pub exact_end: bool,
}

impl Default for Effort {
    /// Three turns, however long it takes: a fraction of a second on boards up to 6x6.
    fn default() -> Effort {
        Effort { depth: DEPTH, move_time: None, exact_end: true }
    }
}

impl Effort {
    /// As deep as the time allows.
    #[must_use]
    pub const fn of_time(move_time: Duration) -> Effort {
        Effort { depth: usize::MAX, move_time: Some(move_time), exact_end: true }
    }
}

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
        let mut search = Search {
            progress,
            until: self.effort.move_time.map(|time| Instant::now() + time),
            positions: 0,
            most: EXACT_POSITIONS,
            width: [usize::MAX; 2],
            cut: false,
            drawer: self.variety.drawer.as_mut(),
        };
        if self.effort.exact_end && may_be_exact(position) {
            match search.best(position, usize::MAX) {
                Ok(best) => return Ok(best),
                Err(Stop::Interrupted) => return Err(Interrupted),
                Err(Stop::Time | Stop::Positions) => {}
            }
        }
        search.width = WIDTH;
        search.most = u64::MAX;
        // Something to play if the time is over at once.
        let (first, _) = candidates(position, 1);
        let mut best = first.first().map(|candidate| candidate.action);
        for depth in 1..=self.effort.depth.min(position.board().squares()) {
            search.cut = false;
            match search.best(position, depth) {
                Ok(found) => best = found,
                Err(Stop::Interrupted) => return Err(Interrupted),
                Err(Stop::Time | Stop::Positions) => break,
            }
            // The whole rest of the game was seen.
            if !search.cut {
                break;
            }
        }
        Ok(best)
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

/// Why a search ended early.
enum Stop {
    Interrupted,
    Time,
    Positions,
}

struct Search<'a> {
    progress: &'a dyn Progress,
    until: Option<Instant>,
    positions: u64,
    most: u64,
    /// How many actions are looked at, at the root and below.
    width: [usize; 2],
    /// Whether something was left out or estimated.
    cut: bool,
    /// Draws the order of actions that look equal.
    drawer: Option<&'a mut Drawer>,
}

impl Search<'_> {
    /// The action that looks best, `depth` turns deep.
    fn best(&mut self, position: &Position, depth: usize) -> Result<Option<Action>, Stop> {
        let for_one = position.to_move() == Some(Side::One);
        let (mut found, complete) = candidates(position, self.width[0]);
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
            let next = position.after(&candidate.action);
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
        self.look()?;
        match position.phase() {
            Phase::Over => return Ok(position.margin().units()),
            Phase::Place if depth == 0 => {
                self.cut = true;
                return Ok(evaluate(position));
            }
            Phase::Place | Phase::Collapse => {}
        }
        let for_one = position.to_move() == Some(Side::One);
        let (found, complete) = candidates(position, self.width[1]);
        self.cut |= !complete;
        let mut best = if for_one { Score::MIN } else { Score::MAX };
        for candidate in found {
            let next = position.after(&candidate.action);
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

    fn look(&mut self) -> Result<(), Stop> {
        self.positions += 1;
        if self.positions > self.most {
            return Err(Stop::Positions);
        }
        if self.positions.is_multiple_of(POSITIONS_BETWEEN_LOOKS) {
            if self.progress.interrupted() {
                return Err(Stop::Interrupted);
            }
            if self.until.is_some_and(|until| Instant::now() >= until) {
                return Err(Stop::Time);
            }
        }
        Ok(())
    }
}

/// How many turns an action takes: a collapse none.
fn turns(position: &Position) -> usize {
    usize::from(position.phase() == Phase::Place)
}
