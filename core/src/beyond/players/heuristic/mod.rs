//! A player for every board: Monte Carlo tree search with proven values.
//!
//! Each round descends from the root to a position with few visits, by actions with the best
//! results so far or by promising ones that were seldom tried (PUCT, Rosin 2011). From there it
//! plays on to the end of the game (see [`playout`]), and the result counts for every position on
//! the path. At first, placements are judged mostly by the weights of their squares. Once their
//! position has many visits, an [`evaluation`] of the position after each placement replaces this.
//! Collapses and the root's actions are evaluated at once. A position considers few actions at
//! first, and more as it is visited more often (progressive widening, Coulom 2007).
//!
//! Finished games prove values: to the player who decides, a position is worth at least as much as
//! each of its actions, and at most as much as the best of all. This is the MCTS-Solver of Winands
//! and others (2008), with margins. [`Heuristic`] may run the solver first (see
//! [`MoveBudget::exact_end`]). If this proves in time that some actions keep the value, the search
//! chooses only among these.

mod candidates;
mod collapse;
mod estimate;
mod evaluation;
mod limits;
mod playout;
mod sampling;
#[cfg(test)]
mod tests;
mod tree;

use std::cmp::Reverse;
use std::time::Instant;

use super::agent::Agent;
use crate::engine::position::{Action, Phase, Position};
use crate::perfect_play::{MAX_SOLVED_SQUARES, MoveClasses, Solver, default_table_bytes};
use crate::random_play::UniformPolicy;
use crate::support::progress::{Interrupted, Progress};
pub(super) use candidates::weight_of_loss;
use candidates::{Candidate, Candidates, evaluated, weighed};
pub(super) use collapse::evaluate_after_collapse;
pub use estimate::ActionEstimate;
use estimate::Ends;
use evaluation::SMALL;
pub(super) use evaluation::sign;
pub use limits::MoveBudget;
use limits::{Stop, Watch};
use playout::playout;
use tree::{Depth, Tree, reward};

/// The visits after which a position below the root gets its actions, on small boards and on
/// others.
const VISITS_OF_NODE: [u32; 2] = [5, 20];
/// The visits after which a position's placements are evaluated, not only weighed.
const VISITS_OF_EVALUATED: u32 = 300;

/// The first stream of random numbers for playouts.
const PLAYOUTS: u64 = 1 << 62;

const TURNS: u64 = 1 << 7;

/// A player that searches a tree, on one thread.
///
/// Its choice depends on the position, the budget, the seed and the game's number; with a time
/// limit, also on the machine.
#[derive(Debug, Default)]
pub struct Heuristic {
    budget: MoveBudget,
    seed: u64,
    game: u64,
    solver: Option<Solver>,
}

impl Heuristic {
    /// The default seed is 0.
    pub fn new(budget: MoveBudget, seed: Option<u64>) -> Heuristic {
        Heuristic {
            budget,
            seed: seed.unwrap_or(0),
            game: 0,
            solver: None,
        }
    }
}

impl Agent for Heuristic {
    fn begin(&mut self, game: u64) {
        self.game = game;
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        if position.phase() == Phase::Over {
            return Ok(None);
        }
        let began = Instant::now();
        let keeping = self.keeping(position, progress);
        if progress.interrupted() {
            return Err(Interrupted);
        }
        let until = self
            .budget
            .move_time
            .and_then(|time| began.checked_add(time));
        self.choose_among(position, keeping.as_deref(), until, progress)
    }
}

impl Heuristic {
    pub(super) fn choose_among(
        &self,
        position: &Position,
        actions: Option<&[Action]>,
        until: Option<Instant>,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        if let Some([only]) = actions {
            return Ok(Some(*only));
        }
        let default = MoveBudget::default().node_limit.filter(|_| until.is_none());
        let playouts = self.budget.node_limit.or(default).unwrap_or(u64::MAX);
        let mut search = Search::new(position, self.seed, self.game, Watch { progress, until });
        search.keeping = actions;
        if search.rounds(position, playouts) == Err(Stop::Interrupted) {
            return Err(Interrupted);
        }
        // If the root has no actions yet, for example after 0 playouts, take the first action.
        let first = || actions.and_then(|actions| actions.first().copied());
        Ok(search
            .tree
            .chosen()
            .or_else(first)
            .or_else(|| position.actions().next()))
    }
}

/// Estimates a position's actions by a tree search with at most `playouts` playouts.
///
/// This is [`Heuristic`]'s search, but without the solver. Its choice comes first, then the other
/// actions by decreasing number of playouts. Actions without a playout are left out. If a symmetry
/// of the position exchanges several placements, only one is listed.
///
/// The estimates depend only on the position, `playouts` and `seed`.
///
/// # Errors
/// Fails if `progress` interrupts.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::notation::Record;
/// use gqt3::beyond::players::estimate;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Rules;
/// let start = Position::new(Game::from_side(4, 2, Rules::default())?);
/// let position = *Record::parse("1-2 1-2=1 3-4", start)?.end();
/// let estimates = estimate(&position, 500, 1, &Silent)?;
/// let best = &estimates[0];
/// assert!(position.play(best.action).is_ok());
/// assert!(best.playouts() > 50 && best.margin().abs() < 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn estimate(
    position: &Position,
    playouts: u64,
    seed: u64,
    progress: &dyn Progress,
) -> Result<Vec<ActionEstimate>, Interrupted> {
    if position.phase() == Phase::Over {
        return Ok(Vec::new());
    }
    let mut search = Search::new(
        position,
        seed,
        0,
        Watch {
            progress,
            until: None,
        },
    );
    if search.rounds(position, playouts) == Err(Stop::Interrupted) {
        return Err(Interrupted);
    }
    Ok(search.estimates())
}

