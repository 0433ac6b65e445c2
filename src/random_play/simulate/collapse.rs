//! A perfect matching of a tight set, drawn so that each is exactly as likely as another.
//!
//! Take the series one after the other. For every set of squares that the first d of them can fill, count in
//! how many ways they can; each way to fill a set ends with the d-th series on one of its squares. With these
//! counts the last series draws its square, each with the weight of the ways to fill the others, then the
//! last but one, and so on.
//!
//! Only the sets that can occur are kept, in an order of series that touches new squares late: a square whose
//! last series has passed must be filled. On sparse series these are far fewer than 2^k for k squares. If they
//! are too many, or a count does not fit 64 bits, there is no exact draw ([`TooLarge`]) and the [chain](super::chain) takes over; up
//! to 20 squares that cannot happen, as 2^20 sets are few enough, and 20! < 2^64.

use rustc_hash::FxHashMap;

use super::TooLarge;
use super::field::{SeriesOn, bits};
use super::numbers::Numbers;
use crate::board::MAX_SQUARES;

/// So many series have few enough sets in any case.
const ALWAYS: usize = 20;

/// The counts of sets within so many first squares are kept in an array; others in a hash table.
const IN_ARRAY: usize = 16;

/// The most sets of squares for which a count is kept; it is enough for any 20 squares.
const MOST_SETS: usize = 1 << 21;

/// If the sets may be more than this, they are not even tried: sparse series have far fewer than they may have.
const MOST_POSSIBLE: f64 = 1e6;

/// Draws perfect matchings; keeps its memory from one to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Chooser {
    array: Array,
    table: Table,
    /// The sets of squares that the first series can fill, smaller sets first.
    sets: Vec<u64>,
}

/// In how many ways the first series fill each set of squares.
trait Counts {
    /// Makes room for sets of these squares.
    fn make_room(&mut self, squares: u64);
    /// How many ways are known.
    fn ways(&self, set: u64) -> u64;
    /// Adds to the ways and says whether they are the first.
    fn add(&mut self, set: u64, ways: u64) -> Result<bool, TooLarge>;
    /// Forgets these sets, which are all that have ways.
    fn forget(&mut self, sets: &[u64]);
}

/// Indexed by the set. Everything is 0 between two collapses.
#[derive(Clone, Debug, Default)]
struct Array(Vec<u64>);

impl Counts for Array {
    #[inline]
    fn make_room(&mut self, squares: u64) {
        if self.0.len() <= squares as usize {
            self.0.resize(squares as usize + 1, 0);
        }
    }

    #[inline]
    fn ways(&self, set: u64) -> u64 {
        self.0[set as usize]
    }

    #[inline]
    fn add(&mut self, set: u64, ways: u64) -> Result<bool, TooLarge> {
        // At most 16! ways: they fit.
        let known = &mut self.0[set as usize];
        let first = *known == 0;
        *known += ways;
        Ok(first)
    }

    #[inline]
    fn forget(&mut self, sets: &[u64]) {
        for &set in sets {
            self.0[set as usize] = 0;
        }
    }
}

/// Holds the sets that have ways.
#[derive(Clone, Debug, Default)]
struct Table(FxHashMap<u64, u64>);

impl Counts for Table {
    fn make_room(&mut self, _: u64) {}

    fn ways(&self, set: u64) -> u64 {
        self.0.get(&set).copied().unwrap_or(0)
    }

    fn add(&mut self, set: u64, ways: u64) -> Result<bool, TooLarge> {
        let known = self.0.entry(set).or_default();
        let first = *known == 0;
        *known = known.checked_add(ways).ok_or(TooLarge)?;
        if self.0.len() > MOST_SETS { Err(TooLarge) } else { Ok(first) }
    }

    fn forget(&mut self, _: &[u64]) {
        self.0.clear();
    }
}

/// The series still to be placed, and their squares.
struct Rows {
    rows: [u64; MAX_SQUARES],
    series: [u8; MAX_SQUARES],
    count: usize,
    squares: u64,
}

