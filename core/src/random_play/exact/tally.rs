//! Counts endgames, orders, or assignments of turns, by score.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::scores::{Score, Scores};

#[derive(Clone, Debug, Default)]
pub struct Tally(pub FxHashMap<Score, BigUint>);

impl Tally {
    /// One way to have no lines.
    pub fn one() -> Tally {
        Tally(FxHashMap::from_iter([(Score::default(), BigUint::one())]))
    }

    /// Adds the counts of `from` times `ways`, with `lines` added to each score (see
    /// [`Scores::after`]).
    pub fn add_after(
        &mut self,
        from: &Tally,
        lines: (usize, usize),
        ways: &BigUint,
        scores: &Scores,
    ) {
        for (score, count) in &from.0 {
            *self.0.entry(scores.after(*score, lines)).or_default() += count * ways;
        }
    }

    pub fn add(&mut self, from: &Tally, ways: &BigUint) {
        for (score, count) in &from.0 {
            *self.0.entry(*score).or_default() += count * ways;
        }
    }

    pub fn count(&self) -> BigUint {
        self.0.values().sum()
    }

    /// Sums the counts with at least one line.
    pub fn lined(&self) -> BigUint {
        self.0
            .iter()
            .filter(|(score, _)| score.ranks > 0)
            .map(|(_, count)| count)
            .sum()
    }
}
