//! Matchings of series to squares, which show what is entangled and how it can collapse.
//!
//! A position's quantum part is a bipartite graph: each series is joined to the squares that it may
//! still occupy (paper, section 4). Write n(E) for the squares joined to a set E of series. A
//! *tight* set is a nonempty E with |n(E)| = |E|: its series fill its squares exactly, so it
//! collapses.
//!
//! The paper (section 5) tests each series by a maximum matching with that series duplicated. But
//! one matching that covers all series is enough.
//!
//! **Lemma.** Let M match every series. An *alternating path* leads from a series to any of its
//! squares, to the series matched there, and so on. A series belongs to a tight set if and only if
//! no alternating path leads from it to an unmatched square. *Proof.* If E is tight, M maps E onto
//! n(E). So an alternating path that starts in E stays in E and n(E) and meets no unmatched square.
//! Conversely let E be all series that alternating paths from the given series reach, itself
//! included. If no path meets an unmatched square, every square of n(E) is matched to a series in
//! E. So |n(E)| <= |E|, and |n(E)| >= |E| because M matches all of E. ∎
//!
//! For example, match X1 on 1-2 to square 1 and O2 on 2-5 to square 2. From X1 a path leads to 2,
//! to O2 and to the unmatched 5, so nothing is entangled. After X3 on 1-5, matched to 5, all paths
//! stay in 1, 2 and 5: the three series are tight.
//!
//! By the lemma the series that reach no unmatched square are the union of all tight sets. M maps
//! each tight set onto its squares, so it also maps the union onto the union's squares. So the
//! union is the largest tight set, the *entanglement*, unless the union is empty.
//!
//! # Cost
//! For k series of n pieces an augmentation takes O(k + n) steps, and an entanglement at worst
//! O(k^2). Only [`Assignments`] use heap memory.

mod assignments;
mod blocks;
mod perfect;
mod series_set;

pub use assignments::Assignments;
pub use blocks::Blocks;
pub use perfect::{
    Completion, PerfectMatching, PerfectMatchings, completion, completions,
    has_exactly_one_perfect_matching,
};
pub use series_set::SeriesSet;

use crate::engine::board::{MAX_SQUARES, Square, SquareSet};

/// A game has at most one series for each square.
pub const MAX_SERIES: usize = MAX_SQUARES;

/// The squares that each series may occupy, by its index.
pub type Neighbours = [SquareSet; MAX_SERIES];

#[derive(Clone, Copy, Debug)]
pub struct Matching {
    series_on: [u8; MAX_SQUARES],
    square_of: [u8; MAX_SERIES],
    matched: SquareSet,
}

impl Default for Matching {
    fn default() -> Self {
        Matching::new()
    }
}

/// A set of series with fewer squares than members.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HallViolator {
    pub series: SeriesSet,
    pub squares: SquareSet,
}

impl Matching {
    #[inline]
    pub const fn new() -> Matching {
        Matching {
            series_on: [0; MAX_SQUARES],
            square_of: [0; MAX_SERIES],
            matched: SquareSet::EMPTY,
        }
    }

    /// Matches these series, or returns some that have too few squares.
    pub fn from_series(
        series: SeriesSet,
        neighbours: &Neighbours,
    ) -> Result<Matching, HallViolator> {
        let mut matching = Matching::new();
        for member in series {
            matching.augment(member, neighbours)?;
        }
        Ok(matching)
    }

    #[inline]
    pub const fn matched(&self) -> SquareSet {
        self.matched
    }

    /// Only a debug build checks that the square is matched.
    #[inline]
    pub fn series_on(&self, square: Square) -> usize {
        debug_assert!(self.matched.contains(square));
        self.series_on[square.index()] as usize
    }

    /// Does not check that the series is matched.
    #[inline]
    pub fn square_of(&self, series: usize) -> Square {
        Square::from_index(self.square_of[series] as usize)
    }

    /// Moves a series to a square, even if another series is there. The square that the series
    /// leaves still counts as matched, so you must put another series on it or remove it from
    /// `matched`.
    #[inline]
    pub(crate) fn assign(&mut self, series: usize, square: Square) {
        self.series_on[square.index()] = series as u8;
        self.square_of[series] = square.index() as u8;
        self.matched.insert(square);
    }

    /// Matches one more series along an alternating path.
    ///
    /// # Errors
    /// Fails with the series that the search reached, if none is joined to an unmatched square.
    #[inline]
    pub fn augment(&mut self, series: usize, neighbours: &Neighbours) -> Result<(), HallViolator> {
        if let Some(square) = (neighbours[series] - self.matched).lowest() {
            self.assign(series, square);
            return Ok(());
        }
        self.augment_avoiding(series, neighbours, SquareSet::EMPTY)
    }

