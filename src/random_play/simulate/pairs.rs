//! One and two pieces a series: what collapses is found by following single squares.

use super::collapse::TooManyMatchings;
use super::numbers::Numbers;
use super::playout::{Quantum, Squares};
use crate::engine::board::{MAX_SQUARES, SquareSet};
use crate::engine::game::Game;

/// Every series is one piece, and classical at once.
#[derive(Clone, Debug)]
pub(super) struct Singles;

impl Quantum for Singles {
    fn new(_: Game) -> Singles {
        Singles
    }

    #[inline]
    fn start(&mut self, _: usize) {}

    #[inline]
    fn place(
        &mut self,
        squares: &mut Squares,
        series: usize,
        _: SquareSet,
        _: &mut Numbers,
    ) -> Result<SquareSet, TooManyMatchings> {
        Ok(squares.fix_drawn(series))
    }
}

/// Series of two pieces: the edges of a forest on the quantum squares.
///
/// Every tree has a root, and every other square is matched with its edge towards the root. A new edge between two
/// trees joins them: the first tree takes its end of that edge as its root and hangs from the other end. A new edge
/// within a tree makes as many edges as squares, so that the tree is the entanglement (paper, Appendix A). It has two
/// perfect matchings, one for each end of the new edge: that end is matched with the new edge, and as the root it
/// decides all other matches (Appendix B).
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The next square on the way to the root; a root is its own.
    parent: [u8; MAX_SQUARES],
    /// The edge to the parent.
    series_on: [u8; MAX_SQUARES],
    /// The squares of a tree, at its root.
    members: [SquareSet; MAX_SQUARES],
}

impl Pairs {
    #[inline]
    fn root(&self, mut square: usize) -> usize {
        loop {
            let parent = usize::from(self.parent[square]);
            if parent == square {
                return square;
            }
            square = parent;
        }
    }

    /// Joins a square to a new parent by a new series, and reverses the edges on its way to the root.
    #[inline]
    fn hang(&mut self, square: usize, parent: usize, series: usize) {
        let (mut square, mut parent, mut series) = (square, parent as u8, series as u8);
        loop {
            let next = usize::from(self.parent[square]);
            let left = self.series_on[square];
            self.parent[square] = parent;
            self.series_on[square] = series;
            if next == square {
                return;
            }
            (parent, series, square) = (square as u8, left, next);
        }
    }
}

impl Quantum for Pairs {
    fn new(_: Game) -> Pairs {
        Pairs {
            parent: [0; MAX_SQUARES],
            series_on: [0; MAX_SQUARES],
            members: [SquareSet::EMPTY; MAX_SQUARES],
        }
    }

    #[inline]
    fn start(&mut self, squares: usize) {
        for square in 0..squares {
            self.parent[square] = square as u8;
            self.members[square] = SquareSet(1 << square);
        }
    }

    #[inline]
    fn place(
        &mut self,
        squares: &mut Squares,
        series: usize,
        _: SquareSet,
        numbers: &mut Numbers,
    ) -> Result<SquareSet, TooManyMatchings> {
        if squares.count() == 1 {
            return Ok(squares.fix_drawn(series));
        }
        let (first, second) = (squares.drawn(0), squares.drawn(1));
        let (root, other) = (self.root(first), self.root(second));
        if root != other {
            self.hang(first, second, series);
            self.members[other] |= self.members[root];
            return Ok(SquareSet::EMPTY);
        }
        let (to, from) = if numbers.coin() {
            (first, second)
        } else {
            (second, first)
        };
        let tree = self.members[root];
        self.hang(to, from, series);
        squares.fix(tree, |square| usize::from(self.series_on[square]));
        Ok(tree)
    }
}
