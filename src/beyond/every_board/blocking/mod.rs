//! Blocking: can a player keep the other from all lines or pairs of lines?
//!
//! One player, the *blocker*, plays against the other, the *attacker*. A *target* is a set of
//! squares that the attacker must not own: a line, a pair of lines or a crossing pair, depending on
//! the goal. The blocker wants the attacker to own no target on the full board. The board is filled
//! to the end, and the collapses are chosen as the rules prescribe. Subscripts do not matter to
//! this game. So a position consists of the owners of its classical squares, and of the squares and
//! the owner of each quantum series. The blocker *holds* the attacker if it can keep every target
//! from the attacker, however the attacker plays. The module `proofs` derives bounds on the value
//! of a game from this.
//!
//! A *block* is a set of quantum squares that series connect, or one square without series. For
//! n = 1 and n = 2 a placement entangles if and only if it lies in one block, and then this block
//! collapses.
//!
//! # Immediate decisions
//! Every game ends with each series on one of its squares, and one series on each square. A *final
//! board* of a position puts each of its series on one of the squares of that series, and the
//! series to come on the squares that remain. A move adds no final board: a placement restricts one
//! of the series to come, and a collapse fixes some series. A target *lives* if some final board
//! gives all its squares to the attacker. Hence:
//!
//! * *Dead targets.* A target that does not live will never live again. If none lives, the blocker
//!   holds the attacker. When the board is full, the living targets are the targets that the
//!   attacker owns.
//! * *One table.* Let p be the next player. Consider the final boards on which p's next series is
//!   on square v. Let L(p, v) be the set of targets that the attacker gets on some of them. After p
//!   places a series on the squares K, the living targets are the union of L(p, v) over v in K. So
//!   one table of L decides all placements. Call v *free* if L(blocker, v) is empty.
//! * *The blocker ends all targets.* The blocker, to move, holds the attacker at once if there are
//!   enough free squares for a series. If the blocker chooses the collapse after its own
//!   placements, one free square v is enough, if its block has enough squares for a series. The
//!   blocker places the series in this block, with v among its squares. No set was tight before, so
//!   the other series of the block can fill its squares other than v. So some collapse has the new
//!   series on v, and the blocker chooses it.
//! * *Null move.* Suppose that the blocker could end all targets by a placement K if the attacker
//!   passed. Let the attacker place S instead. If K can still be placed, it ends all targets.
//!   Indeed each final board after S and K is a final board after a pass and K, with the series of
//!   S as one of the series to come. Only a collapse of squares of K can prevent it. So S is
//!   refuted if it entangles nothing, or if it collapses a block that some such K avoids. (If K has
//!   to lie in one block, it still does: blocks can only grow.) The search examines only placements
//!   inside a block that meets every such K.
//! * *Refuted placements.* A placement of the attacker is refuted if no target lives after it, that
//!   is, if L(attacker, v) is empty for all its squares v. If the placement entangles and the
//!   blocker chooses the collapse, one such square v is enough.
//! * *Equivalent moves.* Two squares without a series can be exchanged if the same living targets
//!   need them. An end of a series can be moved to any other square of its player's group without a
//!   difference, see `forest`. Consider the squares that living targets need. A collapse that gives
//!   the attacker fewer of them than another one, and no others, is no better for the attacker.
//!
//! *An example of the null move.* Let n = 2 on 3x3, and let the player who entangles choose the
//! collapse. X is the attacker and owns squares 1 and 2, O owns 4, 5 and 7, and X has a series on
//! 3-6. The row 1-2-3 and the column 3-6-9 live. If O's next series is on 3, neither lives any
//! more. So 3 is free, and no other square is. In its next turn O can place 3-6, which entangles,
//! and choose the collapse with this series on 3. X, to move, has the placements 3-6, 3-8, 3-9,
//! 6-8, 6-9 and 8-9. After the last five of them nothing has collapsed, 3 and 6 are still in one
//! block, and O's answer is as good as before. These five are refuted without a search. Only 3-6 is
//! examined, and it gives X both squares, and the row.
//!
//! # The search
//! The search is depth-first. A proof must answer all placements of the attacker, but one good
//! placement of the blocker in each position is enough. So the search first tries the blocker's
//! best 2 placements in each position (*width* 2), then the best 4, 8, 16 and 32, and finally all.
//! A proof at any width is valid. Only the last width, which tries every placement, can refute. The
//! blocker's placements are ordered by the number of targets that live after them. If the goal is a
//! line, equal numbers are ordered by the expected number of lines that the attacker gets. This
//! estimate adds up, over the living lines, the products of the probabilities that their squares
//! become the attacker's. The attacker's placements come in the reverse order, and for lines in the
//! order of only this estimate.
//!
//! A table keeps answers by exact keys. Two positions have equal keys only if one becomes the other
//! by a symmetry of the targets and exchanges of squares that the same living targets need. So
//! answers do not depend on the entries that the table has dropped, on the number of threads that
//! share it, or on their order. Only the time depends on these.
//!
//! # Cost
//! On 4x4, with n = 2 and the paper's rules, a proof takes this number of positions:
//!
//! | attacker | pairs of lines | lines |
//! |---|---|---|
//! | player 1 | 0.9 million | 15 million |
//! | player 2 | 16 thousand | 0.2 million |
//!
//! A thread visits some 700,000 positions a second. For n = 1 a few hundred positions are enough.
//! For longer series a position is more than a forest whose edges have owners, and this module
//! proves nothing.
//!
//! | file | contents |
//! |---|---|
//! | `targets` | the targets of a goal, inside any set of squares |
//! | `forest` | positions for n = 1 and n = 2, their living targets, their keys |
//! | `order` | the immediate decisions in a position; the order of placements |
//! | `question` | a blocker's aim |
//! | `table`, `search` | the table, the search |
//! | `proof_file` | a proof as a file for n = 2; the positions of a proof that count as one |

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

