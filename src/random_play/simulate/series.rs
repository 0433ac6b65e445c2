//! Series of any size: a matching of all series, and the tight sets found from it.

use super::collapse::Chooser;
use super::field::{Collapsed, Field, Quantum, SeriesOn, bits};
use super::numbers::Numbers;
use super::{TooLarge, chain};
use crate::board::MAX_SQUARES;

/// Series of any size on the quantum squares.
///
/// As in [`crate::matching`], a matching of all series is extended by an alternating path a turn, and the new
/// series is entangled exactly if no such path leads from it to an unmatched square.
#[derive(Clone, Debug)]
pub(super) struct Series {
    /// The quantum squares of each series.
    rows: [u64; MAX_SQUARES],
    /// The quantum series.
    live: u64,
    /// The squares that are matched to a quantum series.
    matched: u64,
    series_on: SeriesOn,
    square_of: [u8; MAX_SQUARES],
    chooser: Chooser,
    /// How many collapses came from the chain.
    chained: u64,
}

impl Series {
    #[inline]
    fn assign(&mut self, series: usize, square: usize) {
        self.series_on[square] = series as u8;
        self.square_of[series] = square as u8;
        self.matched |= 1 << square;
    }

    /// Matches a new series, which has a place because there was no tight set.
    #[inline]
    fn augment(&mut self, series: usize) {
        let unmatched = self.rows[series] & !self.matched;
        if unmatched != 0 {
            self.assign(series, unmatched.trailing_zeros() as usize);
        } else {
            self.augment_by_a_path(series);
        }
    }

    fn augment_by_a_path(&mut self, series: usize) {
        let mut found_by = [0_u8; MAX_SQUARES];
        let mut visited = self.rows[series];
        let mut frontier = visited;
        for square in bits(frontier) {
            found_by[square] = series as u8;
        }
        while frontier != 0 {
            let next = usize::from(self.series_on[frontier.trailing_zeros() as usize]);
            frontier &= frontier - 1;
            let new = self.rows[next] & !visited;
            let unmatched = new & !self.matched;
            if unmatched != 0 {
                self.flip(series, next, unmatched.trailing_zeros() as usize, &found_by);
                return;
            }
            visited |= new;
            frontier |= new;
            for square in bits(new) {
                found_by[square] = next as u8;
            }
        }
        debug_assert!(false, "without a tight set there is room for one more series");
    }

    /// Moves `mover` to the square at the end of the path, and every series before it one square on.
    fn flip(&mut self, series: usize, mut mover: usize, mut square: usize, found_by: &[u8; MAX_SQUARES]) {
        while mover != series {
            let left = usize::from(self.square_of[mover]);
            self.assign(mover, square);
            square = left;
            mover = usize::from(found_by[left]);
        }
        self.assign(series, square);
    }

    /// Whether an alternating path leads from this series to an unmatched square.
    #[inline]
    fn reaches_unmatched(&self, series: usize) -> bool {
        let mut squares = self.rows[series];
        let mut left = squares;
        loop {
            if squares & !self.matched != 0 {
                return true;
            }
            if left == 0 {
                return false;
            }
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let row = self.rows[usize::from(self.series_on[square])];
            left |= row & !squares;
            squares |= row;
        }
    }

    /// The entanglement, from a position that has one: the series that reach no unmatched square.
    fn entanglement(&self, quantum_squares: usize) -> u64 {
        let mut stuck = self.live;
        if self.matched.count_ones() as usize == quantum_squares {
            return stuck;
        }
        let mut stuck_squares = self.matched;
        loop {
            let before = stuck;
            for series in bits(stuck) {
                if self.rows[series] & !stuck_squares != 0 {
                    stuck &= !(1 << series);
                    stuck_squares &= !(1 << self.square_of[series]);
                }
            }
            if stuck == before {
                return stuck;
            }
        }
    }
}

impl Quantum for Series {
    fn new() -> Series {
        Series {
            rows: [0; MAX_SQUARES],
            live: 0,
            matched: 0,
            series_on: [0; MAX_SQUARES],
            square_of: [0; MAX_SQUARES],
            chooser: Chooser::default(),
            chained: 0,
        }
    }

    #[inline]
    fn start(&mut self, _: usize) {
        self.live = 0;
        self.matched = 0;
    }

    #[inline]
    fn place(&mut self, field: &mut Field, series: usize, squares: u64, numbers: &mut Numbers) -> Collapsed {
        self.rows[series] = squares;
        self.live |= 1 << series;
        self.augment(series);
        if self.reaches_unmatched(series) {
            return Collapsed::NOTHING;
        }
        let entangled = self.entanglement(field.count());
        let squares = bits(entangled).fold(0, |squares, member| squares | self.rows[member]);
        let chosen = self.chooser.choose(entangled, &self.rows, numbers, &mut self.series_on);
        let chosen = chosen.unwrap_or_else(|TooLarge| {
            self.chained += 1;
            chain::walk(entangled, &self.rows, numbers, &mut self.square_of, &mut self.series_on);
            true
        });
        field.fix(squares, &self.series_on);
        self.live &= !entangled;
        self.matched &= !squares;
        for member in bits(self.live) {
            self.rows[member] &= !squares;
        }
        Collapsed { squares, chosen }
    }

    fn take_chained(&mut self) -> u64 {
        std::mem::take(&mut self.chained)
    }

    fn series_on(&self) -> &SeriesOn {
        &self.series_on
    }
}
