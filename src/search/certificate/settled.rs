//! What needs no further play.

use super::Claim;
use crate::board::SquareSet;
use crate::position::Position;
use crate::rules::{Ending, Margin, Player, Rules, Scoring, Tail};

/// Whether the classical squares alone settle a claim.
///
/// On a full board player 1 ends with half of the squares, rounded up. Over all ways to share out the quantum squares so, what
/// lines each player then owns bounds the margin: best for player 1 are all its lines at the first rank and player 2's one after
/// the other behind them, and the other way round. Games that may stop early are settled by the lines still open alone.
pub struct Settled {
    lines: &'static [SquareSet],
    squares: SquareSet,
    claim: Claim,
    rules: Rules,
    full: bool,
}

impl Settled {
    pub fn new(start: &Position, claim: Claim) -> Settled {
        let rules = *start.rules();
        let full = rules.ending == Ending::Full && (rules.tail == Tail::Classical || start.pieces() == 1);
        Settled { lines: start.board().lines(), squares: start.board().all(), claim, rules, full }
    }

    pub fn is(&self, position: &Position) -> bool {
        let owned = [position.owned_by(Player::One), position.owned_by(Player::Two)];
        let (mine, theirs) = match self.claim.prover {
            Player::One => (owned[0], owned[1]),
            Player::Two => (owned[1], owned[0]),
        };
        let target = match self.claim.prover {
            Player::One => self.claim.margin,
            Player::Two => -self.claim.margin,
        };
        if !self.full {
            // The other player's open lines, all at the first rank; nothing for the prover.
            let open = self.count(self.squares - mine);
            return -self.most(open, 0) >= target;
        }
        let free = self.squares - mine - theirs;
        let first = self.squares.len().div_ceil(2);
        let end = if self.claim.prover == Player::One { first } else { self.squares.len() - first };
        free.subsets(end - mine.len()).all(|more| {
            let mine = SquareSet(mine.0 | more.0);
            -self.most(self.count(self.squares - mine), self.count(mine)) >= target
        })
    }

    fn count(&self, owned: SquareSet) -> usize {
        self.lines.iter().filter(|line| line.is_subset(owned)).count()
    }

    /// The most a player with `own` lines can be ahead of one with `other`.
    fn most(&self, own: usize, other: usize) -> Margin {
        match self.rules.scoring {
            Scoring::Harmonic => {
                let ahead = (0..own).fold(Margin::ZERO, |sum, _| sum + Margin::ONE);
                let from = usize::from(own > 0) + 1;
                (from..from + other).fold(ahead, |sum, rank| sum - Margin::of_rank(rank))
            }
            Scoring::Decisive if own > 0 => Margin::ONE,
            Scoring::Shared if own > 0 && other == 0 => Margin::ONE,
            Scoring::Shared if own > 0 => Margin::ZERO,
            Scoring::Decisive | Scoring::Shared if other > 0 => -Margin::ONE,
            Scoring::Decisive | Scoring::Shared => Margin::ZERO,
        }
    }
}
