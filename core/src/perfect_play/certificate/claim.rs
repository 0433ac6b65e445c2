use crate::engine::rules::{Margin, Player};

/// A claimed bound on the margin that one player can force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClaimedBound {
    pub prover: Player,
    /// A lower bound if player 1 proves, an upper bound if player 2 does.
    pub margin: Margin,
}

impl ClaimedBound {
    /// Returns `true` if a final margin satisfies the claim.
    pub fn allows(&self, margin: Margin) -> bool {
        match self.prover {
            Player::One => margin >= self.margin,
            Player::Two => margin <= self.margin,
        }
    }
}
