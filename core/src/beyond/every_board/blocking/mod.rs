//! Blocking: can a player keep the other from every line, or at least from every pair of lines?
//!
//! A *target* is a set of squares that one player, the *attacker*, must not own when the board is
//! full: a line, a pair of lines or a pair of crossing lines, depending on the goal. The other
//! player, the *blocker*, *holds* the attacker if it can keep the attacker from every target.
//! Subscripts do not matter, so a position consists only of the classical squares' owners, and each
//! quantum series' squares and owner.
//!
//! A *block* is a maximal set of quantum squares that series connect, or a square that no series
//! touches. With n = 1 or 2, a placement entangles if and only if it lies in one block, and then
//! this block collapses.
//!
//! # Immediate decisions
//! A *final board* of a position puts each series, placed or to come, on a square of its own: the
//! placed ones on one of their squares, the others anywhere. A move adds no final board, because a
//! placement restricts one of the series to come, and a collapse fixes some series. A target
//! *lives* if the attacker owns it on some final board.
//!
//! * *Dead targets.* A target that does not live is *dead*, and stays so. If all are dead, the
//!   blocker holds the attacker.
//! * *One table.* Let L(p, v) be the targets that the attacker owns on some final board that has
//!   player p's next series on the square v. After p places a series on the squares K, the living
//!   targets are the union of L(p, v) over v in K, so one table serves all placements. Call v
//!   *free* if L(blocker, v) is empty.
//! * *The blocker ends all targets.* If the blocker is to move, it holds the attacker if there are
//!   enough free squares for a series. If it chooses the collapse after its own placements, one
//!   free square v is enough, provided that a series fits into v's block. The blocker places a
//!   series there, on v among others, and then puts this series on v. This is possible, because no
//!   set was tight before, so the block's other series can fill its other squares.
//! * *Null move.* Suppose that the blocker could end all targets by a placement K if the attacker
//!   passed. If the attacker places S instead, K still ends all targets unless S collapses squares
//!   of K, because each final board after S and K is also one after a pass and K, with the series S
//!   still to come. So S is refuted unless it is the game's last placement, or collapses a block
//!   that meets every such K. (If K has to lie in one block, it still does: no move splits a
//!   block.)
//! * *Refuted placements.* The attacker's placement is refuted if L(attacker, v) is empty for all
//!   its squares v. If it entangles and the blocker chooses the collapse, one such square is
//!   enough.
//! * *Equivalent moves.* Two squares that no series touches can be exchanged if the same living
//!   targets need them. A series' end can move to any other square of its player's group (see
//!   `forest`). A collapse is no better for the attacker than another that gives it at least the
//!   same squares, counting only those that living targets need.
//!
//! *An example of the null move.* Let n = 2 on 3x3, and let the player who entangles choose the
//! collapse. X, the attacker, is to move. It owns 1 and 2 and has a series on 3-6, and O owns 4, 5
//! and 7, so the row 1-2-3 and the column 3-6-9 live. Both die if O's next series goes to 3. If X
//! passed, O could place 3-6, which entangles, and put this series on 3. O still can after X's 3-8,
//! 3-9, 6-8, 6-9 or 8-9, because these collapse nothing. So only X's 3-6 is searched, and it gives
//! X the row.
//!
//! # The search
//! A proof must answer each of the attacker's placements, but needs only one good placement of the
//! blocker in each position. So a depth-first search first tries the blocker's best 2 placements
//! (*width* 2), then more, and finally all. A proof at any width is valid, but only the last width
//! can refute.
//!
//! The table has exact keys, so neither threads nor dropped entries make an answer wrong.
//!
//! # Cost
//! `gqt3 nash --board 4 --pieces 2 --time-limit 600 --certificate FILE --bound upper --threads 1`
//! takes about 30 seconds to find and write the proof that player 1 gets no line, which has some
//! 660,000 replies. The proof for player 2 (`--bound lower`) takes one second and has some 18,000.

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
use forest::{Forest, side_of};
use proof_file::Writer;
use question::Question;
use search::{WIDTHS, Work, answer};
use table::Proofs;
use targets::{Squares, Targets};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// The most positions to visit. Parallel searches can exceed it a little.
    pub most_nodes: u64,
    /// `true` to use all threads. The count of positions can then vary between runs.
    pub parallel: bool,
}

impl Budget {
    pub const UNLIMITED: Budget = Budget {
        most_nodes: u64::MAX,
        parallel: true,
    };
}

#[derive(Debug)]
pub struct Blocking {
    blocker: Player,
    question: Question,
    nodes: u64,
}

impl Blocking {
    /// Returns `None` if n > 2, or if the board has more than 16 squares.
    ///
    /// The table takes memory as needed, up to about `table_bytes` bytes.
    pub fn new(game: &Game, blocker: Player, goal: Goal, table_bytes: usize) -> Option<Blocking> {
        if game.pieces() > 2 {
            return None;
        }
        let (squares, attacker) = (game.squares(), blocker.opponent());
        let question = Question {
            game: *game,
            goal,
            targets: Targets::new(game.board(), goal, attacker.turns_of(squares))?,
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

    pub const fn goal(&self) -> Goal {
        self.question.goal
    }

    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns `true` if the blocker holds the attacker.
    ///
    /// # Errors
    /// Fails if interrupted, or if the budget runs out.
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
        holds_after(position, self.blocker, |after| {
            self.is_held_within(width, after, work)
        })
    }

    /// Returns the blocker's replies as a proof for `scripts/theorems/check_blocking`.
    ///
    /// Returns `None` if n is not 2, if the position waits for a collapse, or if the blocker does
    /// not hold the attacker.
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
        let is_asked = self.question.game.pieces() == 2 && position.phase() != Phase::Collapse;
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
            let placement = squares(position.squares_of(series));
            forest.join(side_of(series, self.blocker), placement);
        }
        forest
    }
}

/// Returns `true` if `holds` is true after some action of the blocker, or after each action of the
/// attacker.
pub(super) fn holds_after(
    position: &Position,
    blocker: Player,
    mut holds: impl FnMut(&Position) -> Result<bool, Interrupted>,
) -> Result<bool, Interrupted> {
    let wanted = position.to_move() == Some(blocker);
    for action in position.actions() {
        if holds(&position.after_unchecked(&action))? == wanted {
            return Ok(wanted);
        }
    }
    Ok(!wanted)
}

#[cfg(test)]
mod tests;
