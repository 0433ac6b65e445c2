//! The value of a game by definition, for tests and checks.

use crate::position::Position;
use crate::rules::{Margin, Player};

/// The minimax value by definition: every action of every position, no table, no bounds. For small games; takes any board,
/// n and rules.
#[must_use]
pub fn minimax(position: &Position) -> Margin {
    let values = position.actions().map(|action| minimax(&position.after_unchecked(&action)));
    let best = match position.to_move() {
        Some(Player::One) => values.max(),
        _ => values.min(),
    };
    // A game that is over has no actions.
    best.unwrap_or_else(|| position.margin())
}
