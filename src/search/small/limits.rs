//! Margins of small boards in half points: on boards up to 3x3 every margin is a whole number of them.
//!
//! A player can complete two lines at most (ranks 1 and 2, or both of rank 1), and of the two players only one if it
//! completes two. So margins lie between -1 (player 2 has four pieces on 3x3, hence one line) and 2 points.

use crate::rules::Margin;

/// The least margin of any small board, in half points.
pub const LEAST: i32 = -2;

/// The greatest margin of any small board, in half points.
pub const MOST: i32 = 4;

/// A margin in half points.
pub fn halves(margin: Margin) -> i8 {
    let half = Margin::UNIT / 2;
    debug_assert!(margin.units() % half == 0, "boards up to 3x3 have no thirds");
    (margin.units() / half) as i8
}

/// The smallest number of half points that is at least a margin.
pub fn halves_up(margin: Margin) -> i32 {
    -(-margin.units()).div_euclid(Margin::UNIT / 2)
}

/// The margin of so many half points.
pub fn of_halves(halves: i32) -> Margin {
    (0..halves.abs()).fold(Margin::ZERO, |sum, _| {
        if halves > 0 { sum + Margin::of_rank(2) } else { sum - Margin::of_rank(2) }
    })
}

/// The least and the greatest margin of some set of possible continuations, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    pub lower: i8,
    pub upper: i8,
}

impl Limits {
    /// Those of no continuation.
    pub const NONE: Limits = Limits { lower: i8::MAX, upper: i8::MIN };

    /// Those of a single margin.
    pub const fn exactly(margin: i8) -> Limits {
        Limits { lower: margin, upper: margin }
    }

    /// Those of the continuations of either.
    pub fn or(self, other: Limits) -> Limits {
        Limits { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }
}
