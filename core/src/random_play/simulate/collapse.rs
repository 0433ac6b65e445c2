//! Draws a perfect matching of a tight set, uniformly at random.
//!
//! For each set of squares that the first d of the k series can fill, [`Assignments`] count the
//! ways to do so. To draw a perfect matching, let the series draw their squares from the last to
//! the first. A square's weight is the number of ways in which the earlier series fill the other
//! squares, so all perfect matchings are equally likely.
//!
//! For example, let series 1 have the squares a and b, and series 2 and 3 a, b and c. Series 1 and
//! 2 fill a and b in 2 ways, a and c in 1, and b and c in 1. So series 3 draws c with the weight 2,
//! and a or b with the weight 1 each.
//!
//! The series come in an order that touches new squares late, and a square must be filled once its
//! last series has passed, so sparse series have far fewer than 2^k sets. The result is
//! [`TooLargeToDraw`] if there may be too many sets, or if the number of matchings does not fit 64
//! bits. Up to 20 series neither can happen, because 2^20 sets are few enough and 20! < 2^64.

use crate::engine::board::{MAX_SQUARES, Square, SquareSet};
use crate::engine::matching::{Assignments, Neighbours, PerfectMatching, SeriesSet};

const ALWAYS: usize = 20;

const MOST_POSSIBLE: f64 = 1e6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooLargeToDraw;

#[derive(Clone, Copy, Debug)]
struct Row {
    series: usize,
    squares: SquareSet,
    slots: SquareSet,
    /// The slots (see [`Collapses::slot_of`]) of this row's squares that no later row touches.
    closed: SquareSet,
}

#[derive(Clone, Debug)]
pub(super) struct Collapses {
    places: Vec<(usize, Square)>,
    /// The series that [`Collapses::place_forced`] leaves, in the order in which they are counted.
    rows: Vec<Row>,
    /// Each square's slot, its number from its first row to its last. Slots are used again, because
    /// sets of small numbers are counted faster.
    slot_of: [Square; MAX_SQUARES],
    /// For each d, the ways in which the first d rows fill those of their squares that no later row
    /// touches, and a set of other slots. Entries beyond the last row are left over from earlier
    /// draws.
    counts: Vec<Assignments>,
}

impl Default for Collapses {
    fn default() -> Collapses {
        let slot_of = [Square::default(); MAX_SQUARES];
        Collapses {
            places: Vec::new(),
            rows: Vec::new(),
            slot_of,
            counts: vec![Assignments::default()],
        }
    }
}

impl Collapses {
    /// `below(bound)` must be uniform over 0..`bound`.
    pub(super) fn draw(
        &mut self,
        tight: SeriesSet,
        neighbours: &Neighbours,
        below: impl FnOnce(u64) -> u64,
    ) -> Result<PerfectMatching, TooLargeToDraw> {
        let mut filled = self.place_forced(tight, neighbours);
        let mut slots = SquareSet::EMPTY;
        let mut chosen = below(self.count()?);
        for (row, before) in self.rows.iter().zip(&self.counts).rev() {
            slots |= row.closed;
            for square in row.squares & filled {
                let others = slots - SquareSet::single(self.slot_of[square.index()]);
                let ways = before.onto(others);
                if chosen < ways {
                    self.places.push((row.series, square));
                    filled.remove(square);
                    slots = others;
                    break;
                }
                chosen -= ways;
            }
        }
        Ok(PerfectMatching::new(self.places.iter().copied())
            .expect("each series has a square of its own"))
    }

    /// Places series that are the only one on a square, as long as there are any. Lists the other
    /// series and returns their squares.
    fn place_forced(&mut self, tight: SeriesSet, neighbours: &Neighbours) -> SquareSet {
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
        self.rows.clear();
        let (slots, closed) = (SquareSet::EMPTY, SquareSet::EMPTY);
        self.rows.extend(left.iter().map(|series| Row {
            series,
            squares: neighbours[series] & squares,
            slots,
            closed,
        }));
        self.sort();
        self.give_slots();
        squares
    }

    fn sort(&mut self) {
        let mut touched = SquareSet::EMPTY;
        let mut rows = &mut self.rows[..];
        loop {
            let by_new = |(_, row): &(usize, &Row)| (row.squares - touched).len();
            let Some((next, _)) = rows.iter().enumerate().min_by_key(by_new) else {
                break;
            };
            rows.swap(0, next);
            touched |= rows[0].squares;
            rows = &mut rows[1..];
        }
    }

    fn give_slots(&mut self) {
        let mut later = SquareSet::EMPTY;
        for row in self.rows.iter_mut().rev() {
            // `closed` holds squares here, and slots after the next loop.
            row.closed = row.squares - later;
            later |= row.squares;
        }
        let mut touched = SquareSet::EMPTY;
        let mut taken = SquareSet::EMPTY;
        for row in &mut self.rows {
            for square in row.squares - touched {
                let slot = (!taken)
                    .lowest()
                    .expect("there are no more open squares than squares");
                self.slot_of[square.index()] = slot;
                taken.insert(slot);
            }
            touched |= row.squares;
            let slots = |squares: SquareSet| {
                squares
                    .iter()
                    .map(|square| self.slot_of[square.index()])
                    .collect()
            };
            (row.slots, row.closed) = (slots(row.squares), slots(row.closed));
            taken -= row.closed;
        }
    }

