//! Series of any size: a matching of all series, and the tight sets found from it.

use super::numbers::Numbers;
use super::playout::{Quantum, Squares};
use crate::board::{MAX_SQUARES, SquareSet};
use crate::matching::{
    MAX_SERIES, Matching, Neighbours, SeriesSet, TooManyMatchings, UniformMatchings, neighbourhood,
};

/// Series of any size on the quantum squares, with a [`Matching`] of all of them.
#[derive(Clone, Debug)]
pub(super) struct Series {
    /// The quantum squares of each series.
    neighbours: Neighbours,
    /// The quantum series.
    quantum: SeriesSet,
    matching: Matching,
    uniform: UniformMatchings,
}

impl Quantum for Series {
    fn new() -> Series {
        Series {
            neighbours: [SquareSet::EMPTY; MAX_SERIES],
            quantum: SeriesSet::EMPTY,
            matching: Matching::new(),
            uniform: UniformMatchings::default(),
        }
    }

    #[inline]
    fn start(&mut self, _: usize) {
        self.matching.release(self.matching.matched());
        self.quantum = SeriesSet::EMPTY;
    }

    #[inline]
    fn place(
        &mut self,
        squares: &mut Squares,
        series: usize,
        placed: SquareSet,
        numbers: &mut Numbers,
    ) -> Result<SquareSet, TooManyMatchings> {
        self.neighbours[series] = placed;
        self.quantum.insert(series);
        let augmented = self.matching.augment(series, &self.neighbours);
        debug_assert!(augmented.is_ok(), "without a tight set there is room for one more series");
        if self.matching.reaches_unmatched(series, &self.neighbours) {
            return Ok(SquareSet::EMPTY);
        }
        let entangled = self.matching.entanglement(self.quantum, &self.neighbours);
        let filled = neighbourhood(entangled, &self.neighbours);
        let drawn = self.uniform.draw(entangled, &self.neighbours, |bound| numbers.below(bound))?;
        let mut series_on = [0; MAX_SQUARES];
        for member in entangled {
            series_on[drawn.square_of(member).index()] = member as u8;
        }
        squares.fix(filled, |square| usize::from(series_on[square]));
        self.matching.release(filled);
        self.quantum = self.quantum.without(entangled);
        for member in self.quantum {
            self.neighbours[member] -= filled;
        }
        Ok(filled)
    }
}
