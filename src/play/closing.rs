use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::position::{Phase, Position};

/// The squares that would complete an entangling series.
///
/// The set is empty unless exactly one square is missing. It is empty for a single piece, too,
/// because that entangles on any square.
pub fn closing(position: &Position, chosen: SquareSet) -> SquareSet {
    let missing = position.pieces_to_place().saturating_sub(chosen.len());
    if position.phase() != Phase::Place || position.pieces_to_place() < 2 || missing != 1 {
        return SquareSet::EMPTY;
    }
    let closes = |square: &Square| {
        let mut after = *position;
        after.place_unchecked(chosen | SquareSet::single(*square));
        after.phase() == Phase::Collapse
    };
    let open = position
        .quantum()
        .iter()
        .filter(|&square| !chosen.contains(square));
    open.filter(closes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::tests::record;

    #[test]
    fn the_last_square_of_a_series_closes_a_cycle_within_a_group() {
        let closing = |pieces, text: &str, chosen: &[usize]| {
            let chosen = chosen
                .iter()
                .filter_map(|number| Square::new(number - 1))
                .collect();
            closing(record(3, pieces, text).end(), chosen).to_string()
        };
        assert_eq!(closing(2, "1-2 2-5 8-9", &[5]), "1-2");
        assert_eq!(closing(2, "1-2 2-5 8-9", &[]), "");
        assert_eq!(closing(2, "1-2 2-5 8-9", &[4]), "");
        assert_eq!(closing(3, "1-2-3 1-2-3", &[1, 2]), "3");
        assert_eq!(closing(1, "1 2", &[]), "");
    }
}