impl Chooser {
    /// Picks a perfect matching of these series and writes it to `series_on`; says whether there were several.
    ///
    /// The series must have as many squares as they are, and a perfect matching.
    pub(super) fn choose(
        &mut self,
        entangled: u64,
        rows: &[u64; MAX_SQUARES],
        numbers: &mut Numbers,
        series_on: &mut SeriesOn,
    ) -> Result<bool, TooLarge> {
        let mut left = Rows::without_forced(entangled, rows, series_on);
        left.sort();
        if left.count > ALWAYS && left.possible_sets() > MOST_POSSIBLE {
            return Err(TooLarge);
        }
        let matchings = if left.squares >> IN_ARRAY == 0 {
            left.pick(&mut self.array, &mut self.sets, numbers, series_on)?
        } else {
            left.pick(&mut self.table, &mut self.sets, numbers, series_on)?
        };
        Ok(matchings > 1)
    }
}

impl Rows {
    /// The rows of these series, except for squares that a single series touches: it goes there at once.
    #[inline]
    fn without_forced(entangled: u64, rows: &[u64; MAX_SQUARES], series_on: &mut SeriesOn) -> Rows {
        let mut left = entangled;
        let squares = loop {
            let (mut once, mut twice) = (0, 0);
            for series in bits(left) {
                twice |= once & rows[series];
                once |= rows[series];
            }
            let forced = once & !twice;
            if forced == 0 {
                break once;
            }
            for series in bits(left) {
                let square = rows[series] & forced;
                if square != 0 {
                    series_on[square.trailing_zeros() as usize] = series as u8;
                    left &= !(1 << series);
                }
            }
        };
        let mut kept = Rows { rows: [0; MAX_SQUARES], series: [0; MAX_SQUARES], count: 0, squares };
        for series in bits(left) {
            kept.rows[kept.count] = rows[series] & squares;
            kept.series[kept.count] = series as u8;
            kept.count += 1;
        }
        debug_assert!(squares.count_ones() as usize == kept.count, "the set was tight");
        kept
    }

    fn rows(&self) -> &[u64] {
        &self.rows[..self.count]
    }

    /// Picks a perfect matching, writes it to `series_on`, and returns how many there are.
    fn pick(
        &self,
        counts: &mut impl Counts,
        sets: &mut Vec<u64>,
        numbers: &mut Numbers,
        series_on: &mut SeriesOn,
    ) -> Result<u64, TooLarge> {
        counts.make_room(self.squares);
        let counted = self.count_ways(counts, sets);
        if counted.is_ok() {
            self.draw(counts, numbers, series_on);
        }
        let total = counts.ways(self.squares);
        counts.forget(sets);
        counted.map(|()| total)
    }

    /// How many sets there may be: after each series those that hold all closed squares and enough of the others touched.
    fn possible_sets(&self) -> f64 {
        let closed = self.closed();
        let (mut touched, mut done) = (0_u64, 0_u64);
        let mut sum = 0.0;
        for (number, (row, closed)) in self.rows().iter().zip(closed).enumerate() {
            touched |= row;
            done |= closed;
            let open = (touched & !done).count_ones();
            let chosen = (number as u32 + 1).saturating_sub(done.count_ones());
            sum += (0..chosen)
                .fold(1.0, |ways, taken| ways * f64::from(open.saturating_sub(taken)) / f64::from(taken + 1));
        }
        sum
    }

    /// Counts the ways to fill every set, and lists those sets.
    #[inline]
    fn count_ways(&self, counts: &mut impl Counts, sets: &mut Vec<u64>) -> Result<(), TooLarge> {
        let closed = self.closed();
        sets.clear();
        sets.push(0);
        counts.add(0, 1)?;
        let mut done = 0;
        for (row, closed) in self.rows().iter().zip(closed) {
            let of_this_size = sets.len();
            for index in done..of_this_size {
                let set = sets[index];
                let ways = counts.ways(set);
                for square in bits(row & !set) {
                    let next = set | 1 << square;
                    if closed & !next == 0 && counts.add(next, ways)? {
                        sets.push(next);
                    }
                }
            }
            done = of_this_size;
        }
        Ok(())
    }

    /// Draws a perfect matching, last series first.
    #[inline]
    fn draw(&self, counts: &impl Counts, numbers: &mut Numbers, series_on: &mut SeriesOn) {
        let mut filled = self.squares;
        let mut chosen = numbers.below(counts.ways(filled));
        for (row, series) in self.rows().iter().zip(self.series).rev() {
            for square in bits(row & filled) {
                let others = filled & !(1 << square);
                let ways = counts.ways(others);
                if chosen < ways {
                    series_on[square] = series;
                    filled = others;
                    break;
                }
                chosen -= ways;
            }
        }
    }

