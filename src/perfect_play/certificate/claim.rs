//! What a certificate claims.

use crate::engine::rules::{Margin, Player};

/// A claim about a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// Who proves it.
    pub prover: Player,
    /// The margin that player 1 gets at least, or that player 2 holds player 1 to at most.
    pub margin: Margin,
}

impl Claim {
    /// Whether a final margin is as claimed.
    pub fn allows(&self, margin: Margin) -> bool {
        match self.prover {
            Player::One => margin >= self.margin,
            Player::Two => margin <= self.margin,
        }
    }
}
