//! The distribution of the margin, exactly.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use rayon::prelude::*;

use crate::engine::rules::Margin;

/// How a game ended for player 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// A positive margin.
    Player1Wins,
    /// A margin of 0.
    Draw,
    /// A negative margin.
    Player2Wins,
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Outcome; 3] = [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins];
}

impl From<Ordering> for Outcome {
    /// By how the margin compares with 0.
    fn from(margin_with_0: Ordering) -> Outcome {
        match margin_with_0 {
            Ordering::Greater => Outcome::Player1Wins,
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Player2Wins,
        }
    }
}

/// One margin and how many endgames have it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarginCount {
    /// Player 1's points minus player 2's.
    pub margin: BigRational,
    /// How many of the (m*m)! endgames have it; for a game that stops early, how many orders of play.
    pub endgames: BigUint,
}

impl MarginCount {
    /// Who wins by this margin.
    pub fn outcome(&self) -> Outcome {
        self.margin.cmp(&BigRational::zero()).into()
    }
}

/// The distribution of the margin on an m-by-m board. Holds every margin that occurs, in increasing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    side: usize,
    margins: Vec<MarginCount>,
    total: BigUint,
}

impl Distribution {
    /// The distribution with these counts; margins with no endgame are left out.
    pub fn new(side: usize, mut margins: Vec<MarginCount>) -> Distribution {
        margins.retain(|count| !count.endgames.is_zero());
        margins.sort_by(|a, b| a.margin.cmp(&b.margin));
        let total = margins.iter().map(|count| &count.endgames).sum();
        Distribution {
            side,
            margins,
            total,
        }
    }

    /// The distribution with these probabilities, as weights over their common denominator.
    pub(super) fn of_shares(side: usize, shares: &BTreeMap<Margin, BigRational>) -> Distribution {
        let denominator = shares
            .values()
            .fold(BigInt::one(), |lcm, share| lcm.lcm(share.denom()));
        let weights = shares.iter().map(|(&margin, share)| MarginCount {
            margin: margin.into(),
            endgames: (share * &denominator).to_integer().magnitude().clone(),
        });
        Distribution::new(side, weights.collect())
    }

    /// The side m of the board.
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Every margin that occurs, in increasing order.
    pub fn margins(&self) -> &[MarginCount] {
        &self.margins
    }

    /// How many endgames there are: (m*m)!.
    pub const fn total(&self) -> &BigUint {
        &self.total
    }

    /// How many endgames end this way.
    pub fn endgames(&self, outcome: Outcome) -> BigUint {
        self.margins
            .iter()
            .filter(|count| count.outcome() == outcome)
            .map(|count| &count.endgames)
            .sum()
    }

    /// The probability of this many endgames.
    pub fn share(&self, endgames: &BigUint) -> BigRational {
        BigRational::new(
            BigInt::from(endgames.clone()),
            BigInt::from(self.total.clone()),
        )
    }

    /// The probability of each margin, in the order of the margins. Much faster than [`Distribution::share`] for each
    /// of them, because lowest terms are found by the primes up to m*m.
    pub fn shares(&self) -> Vec<BigRational> {
        let terms = LowestTerms::of(self);
        let share = |count: &MarginCount| match &terms {
            Some(terms) => terms.share(&count.endgames),
            None => self.share(&count.endgames),
        };
        self.margins.par_iter().map(share).collect()
    }

    /// The probability of an outcome.
    pub fn probability(&self, outcome: Outcome) -> BigRational {
        self.share(&self.endgames(outcome))
    }

    /// The expected margin.
    pub fn expected_margin(&self) -> BigRational {
        // Over a common denominator: lowest terms are found once.
        let unit = self
            .margins
            .iter()
            .fold(BigInt::one(), |lcm, count| lcm.lcm(count.margin.denom()));
        let weighted = self.margins.iter().map(|count| {
            let units = count.margin.numer() * (&unit / count.margin.denom());
            units * BigInt::from(count.endgames.clone())
        });
        BigRational::new(weighted.sum(), unit * BigInt::from(self.total.clone()))
    }

