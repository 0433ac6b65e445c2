//! What a theorem tells of the value of a game.

use crate::engine::interval::Interval;
use crate::engine::rules::Margin;

/// What a theorem tells of the value of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Theorem {
    /// Player 1 can force at least this margin; `None` if the theorem does not say.
    pub lower: Option<Margin>,
    /// Player 2 can hold player 1 to this margin; `None` if the theorem does not say.
    pub upper: Option<Margin>,
    /// What `docs/every-board.md` calls it.
    pub name: String,
}

impl Theorem {
    /// Where the value lies, if it lies in `within`.
    pub fn narrow(&self, within: Interval) -> Interval {
        let (lower, upper) = (
            self.lower.unwrap_or(within.lower),
            self.upper.unwrap_or(within.upper),
        );
        within.intersect(Interval { lower, upper })
    }
}
