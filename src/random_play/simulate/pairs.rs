//! One and two pieces a series: what collapses is found by following single squares.

use super::field::{Collapsed, Field, Quantum, SeriesOn};
use super::numbers::Numbers;
use crate::board::MAX_SQUARES;

/// Every series is one piece, and classical at once.
#[derive(Clone, Debug)]
pub(super) struct Singles(SeriesOn);

impl Quantum for Singles {
    fn new() -> Singles {
        Singles([0; MAX_SQUARES])
    }

    #[inline]
    fn start(&mut self, _: usize) {}

    #[inline]
    fn place(&mut self, field: &mut Field, series: usize, _: u64, _: &mut Numbers) -> Collapsed {
        self.0[field.drawn(0)] = series as u8;
        Collapsed { squares: field.fix_drawn(series), chosen: false }
    }

    fn series_on(&self) -> &SeriesOn {
        &self.0
    }
}

/// Series of two pieces: the edges of a forest on the quantum squares.
///
/// Every tree has a root, and every other square is matched with the edge towards the root. An edge between
/// two trees joins them, once one of them is rooted anew at the end of that edge. An edge within a tree makes
/// as many edges as squares: the tree is the entanglement (paper, Appendix A). Its perfect matchings are the
/// two in which the new edge goes to either of its ends; rooting the tree there gives the rest (Appendix B).
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The next square on the way to the root; a root is its own.
    parent: [u8; MAX_SQUARES],
    /// The edge to the parent.
    series_on: SeriesOn,
    /// The squares of a tree, at its root.
    members: [u64; MAX_SQUARES],
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

    /// Joins a square to a new parent by a new series, and turns the edges on its way to the root around.
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
    fn new() -> Pairs {
        Pairs { parent: [0; MAX_SQUARES], series_on: [0; MAX_SQUARES], members: [0; MAX_SQUARES] }
    }

    #[inline]
    fn start(&mut self, squares: usize) {
        for square in 0..squares {
            self.parent[square] = square as u8;
            self.members[square] = 1 << square;
        }
    }

    #[inline]
    fn place(&mut self, field: &mut Field, series: usize, _: u64, numbers: &mut Numbers) -> Collapsed {
        let first = field.drawn(0);
        if field.count() == 1 {
            self.series_on[first] = series as u8;
            return Collapsed { squares: field.fix_drawn(series), chosen: false };
        }
        let second = field.drawn(1);
        let (root, other) = (self.root(first), self.root(second));
        if root != other {
            self.hang(first, second, series);
            self.members[other] |= self.members[root];
            return Collapsed::NOTHING;
        }
        let (to, from) = if numbers.coin() { (first, second) } else { (second, first) };
        let squares = self.members[root];
        self.hang(to, from, series);
        field.fix(squares, &self.series_on);
        Collapsed { squares, chosen: true }
    }

    fn series_on(&self) -> &SeriesOn {
        &self.series_on
    }
}
