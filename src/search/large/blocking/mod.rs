//! Blocking: whether a player can keep the other from every line, every pair of lines or every pair that crosses.
//!
//! One player, the *blocker*, wants the other, the *attacker*, to own no *target* in the end: none of some given sets
//! of squares. The board is filled to the end, and the collapses are chosen as the rules say. Subscripts do not matter
//! to this game, so a position is given by the owners of its classical squares, and by the squares and the owner of
//! each quantum series. We say that the blocker *holds* the attacker if the blocker can reach this aim. What that tells
//! of the value of a game is said in the module `proofs`.
//!
//! # What a position tells at once
//! Every course of a game ends with each series on one of its squares, and one series on each square. So let the *final
//! boards* of a position be all ways to put its series on squares of theirs, and the series to come on the squares that
//! remain. A move adds no final board: a placement tells where one of the series to come may be, a collapse fixes some
//! series. A target *lives* if some final board gives all its squares to the attacker. Hence:
//!
//! * A target that does not live will never live again. If none lives, the blocker holds the attacker. When the board
//!   is full, the targets that live are those that the attacker owns.
//! * Let L(p, v) be the set of targets that the attacker gets on some final board that has the next series, one of
//!   player p, on square v. After p places a series on the squares K, the targets that live are the union of L(p, v)
//!   over v in K. So one table of L answers for all placements. Call v *free* if L(blocker, v) is empty.
//! * *The blocker ends all targets.* The blocker, to move, holds the attacker at once if there is room for a series on
//!   free squares alone. If the blocker chooses the collapse after its own placements, there need only be one free
//!   square v in a block with room for a series: the blocker places the series in this block with v among its squares.
//!   As no set was tight before, the others can leave v over; so some collapse has the new series on v, and the blocker
//!   chooses it.
//! * *Null move.* Suppose that the blocker could end all targets by a placement K if the attacker passed. Let the
//!   attacker place S instead. If K can still be placed, that ends all targets: each final board after S and K is one
//!   after a pass and K, with the series of S as one of those to come. Only a collapse of squares of K can prevent it.
//!   So S is refuted if it entangles nothing, and also if it collapses a block that some such K avoids. (Squares of one
//!   block stay in one block when blocks grow.) What has to be looked at are placements inside a block that meets every
//!   such K.
//! * A placement of the attacker after which no target lives is refuted. One that entangles is refuted, too, if no
//!   target lives with the new series on any of its squares; where the blocker chooses the collapse, one such square is
//!   enough.
//! * A target can be left out if it contains all open squares of another one: whoever owns it owns the other, too.
//! * *Plans* of several placements generalise the null move where series may be longer than pairs, see `plan`.
//! * *Same moves.* Two squares can be exchanged if the same living targets need them and the same series stand on them.
//!   Of several collapses that give the attacker the same squares of living targets, one is looked at; a collapse that
//!   gives fewer of these squares is no better for the attacker. For pairs, a series may end on any square of a group
//!   without a difference, see `pairs`.
//!
//! # The search
//! It goes depth first: all placements of the attacker must be answered, and one of the blocker's is enough. As a proof
//! needs one good placement of the blocker in each position, only the best 2 are tried at first (*width* 2), then 4, 8,
//! 16, 32, and in the end all. What is proved at any width is proved. That no proof is found is a refutation at the
//! last width alone, where every placement has been tried. The blocker's placements are ordered by how many targets
//! live after them, then by an estimated danger: the sum over these targets of the product of the chances that their
//! squares become the attacker's. The attacker's are ordered by danger alone.
//!
//! A table keeps answers by exact keys. Two positions have equal keys only if one becomes the other by a symmetry of
//! the targets and exchanges of squares that the same living targets need. So an answer never depends on which entries
//! the table has forgotten, nor on how many threads share it and in which order they work; only the time does.
//!
//! Cost, 4x4, n = 2, the paper's rules: player 1 is kept from pairs in 0.7 million positions and from lines in 15
//! million, player 2 in 11 thousand and 0.2 million; some 200,000 positions a second and thread. For n = 3 player 2 is
//! kept from pairs in 0.13 million positions whoever chooses the collapse, at some 70,000 a second.
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
use crate::position::{Phase, Position};
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
    /// The question of one blocker and goal; `None` if the board has more than 16 squares. The table takes at most so
    /// many bytes, as they are needed.
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

    /// Visits what is known of positions in the first half of a game, with the words of their keys. Of later positions
    /// much more is known, but it is soon found again.
    pub(super) fn entries(&self, visit: &mut dyn FnMut(&[u64], Known)) {
        match &self.question {
            Kind::Pairs(question) => question.table.entries(question.first_half(), visit),
            Kind::Series(question) => question.table.entries(question.first_half(), visit),
        }
    }

    /// How many words a key has.
    pub(super) const fn key_words(&self) -> usize {
        match self.question {
            Kind::Pairs(_) => 2,
            Kind::Series(_) => 5,
        }
    }

    /// Adds what another run has found; false if it is no entry of this table.
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

    /// Whether the blocker can keep the attacker from the goal from a position on. Where a collapse is to be chosen,
    /// its outcomes are looked at one by one.
    ///
    /// # Errors
    /// If it was interrupted, or has visited as many positions as the effort allows.
    pub fn holds(
        &mut self,
        position: &Position,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let work = self.work(effort, progress);
        let held = self.is_held(position, &work);
        self.nodes += work.nodes.into_inner();
        held
    }

    fn is_held(&self, position: &Position, work: &Work) -> Result<bool, Interrupted> {
        for width in 0..WIDTHS.len() {
            if self.is_held_within(width, position, work)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the blocker holds the attacker with placements that are among the best at every turn.
    fn is_held_within(&self, width: usize, position: &Position, work: &Work) -> Result<bool, Interrupted> {
        if position.phase() != Phase::Collapse {
            let turns_left = position.board().squares() - position.turns();
            return match &self.question {
                Kind::Pairs(question) => answer(question, &self.state(position), turns_left, width, work),
                Kind::Series(question) => answer(question, &self.state(position), turns_left, width, work),
            };
        }
        // One outcome is enough for who chooses.
        let chooses = position.to_move() == Some(self.blocker);
        for action in position.actions() {
            if self.is_held_within(width, &position.after_unchecked(&action), work)? == chooses {
                return Ok(chooses);
            }
        }
        Ok(!chooses)
    }

    /// The blocker's replies to all that the attacker can do, from a position on that waits for a placement: a proof
    /// that `examples/check_blocking` checks. `None` if the blocker does not hold the attacker, or if the series are
    /// not pairs. Takes about as long again as the proof.
    ///
    /// # Errors
    /// As [`Blocking::holds`].
    pub fn replies(
        &mut self,
        position: &Position,
        effort: Effort,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<u8>>, Interrupted> {
        let mut work = self.work(effort, progress);
        let replies = self.replies_within(position, &mut work);
        self.nodes += work.nodes.into_inner();
        replies
    }

    fn replies_within(&self, position: &Position, work: &mut Work) -> Result<Option<Vec<u8>>, Interrupted> {
        let Kind::Pairs(question) = &self.question else { return Ok(None) };
        if position.phase() == Phase::Collapse || !self.is_held(position, work)? {
            return Ok(None);
        }
        work.parallel = false;
        let turns_left = position.board().squares() - position.turns();
        Writer::replies(question, work, &self.state(position), turns_left)
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
        let taken = position.owned_by(self.blocker.opponent());
        let mut state = S::new(squares(position.quantum()), squares(taken));
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
    let blocker_chooses = [blocker.opponent(), blocker].map(|mover| game.chooser(mover) == blocker);
    Some(Question {
        targets: Targets::new(game.board(), goal, series[squares.min(MOST_SQUARES)], !S::PAIRS)?,
        pieces: game.pieces(),
        side: sides,
        series,
        blocker_chooses,
        plans: !S::PAIRS,
        table: Proofs::new(table_bytes),
    })
}

#[cfg(test)]
mod tests;
