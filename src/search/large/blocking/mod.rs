//! Blocking: whether a player can keep the other from every line, every pair of lines or every pair that crosses.
//!
//! One player, the *blocker*, wants the other, the *attacker*, to own no *target* in the end: no set of squares of some
//! list. The board is filled to the end, the collapses are chosen as the rules say. Subscripts do not matter to this game,
//! so a position is the owners of its classical squares, and the squares and the owner of every quantum series. What an
//! answer says of values is told by the module that asks the questions.
//!
//! # What a position tells at once
//! Every course of a game ends with each series on one of its squares, one series on each square. So let the *final boards*
//! of a position be all ways to put its series on their squares and the series to come on the squares that remain, one on
//! each. Every move leaves some of the final boards before it, and none is added: a placement says where one of the
//! series to come may be, a collapse fixes some. A target *lives* if some final board gives all its squares to
//! the attacker. Hence:
//!
//! * A target that does not live never will. If none lives, the blocker holds the attacker. At the end a target lives if the
//!   attacker owns it.
//! * Write L(p, v) for the targets that some final board gives to the attacker with the next series, of player p, on
//!   square v. After a placement of p on K the targets that live are the union of L(p, v) over the v in K. So one
//!   table of L answers for all placements. Square v is *free* if L(blocker, v) is empty.
//! * *End of all*. The blocker, to move, holds the attacker at once by a placement on free squares alone; or, if the blocker
//!   chooses the collapse after its own placement, by one inside a block with one free square v: without a tight set before the
//!   placement some collapse has the new series on v (v can be left over by the others), and the blocker chooses it.
//! * *Null move*. Suppose that, if the attacker passed, a placement K would end all in this way. The attacker's placement
//!   S changes nothing unless it makes squares of K classical: the final boards after S and K are among those after a pass
//!   and K, where the series of S is one of those to come and stands anywhere. So S is refuted if it entangles nothing,
//!   and also if it collapses a block that some such K avoids. (What is inside one block stays inside one when blocks
//!   grow.) Only placements inside a block that meets every K are looked at.
//! * A placement of the attacker after which no target lives is refuted, as is one that entangles, if it does so with the
//!   new series on any square, or on one square where the blocker chooses.
//! * A target that asks for all the open squares of another one, and perhaps more, is not needed: who owns it owns the other.
//! * *Plans* for several placements generalise the null move where series may be longer than pairs, see `plan`.
//! * *Same moves*. Squares that the same living targets need and that are in the same series can be exchanged. Of collapses
//!   that make the same wanted squares the attacker's one is enough, and one that makes fewer of them is no better for the
//!   attacker. For pairs a series may end on any square of a group, see `pairs`.
//!
//! # The search
//! Depth-first, attacker's placements against all, blocker's until one holds. A proof needs one good placement of the blocker in
//! each position, so only the best 2 are tried at first, then 4, 8, 16, 32, and in the end all. What is proved at any width is
//! proved; that nothing is found refutes only at the last width, where every placement has been tried. Placements are
//! ordered by the number of targets that live on, then by the sum over these of the product of the chances that their squares
//! become the attacker's; the attacker's by that sum alone.
//! A table keeps answers by exact keys: equal only if an exchange of squares, a symmetry of the targets and then any exchange of
//! squares that the same living targets need, leads from one position to the other. So which entries a table
//! forgets, how many threads share it and how they interleave changes the time, never an answer.
//!
//! Cost, 4x4, n = 2, the paper's rules: player 1 is kept from pairs in 0.7 million positions and from lines in 15 million,
//! player 2 in 11 thousand and 0.2 million; some 200,000 positions a second and thread. For n = 3 player 2 is kept from pairs in
//! 0.13 million positions whoever chooses the collapse, at some 70,000 a second.
//!
//! | file | what it has |
//! |---|---|
//! | `targets` | the targets of a goal, inside any set of squares |
//! | `state` | what is asked of a position; classes of squares |
//! | `pairs`, `series` | positions for n = 2 and for any n |
//! | `node`, `order` | a position with what is known of it at once; which placements are tried first |
//! | `plan` | which placements a plan of the blocker answers |
//! | `table`, `search` | the table, the search |
//! | `replies`, `structure` | a proof as a file for n = 2; when two positions of it are one |

mod node;
mod order;
mod pairs;
mod plan;
mod replies;
mod search;
mod series;
mod state;
mod structure;
mod table;
mod targets;

use std::sync::atomic::AtomicU64;

pub use targets::Goal;

