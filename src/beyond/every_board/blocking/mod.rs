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
//! * *Same moves.* Two squares without a series can be exchanged if the same living targets need them, and a series may
//!   end on any square of a group without a difference, see `forest`. A collapse that gives the attacker fewer squares
//!   of living targets than another one is no better for the attacker.
//!
//! *An example of the null move.* Let n = 2 on 3x3, and let who entangles choose the collapse. X, the attacker, owns
//! squares 1 and 2, O owns 4, 5 and 7, and X has a series on 3-6. The row 1-2-3 and the column 3-6-9 live. If O's next
//! series is on 3, neither lives any more; so 3 is free, and no other square is. In its next turn O can place 3-6, which
//! entangles, and choose the collapse with this series on 3. X, to move, has the placements 3-6, 3-8, 3-9, 6-8, 6-9 and
//! 8-9. After the last five of them nothing has collapsed, 3 and 6 are still in one block, and O's answer is as good as
//! before: they are refuted without a search. Only 3-6 is looked at, and it gives X both squares, and the row.
//!
//! # The search
//! It goes depth first: all placements of the attacker must be answered, and one of the blocker's is enough. As a proof
//! needs one good placement of the blocker in each position, only the best 2 are tried at first (*width* 2), then 4, 8,
//! 16, 32, and in the end all. What is proved at any width is proved. That no proof is found is a refutation at the
//! last width alone, where every placement has been tried. The blocker's placements are ordered by how many targets
//! live after them, and for lines then by the sum over these targets of the product of the chances that their squares
//! become the attacker's. The attacker's come in the reverse order, against lines by this sum alone.
//!
//! A table keeps answers by exact keys. Two positions have equal keys only if one becomes the other by a symmetry of
//! the targets and exchanges of squares that the same living targets need. So an answer never depends on which entries
//! the table has forgotten, nor on how many threads share it and in which order they work; only the time does.
//!
//! Cost, 4x4, n = 2, the paper's rules: player 1 is kept from pairs in 0.9 million positions and from lines in 15
//! million, player 2 in 16 thousand and 0.2 million; some 700,000 positions a second and thread. For n = 1 a few hundred
//! positions are enough. For longer series more is to be known of a position than the owners of the edges of a forest,
//! and nothing is proved.
//!
//! | file | what it has |
//! |---|---|
//! | `targets` | the targets of a goal, inside any set of squares |
//! | `forest` | positions for n = 1 and n = 2, what lives in them, their keys |
//! | `order` | a position with what is known of it at once; which placements are tried first |
//! | `question` | a blocker's aim |
//! | `table`, `search` | the table, the search |
//! | `proof_file` | a proof as a file for n = 2; when two positions of it are one |

mod forest;
mod order;
mod proof_file;
mod question;
mod search;
mod table;
mod targets;

use std::sync::atomic::AtomicU64;

pub use targets::Goal;

use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::Player;
use crate::support::progress::{Interrupted, Progress};
use forest::{ATTACKER, BLOCKER, Forest};
use proof_file::Writer;
use question::Question;
use search::{WIDTHS, Work, answer};
use table::Proofs;
use targets::{Squares, Targets};

/// What an answer may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// How many positions to visit at most.
    pub most_nodes: u64,
    /// Use all threads. Which positions are visited then depends on their number; an answer never does.
    pub parallel: bool,
}

impl Budget {
    /// All threads, and no limit.
    pub const UNLIMITED: Budget = Budget {
        most_nodes: u64::MAX,
        parallel: true,
    };
}

/// Answers whether a player can keep the other from a goal in any position of a game.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Player;
/// use gqt3::beyond::every_board::blocking::{Blocking, Budget, Goal};
/// let start = Position::new(Game::default());
/// let mut blocking = Blocking::new(start.game(), Player::One, Goal::Line, 1 << 20).expect("the board is small enough");
/// assert_eq!(blocking.holds(&start, Budget::UNLIMITED, &Silent), Ok(true));
/// ```
pub struct Blocking {
    blocker: Player,
    question: Question,
    nodes: u64,
}

impl Blocking {
    /// The question of one blocker and goal; `None` if series have more than two pieces, or the board more than 16
    /// squares. The table takes at most `table_bytes` bytes, as they are needed.
    pub fn new(game: &Game, blocker: Player, goal: Goal, table_bytes: usize) -> Option<Blocking> {
        if game.pieces() > 2 {
            return None;
        }
        let (squares, attacker) = (game.squares(), blocker.opponent());
        let question = Question {
            goal,
            targets: Targets::new(game.board(), goal, attacker.turns_of(squares))?,
            pieces: game.pieces(),
            attacker_is_last: Player::from_turn(squares) == attacker,
            blocker_chooses: [attacker, blocker].map(|mover| game.chooser(mover) == blocker),
            table: Proofs::new(table_bytes),
        };
        Some(Blocking {
            blocker,
            question,
            nodes: 0,
        })
    }

    /// What the attacker is to be kept from.
    pub const fn goal(&self) -> Goal {
        self.question.goal
    }

    /// How many positions were visited by now.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the blocker can keep the attacker from the goal from a position on. Where a collapse is to be chosen,
    /// its outcomes are looked at one by one.
    ///
    /// # Errors
    /// If it was interrupted, or has visited as many positions as the budget allows.
    pub fn holds(
        &mut self,
        position: &Position,
        budget: Budget,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let work = self.work(budget, progress);
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
    fn is_held_within(
        &self,
        width: usize,
        position: &Position,
        work: &Work,
    ) -> Result<bool, Interrupted> {
        if position.phase() != Phase::Collapse {
            let turns_left = position.board().squares() - position.turns();
            return answer(
                &self.question,
                &self.forest(position),
                turns_left,
                width,
                work,
            );
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
    /// no pairs. Takes about as long again as the proof.
    ///
    /// # Errors
    /// As [`Blocking::holds`].
    pub fn replies(
        &mut self,
        position: &Position,
        budget: Budget,
        progress: &dyn Progress,
    ) -> Result<Option<Vec<u8>>, Interrupted> {
        let mut work = self.work(budget, progress);
        let replies = self.replies_within(position, &mut work);
        self.nodes += work.nodes.into_inner();
        replies
    }

    fn replies_within(
        &self,
        position: &Position,
        work: &mut Work,
    ) -> Result<Option<Vec<u8>>, Interrupted> {
        let is_asked = self.question.pieces == 2 && position.phase() != Phase::Collapse;
        if !is_asked || !self.is_held(position, work)? {
            return Ok(None);
        }
        work.parallel = false;
        let turns_left = position.board().squares() - position.turns();
        Writer::replies(&self.question, work, &self.forest(position), turns_left)
    }

    fn work<'a>(&self, budget: Budget, progress: &'a dyn Progress) -> Work<'a> {
        Work {
            progress,
            what: format!("{} against every {}", self.blocker, self.goal()),
            most_nodes: budget.most_nodes,
            nodes: AtomicU64::new(0),
            parallel: budget.parallel && rayon::current_num_threads() > 1,
        }
    }

    /// What matters of a position.
    fn forest(&self, position: &Position) -> Forest {
        let squares = |squares: SquareSet| squares.0 as Squares;
        let taken = position.owned_by(self.blocker.opponent());
        let mut forest = Forest::new(squares(position.quantum()), squares(taken));
        for series in position.quantum_series() {
            let side = if Player::from_turn(series + 1) == self.blocker {
                BLOCKER
            } else {
                ATTACKER
            };
            forest.join(side, squares(position.squares_of(series)));
        }
        forest
    }
}

#[cfg(test)]
mod tests;
