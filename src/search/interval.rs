//! What is proven about a margin.

use std::fmt;

use crate::rules::Margin;

/// An interval in which the value of a game lies for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Player 1 can force at least this margin.
    pub lower: Margin,
    /// Player 2 can hold player 1 to this margin.
    pub upper: Margin,
}

impl Interval {
    /// The value, once both ends meet.
    #[must_use]
    pub fn value(&self) -> Option<Margin> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The interval in which a value lies that lies in both.
    #[must_use]
    pub fn intersect(self, other: Interval) -> Interval {
        Interval { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }
}

impl fmt::Display for Interval {
    /// The value, `+1/2`, or what is proven of it, `-1..+1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => value.fmt(f),
            None => write!(f, "{}..{}", self.lower, self.upper),
        }
    }
}