use crate::board::SquareSet;
use crate::game::Game;
use crate::position::{Action, Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::Player;
use node::{Question, WIDTHS};
use pairs::Pairs;
use replies::Writer;
use search::{Work, answer};
use series::Series;
use state::{ATTACKER, BLOCKER, State};
pub(super) use table::Known;
use table::Proofs;
use targets::{MOST_SQUARES, Squares, Targets};

/// What an answer may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Visit at most so many positions.
    pub most_nodes: u64,
    /// Use all threads. Which positions are visited then depends on their number; an answer never does.
    pub parallel: bool,
}

impl Effort {
    /// All threads, and no limit.
    pub const UNLIMITED: Effort = Effort { most_nodes: u64::MAX, parallel: true };
}

/// Answers whether a player can keep the other from a goal in any position of a game.
///
/// ```
/// use gqt3::{game::Game, position::Position, progress::Silent, rules::Player, search::blocking::{Blocking, Effort, Goal}};
/// let start = Position::new(Game::default());
/// let mut blocking = Blocking::new(start.game(), Player::One, Goal::Line, 1 << 20).expect("the board is small enough");
/// assert_eq!(blocking.holds(&start, Effort::UNLIMITED, &Silent), Ok(true));
/// ```
pub struct Blocking {
    blocker: Player,
    goal: Goal,
    question: Kind,
    nodes: u64,
}

enum Kind {
    Pairs(Box<Question<Pairs>>),
    Series(Box<Question<Series>>),
}

impl Blocking {
    /// The question of one blocker and goal; `None` if the board has more than 16 squares. The table takes at most so many
    /// bytes, as they are needed.
    #[must_use]
    pub fn new(game: &Game, blocker: Player, goal: Goal, table_bytes: usize) -> Option<Blocking> {
        let question = if game.pieces() == 2 {
            Kind::Pairs(Box::new(question(game, blocker, goal, table_bytes)?))
        } else {
            Kind::Series(Box::new(question(game, blocker, goal, table_bytes)?))
        };
        Some(Blocking { blocker, goal, question, nodes: 0 })
    }

    /// What the attacker is to be kept from.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Gives what is known of positions in the first half of a game, the words of their keys first. What is
    /// known of later ones is many times as much, and soon found again.
    pub(super) fn entries(&self, visit: &mut dyn FnMut(&[u64], Known)) {
        match &self.question {
            Kind::Pairs(question) => {
                question.table.entries(question.first_half(), &mut |key, known| visit(key, known));
            }
            Kind::Series(question) => {
                question.table.entries(question.first_half(), &mut |key, known| visit(key, known));
            }
        }
    }

    /// How many words a key has.
    pub(super) const fn key_words(&self) -> usize {
        match self.question {
            Kind::Pairs(_) => 2,
            Kind::Series(_) => 5,
        }
    }

    /// Adds what another run has found; false if it cannot be true.
    pub(super) fn add_entry(&mut self, key: &[u64], known: Known) -> bool {
        match &self.question {
            Kind::Pairs(question) => question.add_entry(key, known),
            Kind::Series(question) => question.add_entry(key, known),
        }
    }

