//! What is counted.

use num_bigint::BigUint;

use crate::rules::Margin;

/// How many positions there are of some kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// All of them.
    pub positions: BigUint,
    /// Up to the symmetries of the board.
    pub orbits: BigUint,
}

impl Count {
    /// One orbit of `size` positions more.
    pub(super) fn add_orbit(&mut self, size: usize) {
        self.positions += size;
        self.orbits += 1_u32;
    }
}

impl<'a> std::iter::Sum<&'a Count> for Count {
    fn sum<I: Iterator<Item = &'a Count>>(counts: I) -> Count {
        counts.fold(Count::default(), |sum, count| Count {
            positions: sum.positions + &count.positions,
            orbits: sum.orbits + &count.orbits,
        })
    }
}

/// The positions after one turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnCensus {
    /// How many series have been placed.
    pub turn: usize,
    /// Those that wait for a placement, or are over.
    pub quiescent: Count,
    /// Those that wait for a collapse.
    pub waiting: Count,
}

/// How many positions after a turn have a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueCount {
    /// How many series have been placed.
    pub turn: usize,
    /// Whether they wait for a collapse.
    pub waiting: bool,
    /// The margin under perfect play.
    pub value: Margin,
    /// How many of them there are.
    pub count: Count,
}
