use std::fmt;

use crate::engine::board::{SquareSet, Squares};

/// A set of series, as the bits of one word.
///
/// A series is named by its index below [`MAX_SERIES`](super::MAX_SERIES). In a position the index
/// is the turn, counted from 0. An index of 64 or more panics in debug builds, and gives wrong
/// results in release builds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SeriesSet(pub u64);

impl SeriesSet {
    pub const EMPTY: SeriesSet = SeriesSet(0);

    #[inline]
    pub const fn first(count: usize) -> SeriesSet {
        SeriesSet(SquareSet::first(count).0)
    }

    #[inline]
    pub const fn single(series: usize) -> SeriesSet {
        SeriesSet(1 << series)
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn contains(self, series: usize) -> bool {
        self.0 >> series & 1 != 0
    }

    #[inline]
    pub fn insert(&mut self, series: usize) {
        self.0 |= 1 << series;
    }

    #[inline]
    pub fn remove(&mut self, series: usize) {
        self.0 &= !(1 << series);
    }

    #[inline]
    pub const fn without(self, other: SeriesSet) -> SeriesSet {
        SeriesSet(self.0 & !other.0)
    }

    #[inline]
    pub fn take_lowest(&mut self) -> Option<usize> {
        let lowest = SquareSet(self.0).lowest()?.index();
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    /// Iterates in increasing order.
    #[inline]
    pub const fn iter(self) -> SeriesIndices {
        SeriesIndices(SquareSet(self.0).iter())
    }
}

impl IntoIterator for SeriesSet {
    type Item = usize;
    type IntoIter = SeriesIndices;
    #[inline]
    fn into_iter(self) -> SeriesIndices {
        self.iter()
    }
}

impl FromIterator<usize> for SeriesSet {
    fn from_iter<I: IntoIterator<Item = usize>>(series: I) -> Self {
        let mut set = SeriesSet::EMPTY;
        for member in series {
            set.insert(member);
        }
        set
    }
}

impl fmt::Debug for SeriesSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set()
            .entries(self.iter().map(|series| series + 1))
            .finish()
    }
}

#[derive(Clone, Debug)]
pub struct SeriesIndices(Squares);

impl Iterator for SeriesIndices {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        self.0.next().map(crate::engine::board::Square::index)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for SeriesIndices {}

impl DoubleEndedIterator for SeriesIndices {
    #[inline]
    fn next_back(&mut self) -> Option<usize> {
        self.0.next_back().map(crate::engine::board::Square::index)
    }
}