    pub(crate) fn augment_avoiding(
        &mut self,
        series: usize,
        neighbours: &Neighbours,
        avoided: SquareSet,
    ) -> Result<(), HallViolator> {
        let mut found_by = [0_u8; MAX_SQUARES];
        let mut visited = avoided;
        let mut reached = SeriesSet::single(series);
        let mut frontier = reached;
        while let Some(current) = frontier.take_lowest() {
            let new = neighbours[current] - visited;
            visited |= new;
            for square in new {
                found_by[square.index()] = current as u8;
            }
            if let Some(end) = (new - self.matched).lowest() {
                self.flip(series, end, &found_by);
                return Ok(());
            }
            for square in new {
                let next = self.series_on(square);
                reached.insert(next);
                frontier.insert(next);
            }
        }
        Err(HallViolator {
            series: reached,
            squares: visited - avoided,
        })
    }

    /// Moves every series on the path to `end` one square further.
    fn flip(&mut self, series: usize, end: Square, found_by: &[u8; MAX_SQUARES]) {
        let mut square = end;
        loop {
            let mover = found_by[square.index()] as usize;
            let left = self.square_of(mover);
            self.assign(mover, square);
            if mover == series {
                return;
            }
            square = left;
        }
    }

    /// Returns `true` if an alternating path leads from this matched series to an unmatched square.
    ///
    /// Takes O(k) steps for k series.
    #[inline]
    pub fn reaches_unmatched(&self, series: usize, neighbours: &Neighbours) -> bool {
        let mut squares = neighbours[series];
        let mut visited = SquareSet::EMPTY;
        loop {
            if !squares.is_subset(self.matched) {
                return true;
            }
            let Some(square) = (squares - visited).lowest() else {
                return false;
            };
            visited.insert(square);
            squares |= neighbours[self.series_on(square)];
        }
    }

    /// Moves a series to a matched square, and the one that was there along an alternating path.
    ///
    /// The `fixed` squares keep their series. Returns `false`, and changes nothing, if there is no
    /// such path.
    fn move_to(
        &mut self,
        series: usize,
        square: Square,
        neighbours: &Neighbours,
        fixed: SquareSet,
    ) -> bool {
        let here = self.square_of(series);
        if square == here {
            return true;
        }
        let evicted = self.series_on(square);
        self.matched.remove(here);
        self.assign(series, square);
        if self
            .augment_avoiding(evicted, neighbours, fixed | SquareSet::single(square))
            .is_ok()
        {
            return true;
        }
        self.assign(series, here);
        self.assign(evicted, square);
        false
    }

    /// Lets `pick` choose a perfect matching of a tight set whose series are all matched.
    ///
    /// `pick(series, squares)` gets one series after another with the squares left to it. If the
    /// later series could not all be matched after a choice, `pick` is called again without that
    /// square. `pick` isn't called if only one square is left.
    pub(crate) fn rearrange(
        &mut self,
        tight: impl Iterator<Item = usize>,
        neighbours: &Neighbours,
        mut pick: impl FnMut(usize, SquareSet) -> Square,
    ) {
        let mut fixed = SquareSet::EMPTY;
        for series in tight {
            let mut open = neighbours[series] - fixed;
            while open.len() > 1 {
                let square = pick(series, open);
                if self.move_to(series, square, neighbours, fixed) {
                    break;
                }
                open.remove(square);
            }
            fixed.insert(self.square_of(series));
        }
    }

    /// Returns the other perfect matching of an entanglement of pairs. `pair` must be on the cycle,
    /// as the newest series is.
    ///
    /// Take the squares as vertices and the series as edges. The newest series made them tight, so
    /// the graph is connected and has as many edges as vertices: one cycle, which the newest series
    /// closes, with trees attached. The two perfect matchings differ in the direction around the
    /// cycle.
    #[inline]
    pub(crate) fn around(&self, pair: usize, neighbours: &Neighbours) -> Matching {
        let mut other = *self;
        let mut mover = pair;
        while let Some(square) =
            (neighbours[mover] - SquareSet::single(self.square_of(mover))).lowest()
        {
            other.assign(mover, square);
            mover = self.series_on(square);
            if mover == pair {
                break;
            }
        }
        other
    }

    /// Finds the union of all tight sets among these matched series.
    ///
    /// No other series may be matched to a square of theirs.
    ///
    /// Works backwards from the unmatched squares: a series with such a square is in no tight set,
    /// and then the square matched to the series counts as unmatched, too.
    pub fn entanglement(&self, series: SeriesSet, neighbours: &Neighbours) -> SeriesSet {
        let mut stuck = series;
        let mut stuck_squares = self.matched;
        loop {
            let before = stuck;
            for member in stuck {
                if !neighbours[member].is_subset(stuck_squares) {
                    stuck.remove(member);
                    stuck_squares.remove(self.square_of(member));
                }
            }
            if stuck == before {
                return stuck;
            }
        }
    }
}

