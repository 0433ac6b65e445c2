use std::fmt;

use super::{MAX_SERIES, Matching, Neighbours, SeriesSet};
use crate::engine::board::{MAX_SQUARES, Square, SquareSet};

#[derive(Clone, Copy)]
pub struct PerfectMatching {
    pub(super) series: SeriesSet,
    /// Meaningless for a series outside `series`, so `==` compares only those inside.
    pub(super) square_of: [u8; MAX_SERIES],
}

impl PerfectMatching {
    /// Returns `None` if a series or a square occurs twice, or if a series is out of range.
    pub fn new(places: impl IntoIterator<Item = (usize, Square)>) -> Option<PerfectMatching> {
        let mut matching = PerfectMatching {
            series: SeriesSet::EMPTY,
            square_of: [0; MAX_SERIES],
        };
        let mut squares = SquareSet::EMPTY;
        for (series, square) in places {
            if series >= MAX_SERIES || matching.series.contains(series) || squares.contains(square)
            {
                return None;
            }
            matching.series.insert(series);
            squares.insert(square);
            matching.square_of[series] = square.index() as u8;
        }
        Some(matching)
    }

    pub(crate) const fn from_matching(series: SeriesSet, matching: &Matching) -> PerfectMatching {
        PerfectMatching {
            series,
            square_of: matching.square_of,
        }
    }

    #[inline]
    pub const fn series(&self) -> SeriesSet {
        self.series
    }

    /// Panics in debug builds if the series is not one of [`PerfectMatching::series`].
    #[inline]
    pub fn square_of(&self, series: usize) -> Square {
        debug_assert!(self.series.contains(series));
        Square::from_index(self.square_of[series] as usize)
    }

    pub fn squares(&self) -> SquareSet {
        self.series
            .iter()
            .map(|series| self.square_of(series))
            .collect()
    }

    pub fn newest_first(&self) -> impl Iterator<Item = (usize, Square)> + '_ {
        self.series
            .iter()
            .rev()
            .map(|series| (series, self.square_of(series)))
    }
}

impl PartialEq for PerfectMatching {
    fn eq(&self, other: &Self) -> bool {
        self.series == other.series
            && self
                .series
                .iter()
                .all(|series| self.square_of(series) == other.square_of(series))
    }
}

impl Eq for PerfectMatching {}

impl fmt::Debug for PerfectMatching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = self
            .newest_first()
            .map(|(series, square)| (series + 1, square.number()));
        f.debug_map().entries(places).finish()
    }
}

/// A tight set's perfect matchings, in lexicographic order of the squares, newest series first.
///
/// For k series of n pieces, each call of `next` takes at most 2kn searches for an alternating
/// path.
#[derive(Clone, Debug)]
pub struct PerfectMatchings {
    neighbours: Neighbours,
    /// Newest first.
    order: [u8; MAX_SERIES],
    len: usize,
    matching: Matching,
    started: bool,
}

impl PerfectMatchings {
    /// `matching` must match each of the `series`; it may match others.
    ///
    /// # Panics
    /// Panics if `series` is neither tight nor empty.
    pub fn new(
        series: SeriesSet,
        neighbours: &Neighbours,
        matching: &Matching,
    ) -> PerfectMatchings {
        let mut order = [0; MAX_SERIES];
        for (slot, member) in order.iter_mut().zip(series.iter().rev()) {
            *slot = member as u8;
        }
        let mut own = Matching::new();
        for member in series {
            own.assign(member, matching.square_of(member));
        }
        assert!(
            super::neighbourhood(series, neighbours) == own.matched(),
            "the series are not tight"
        );
        PerfectMatchings {
            neighbours: *neighbours,
            order,
            len: series.len(),
            matching: own,
            started: false,
        }
    }

    fn taken(&self, depth: usize) -> SquareSet {
        self.order[..depth]
            .iter()
            .map(|&series| self.matching.square_of(series as usize))
            .collect()
    }

    /// Moves the series `order[depth]` to the lowest candidate square that leaves squares for all
    /// later series; `false` if there is none. The earlier series keep their squares.
    fn move_to_lowest(&mut self, depth: usize, candidates: SquareSet) -> bool {
        let series = self.order[depth] as usize;
        let taken = self.taken(depth);
        let mut open = ((candidates & self.neighbours[series]) - taken).iter();
        open.any(|square| {
            self.matching
                .move_to(series, square, &self.neighbours, taken)
        })
    }

    fn complete_from(&mut self, depth: usize) {
        for later in depth..self.len {
            let moved = self.move_to_lowest(later, SquareSet::first(MAX_SQUARES));
            debug_assert!(moved, "the current matching is itself a completion");
        }
    }

    fn advance(&mut self) -> Option<()> {
        if !self.started {
            self.started = true;
            self.complete_from(0);
            return Some(());
        }
        let higher = |this: &Self, depth: usize| {
            !SquareSet::first(this.matching.square_of(this.order[depth] as usize).number())
        };
        let depth = (0..self.len)
            .rev()
            .find(|&depth| self.move_to_lowest(depth, higher(self, depth)))?;
        self.complete_from(depth + 1);
        Some(())
    }
}

