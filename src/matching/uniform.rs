//! How many perfect matchings a tight set has, and one of them drawn uniformly at random.
//!
//! Take the k series one after the other. For every set of squares that the first d of them can fill, count in how many
//! ways they can, by the square that the d-th series takes. The count for the set of all squares is the number of
//! perfect matchings (the permanent of the 0-1 matrix of series and squares). To draw one, let the last series draw its
//! square, where the weight of a square is the number of ways to fill the others; then the last but one, and so on. So
//! every perfect matching is exactly as likely as another.
//!
//! Only the sets that can occur are kept, in an order of series that touches new squares late: a square whose last
//! series has passed must be filled. On sparse series these are far fewer than 2^k. If they are too many, or a count
//! does not fit 64 bits, the answer is [`TooManyMatchings`]; up to 20 series that cannot happen, because 2^20 sets are
//! few enough and 20! < 2^64.
//!
//! Cost: one step for each set that can occur and each square of the next series.

use rustc_hash::FxHashMap;

use super::{MAX_SERIES, Neighbours, PerfectMatching, SeriesSet};
use crate::board::SquareSet;

/// So many series have few enough sets in any case.
const ALWAYS: usize = 20;

/// If all squares are among so many first ones, the counts are kept in an array, else in a hash table.
const IN_ARRAY: usize = 16;

/// The most sets of squares for which a count is kept; it is enough for any 20 squares.
const MOST_SETS: usize = 1 << 21;

/// If an upper bound of the number of sets is more than this, they are not even tried. Sparse series have far fewer
/// sets than the bound.
const MOST_POSSIBLE: f64 = 1e6;

/// The perfect matchings of a tight set are too many to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooManyMatchings;

/// Draws perfect matchings uniformly at random; keeps its memory from one tight set to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct UniformMatchings {
    array: Array,
    table: Table,
    /// The sets of squares that the first series can fill, smaller sets first.
    sets: Vec<SquareSet>,
}

impl UniformMatchings {
    /// A perfect matching of a tight set, each as likely as another if `below(bound)` is uniform over 0..`bound`.
    ///
    /// # Errors
    /// If they are too many to count.
    #[inline]
    pub fn draw(
        &mut self,
        tight: SeriesSet,
        neighbours: &Neighbours,
        below: impl FnMut(u64) -> u64,
    ) -> Result<PerfectMatching, TooManyMatchings> {
        let mut drawn = PerfectMatching { series: tight, square_of: [0; MAX_SERIES] };
        self.pick(&Rows::without_forced(tight, neighbours, &mut drawn), &mut drawn, below)?;
        Ok(drawn)
    }

    /// Adds a perfect matching of the rows to those already placed, and returns how many there are.
    #[inline]
    fn pick(
        &mut self,
        rows: &Rows,
        drawn: &mut PerfectMatching,
        below: impl FnMut(u64) -> u64,
    ) -> Result<u64, TooManyMatchings> {
        let counted = if rows.count > ALWAYS && rows.possible_sets() > MOST_POSSIBLE {
            None
        } else if rows.squares.is_subset(SquareSet::first(IN_ARRAY)) {
            rows.pick(&mut self.array, &mut self.sets, drawn, below)
        } else {
            rows.pick(&mut self.table, &mut self.sets, drawn, below)
        };
        counted.ok_or(TooManyMatchings)
    }
}

/// In how many ways the first series fill each set of squares. Between two tight sets every count is 0.
trait Counts {
    /// Makes room for sets of these squares.
    fn make_room(&mut self, squares: SquareSet);
    /// How many ways are known.
    fn ways(&self, set: SquareSet) -> u64;
    /// Adds to the ways and says whether they are the first; `None` if there is no room for them.
    fn add(&mut self, set: SquareSet, ways: u64) -> Option<bool>;
    /// Forgets these sets, which are all that have ways.
    fn forget(&mut self, sets: &[SquareSet]);
}

/// Indexed by the bits of the set.
#[derive(Clone, Debug, Default)]
struct Array(Vec<u64>);

impl Counts for Array {
    #[inline]
    fn make_room(&mut self, squares: SquareSet) {
        if self.0.len() <= squares.0 as usize {
            self.0.resize(squares.0 as usize + 1, 0);
        }
    }

    #[inline]
    fn ways(&self, set: SquareSet) -> u64 {
        self.0[set.0 as usize]
    }

    #[inline]
    fn add(&mut self, set: SquareSet, ways: u64) -> Option<bool> {
        // At most 16! ways: they fit.
        let known = &mut self.0[set.0 as usize];
        let first = *known == 0;
        *known += ways;
        Some(first)
    }

    #[inline]
    fn forget(&mut self, sets: &[SquareSet]) {
        for set in sets {
            self.0[set.0 as usize] = 0;
        }
    }
}

