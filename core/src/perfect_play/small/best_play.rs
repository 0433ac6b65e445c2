//! The order in which placements are tried to find one that keeps a position's value.
//!
//! A placement's score is the sum over its squares. For a square we look at the full boards that
//! can follow if the new series ends there and all later ones may go anywhere. Player 1's score is
//! how many certainly reach the threshold, minus how many certainly miss it (see
//! [`full_boards`](super::full_boards)), and player 2's is the negative.

use multiversion::multiversion;

use super::node_families::NodeFamilies;
use super::squares::{SQUARES, Scores, bits};

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn scores(context: &NodeFamilies) -> Scores {
    let node = context.node;
    let mover = node.turns % 2;
    let after = context.tables.game.squares() - node.turns - 1;
    let mut families = context.families;
    let left = if mover == 0 {
        [after / 2, after.div_ceil(2)]
    } else {
        [after.div_ceil(2), after / 2]
    };
    for (family, left) in families.iter_mut().zip(left) {
        (0..left).for_each(|_| *family = family.with_series(node.quantum));
    }
    let [certain, possible] = context.reach;
    let mut scores = [0; SQUARES];
    let [ones, left] = [
        families[0],
        families[1].complements(node.quantum).with(node.owned[0]),
    ];
    for square in bits(node.quantum) {
        let boards = if mover == 0 {
            ones.with_piece(square).intersect(&left)
        } else {
            ones.intersect(&left.link(square))
        };
        let balance =
            boards.intersect(certain).count() as i16 - boards.except(possible).count() as i16;
        scores[square] = if mover == 0 { balance } else { -balance };
    }
    Scores::new(scores)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::engine::game::Game;
    use crate::engine::position::{Phase, Position};
    use crate::engine::rules::Rules;
    use crate::perfect_play::small::bounds::{LEAST, MOST};
    use crate::perfect_play::small::node::Node;
    use crate::perfect_play::small::played;
    use crate::perfect_play::small::squares::Mask;
    use crate::perfect_play::small::tables::Tables;

    fn fill(series: &[(usize, Mask)], free: Mask, one: Mask, boards: &mut BTreeSet<Mask>) {
        let Some((&(turn, squares), rest)) = series.split_first() else {
            boards.insert(one);
            return;
        };
        for square in bits(squares & free) {
            let piece = 1 << square;
            let owned = if turn % 2 == 0 { piece } else { 0 };
            fill(rest, free & !piece, one | owned, boards);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        #[test]
        fn the_score_of_a_square_counts_the_boards_that_can_follow(
            rules in proptest::sample::select(Rules::combinations()),
            side in 2_usize..=3,
            pieces in 2_usize..=4,
            choices in proptest::collection::vec(any::<u16>(), 0..8),
        ) {
            let start = Position::new(Game::from_side(side, pieces, rules).expect("a game"));
            let position = played(start, &choices, |_| false);
            prop_assume!(position.phase() == Phase::Place && position.quantum().len() <= 7);
            let (tables, node) = (Tables::new(*position.game()), Node::of(&position));
            let earlier = bits(node.live).map(|turn| (turn, node.series[turn]));
            let later = (node.turns + 1..position.board().squares()).map(|turn| (turn, node.quantum));
            let others: Vec<_> = earlier.chain(later).collect();
            let boards = bits(node.quantum).map(|square| {
                let mut boards = BTreeSet::new();
                let series = [&[(node.turns, 1 << square)], &others[..]].concat();
                fill(&series, node.quantum, node.owned[0], &mut boards);
                (square, boards)
            });
            let boards: Vec<_> = boards.collect();
            for threshold in LEAST + 1..=MOST {
                let scores = scores(&NodeFamilies::new(&tables, &node, threshold));
                let [certain, possible] = tables.full.reach(threshold);
                let mut sum = 0;
                for (square, boards) in &boards {
                    let reach = boards.iter().filter(|&&one| certain.contains(one)).count() as i16;
                    let miss = boards.iter().filter(|&&one| !possible.contains(one)).count() as i16;
                    let score = if node.turns % 2 == 0 { reach - miss } else { miss - reach };
                    prop_assert_eq!(scores.of(1 << square), score, "{} {:?} {}", rules, position, square);
                    sum += score;
                }
                prop_assert_eq!(scores.of(node.quantum), sum);
            }
        }
    }
}
