//! The value of a game by definition, for tests and checks.

use crate::engine::position::Position;
use crate::engine::rules::Margin;

/// The minimax value by definition: every action of every position, no table, no bounds. For small games; takes any
/// board, n and rules.
pub fn minimax(position: &Position) -> Margin {
    let values = position
        .actions()
        .map(|action| minimax(&position.after_unchecked(&action)));
    let best = position.to_move().and_then(|side| side.best(values));
    best.unwrap_or_else(|| position.margin())
}