/// Holds the sets that have ways.
#[derive(Clone, Debug, Default)]
struct Table(FxHashMap<SquareSet, u64>);

impl Counts for Table {
    fn make_room(&mut self, _: SquareSet) {}

    fn ways(&self, set: SquareSet) -> u64 {
        self.0.get(&set).copied().unwrap_or(0)
    }

    fn add(&mut self, set: SquareSet, ways: u64) -> Option<bool> {
        let known = self.0.entry(set).or_default();
        let first = *known == 0;
        *known = known.checked_add(ways)?;
        (self.0.len() <= MOST_SETS).then_some(first)
    }

    fn forget(&mut self, _: &[SquareSet]) {
        self.0.clear();
    }
}

/// The series still to be placed, each with its squares, in the order in which they are gone through.
struct Rows {
    rows: [SquareSet; MAX_SERIES],
    series: [u8; MAX_SERIES],
    count: usize,
    squares: SquareSet,
}

impl Rows {
    /// The rows of these series, except for squares that a single series touches: it is placed there at once.
    #[inline]
    fn without_forced(tight: SeriesSet, neighbours: &Neighbours, drawn: &mut PerfectMatching) -> Rows {
        let mut left = tight;
        let squares = loop {
            let (mut once, mut twice) = (SquareSet::EMPTY, SquareSet::EMPTY);
            for series in left {
                twice |= once & neighbours[series];
                once |= neighbours[series];
            }
            let forced = once - twice;
            if forced.is_empty() {
                break once;
            }
            for series in left {
                if let Some(square) = (neighbours[series] & forced).lowest() {
                    drawn.square_of[series] = square.index() as u8;
                    left.remove(series);
                }
            }
        };
        let mut kept =
            Rows { rows: [SquareSet::EMPTY; MAX_SERIES], series: [0; MAX_SERIES], count: 0, squares };
        for series in left {
            kept.rows[kept.count] = neighbours[series] & squares;
            kept.series[kept.count] = series as u8;
            kept.count += 1;
        }
        debug_assert!(squares.len() == kept.count, "the set was tight");
        kept.sort();
        kept
    }

    fn rows(&self) -> &[SquareSet] {
        &self.rows[..self.count]
    }

    /// Picks a perfect matching, and returns how many there are; `None` if they are too many to count.
    #[inline]
    fn pick(
        &self,
        counts: &mut impl Counts,
        sets: &mut Vec<SquareSet>,
        drawn: &mut PerfectMatching,
        below: impl FnMut(u64) -> u64,
    ) -> Option<u64> {
        counts.make_room(self.squares);
        let counted = self.count_ways(counts, sets);
        if counted.is_some() {
            self.draw(counts, drawn, below);
        }
        let total = counts.ways(self.squares);
        counts.forget(sets);
        counted.map(|()| total)
    }

    /// How many sets there may be: after each series those that hold all closed squares and enough of the others
    /// touched.
    fn possible_sets(&self) -> f64 {
        let closed = self.closed();
        let (mut touched, mut done) = (SquareSet::EMPTY, SquareSet::EMPTY);
        let mut sum = 0.0;
        for (number, (&row, closed)) in self.rows().iter().zip(closed).enumerate() {
            touched |= row;
            done |= closed;
            let open = (touched - done).len() as u32;
            let chosen = (number as u32 + 1).saturating_sub(done.len() as u32);
            sum += (0..chosen)
                .fold(1.0, |ways, taken| ways * f64::from(open.saturating_sub(taken)) / f64::from(taken + 1));
        }
        sum
    }

    /// Counts the ways to fill every set, and lists those sets; `None` if they are too many.
    #[inline]
    fn count_ways(&self, counts: &mut impl Counts, sets: &mut Vec<SquareSet>) -> Option<()> {
        let closed = self.closed();
        sets.clear();
        sets.push(SquareSet::EMPTY);
        counts.add(SquareSet::EMPTY, 1)?;
        let mut done = 0;
        for (&row, closed) in self.rows().iter().zip(closed) {
            let of_this_size = sets.len();
            for index in done..of_this_size {
                let set = sets[index];
                let ways = counts.ways(set);
                for square in row - set {
                    let next = set | SquareSet::single(square);
                    if closed.is_subset(next) && counts.add(next, ways)? {
                        sets.push(next);
                    }
                }
            }
            done = of_this_size;
        }
        Some(())
    }

    /// Draws a perfect matching, last series first.
    #[inline]
    fn draw(&self, counts: &impl Counts, drawn: &mut PerfectMatching, mut below: impl FnMut(u64) -> u64) {
        let mut filled = self.squares;
        let mut chosen = below(counts.ways(filled));
        for (&row, series) in self.rows().iter().zip(self.series).rev() {
            for square in row & filled {
                let others = filled - SquareSet::single(square);
                let ways = counts.ways(others);
                if chosen < ways {
                    drawn.square_of[usize::from(series)] = square.index() as u8;
                    filled = others;
                    break;
                }
                chosen -= ways;
            }
        }
    }