impl Iterator for PerfectMatchings {
    type Item = PerfectMatching;

    fn next(&mut self) -> Option<PerfectMatching> {
        self.advance()?;
        let series = self.order[..self.len]
            .iter()
            .map(|&series| series as usize)
            .collect();
        Some(PerfectMatching::from_matching(series, &self.matching))
    }
}

impl std::iter::FusedIterator for PerfectMatchings {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    Impossible,
    Unique(PerfectMatching),
    Several,
}

/// Tries to complete these places to a perfect matching of a tight set, in O(k^2) steps for k
/// series.
pub fn completion(
    series: SeriesSet,
    neighbours: &Neighbours,
    places: &[(usize, Square)],
) -> Completion {
    let left = with_places(neighbours, places);
    let Ok(matching) = Matching::from_series(series, &left) else {
        return Completion::Impossible;
    };
    if !has_exactly_one_perfect_matching(series, &left) {
        return Completion::Several;
    }
    Completion::Unique(PerfectMatching::from_matching(series, &matching))
}

/// Iterates over a tight set's perfect matchings with these places, in the order of
/// [`PerfectMatchings`].
pub fn completions(
    series: SeriesSet,
    neighbours: &Neighbours,
    places: &[(usize, Square)],
) -> impl Iterator<Item = PerfectMatching> + use<> {
    let left = with_places(neighbours, places);
    let matching = Matching::from_series(series, &left).ok();
    matching
        .map(|matching| PerfectMatchings::new(series, &left, &matching))
        .into_iter()
        .flatten()
}

fn with_places(neighbours: &Neighbours, places: &[(usize, Square)]) -> Neighbours {
    let mut left = *neighbours;
    for &(member, square) in places {
        left[member] &= SquareSet::single(square);
    }
    left
}

/// Returns `true` if a tight set has only one perfect matching. It must have at least one.
///
/// A series with a single square has to take it, so we remove this series and its square, and look
/// again. If series remain, each on two squares or more, they have at least 2! perfect matchings by
/// the paper's theorem (section 4, with k0 = 2). This takes O(k^2) steps for k series.
pub fn has_exactly_one_perfect_matching(series: SeriesSet, neighbours: &Neighbours) -> bool {
    let (mut left, mut gone) = (series, SquareSet::EMPTY);
    while let Some((forced, squares)) = left
        .iter()
        .map(|member| (member, neighbours[member] - gone))
        .find(|(_, squares)| squares.len() <= 1)
    {
        left.remove(forced);
        gone |= squares;
    }
    left.is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::graph;
    use super::*;

    fn literal(order: &[usize], neighbours: &Neighbours, taken: SquareSet) -> Vec<Vec<usize>> {
        let Some((&first, rest)) = order.split_first() else {
            return vec![Vec::new()];
        };
        let mut all = Vec::new();
        for square in neighbours[first] - taken {
            for mut tail in literal(rest, neighbours, taken | SquareSet::single(square)) {
                tail.insert(0, square.index());
                all.push(tail);
            }
        }
        all
    }

    #[test]
    #[should_panic(expected = "the series are not tight")]
    fn a_set_that_is_not_tight_is_refused() {
        let (series, neighbours) = graph([0b111]);
        let matching = Matching::from_series(series, &neighbours).unwrap();
        let _ = PerfectMatchings::new(series, &neighbours, &matching);
    }

    proptest! {
        #[test]
        fn perfect_matchings_come_once_each_in_order(rows in proptest::collection::vec(1_u64..128, 7)) {
            // Series i is joined to square i, so that there is a perfect matching.
            let (series, neighbours) = graph(rows.iter().enumerate().map(|(series, row)| row | 1 << series));
            let order: Vec<usize> = series.iter().rev().collect();
            let expected = literal(&order, &neighbours, SquareSet::EMPTY);
            let matching = Matching::from_series(series, &neighbours).unwrap();
            let listed: Vec<Vec<usize>> = PerfectMatchings::new(series, &neighbours, &matching)
                .map(|one| one.newest_first().map(|(_, square)| square.index()).collect())
                .collect();
            prop_assert_eq!(has_exactly_one_perfect_matching(series, &neighbours), expected.len() == 1);
            prop_assert_eq!(listed, expected);
        }
    }

    #[test]
    fn the_first_of_very_many_matchings_comes_at_once() {
        let (series, neighbours) = graph([u64::MAX; 64]);
        let matching = Matching::from_series(series, &neighbours).unwrap();
        let mut all = PerfectMatchings::new(series, &neighbours, &matching);
        let first = all.next().unwrap();
        assert!(
            first
                .newest_first()
                .map(|(_, square)| square.index())
                .eq(0..64)
        );
        let second = all.next().unwrap();
        assert_ne!(first, second);
        assert_eq!(
            (second.square_of(1).index(), second.square_of(0).index()),
            (63, 62)
        );
    }
}
