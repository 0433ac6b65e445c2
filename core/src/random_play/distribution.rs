use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::engine::rules::Margin;

/// A game's result, which is the sign of its margin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    Player1Wins,
    Draw,
    Player2Wins,
}

impl Outcome {
    pub const ALL: [Outcome; 3] = [Outcome::Player1Wins, Outcome::Draw, Outcome::Player2Wins];
}

impl From<Ordering> for Outcome {
    fn from(margin_with_0: Ordering) -> Outcome {
        match margin_with_0 {
            Ordering::Greater => Outcome::Player1Wins,
            Ordering::Equal => Outcome::Draw,
            Ordering::Less => Outcome::Player2Wins,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MarginCount {
    /// Player 1's points minus player 2's.
    pub margin: BigRational,
    /// A weight in proportion to the margin's probability. From [`exact`](super::exact()) it is how
    /// many of the (m*m)! endgames have this margin.
    pub endgames: BigUint,
}

impl MarginCount {
    pub fn outcome(&self) -> Outcome {
        self.margin.cmp(&BigRational::zero()).into()
    }
}

/// The distribution of the margin on an m-by-m board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    side: usize,
    margins: Vec<MarginCount>,
    total: BigUint,
}

impl Distribution {
    /// Creates a distribution, but omits margins that have no endgame. If no margin is left,
    /// [`Distribution::share`], [`Distribution::probability`] and [`Distribution::expected_margin`]
    /// panic.
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

    pub(super) fn from_shares(
        side: usize,
        shares: &FxHashMap<Margin, BigRational>,
    ) -> Distribution {
        let denominator = common_denominator(shares.values());
        let weights = shares.iter().map(|(&margin, share)| MarginCount {
            margin: margin.into(),
            endgames: (share * &denominator).to_integer().magnitude().clone(),
        });
        Distribution::new(side, weights.collect())
    }

    pub const fn side(&self) -> usize {
        self.side
    }

    /// Returns every margin that occurs, in increasing order.
    pub fn margins(&self) -> &[MarginCount] {
        &self.margins
    }

    /// Returns the sum of all counts.
    pub const fn total(&self) -> &BigUint {
        &self.total
    }

    pub fn endgames(&self, outcome: Outcome) -> BigUint {
        self.margins
            .iter()
            .filter(|count| count.outcome() == outcome)
            .map(|count| &count.endgames)
            .sum()
    }

    /// Divides by the total.
    pub fn share(&self, endgames: &BigUint) -> BigRational {
        BigRational::new(
            BigInt::from(endgames.clone()),
            BigInt::from(self.total.clone()),
        )
    }

    /// Returns each margin's probability, in the order of [`Distribution::margins`].
    pub fn shares(&self) -> Vec<BigRational> {
        let share = |count: &MarginCount| self.share(&count.endgames);
        self.margins.par_iter().map(share).collect()
    }

    pub fn probability(&self, outcome: Outcome) -> BigRational {
        self.share(&self.endgames(outcome))
    }

    pub fn expected_margin(&self) -> BigRational {
        // Over a common denominator the fraction is reduced only once.
        let unit = common_denominator(self.margins.iter().map(|count| &count.margin));
        let weighted = self.margins.iter().map(|count| {
            let units = count.margin.numer() * (&unit / count.margin.denom());
            units * BigInt::from(count.endgames.clone())
        });
        BigRational::new(weighted.sum(), unit * BigInt::from(self.total.clone()))
    }

    /// Returns the most likely margins.
    pub fn modes(&self) -> Vec<&BigRational> {
        let most = self.margins.iter().map(|count| &count.endgames).max();
        self.margins
            .iter()
            .filter(|count| Some(&count.endgames) == most)
            .map(|count| &count.margin)
            .collect()
    }
}

fn common_denominator<'a>(fractions: impl Iterator<Item = &'a BigRational>) -> BigInt {
    fractions.fold(BigInt::one(), |lcm, fraction| lcm.lcm(fraction.denom()))
}