    /// Puts next, again and again, the series that touches the fewest new squares.
    #[inline]
    fn sort(&mut self) {
        let mut touched = SquareSet::EMPTY;
        for place in 0..self.count {
            let new = |index: &usize| (self.rows[*index] - touched).len();
            let next = (place..self.count).min_by_key(new).unwrap_or(place);
            self.rows.swap(place, next);
            self.series.swap(place, next);
            touched |= self.rows[place];
        }
    }

    /// For each series the squares that no later one touches.
    #[inline]
    fn closed(&self) -> [SquareSet; MAX_SERIES] {
        let mut closed = [SquareSet::EMPTY; MAX_SERIES];
        let mut later = SquareSet::EMPTY;
        for (index, &row) in self.rows().iter().enumerate().rev() {
            closed[index] = row - later;
            later |= row;
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};

    use super::super::tests::graph;
    use super::*;
    use crate::board::Square;

    fn permanent(
        uniform: &mut UniformMatchings,
        tight: SeriesSet,
        of: &Neighbours,
    ) -> Result<u64, TooManyMatchings> {
        let mut drawn = PerfectMatching { series: tight, square_of: [0; MAX_SERIES] };
        uniform.pick(&Rows::without_forced(tight, of, &mut drawn), &mut drawn, |_| 0)
    }

    /// In how many ways these series fill the free squares: by trying everything.
    fn literal(rows: &[SquareSet], free: SquareSet) -> u64 {
        let Some((&row, rest)) = rows.split_first() else { return 1 };
        (row & free).iter().map(|square| literal(rest, free - SquareSet::single(square))).sum()
    }

    proptest! {
        /// On the first squares, counted in an array, and on the last, counted in a table.
        #[test]
        fn all_matchings_are_counted_and_one_of_them_drawn(
            rows in proptest::collection::vec(1_u64..1 << 9, 9),
            count in 1_usize..=9,
            seed: u64,
        ) {
            let mut generator = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
            let mut uniform = UniformMatchings::default();
            for shift in [0, 55] {
                let rows: Vec<u64> = rows[..count].iter().map(|row| row & ((1 << count) - 1)).collect();
                // Joining series i to square `shift` + i makes sure that there is a perfect matching.
                let (series, neighbours) = graph((0..).zip(&rows).map(|(i, row)| (row | 1 << i) << shift));
                let all = SquareSet(SquareSet::first(count).0 << shift);
                prop_assert_eq!(permanent(&mut uniform, series, &neighbours), Ok(literal(&neighbours[..count], all)));
                let drawn = uniform.draw(series, &neighbours, |bound| generator.random_range(0..bound)).unwrap();
                prop_assert_eq!(drawn.squares(), all);
                prop_assert!(series.iter().all(|one| neighbours[one].contains(drawn.square_of(one))));
            }
        }
    }

    /// 4 series that may go anywhere but home, on the first squares and on the last.
    #[test]
    fn every_matching_is_as_likely_as_another() {
        let mut generator = rand_chacha::ChaCha8Rng::seed_from_u64(2);
        let mut uniform = UniformMatchings::default();
        for shift in [0, 60] {
            let (all, neighbours) = graph([0b1110, 0b1101, 0b1011, 0b0111].map(|row| row << shift));
            let mut counts = FxHashMap::<Vec<Square>, u32>::default();
            for _ in 0..90_000 {
                let below = |bound| generator.random_range(0..bound);
                let drawn = uniform.draw(all, &neighbours, below).unwrap();
                *counts.entry((0..4).map(|series| drawn.square_of(series)).collect()).or_default() += 1;
            }
            assert_eq!(counts.len(), 9);
            assert!(counts.values().all(|count| count.abs_diff(10_000) < 600), "{counts:?}");
        }
    }

    #[test]
    fn up_to_twenty_series_are_never_too_many_and_more_may_be() {
        let mut uniform = UniformMatchings::default();
        let full = |count| graph(std::iter::repeat_n((1_u64 << count) - 1, count));
        let (series, neighbours) = full(20);
        assert_eq!(permanent(&mut uniform, series, &neighbours), Ok((1..=20).product()));
        let (series, neighbours) = full(24);
        assert_eq!(permanent(&mut uniform, series, &neighbours), Err(TooManyMatchings));
        // A cycle of 64 squares, each joined to the next.
        let (series, neighbours) = graph((0..64).map(|series| 1 << series | 1 << ((series + 1) % 64)));
        assert_eq!(permanent(&mut uniform, series, &neighbours), Ok(2));
    }
}