/// The resources that an answer may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The largest number of positions to visit.
    pub most_nodes: u64,
    /// `true` to use all threads.
    ///
    /// The number of positions visited then depends on the threads. An answer never does.
    pub parallel: bool,
}

impl Budget {
    /// All threads and no limit.
    pub const UNLIMITED: Budget = Budget {
        most_nodes: u64::MAX,
        parallel: true,
    };
}

/// A solver that decides if a player can keep the other from a goal.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Player;
/// use gqt3::beyond::every_board::blocking::{Blocking, Budget, Goal};
/// let start = Position::new(Game::default());
/// let mut blocking = Blocking::new(start.game(), Player::One, Goal::Line, 1 << 20)
///     .expect("the board is small enough");
/// assert_eq!(blocking.holds(&start, Budget::UNLIMITED, &Silent), Ok(true));
/// ```
#[derive(Debug)]
pub struct Blocking {
    blocker: Player,
    question: Question,
    nodes: u64,
}

impl Blocking {
    /// Returns a solver for one blocker and goal.
    ///
    /// Returns `None` if series have more than two pieces, or the board more than 16 squares. The
    /// table uses memory as needed, up to `table_bytes` bytes.
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

    /// Returns the goal from which the blocker must keep the attacker.
    pub const fn goal(&self) -> Goal {
        self.question.goal
    }

    /// Returns the number of positions visited so far.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns `true` if the blocker can keep the attacker from the goal.
    ///
    /// If a collapse is to be chosen, its outcomes are examined one by one.
    ///
    /// # Errors
    /// Fails if interrupted, or if the search has visited as many positions as the budget allows.
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

    /// Returns `true` if the blocker holds the attacker by placements within a width.
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
        // One outcome is enough for the chooser.
        let chooses = position.to_move() == Some(self.blocker);
        for action in position.actions() {
            if self.is_held_within(width, &position.after_unchecked(&action), work)? == chooses {
                return Ok(chooses);
            }
        }
        Ok(!chooses)
    }

    /// Returns a proof: the blocker's replies to all moves of the attacker.
    ///
    /// `scripts/theorems/check_blocking` checks such a proof. The position must wait for a
    /// placement. Returns `None` if it waits for a collapse, if the blocker does not hold the
    /// attacker, or if the series are not pairs. Writing the proof takes about as long as finding
    /// it.
    ///
    /// # Errors
    /// Fails like [`Blocking::holds`].
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