    /// How many positions were visited by now.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the blocker can keep the attacker from the goal from a position on. Where a collapse is to be chosen, its
    /// outcomes are asked about one by one.
    ///
    /// # Errors
    /// If interrupted, or where so many more positions were visited without an answer.
    pub fn holds(
        &mut self,
        position: &Position,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let last = self.nodes.saturating_add(effort.most_nodes);
        for width in 0..WIDTHS.len() {
            let left = Effort { most_nodes: last.saturating_sub(self.nodes), ..effort };
            if self.holds_within(width, position, left, progress)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the blocker can do so with placements that are among the best at every turn.
    fn holds_within(
        &mut self,
        width: usize,
        position: &Position,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let chooses = match position.phase() {
            Phase::Collapse => position.to_move() == Some(self.blocker),
            _ => return self.answer(width, position, effort, progress),
        };
        let last = self.nodes.saturating_add(effort.most_nodes);
        for action in position.actions() {
            let left = Effort { most_nodes: last.saturating_sub(self.nodes), ..effort };
            if self.answer(width, &position.after_unchecked(&action), left, progress)? == chooses {
                return Ok(chooses);
            }
        }
        Ok(!chooses)
    }

    /// An action of the blocker after which the attacker is still held; `None` if there is none.
    ///
    /// # Errors
    /// As [`Blocking::holds`].
    pub fn action(
        &mut self,
        position: &Position,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        let last = self.nodes.saturating_add(effort.most_nodes);
        let actions = self.ordered(position);
        for width in 0..WIDTHS.len() {
            for action in &actions {
                let left = Effort { most_nodes: last.saturating_sub(self.nodes), ..effort };
                if self.holds_within(width, &position.after_unchecked(action), left, progress)? {
                    return Ok(Some(*action));
                }
            }
        }
        Ok(None)
    }

    /// The actions of a position: of the blocker's placements that lead to the same game one, the safest first.
    fn ordered(&self, position: &Position) -> Vec<Action> {
        let turns_left = position.board().squares() - position.turns();
        let listed = match (&self.question, position.phase()) {
            (Kind::Pairs(question), Phase::Place) => question.ordered(&self.state(position), turns_left),
            (Kind::Series(question), Phase::Place) => question.ordered(&self.state(position), turns_left),
            _ => Vec::new(),
        };
        if listed.is_empty() {
            // A collapse, or a position that is decided.
            return position.actions().collect();
        }
        listed.into_iter().map(|placement| Action::Place(SquareSet(placement.into()))).collect()
    }

    fn answer(
        &mut self,
        width: usize,
        position: &Position,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let work = self.work(effort, progress);
        let turns_left = position.board().squares() - position.turns();
        let answer = match &self.question {
            Kind::Pairs(question) => answer(question, &self.state(position), turns_left, width, &work),
            Kind::Series(question) => answer(question, &self.state(position), turns_left, width, &work),
        };
        self.nodes += work.nodes.into_inner();
        answer
    }

    /// The blocker's replies to all that the attacker can do from a position on that waits for a placement, for
    /// `examples/check_blocking`; `None` if the blocker does not hold the attacker, or for other series than pairs. Takes about
    /// as long again as the proof.
    ///
    /// # Errors
    /// As [`Blocking::holds`].
    pub fn replies(
        &mut self,
        position: &Position,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<u8>>, Interrupted> {
        let before = self.nodes;
        if position.phase() == Phase::Collapse || !self.holds(position, effort, progress)? {
            return Ok(None);
        }
        let most_nodes = effort.most_nodes.saturating_sub(self.nodes - before);
        let work = self.work(Effort { most_nodes, parallel: false }, progress);
        let turns_left = position.board().squares() - position.turns();
        let replies = match &self.question {
            Kind::Pairs(question) => Writer::replies(question, &work, &self.state(position), turns_left),
            Kind::Series(_) => Ok(None),
        };
        self.nodes += work.nodes.into_inner();
        replies
    }

    fn work<'a>(&self, effort: Effort, progress: &'a dyn Progress) -> Work<'a> {
        Work {
            progress,
            what: format!("{} against every {}", self.blocker, self.goal),
            most_nodes: effort.most_nodes,
            nodes: AtomicU64::new(0),
            parallel: effort.parallel && rayon::current_num_threads() > 1,
        }
    }

    /// What matters of a position.
    fn state<S: State>(&self, position: &Position) -> S {
        let squares = |squares: SquareSet| squares.0 as Squares;
        let mut state = S::start(position.board().squares())
            .owning(BLOCKER, squares(position.owned_by(self.blocker)))
            .owning(ATTACKER, squares(position.owned_by(self.blocker.opponent())));
        for series in position.quantum_series() {
            state.place(side(series + 1, self.blocker), squares(position.squares_of(series)));
        }
        state
    }
}

fn side(turn: usize, blocker: Player) -> usize {
    if Player::of_turn(turn) == blocker { BLOCKER } else { ATTACKER }
}

fn question<S: State>(game: &Game, blocker: Player, goal: Goal, table_bytes: usize) -> Option<Question<S>> {
    let squares = game.squares();
    let mut sides = [BLOCKER; MOST_SQUARES + 1];
    let mut series = [0; MOST_SQUARES + 1];
    for left in 1..=squares.min(MOST_SQUARES) {
        sides[left] = side(squares - left + 1, blocker);
        series[left] = series[left - 1] + usize::from(sides[left] == ATTACKER);
    }
    let targets = Targets::new(game.board(), goal, series[squares.min(MOST_SQUARES)], S::LONG)?;
    let mut blocker_chooses = [false; 2];
    blocker_chooses[BLOCKER] = game.chooser(blocker) == blocker;
    blocker_chooses[ATTACKER] = game.chooser(blocker.opponent()) == blocker;
    let table = Proofs::new(table_bytes);
    Some(Question {
        targets,
        pieces: game.pieces(),
        side: sides,
        series,
        blocker_chooses,
        plans: S::LONG,
        table,
    })
}

#[cfg(test)]
mod tests;
