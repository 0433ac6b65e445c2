use std::io::{self, Write};

use super::blocking::{Blocking, Budget, Goal};
use super::proofs::goal_for;
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::engine::rules::Player;
use crate::perfect_play::certificate::{CertificateError, ClaimedBound};
use crate::support::progress::Progress;

/// A blocker's strategy that keeps the other player from a goal, for a whole game with n = 2.
///
/// The file begins with a line such as `blocking 1 board 4 pieces 2 collapse opponent blocker
/// player1 goal line`, which leaves out rules that do not matter to the proof. Then it lists the
/// blocker's replies, one byte each, as `scripts/theorems/check_blocking` describes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockingProof {
    game: Game,
    blocker: Player,
    goal: Goal,
    replies: Vec<u8>,
}

impl BlockingProof {
    /// Finds a proof of a claim. In parallel, two runs can find different ones.
    ///
    /// # Errors
    /// Fails if n is not 2, if the board has more than 16 squares, if blocking does not prove the
    /// claim, if the budget runs out, or if interrupted.
    pub fn new(
        game: &Game,
        claim: ClaimedBound,
        table_bytes: usize,
        budget: Budget,
        progress: &dyn Progress,
    ) -> Result<BlockingProof, CertificateError> {
        if game.pieces() != 2 {
            return Err(CertificateError::NoPairs);
        }
        let blocker = claim.prover;
        let goal = goal_for(game, blocker, claim.margin).ok_or(CertificateError::False)?;
        let mut blocking =
            Blocking::new(game, blocker, goal, table_bytes).ok_or(CertificateError::TooLarge)?;
        let replies = blocking.replies(&Position::new(*game), budget, progress)?;
        Ok(BlockingProof {
            game: *game,
            blocker,
            goal,
            replies: replies.ok_or(CertificateError::False)?,
        })
    }

    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// Counts the replies in the file.
    pub const fn replies(&self) -> usize {
        self.replies.len()
    }

    /// Writes the file.
    ///
    /// # Errors
    /// Fails if `out` does.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (side, collapse) = (self.game.side(), self.game.rules().collapse.name());
        let player = self.blocker.name();
        let goal = match self.goal {
            Goal::CrossingPair => "crossing-pair",
            Goal::Pair => "pair",
            Goal::Line => "line",
        };
        write!(out, "blocking 1 board {side} pieces 2 collapse {collapse} ")?;
        writeln!(out, "blocker {player} goal {goal}")?;
        out.write_all(&self.replies)
    }
}
