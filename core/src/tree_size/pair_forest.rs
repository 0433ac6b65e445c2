//! The trees of the quantum graph for n <= 2, without their squares and edges.
//!
//! For n = 2 the series are the edges of a forest on the quantum squares. A tree with i squares has
//! i - 1 series, so an edge that closes a cycle makes the whole tree classical (paper, Appendix A),
//! in one of 2 ways (Appendix B). It does not matter which squares a tree has or which of them its
//! series join, so we keep only a label: the set of its turns, or how many of them each player has.
//! For n = 1 there are no edges, and every turn is classical at once.

use std::hash::Hash;

/// Turns count from 0.
pub(crate) trait TurnLabel: Copy + Ord + Hash + Default {
    fn turns(self) -> usize;
    fn with(self, turn: usize) -> Self;
    fn joined(self, other: Self) -> Self;
}

impl TurnLabel for u16 {
    fn turns(self) -> usize {
        self.count_ones() as usize
    }

    fn with(self, turn: usize) -> u16 {
        self | 1 << turn
    }

    fn joined(self, other: u16) -> u16 {
        self | other
    }
}

impl TurnLabel for [u8; 2] {
    fn turns(self) -> usize {
        usize::from(self[0] + self[1])
    }

    fn with(mut self, turn: usize) -> [u8; 2] {
        self[turn % 2] += 1;
        self
    }

    fn joined(self, other: [u8; 2]) -> [u8; 2] {
        [self[0] + other[0], self[1] + other[1]]
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PairForest<L> {
    squares: usize,
    pieces: usize,
    classical: L,
    /// The label of each tree that has two squares or more, sorted.
    trees: Vec<L>,
}

impl<L: TurnLabel> PairForest<L> {
    pub fn new(squares: usize, pieces: usize) -> PairForest<L> {
        debug_assert!((1..=2).contains(&pieces));
        PairForest {
            squares,
            pieces,
            classical: L::default(),
            trees: Vec::new(),
        }
    }

    pub const fn classical(&self) -> L {
        self.classical
    }

    fn quantum(&self) -> usize {
        self.squares - self.classical.turns()
    }

    pub fn placements(&self) -> usize {
        match self.quantum() {
            quantum if quantum < 2 || self.pieces == 1 => quantum,
            quantum => quantum * (quantum - 1) / 2,
        }
    }

    /// Lists the forests after a turn. Each comes with the number of placements that lead to it and
    /// of collapses for each placement (1 if nothing collapses). If trees have equal labels, a
    /// forest may be listed more than once.
    pub fn turns(&self, turn: usize) -> Vec<(PairForest<L>, usize, usize)> {
        if self.quantum() < 2 || self.pieces == 1 {
            let after = PairForest {
                classical: self.classical.with(turn),
                ..self.clone()
            };
            return vec![(after, self.quantum(), 1)];
        }
        let size = |tree: L| tree.turns() + 1;
        // Squares without a series are interchangeable.
        let single = self.quantum() - self.trees.iter().map(|&tree| size(tree)).sum::<usize>();
        let mut turns = Vec::new();
        for (index, &tree) in self.trees.iter().enumerate() {
            let mut rest = self.trees.clone();
            rest.remove(index);
            let classical = self.classical.joined(tree).with(turn);
            let closed = PairForest {
                classical,
                trees: rest.clone(),
                ..*self
            };
            turns.push((closed, size(tree) * (size(tree) - 1) / 2, 2));
            turns.push((
                self.with(rest.clone(), tree.with(turn)),
                size(tree) * single,
                1,
            ));
            for (other, &second) in rest.iter().enumerate().skip(index) {
                let mut rest = rest.clone();
                rest.remove(other);
                let joined = self.with(rest, tree.joined(second).with(turn));
                turns.push((joined, size(tree) * size(second), 1));
            }
        }
        let pair = self.with(self.trees.clone(), L::default().with(turn));
        turns.push((pair, single * single.saturating_sub(1) / 2, 1));
        turns.retain(|(_, placements, _)| *placements > 0);
        turns
    }

    fn with(&self, mut trees: Vec<L>, tree: L) -> PairForest<L> {
        let index = trees.partition_point(|other| *other < tree);
        trees.insert(index, tree);
        PairForest { trees, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashMap;

    use super::*;

    fn games<L: TurnLabel>(squares: usize, pieces: usize) -> usize {
        let mut forests = FxHashMap::from_iter([(PairForest::<L>::new(squares, pieces), 1)]);
        for turn in 0..squares {
            let mut next = FxHashMap::default();
            for (forest, histories) in forests {
                let turns = forest.turns(turn);
                let placements: usize = turns.iter().map(|(_, placements, _)| placements).sum();
                assert_eq!(placements, forest.placements());
                for (after, placements, collapses) in turns {
                    *next.entry(after).or_default() += histories * placements * collapses;
                }
            }
            forests = next;
        }
        assert!(
            forests
                .keys()
                .all(|forest| forest.classical().turns() == squares)
        );
        forests.into_values().sum()
    }

    #[test]
    fn forests_count_all_games() {
        for (squares, expected) in [(1, 1), (2, 2), (3, 42), (4, 1368), (5, 73_320)] {
            assert_eq!(games::<u16>(squares, 2), expected);
            assert_eq!(games::<[u8; 2]>(squares, 2), expected);
            assert_eq!(
                games::<[u8; 2]>(squares, 1),
                (1..=squares).product::<usize>()
            );
        }
    }
}