impl Heuristic {
    /// The actions that the solver proves to keep the value, if it finds any within its limits.
    fn keeping(&mut self, position: &Position, progress: &dyn Progress) -> Option<Vec<Action>> {
        let game = *position.game();
        if !self.budget.exact_end || game.squares() > MAX_SOLVED_SQUARES {
            return None;
        }
        if self
            .solver
            .as_ref()
            .is_none_or(|solver| *solver.game() != game)
        {
            self.solver = Solver::new(game, default_table_bytes(&game)).ok();
        }
        let solver = self.solver.as_mut()?;
        let (nodes, time) = self.budget.for_solver();
        if nodes.is_some() {
            // With an empty table, the solver always finds the same within the same node limit.
            solver.clear();
        }
        let progress = &solver.limited(nodes, time, progress);
        let value = solver.bounds(position, progress).value()?;
        let classes = MoveClasses::new(position, progress)?;
        let side = classes.to_move?;
        let known = classes
            .after
            .iter()
            .map_while(|next| solver.gives(next, side, value, progress));
        let mut keeps: Vec<bool> = known.collect();
        keeps.resize(classes.after.len(), false);
        let keeping: Vec<Action> = classes.actions_of(&keeps).collect();
        (!keeping.is_empty()).then_some(keeping)
    }
}

struct Search<'a> {
    tree: Tree,
    drawer: UniformPolicy,
    watch: Watch<'a>,
    keeping: Option<&'a [Action]>,
    /// The rounds' results, by the choice at the root.
    ends: Vec<Ends>,
}

impl<'a> Search<'a> {
    fn new(position: &Position, seed: u64, game: u64, watch: Watch<'a>) -> Search<'a> {
        let stream = PLAYOUTS | (game * TURNS) | position.turns() as u64;
        let drawer = UniformPolicy::new(seed, stream);
        Search {
            tree: Tree::new(position),
            drawer,
            watch,
            keeping: None,
            ends: Vec::new(),
        }
    }

    fn estimates(&self) -> Vec<ActionEstimate> {
        let chosen = self.tree.chosen();
        let estimate = |(choice, ends): (usize, &Ends)| {
            ActionEstimate::of(
                self.tree.action(choice)?,
                *ends,
                self.tree.proven_after(choice),
            )
        };
        let mut estimates: Vec<ActionEstimate> =
            self.ends.iter().enumerate().filter_map(estimate).collect();
        // The sort is stable, so ties keep the order of the priors.
        estimates.sort_by_key(|one| (Some(one.action) != chosen, Reverse(one.playouts())));
        estimates
    }

    fn rounds(&mut self, start: &Position, playouts: u64) -> Result<(), Stop> {
        let mut path = Vec::new();
        for _ in 0..playouts {
            self.watch.look()?;
            if self.tree.is_proven(0) || !self.round(start, &mut path)? {
                break;
            }
        }
        Ok(())
    }

    /// Returns `false` if nothing is left to search. `path` is reused memory.
    fn round(&mut self, start: &Position, path: &mut Vec<(usize, usize)>) -> Result<bool, Stop> {
        path.clear();
        let (mut at, mut position) = (0, *start);
        let (score, worth, proved) = loop {
            if self.tree.is_proven(at) {
                break (self.tree.sure(at), self.tree.worth(at), false);
            }
            if position.phase() == Phase::Over {
                let score = position.margin().units();
                self.tree.settle(at, score);
                break (score, reward(score), true);
            }
            self.expand(at, &position)?;
            if self.tree.depth(at) == Depth::Leaf {
                let score = playout(position, &mut self.drawer).units();
                break (score, reward(score), false);
            }
            match self.tree.select(at) {
                Some(choice) => {
                    path.push((at, choice));
                    at = self.tree.follow(at, choice, &mut position);
                }
                None if at == 0 => return Ok(false),
                None => break (self.tree.sure(at), self.tree.worth(at), false),
            }
        };
        if let Some(&(_, choice)) = path.first() {
            self.ends
                .resize(self.ends.len().max(choice + 1), Ends::default());
            self.ends[choice].count(score);
        }
        self.tree.back_up(path, at, worth, proved);
        Ok(true)
    }

    fn expand(&mut self, at: usize, position: &Position) -> Result<(), Stop> {
        let (visits, depth) = (self.tree.visits(at), self.tree.depth(at));
        let is_node = visits >= VISITS_OF_NODE[usize::from(position.board().squares() > SMALL)];
        let wanted = match position.phase() {
            _ if at == 0 || visits >= VISITS_OF_EVALUATED => Depth::Evaluated,
            Phase::Collapse if is_node => Depth::Evaluated,
            _ if is_node => Depth::Weighed,
            _ => Depth::Leaf,
        };
        if wanted <= depth || (at > 0 && self.tree.is_full()) {
            return Ok(());
        }
        let candidates = match wanted {
            Depth::Evaluated if at == 0 => self.at_root(position)?,
            Depth::Evaluated => evaluated(position, self.watch)?,
            Depth::Weighed | Depth::Leaf => weighed(position),
        };
        self.tree.expand(at, candidates, wanted);
        Ok(())
    }

    fn at_root(&self, position: &Position) -> Result<Candidates, Stop> {
        let mut candidates = evaluated(position, self.watch)?;
        if let Some(keeping) = self.keeping {
            candidates.list.retain(|one| keeping.contains(&one.action));
            if candidates.list.is_empty() {
                let equal = |&action| Candidate {
                    action,
                    share: 1.0 / keeping.len() as f64,
                };
                candidates.list = keeping.iter().map(equal).collect();
            }
        }
        Ok(candidates)
    }
}
