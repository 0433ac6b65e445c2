//! One perfect matching of a tight set, drawn uniformly at random.
//!
//! Take the k series one after the other. For every set of squares that the first d of them can fill, [`Assignments`]
//! count in how many ways they can. The count for the set of all squares is the number of perfect matchings (the
//! permanent of the 0-1 matrix of series and squares). To draw one, let the last series draw its square, where the weight
//! of a square is the number of ways to fill the others; then the last but one, and so on. So every perfect matching is
//! exactly as likely as another.
//!
//! Only the sets that can occur are kept, in an order of series that touches new squares late: a square whose last
//! series has passed must be filled. On sparse series these are far fewer than 2^k. If they may be too many, or a count
//! does not fit 64 bits, the answer is [`TooManyMatchings`]; up to 20 series that cannot happen, because 2^20 sets are
//! few enough and 20! < 2^64.

use crate::board::{MAX_SQUARES, Square, SquareSet};
use crate::hypergraph::Assignments;
use crate::matching::{Neighbours, PerfectMatching, SeriesSet};

/// So many series have few enough sets in any case.
const ALWAYS: usize = 20;

/// If an upper bound of the number of sets is more than this, they are not even tried. Sparse series have far fewer
/// sets than the bound.
const MOST_POSSIBLE: f64 = 1e6;

/// The perfect matchings of a tight set are too many to count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyMatchings;

/// Draws perfect matchings of tight sets; it keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Collapses {
    /// Where series stand.
    places: Vec<(usize, Square)>,
    /// The squares of the series still to be placed, in rising order.
    squares: Vec<Square>,
    /// These series, in the order in which they are gone through, each with the places of its squares in `squares`:
    /// sets of small numbers are counted faster.
    rows: Vec<(usize, SquareSet)>,
    /// For each of them all places that no later one touches.
    closed: Vec<SquareSet>,
    /// In how many ways the first d of them fill each set, for d = 0, 1, ...; what comes after the last is left over.
    counts: Vec<Assignments>,
}

impl Collapses {
    /// A perfect matching of a tight set, each as likely as another if `below(bound)` is uniform over 0..`bound`.
    ///
    /// # Errors
    /// If they are too many to count.
    pub(super) fn draw(
        &mut self,
        tight: SeriesSet,
        neighbours: &Neighbours,
        below: impl FnOnce(u64) -> u64,
    ) -> Result<PerfectMatching, TooManyMatchings> {
        self.place_forced(tight, neighbours);
        let mut chosen = below(self.count()?);
        let mut filled = SquareSet::first(self.rows.len());
        for (&(series, row), before) in self.rows.iter().zip(&self.counts).rev() {
            for square in row & filled {
                let others = filled - SquareSet::single(square);
                let ways = before.onto(others);
                if chosen < ways {
                    self.places.push((series, self.squares[square.index()]));
                    filled = others;
                    break;
                }
                chosen -= ways;
            }
        }
        Ok(PerfectMatching::new(self.places.iter().copied()).expect("each series has a square of its own"))
    }

