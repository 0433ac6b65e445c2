//! What is proven about a margin.

use std::fmt;

use crate::engine::rules::Margin;
use crate::support::progress::Interrupted;

/// How a bound of a value is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// By counting the lines that a player can still have, or by a theorem about the start of a game.
    Theorem,
    /// By a strategy that keeps the other player from lines.
    Blocking,
    /// By a search of the game tree.
    Search,
}

impl Basis {
    /// Its name in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Theorem => "theorem",
            Basis::Blocking => "blocking",
            Basis::Search => "search",
        }
    }

    /// How a lower and an upper bound are proved: one word if both are alike.
    pub fn names(bounds: [Basis; 2]) -> String {
        match bounds.map(Basis::name) {
            [lower, upper] if lower == upper => lower.to_owned(),
            [lower, upper] => format!("{lower}, {upper}"),
        }
    }
}

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
    pub fn value(&self) -> Option<Margin> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Narrows the interval to the value by null-window queries, outwards from a guess.
    ///
    /// `query` returns a lower bound of at least the asked margin if player 1 can force it, and else
    /// an upper bound below it. Each query starts from the last bound: MTD(f), Plaat and others 1996.
    /// The guess changes the time alone.
    ///
    /// # Errors
    /// Fails if a query does. The interval keeps the bounds proved before.
    pub(crate) fn narrow(
        &mut self,
        guess: Margin,
        mut query: impl FnMut(&Interval, Margin) -> Result<Margin, Interrupted>,
    ) -> Result<(), Interrupted> {
        let mut last = guess;
        while self.lower < self.upper {
            let guess = last.clamp(self.lower, self.upper);
            let asked = if guess == self.lower {
                guess + Margin::SMALLEST
            } else {
                guess
            };
            last = query(self, asked)?;
            self.learn(asked, last);
        }
        Ok(())
    }

    /// Adds the result `found` of the query whether player 1 can force `asked`.
    pub(crate) fn learn(&mut self, asked: Margin, found: Margin) {
        if found < asked {
            self.upper = self.upper.min(found);
        } else {
            self.lower = self.lower.max(found);
        }
    }

    /// Returns the bounds and the asked margin as a remark: `-1 <= value <= +2, at least +1/2?`.
    pub(crate) fn question(&self, asked: Margin) -> String {
        format!(
            "{} <= value <= {}, at least {asked}?",
            self.lower, self.upper
        )
    }

    /// The intersection of two intervals in which the value lies.
    pub fn intersect(self, other: Interval) -> Interval {
        Interval {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
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