pub fn neighbourhood(series: SeriesSet, neighbours: &[SquareSet]) -> SquareSet {
    series.iter().fold(SquareSet::EMPTY, |squares, member| {
        squares | neighbours[member]
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(super) fn graph(rows: impl IntoIterator<Item = u64>) -> (SeriesSet, Neighbours) {
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        let series = rows
            .into_iter()
            .zip(&mut neighbours)
            .map(|(row, slot)| *slot = SquareSet(row))
            .count();
        (SeriesSet::first(series), neighbours)
    }

    fn graphs() -> impl Strategy<Value = (SeriesSet, Neighbours)> {
        proptest::collection::vec(1_u64..256, 0..8).prop_map(graph)
    }

    #[test]
    fn an_iterator_knows_how_many_series_are_left() {
        let mut series = SeriesSet(0b1011).iter();
        for left in [3, 2, 1, 0] {
            assert_eq!(series.len(), left);
            series.next();
        }
    }

    proptest! {
        #[test]
        fn a_matching_exists_exactly_under_halls_condition((series, neighbours) in graphs()) {
            let violated = (1..1_u64 << series.len())
                .map(SeriesSet)
                .any(|set| neighbourhood(set, &neighbours).len() < set.len());
            match Matching::from_series(series, &neighbours) {
                Ok(matching) => {
                    prop_assert!(!violated);
                    for member in series {
                        prop_assert!(neighbours[member].contains(matching.square_of(member)));
                        prop_assert_eq!(matching.series_on(matching.square_of(member)), member);
                    }
                }
                Err(violator) => {
                    prop_assert!(violated);
                    prop_assert_eq!(neighbourhood(violator.series, &neighbours), violator.squares);
                    prop_assert!(violator.squares.len() < violator.series.len());
                }
            }
        }

        #[test]
        fn the_entanglement_is_the_union_of_all_tight_sets((series, neighbours) in graphs()) {
            let Ok(matching) = Matching::from_series(series, &neighbours) else { return Ok(()) };
            let union = (1..1_u64 << series.len())
                .map(SeriesSet)
                .filter(|&set| neighbourhood(set, &neighbours).len() == set.len())
                .fold(SeriesSet::EMPTY, |union, set| SeriesSet(union.0 | set.0));
            prop_assert_eq!(matching.entanglement(series, &neighbours), union);
            for member in series {
                prop_assert_eq!(!matching.reaches_unmatched(member, &neighbours), union.contains(member));
            }
        }

        #[test]
        fn a_rearranged_matching_is_the_perfect_one_that_was_picked(
            rows in proptest::collection::vec(1_u64..64, 6),
            choices in proptest::collection::vec(any::<usize>(), 36),
        ) {
            // Series i is joined to square i, so that there is a perfect matching.
            let (tight, neighbours) =
                graph(rows.iter().enumerate().map(|(series, row)| row | 1 << series));
            let mut matching = Matching::from_series(tight, &neighbours).unwrap();
            let all: Vec<Vec<Square>> = PerfectMatchings::new(tight, &neighbours, &matching)
                .map(|one| one.newest_first().map(|(_, square)| square).collect())
                .collect();
            let squares = |matching: &Matching| -> Vec<Square> {
                tight.iter().rev().map(|series| matching.square_of(series)).collect()
            };
            let mut choices = choices.into_iter();
            matching.rearrange(tight.iter(), &neighbours, |_, open| {
                assert!(open.len() > 1, "one square is no choice");
                open.iter().nth(choices.next().unwrap() % open.len()).unwrap()
            });
            prop_assert!(all.contains(&squares(&matching)));
            matching.rearrange(tight.iter().rev(), &neighbours, |_, open| open.lowest().unwrap());
            prop_assert_eq!(Some(&squares(&matching)), all.first());
            matching.rearrange(tight.iter().rev(), &neighbours, |_, open| open.iter().next_back().unwrap());
            prop_assert_eq!(Some(&squares(&matching)), all.last());
        }

        #[test]
        fn around_its_cycle_the_newest_pair_has_the_other_perfect_matching(
            pairs in proptest::collection::vec((0_usize..8, 1_usize..8), 12)
        ) {
            let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
            let mut matching = Matching::new();
            for (series, (one, step)) in pairs.into_iter().enumerate() {
                let squares = [one, (one + step) % 8].map(Square::from_index);
                neighbours[series] = squares.into_iter().collect();
                matching.augment(series, &neighbours).unwrap();
                let tight = matching.entanglement(SeriesSet::first(series + 1), &neighbours);
                if tight.is_empty() {
                    continue;
                }
                let squares_of = |matching: &Matching| -> Vec<Square> {
                    tight.iter().rev().map(|member| matching.square_of(member)).collect()
                };
                let mut result = [squares_of(&matching), squares_of(&matching.around(series, &neighbours))];
                result.sort();
                let listed = PerfectMatchings::new(tight, &neighbours, &matching);
                let listed: Vec<Vec<Square>> =
                    listed.map(|one| one.newest_first().map(|(_, square)| square).collect()).collect();
                prop_assert_eq!(listed, result);
                break;
            }
        }
    }
}