    /// Puts next, again and again, the series that touches the fewest new squares.
    fn sort(&mut self) {
        let mut touched = 0;
        for place in 0..self.count {
            let new = |index: &usize| (self.rows[*index] & !touched).count_ones();
            let next = (place..self.count).min_by_key(new).unwrap_or(place);
            self.rows.swap(place, next);
            self.series.swap(place, next);
            touched |= self.rows[place];
        }
    }

    /// For each series the squares that no later one touches.
    fn closed(&self) -> [u64; MAX_SQUARES] {
        let mut closed = [0; MAX_SQUARES];
        let mut later = 0;
        for (index, row) in self.rows().iter().enumerate().rev() {
            closed[index] = row & !later;
            later |= row;
        }
        closed
    }
}

#[cfg(test)]
mod tests {
    use super::super::numbers::Streams;
    use super::*;

    /// Rows of random squares that include the diagonal, so that there is a perfect matching.
    fn random_rows(count: usize, extra: usize, numbers: &mut Numbers) -> [u64; MAX_SQUARES] {
        let mut rows = [0; MAX_SQUARES];
        for (index, row) in rows[..count].iter_mut().enumerate() {
            *row = 1 << index;
            for _ in 0..extra {
                *row |= 1 << numbers.below(count as u64);
            }
        }
        rows
    }

    fn all_series(count: usize) -> u64 {
        u64::MAX >> (64 - count)
    }

    /// In how many ways these series fill the free squares: by trying everything.
    fn literal(rows: &[u64], free: u64) -> u64 {
        let Some((row, rest)) = rows.split_first() else { return 1 };
        bits(row & free).map(|square| literal(rest, free & !(1 << square))).sum()
    }

    #[test]
    fn all_matchings_are_counted_and_one_of_them_picked() {
        let mut numbers = Streams::new(1).stream(0);
        let mut chooser = Chooser::default();
        for round in 0..400 {
            let count = 1 + round % 9;
            let rows = random_rows(count, 1 + round % 4, &mut numbers);
            let expected = literal(&rows[..count], all_series(count));
            let mut on = [[0_u8; MAX_SQUARES]; 2];
            let mut left = Rows::without_forced(all_series(count), &rows, &mut on[0]);
            on[1] = on[0];
            left.sort();
            let sets = &mut chooser.sets;
            assert_eq!(left.pick(&mut chooser.array, sets, &mut numbers, &mut on[0]), Ok(expected));
            assert_eq!(left.pick(&mut chooser.table, sets, &mut numbers, &mut on[1]), Ok(expected));
            for on in on {
                let placed = on[..count].iter().enumerate();
                assert!(placed.clone().all(|(square, &series)| rows[usize::from(series)] >> square & 1 != 0));
                let all = placed.fold(0, |set, (_, &series)| set | 1 << series);
                assert_eq!(all, all_series(count));
            }
        }
    }

    /// 4 series that may go anywhere but home, on the first squares and on the last.
    #[test]
    fn every_matching_is_as_likely_as_another() {
        let mut numbers = Streams::new(2).stream(0);
        let mut chooser = Chooser::default();
        for shift in [0, 60] {
            let mut rows = [0; MAX_SQUARES];
            rows[..4].copy_from_slice(&[0b1110, 0b1101, 0b1011, 0b0111].map(|row: u64| row << shift));
            let mut counts = FxHashMap::<Vec<u8>, u32>::default();
            for _ in 0..90_000 {
                let mut on = [0; MAX_SQUARES];
                assert_eq!(chooser.choose(0b1111, &rows, &mut numbers, &mut on), Ok(true));
                *counts.entry(on[shift..shift + 4].to_vec()).or_default() += 1;
            }
            assert_eq!(counts.len(), 9);
            assert!(counts.values().all(|count| count.abs_diff(10_000) < 600), "{counts:?}");
        }
    }

    #[test]
    fn sets_of_up_to_twenty_squares_are_never_refused_and_larger_ones_may_be() {
        let mut numbers = Streams::new(3).stream(0);
        let mut chooser = Chooser::default();
        let mut on = [0; MAX_SQUARES];
        let full = [all_series(20); MAX_SQUARES];
        assert_eq!(chooser.choose(all_series(20), &full, &mut numbers, &mut on), Ok(true));
        let full = [all_series(24); MAX_SQUARES];
        assert_eq!(chooser.choose(all_series(24), &full, &mut numbers, &mut on), Err(TooLarge));
        let long = random_rows(64, 1, &mut numbers);
        assert_eq!(chooser.choose(all_series(64), &long, &mut numbers, &mut on), Ok(true));
    }
}