    fn count(&mut self) -> Result<u64, TooLargeToDraw> {
        let count = self.rows.len();
        if count > ALWAYS && self.possible_sets() > MOST_POSSIBLE {
            return Err(TooLargeToDraw);
        }
        if self.counts.len() <= count {
            self.counts.resize_with(count + 1, Assignments::default);
        }
        for (index, row) in self.rows.iter().enumerate() {
            let (before, after) = self.counts.split_at_mut(index + 1);
            after[0].set_to_filling(&before[index], row.slots, row.closed);
        }
        // Counts saturate, so this one may be too small.
        match self.counts[count].onto(SquareSet::EMPTY) {
            u64::MAX => Err(TooLargeToDraw),
            total => Ok(total),
        }
    }

    /// Bounds the number of sets from above: after each row a set has a known number of the open
    /// squares, but not every such set can be filled.
    fn possible_sets(&self) -> f64 {
        let mut open = SquareSet::EMPTY;
        let mut closed = 0;
        let mut sum = 0.0;
        for (row, number) in self.rows.iter().zip(1_usize..) {
            open = (open | row.slots) - row.closed;
            closed += row.closed.len();
            let chosen = number.saturating_sub(closed) as u32;
            let open = open.len() as u32;
            sum += (0..chosen).fold(1.0, |ways, taken| {
                ways * f64::from(open.saturating_sub(taken)) / f64::from(taken + 1)
            });
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
    use crate::engine::matching::MAX_SERIES;

    fn graph(rows: impl IntoIterator<Item = u64>) -> (SeriesSet, Neighbours) {
        let mut neighbours = [SquareSet::EMPTY; MAX_SERIES];
        let series = rows
            .into_iter()
            .zip(&mut neighbours)
            .map(|(row, slot)| *slot = SquareSet(row))
            .count();
        (SeriesSet::first(series), neighbours)
    }

    fn permanent((series, neighbours): (SeriesSet, Neighbours)) -> Result<u64, TooLargeToDraw> {
        let mut collapses = Collapses::default();
        collapses.place_forced(series, &neighbours);
        collapses.count()
    }

    fn literal(rows: &[SquareSet], free: SquareSet) -> u64 {
        let Some((&row, rest)) = rows.split_first() else {
            return 1;
        };
        (row & free)
            .iter()
            .map(|square| literal(rest, free - SquareSet::single(square)))
            .sum()
    }

    proptest! {
        #[test]
        fn all_matchings_are_counted_and_one_of_them_drawn(
            rows in proptest::collection::vec(1_u64..1 << 9, 9),
            count in 1_usize..=9,
            seed: u64,
        ) {
            let mut collapses = Collapses::default();
            let mut generator = chacha20::ChaCha8Rng::seed_from_u64(seed);
            for shift in [0, 55] {
                let rows: Vec<u64> = rows[..count].iter().map(|row| row & ((1 << count) - 1)).collect();
                // Joining series i to square `shift` + i ensures a perfect matching.
                let (series, neighbours) = graph((0..).zip(&rows).map(|(i, row)| (row | 1 << i) << shift));
                let all = SquareSet(SquareSet::first(count).0 << shift);
                prop_assert_eq!(permanent((series, neighbours)), Ok(literal(&neighbours[..count], all)));
                let drawn = collapses.draw(series, &neighbours, |bound| generator.random_range(0..bound)).unwrap();
                prop_assert_eq!(drawn.squares(), all);
                prop_assert!(series.iter().all(|one| neighbours[one].contains(drawn.square_of(one))));
            }
        }
    }

    /// The 9 derangements of 4 squares.
    #[test]
    fn every_matching_is_as_likely_as_another() {
        let mut generator = chacha20::ChaCha8Rng::seed_from_u64(2);
        let (all, neighbours) = graph([0b1110, 0b1101, 0b1011, 0b0111]);
        let mut collapses = Collapses::default();
        let mut counts = FxHashMap::<Vec<Square>, u32>::default();
        for _ in 0..90_000 {
            let drawn = collapses
                .draw(all, &neighbours, |bound| generator.random_range(0..bound))
                .unwrap();
            *counts
                .entry((0..4).map(|series| drawn.square_of(series)).collect())
                .or_default() += 1;
        }
        assert_eq!(counts.len(), 9);
        assert!(
            counts.values().all(|count| count.abs_diff(10_000) < 600),
            "{counts:?}"
        );
    }

    #[test]
    fn up_to_twenty_series_are_never_too_many_and_more_may_be() {
        let full = |count| graph(std::iter::repeat_n((1_u64 << count) - 1, count));
        assert_eq!(permanent(full(20)), Ok((1..=20).product()));
        assert_eq!(permanent(full(24)), Err(TooLargeToDraw));
        assert_eq!(
            permanent(graph(
                (0..64).map(|series| 1 << series | 1 << ((series + 1) % 64))
            )),
            Ok(2)
        );
        // Few sets and very many ways.
        let near = |series: u32| (0..64_u32).filter(move |square| square.abs_diff(series) <= 4);
        let band = (0..64).map(|series| near(series).map(|square| 1_u64 << square).sum());
        assert_eq!(permanent(graph(band)), Err(TooLargeToDraw));
        // 32 pairs of series, each with 2 squares of its own.
        assert_eq!(
            permanent(graph((0..64).map(|series| 3 << (series / 2 * 2)))),
            Ok(1 << 32)
        );
    }
}
