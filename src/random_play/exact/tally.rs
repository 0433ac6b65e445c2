//! Counts of endgames, or of what leads to them, by what their lines earn.

use num_bigint::{BigInt, BigUint};
use num_traits::One;
use rustc_hash::FxHashMap;

use super::scores::{Score, Scores};

/// Counts by score: [`Margins`] keeps every score, [`Means`] what the mean needs.
pub trait Tally: Default {
    /// One way to have no lines.
    fn one() -> Self;
    /// Adds the scores of `from`, each after these many lines at one rank, and times `ways`.
    fn add_after(&mut self, from: &Self, lines: (usize, usize), ways: &BigUint, scores: &Scores);
    /// Adds the scores of `from`, times `ways`.
    fn add(&mut self, from: &Self, ways: &BigUint);
    /// How many there are.
    fn count(&self) -> BigUint;
    /// How many there are with lines.
    fn lined(&self) -> BigUint;
    /// About how many numbers are kept for all ways to share so many rows; an estimate for the progress.
    fn numbers(rows: usize) -> u64;
}

/// A count for every score.
#[derive(Clone, Default)]
pub struct Margins(pub FxHashMap<Score, BigUint>);

impl Tally for Margins {
    fn one() -> Margins {
        Margins(FxHashMap::from_iter([(Score::default(), BigUint::one())]))
    }

    fn add_after(&mut self, from: &Margins, lines: (usize, usize), ways: &BigUint, scores: &Scores) {
        for (score, count) in &from.0 {
            *self.0.entry(scores.after(*score, lines)).or_default() += count * ways;
        }
    }

    fn add(&mut self, from: &Margins, ways: &BigUint) {
        for (score, count) in &from.0 {
            *self.0.entry(*score).or_default() += count * ways;
        }
    }

    fn count(&self) -> BigUint {
        self.0.values().sum()
    }

    fn lined(&self) -> BigUint {
        self.0.iter().filter(|(score, _)| score.ranks > 0).map(|(_, count)| count).sum()
    }

    fn numbers(rows: usize) -> u64 {
        1 << rows.min(40)
    }
}

/// For every number of ranks taken, how many endgames there are and the sum of their margins. There are as many
/// entries as ranks, where [`Margins`] may have one for every set of ranks.
#[derive(Clone, Default)]
pub struct Means(FxHashMap<u32, (BigUint, BigInt)>);

impl Means {
    /// The sum of all margins, in the units of [`Scores::unit`].
    pub fn margins(&self) -> BigInt {
        self.0.values().map(|(_, margins)| margins).sum()
    }
}

impl Tally for Means {
    fn one() -> Means {
        Means(FxHashMap::from_iter([(0, (BigUint::one(), BigInt::ZERO))]))
    }

    fn add_after(&mut self, from: &Means, lines: (usize, usize), ways: &BigUint, scores: &Scores) {
        for (&ranks, (count, margins)) in &from.0 {
            let (after, more) = scores.step(ranks, lines);
            let new = self.0.entry(after).or_default();
            let ways_of_all = BigInt::from(count * ways);
            new.1 += margins * BigInt::from(ways.clone()) + &ways_of_all * more;
            new.0 += ways_of_all.magnitude();
        }
    }

    fn add(&mut self, from: &Means, ways: &BigUint) {
        for (&ranks, (count, margins)) in &from.0 {
            let sum = self.0.entry(ranks).or_default();
            sum.0 += count * ways;
            sum.1 += margins * BigInt::from(ways.clone());
        }
    }

    fn count(&self) -> BigUint {
        self.0.values().map(|(count, _)| count).sum()
    }

    fn lined(&self) -> BigUint {
        self.0.iter().filter(|(ranks, _)| **ranks > 0).map(|(_, (count, _))| count).sum()
    }

    fn numbers(rows: usize) -> u64 {
        1 + rows as u64
    }
}
