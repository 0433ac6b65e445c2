use crate::engine::position::Position;
use crate::engine::rules::Margin;

/// Returns the minimax value by definition, for any board, n and rules.
///
/// It tries every action of every position without a table or bounds, so it is for checks on small
/// games.
pub fn minimax(position: &Position) -> Margin {
    let values = position
        .actions()
        .map(|action| minimax(&position.after_unchecked(&action)));
    let best = position.to_move().and_then(|side| side.best(values));
    best.unwrap_or_else(|| position.margin())
}
