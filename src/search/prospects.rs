//! How far a player can be ahead in the end, by the lines that are completed and those that still can be.

use crate::rules::{Margin, Scoring};

/// At most so many lines go through one square; so at most so many lines of a player can share a rank.
const LINES_OF_SQUARE: usize = 4;

/// The lines of one player.
#[derive(Clone, Copy)]
pub struct Prospects {
    /// How many are completed.
    pub has: usize,
    /// How many there can be in the end at most.
    pub may: usize,
}

/// The most points that a player can be ahead of the other.
///
/// For harmonic scoring the best case is this: the player completes as many lines as it still can, as many as possible
/// share each rank, and the completed lines of the other player rank behind all of them, one after the other.
pub fn greatest_lead(own: Prospects, other: Prospects, scoring: Scoring) -> Margin {
    let one_if = |condition: bool| if condition { Margin::ONE } else { Margin::ZERO };
    match scoring {
        Scoring::Harmonic => {
            let won = (0..own.may).map(|line| Margin::of_rank(1 + line / LINES_OF_SQUARE));
            let lost = (1..=other.has).map(|line| -Margin::of_rank(own.may + line));
            won.chain(lost).sum()
        }
        Scoring::Decisive if own.may > 0 => Margin::ONE,
        Scoring::Decisive => -one_if(other.has > 0),
        Scoring::Shared => one_if(own.may > 0) - one_if(other.has > 0),
    }
}