    /// Places every series that alone touches a square, again and again, and lists the others.
    fn place_forced(&mut self, tight: SeriesSet, neighbours: &Neighbours) {
        self.places.clear();
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
                    self.places.push((series, square));
                    left.remove(series);
                }
            }
        };
        debug_assert!(squares.len() == left.len(), "the set was tight");
        self.squares.clear();
        self.squares.extend(squares);
        let mut place_of = [Square::from_index(0); MAX_SQUARES];
        for (place, square) in self.squares.iter().enumerate() {
            place_of[square.index()] = Square::from_index(place);
        }
        let row = |series: usize| {
            (neighbours[series] & squares).iter().map(|square| place_of[square.index()]).collect()
        };
        self.rows.clear();
        self.rows.extend(left.iter().map(|series| (series, row(series))));
        self.sort();
    }

    /// Puts next, again and again, the series that touches the fewest new squares.
    fn sort(&mut self) {
        let mut touched = SquareSet::EMPTY;
        for place in 0..self.rows.len() {
            let new = |index: &usize| (self.rows[*index].1 - touched).len();
            let next = (place..self.rows.len()).min_by_key(new).unwrap_or(place);
            self.rows.swap(place, next);
            touched |= self.rows[place].1;
        }
        self.closed.clear();
        let mut later = SquareSet::EMPTY;
        for &(_, row) in self.rows.iter().rev() {
            self.closed.push(touched - later);
            later |= row;
        }
        self.closed.reverse();
    }

    /// How many perfect matchings the listed series have.
    fn count(&mut self) -> Result<u64, TooManyMatchings> {
        let count = self.rows.len();
        if count > ALWAYS && self.possible_sets() > MOST_POSSIBLE {
            return Err(TooManyMatchings);
        }
        if self.counts.len() <= count {
            self.counts.resize_with(count + 1, Assignments::default);
        }
        for (place, (&(_, row), &closed)) in self.rows.iter().zip(&self.closed).enumerate() {
            let (before, after) = self.counts.split_at_mut(place + 1);
            after[0].set_to_filling(&before[place], row, closed);
        }
        // A count that does not fit is the largest that does.
        match self.counts[count].onto(SquareSet::first(count)) {
            u64::MAX => Err(TooManyMatchings),
            total => Ok(total),
        }
    }

    /// How many sets there may be: after each series those that hold all closed squares and enough of the others
    /// touched.
    fn possible_sets(&self) -> f64 {
        let mut touched = SquareSet::EMPTY;
        let mut sum = 0.0;
        for (number, (&(_, row), closed)) in self.rows.iter().zip(&self.closed).enumerate() {
            touched |= row;
            let open = (touched - *closed).len() as u32;
            let chosen = (number as u32 + 1).saturating_sub(closed.len() as u32);
            sum += (0..chosen)
                .fold(1.0, |ways, taken| ways * f64::from(open.saturating_sub(taken)) / f64::from(taken + 1));
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{RngExt, SeedableRng};
    use rustc_hash::FxHashMap;

    use super::*;
    use crate::matching::MAX_SERIES;

    /// The graph of series with these squares, given as words.
    fn graph(rows: impl IntoIterator<Item = u64>) -> (SeriesSet, Neighbours) {
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        let series = rows.into_iter().zip(&mut neighbours).map(|(row, slot)| *slot = SquareSet(row)).count();
        (SeriesSet::first(series), neighbours)
    }

    fn permanent((series, neighbours): (SeriesSet, Neighbours)) -> Result<u64, TooManyMatchings> {
        let mut collapses = Collapses::default();
        collapses.place_forced(series, &neighbours);
        collapses.count()
    }

    /// In how many ways these series fill the free squares: by trying everything.
    fn literal(rows: &[SquareSet], free: SquareSet) -> u64 {
        let Some((&row, rest)) = rows.split_first() else { return 1 };
        (row & free).iter().map(|square| literal(rest, free - SquareSet::single(square))).sum()
    }

    proptest! {
        #[test]
        fn all_matchings_are_counted_and_one_of_them_drawn(
            rows in proptest::collection::vec(1_u64..1 << 9, 9),
            count in 1_usize..=9,
            seed: u64,
        ) {
            let mut collapses = Collapses::default();
            let mut generator = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
            for shift in [0, 55] {
                let rows: Vec<u64> = rows[..count].iter().map(|row| row & ((1 << count) - 1)).collect();
                // Joining series i to square `shift` + i makes sure that there is a perfect matching.
                let (series, neighbours) = graph((0..).zip(&rows).map(|(i, row)| (row | 1 << i) << shift));
                let all = SquareSet(SquareSet::first(count).0 << shift);
                prop_assert_eq!(permanent((series, neighbours)), Ok(literal(&neighbours[..count], all)));
                let drawn = collapses.draw(series, &neighbours, |bound| generator.random_range(0..bound)).unwrap();
                prop_assert_eq!(drawn.squares(), all);
                prop_assert!(series.iter().all(|one| neighbours[one].contains(drawn.square_of(one))));
            }
        }
    }

    /// 4 series that may go anywhere but home.
    #[test]
    fn every_matching_is_as_likely_as_another() {
        let mut generator = rand_chacha::ChaCha8Rng::seed_from_u64(2);
        let (all, neighbours) = graph([0b1110, 0b1101, 0b1011, 0b0111]);
        let mut collapses = Collapses::default();
        let mut counts = FxHashMap::<Vec<Square>, u32>::default();
        for _ in 0..90_000 {
            let drawn = collapses.draw(all, &neighbours, |bound| generator.random_range(0..bound)).unwrap();
            *counts.entry((0..4).map(|series| drawn.square_of(series)).collect()).or_default() += 1;
        }
        assert_eq!(counts.len(), 9);
        assert!(counts.values().all(|count| count.abs_diff(10_000) < 600), "{counts:?}");
    }

    #[test]
    fn up_to_twenty_series_are_never_too_many_and_more_may_be() {
        let full = |count| graph(std::iter::repeat_n((1_u64 << count) - 1, count));
        assert_eq!(permanent(full(20)), Ok((1..=20).product()));
        assert_eq!(permanent(full(24)), Err(TooManyMatchings));
        // A cycle of 64 squares, each joined to the next.
        assert_eq!(permanent(graph((0..64).map(|series| 1 << series | 1 << ((series + 1) % 64)))), Ok(2));
        // 32 pairs of series on 2 squares, of which each doubles the ways; 64 of them fill 2^32 ways.
        assert_eq!(permanent(graph((0..64).map(|series| 3 << (series / 2 * 2)))), Ok(1 << 32));
    }
}
