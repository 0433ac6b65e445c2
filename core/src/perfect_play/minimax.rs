use crate::engine::position::Position;
use crate::engine::rules::Margin;

/// Returns the minimax value by definition, for any board, n and rules.
///
/// It tries every action in every position, so use it only to check small games.
pub fn minimax(position: &Position) -> Margin {
    let values = position
        .actions()
        .map(|action| minimax(&position.after_unchecked(&action)));
    let best = position.to_move().and_then(|side| side.best(values));
    best.unwrap_or_else(|| position.margin())
}
