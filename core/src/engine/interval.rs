//! Proved bounds on a margin.

use std::fmt;

use crate::engine::rules::Margin;
use crate::support::progress::Interrupted;

/// The way in which a bound was proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Basis {
    /// A count of completed and possible lines, or a theorem about the start of a game.
    Theorem,
    /// A strategy that keeps the other player from a line, a pair of lines or a crossing pair.
    Blocking,
    /// A search of the game tree.
    Search,
}

impl Basis {
    pub const fn name(self) -> &'static str {
        match self {
            Basis::Theorem => "theorem",
            Basis::Blocking => "blocking",
            Basis::Search => "search",
        }
    }

    /// Names both bases, once if they are equal.
    pub fn names(bounds: [Basis; 2]) -> String {
        match bounds.map(Basis::name) {
            [lower, upper] if lower == upper => lower.to_owned(),
            [lower, upper] => format!("{lower}, {upper}"),
        }
    }
}

/// A proved interval that contains the value of a game or position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interval {
    /// Player 1 can force at least this margin.
    pub lower: Margin,
    /// Player 2 can hold player 1 to at most this margin.
    pub upper: Margin,
}

impl Interval {
    /// Returns the value if the bounds are equal.
    pub fn value(&self) -> Option<Margin> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Narrows the interval to the value by null-window queries: MTD(f), Plaat and others 1996.
    ///
    /// `query` gets the interval and a margin. It must return a lower bound of at least this margin
    /// if player 1 can force the margin, and otherwise an upper bound below the margin.
    ///
    /// # Errors
    /// Fails if a query does, but keeps the bounds proved before.
    pub(crate) fn narrow(
        &mut self,
        guess: Margin,
        mut query: impl FnMut(&Interval, Margin) -> Result<Margin, Interrupted>,
    ) -> Result<(), Interrupted> {
        let mut last = guess;
        while self.lower < self.upper {
            let guess = last.clamp(self.lower, self.upper);
            let target = if guess == self.lower {
                guess + Margin::SMALLEST
            } else {
                guess
            };
            last = query(self, target)?;
            self.learn(target, last);
        }
        Ok(())
    }

    pub(crate) fn learn(&mut self, target: Margin, result: Margin) {
        if result < target {
            self.upper = self.upper.min(result);
        } else {
            self.lower = self.lower.max(result);
        }
    }

    pub(crate) fn question(&self, target: Margin) -> String {
        format!(
            "{} <= value <= {}, at least {target}?",
            self.lower, self.upper
        )
    }

    /// Intersects two intervals that both contain the value.
    pub fn intersect(self, other: Interval) -> Interval {
        Interval {
            lower: self.lower.max(other.lower),
            upper: self.upper.min(other.upper),
        }
    }
}

impl fmt::Display for Interval {
    /// Writes the value, `+1/2`, or the bounds, `-1..+1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value() {
            Some(value) => value.fmt(f),
            None => write!(f, "{}..{}", self.lower, self.upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_narrow_an_interval_to_its_value() {
        let margins = [-3, -2, -1, 0, 1, 2, 3].map(|units: i32| {
            let size = (0..units.abs()).map(|_| Margin::SMALLEST).sum();
            if units < 0 { Margin::ZERO - size } else { size }
        });
        let [lower, .., upper] = margins;
        for value in margins {
            for guess in margins {
                let mut interval = Interval { lower, upper };
                let query = |at: &Interval, target: Margin| {
                    assert!(at.lower < target && target <= at.upper, "asked in vain");
                    Ok(if value < target {
                        target - Margin::SMALLEST
                    } else {
                        target
                    })
                };
                assert!(interval.narrow(guess, query).is_ok());
                assert_eq!(interval.value(), Some(value));
            }
        }
    }

    #[test]
    fn intervals_are_written_as_a_value_or_as_bounds() {
        let [lower, upper] = [-Margin::ONE, Margin::from_rank(2)];
        let open = Interval { lower, upper };
        assert_eq!((open.value(), open.to_string()), (None, "-1..+1/2".into()));
        let question = open.question(Margin::ZERO);
        assert_eq!(question, "-1 <= value <= +1/2, at least 0?");
        let lower = upper;
        assert_eq!(Interval { lower, upper }.to_string(), "+1/2");
    }

    #[test]
    fn equal_bases_are_named_once() {
        use Basis::{Blocking, Search, Theorem};
        assert_eq!(Basis::names([Search, Search]), "search");
        assert_eq!(Basis::names([Theorem, Blocking]), "theorem, blocking");
    }
}
