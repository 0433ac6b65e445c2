//! Blocks show for all placements at once whether they entangle, and which squares then collapse.
//!
//! Let Q be the quantum squares of a graph without a tight set. For W ⊆ Q let i(W) count the series
//! *inside* W, which have all their squares in W. They are not tight, so i(W) < |W| unless W is
//! empty. Call W *critical* if i(W) = |W| - 1. A single square is critical.
//!
//! **Lemma 1.** Two critical sets that meet have a critical union. *Proof.* A series inside V or
//! inside W is inside the union, and a series inside both is inside V ∩ W. So i(V ∪ W) + i(V ∩
//! W) >= i(V) + i(W) = |V| + |W| - 2. As V ∩ W is not empty, i(V ∩ W) <= |V ∩ W| - 1, which leaves
//! i(V ∪ W) >= |V ∪ W| - 1. ∎
//!
//! So the maximal critical sets, the *blocks*, partition Q.
//!
//! **Lemma 2.** One more series, on a nonempty set S of squares, entangles if and only if S lies
//! inside a block. Then that block collapses. *Proof.* If a set E of series becomes tight, the new
//! series is in E. So S lies in W = n(E), and the |E| - 1 = |W| - 1 others lie inside W: W is
//! critical. Conversely the |W| - 1 series inside a critical W that contains S form a tight set
//! with the new series. (With it they touch all of W, because a smaller nonempty set has fewer
//! series inside.) So the tight sets' squares are the critical sets that contain S. Any two of these
//! meet in S, so by Lemma 1 the largest is the union of all: the block that contains S, if there is
//! one. ∎
//!
//! For example, after 1-2 2-5 7-8 on 3x3 the blocks are 1-2-5, 7-8 and each of the other four
//! squares. Then O4 on 1-5 would collapse 1, 2 and 5, but O4 on 5-7 would only join two blocks. For
//! n = 2 the blocks are the graph's trees.
//!
//! # Cost
//! Each block takes at most one augmentation and one entanglement, with the costs in [`super`].

use super::{Matching, Neighbours, SeriesSet};
use crate::engine::board::{MAX_SQUARES, Square, SquareSet};

#[derive(Clone, Debug)]
pub struct Blocks {
    squares: SquareSet,
    /// By square.
    block: [SquareSet; MAX_SQUARES],
}

impl Blocks {
    /// Iterates in the order of the blocks' lowest squares.
    pub fn iter(&self) -> impl Iterator<Item = SquareSet> + '_ {
        let is_lowest = |square: &Square| self.of(*square).lowest() == Some(*square);
        self.squares
            .iter()
            .filter(is_lowest)
            .map(|square| self.of(square))
    }

    /// Returns a square's block; empty for a square outside the partition.
    #[inline]
    pub fn of(&self, square: Square) -> SquareSet {
        if self.squares.contains(square) {
            self.block[square.index()]
        } else {
            SquareSet::EMPTY
        }
    }

    /// Returns the squares that collapse after this placement; `None` if it entangles nothing.
    #[inline]
    pub fn entangled_by(&self, placement: SquareSet) -> Option<SquareSet> {
        let block = self.of(placement.lowest()?);
        placement.is_subset(block).then_some(block)
    }
}

impl Matching {
    /// Partitions `squares` into the blocks of these `series`.
    ///
    /// Unless `squares` is empty, the series must be matched, include no tight set and have no
    /// square outside `squares`, and no other series may be matched to a square inside.
    pub fn blocks(&self, squares: SquareSet, series: SeriesSet, neighbours: &Neighbours) -> Blocks {
        let mut blocks = Blocks {
            squares,
            block: [SquareSet::EMPTY; MAX_SQUARES],
        };
        let mut left = squares;
        while let Some(square) = left.lowest() {
            let block = self.block(square, series, neighbours);
            debug_assert!(block.is_subset(left), "blocks are disjoint");
            block
                .iter()
                .for_each(|member| blocks.block[member.index()] = block);
            left -= block;
        }
        blocks
    }

    /// Returns the squares that would collapse after a single piece on this square.
    fn block(mut self, square: Square, series: SeriesSet, neighbours: &Neighbours) -> SquareSet {
        let single = SquareSet::single(square);
        if self.matched.contains(square) {
            let evicted = self.series_on(square);
            let moved = self.augment_avoiding(evicted, neighbours, single);
            debug_assert!(
                moved.is_ok(),
                "without a tight set every square can be left free"
            );
        }
        self.matched |= single;
        let entangled = self.entanglement(series, neighbours);
        entangled.iter().fold(single, |block, member| {
            block | SquareSet::single(self.square_of(member))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::neighbourhood;
    use super::super::tests::graph;
    use super::*;

    proptest! {
        #[test]
        fn blocks_are_the_maximal_critical_sets(rows in proptest::collection::vec(1_u64..128, 0..7)) {
            let (all, neighbours) = graph(rows.iter().copied());
            let has_tight = (1..1_u64 << rows.len()).map(SeriesSet).any(|set| neighbourhood(set, &neighbours).len() <= set.len());
            prop_assume!(!has_tight);
            let inside = |set: SquareSet| rows.iter().filter(|row| SquareSet(**row).is_subset(set)).count();
            let critical: Vec<SquareSet> =
                (1..128).map(SquareSet).filter(|&set| inside(set) == set.len() - 1).collect();
            let is_maximal = |set: &SquareSet| !critical.iter().any(|other| set.is_subset(*other) && set != other);
            let mut maximal: Vec<SquareSet> = critical.iter().copied().filter(is_maximal).collect();
            maximal.sort_by_key(|set| set.lowest());
            let matching = Matching::from_series(all, &neighbours).unwrap();
            let blocks = matching.blocks(SquareSet::first(7), all, &neighbours);
            prop_assert_eq!(blocks.iter().collect::<Vec<_>>(), maximal);
        }
    }
}