    /// The most likely margins: usually one.
    pub fn modes(&self) -> Vec<&BigRational> {
        let most = self.margins.iter().map(|count| &count.endgames).max();
        self.margins
            .iter()
            .filter(|count| Some(&count.endgames) == most)
            .map(|count| &count.margin)
            .collect()
    }
}

/// Reduces the fractions of counts and their total. The greatest common divisor of all counts is taken out once. What
/// is left of the total is a product of primes up to m*m. They are put in groups whose products fit a word; one
/// division of a count by such a product leaves a remainder that tells which primes of the group divide the count.
struct LowestTerms {
    common: BigUint,
    denominator: BigUint,
    /// The primes in the denominator, in groups: the product of a group, and its primes.
    words: Vec<(u64, Vec<u64>)>,
}

impl LowestTerms {
    /// `None` if the total has other prime factors, as it may where games stop early.
    fn of(distribution: &Distribution) -> Option<LowestTerms> {
        let counts = distribution.margins.iter().map(|count| &count.endgames);
        let common = counts.fold(distribution.total.clone(), |common, count| {
            let rest = count % &common;
            if rest.is_zero() {
                common
            } else {
                common.gcd(&rest)
            }
        });
        let denominator = &distribution.total / &common;
        let most = (distribution.side * distribution.side) as u64;
        let primes = (2..=most).filter(|number| (2..*number).all(|divisor| number % divisor != 0));
        let (mut rest, mut words) = (denominator.clone(), vec![(1_u64, Vec::new())]);
        for prime in primes.filter(|prime| (&denominator % prime).is_zero()) {
            while (&rest % prime).is_zero() {
                rest /= prime;
            }
            match words
                .last_mut()
                .and_then(|word| word.0.checked_mul(prime).map(|product| (word, product)))
            {
                Some((word, product)) => {
                    word.0 = product;
                    word.1.push(prime);
                }
                None => words.push((prime, vec![prime])),
            }
        }
        rest.is_one().then_some(LowestTerms {
            common,
            denominator,
            words,
        })
    }

    fn share(&self, endgames: &BigUint) -> BigRational {
        let (mut numerator, mut denominator) = (endgames / &self.common, self.denominator.clone());
        for (product, primes) in &self.words {
            let rest = (&numerator % product).to_u64().unwrap_or_default();
            for &prime in primes.iter().filter(|prime| rest.is_multiple_of(**prime)) {
                while (&numerator % prime).is_zero() && (&denominator % prime).is_zero() {
                    numerator /= prime;
                    denominator /= prime;
                }
            }
        }
        BigRational::new_raw(numerator.into(), denominator.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules::{Ending, Rules, Scoring};
    use crate::random_play::{early_stopping, exact};
    use crate::support::progress::Silent;

    #[test]
    fn shares_are_those_of_one_count_after_the_other() {
        let to_first_line = Rules {
            ending: Ending::FirstLine,
            ..Rules::default()
        };
        let game = crate::engine::game::Game::of_side(3, 2, to_first_line).unwrap();
        let mut all = vec![early_stopping(game, &Silent).unwrap().distribution];
        for side in [1, 2, 3, 4, 7, 10, 13] {
            for scoring in [Scoring::Harmonic, Scoring::Decisive] {
                all.push(
                    exact(
                        side,
                        &Rules {
                            scoring,
                            ..Rules::default()
                        },
                        &Silent,
                    )
                    .unwrap(),
                );
            }
        }
        // A total with a prime beyond m*m.
        let of = |margin: i64, endgames: u32| MarginCount {
            margin: BigRational::from_integer(margin.into()),
            endgames: endgames.into(),
        };
        all.push(Distribution::new(
            2,
            vec![of(-1, 34), of(0, 51), of(1, 17 * 6)],
        ));
        all.push(Distribution::new(2, vec![of(-1, 1), of(0, 4), of(1, 6)]));
        for distribution in all {
            let one_by_one = distribution
                .margins()
                .iter()
                .map(|count| distribution.share(&count.endgames));
            assert_eq!(
                distribution.shares(),
                one_by_one.collect::<Vec<_>>(),
                "{}",
                distribution.side()
            );
        }
    }
}
