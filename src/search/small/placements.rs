//! The placements of a node in the order in which they are tried.

use super::{KILLERS, Mask, SQUARES};
use crate::board::SquareSet;

/// The most placements: 4 or 5 of 9 squares.
const MOST_PLACEMENTS: usize = 126;

/// The placements of a node, those with the best history first.
pub struct Placements {
    /// The history of each, and below it the complement of its squares: so the greatest is the next to be tried.
    scored: [u64; MOST_PLACEMENTS],
    pub count: usize,
    given: usize,
}

/// All squares.
const ALL: Mask = (1 << SQUARES) - 1;

impl Placements {
    #[inline]
    pub fn of(quantum: Mask, size: usize, history: &[u32; 1 << SQUARES]) -> Placements {
        let mut placements = Placements { scored: [0; MOST_PLACEMENTS], count: 0, given: 0 };
        for squares in SquareSet(u64::from(quantum)).subsets(size) {
            let squares = squares.0 as Mask;
            let score = u64::from(history[usize::from(squares)]);
            placements.scored[placements.count] = score << SQUARES | u64::from(ALL - squares);
            placements.count += 1;
        }
        placements
    }

    #[inline]
    const fn squares(scored: u64) -> Mask {
        ALL - (scored as Mask & ALL)
    }

    /// Puts some placements before all others, the first of them first.
    #[inline]
    pub fn prefer(mut self, killers: &[Mask; KILLERS]) -> Placements {
        for scored in &mut self.scored[..self.count] {
            let squares = Placements::squares(*scored);
            if let Some(place) = killers.iter().position(|&killer| killer == squares) {
                *scored |= ((KILLERS - place) as u64) << 48;
            }
        }
        self
    }

    /// Keeps those that `keep` says; none has been given yet.
    #[inline]
    pub fn retain(&mut self, keep: impl Fn(Mask) -> bool) {
        let mut kept = 0;
        for index in 0..self.count {
            if keep(Placements::squares(self.scored[index])) {
                self.scored[kept] = self.scored[index];
                kept += 1;
            }
        }
        self.count = kept;
    }

    /// The best placement not yet given: usually one of the first settles the question, so nothing is sorted.
    #[inline]
    pub fn next(&mut self) -> Option<Mask> {
        let rest = &mut self.scored[self.given..self.count];
        let best = rest.iter().copied().fold(0, u64::max);
        let place = rest.iter().position(|&scored| scored == best)?;
        rest.swap(0, place);
        self.given += 1;
        Some(Placements::squares(best))
    }
}
