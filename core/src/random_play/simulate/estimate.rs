use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::engine::rules::Margin;
use crate::random_play::{Distribution, Outcome};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    /// Estimated from the same games; NaN for the mean of a single game.
    pub standard_error: f64,
}

/// Pearson's chi-square statistic, which compares counts with predicted ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChiSquare {
    /// The sum of (observed - expected)^2 / expected; infinite if something impossible was
    /// observed.
    pub statistic: f64,
    /// One less than the number of possible values; meaningless if the statistic is infinite.
    pub degrees_of_freedom: usize,
}

impl ChiSquare {
    /// Takes (observed, expected) counts, whose sums should be equal.
    ///
    /// ```
    /// use gqt3::random_play::ChiSquare;
    /// // A coin never stands on its edge.
    /// let coin = ChiSquare::from_counts([(60, 50.0), (40, 50.0), (0, 0.0)]);
    /// assert_eq!((coin.statistic, coin.degrees_of_freedom), (4.0, 1));
    /// assert_eq!(ChiSquare::from_counts([(1, 0.0)]).statistic, f64::INFINITY);
    /// ```
    pub fn from_counts(counts: impl IntoIterator<Item = (u64, f64)>) -> ChiSquare {
        let (mut statistic, mut values) = (0.0, 0_usize);
        for (observed, expected) in counts {
            if observed > 0 || expected > 0.0 {
                statistic += (observed as f64 - expected).powi(2) / expected;
                values += 1;
            }
        }
        ChiSquare {
            statistic,
            degrees_of_freedom: values.saturating_sub(1),
        }
    }
}

/// Played games, counted by margin and by length.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Simulation {
    games: u64,
    margins: BTreeMap<Margin, u64>,
    lengths: BTreeMap<usize, u64>,
}

impl Simulation {
    /// Counts games that were played elsewhere, given their margins and lengths in turns.
    pub fn from_games(games: impl IntoIterator<Item = (Margin, usize)>) -> Simulation {
        let mut simulation = Simulation::default();
        for (margin, turns) in games {
            simulation.add(margin, turns);
        }
        simulation
    }

    pub(super) fn add(&mut self, margin: Margin, turns: usize) {
        self.games += 1;
        *self.margins.entry(margin).or_default() += 1;
        *self.lengths.entry(turns).or_default() += 1;
    }

    /// Returns how many games there are. If there are none, shares and means are NaN.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns how many games have each margin.
    pub const fn margins(&self) -> &BTreeMap<Margin, u64> {
        &self.margins
    }

    /// Returns how many games have each number of turns.
    pub const fn lengths(&self) -> &BTreeMap<usize, u64> {
        &self.lengths
    }

    pub fn count(&self, outcome: Outcome) -> u64 {
        let ends_so = |margin: &Margin| Outcome::from(margin.cmp(&Margin::ZERO)) == outcome;
        self.margins
            .iter()
            .filter(|(margin, _)| ends_so(margin))
            .map(|(_, count)| count)
            .sum()
    }

    /// Estimates the probability of an event that occurred in `count` games.
    pub fn share(&self, count: u64) -> Estimate {
        let games = self.games as f64;
        let value = count as f64 / games;
        Estimate {
            value,
            standard_error: (value * (1.0 - value) / games).sqrt(),
        }
    }

    pub fn probability_of_margin(&self, margin: Margin) -> Estimate {
        self.share(self.margins.get(&margin).copied().unwrap_or(0))
    }

    pub fn probability(&self, outcome: Outcome) -> Estimate {
        self.share(self.count(outcome))
    }

    /// Estimates the mean margin in points.
    pub fn mean_margin(&self) -> Estimate {
        let unit = f64::from(Margin::UNIT);
        mean(
            self.games,
            self.margins
                .iter()
                .map(|(margin, &count)| (f64::from(margin.units()) / unit, count)),
        )
    }

    pub fn mean_length(&self) -> Estimate {
        mean(
            self.games,
            self.lengths
                .iter()
                .map(|(&turns, &count)| (turns as f64, count)),
        )
    }

    /// Compares the margins with an exact distribution.
    ///
    /// The test is sound if every margin is expected in about five games or more.
    pub fn chi_square(&self, exact: &Distribution) -> ChiSquare {
        let mut left: FxHashMap<BigRational, u64> = self
            .margins
            .iter()
            .map(|(&margin, &count)| (margin.into(), count))
            .collect();
        let counts = exact.margins().iter().map(|count| {
            let observed = left.remove(&count.margin).unwrap_or(0);
            let expected = exact.share(&count.endgames) * BigInt::from(self.games);
            (observed, expected.to_f64().unwrap_or(f64::NAN))
        });
        let fit = ChiSquare::from_counts(counts);
        if left.is_empty() {
            fit
        } else {
            ChiSquare {
                statistic: f64::INFINITY,
                ..fit
            }
        }
    }

    pub(crate) fn merge(mut self, other: Simulation) -> Simulation {
        self.games += other.games;
        for (margin, count) in other.margins {
            *self.margins.entry(margin).or_default() += count;
        }
        for (turns, count) in other.lengths {
            *self.lengths.entry(turns).or_default() += count;
        }
        self
    }
}

fn mean(games: u64, counts: impl Iterator<Item = (f64, u64)> + Clone) -> Estimate {
    let games = games as f64;
    let value = counts
        .clone()
        .map(|(value, count)| value * count as f64)
        .sum::<f64>()
        / games;
    let squares: f64 = counts
        .map(|(each, count)| (each - value).powi(2) * count as f64)
        .sum();
    Estimate {
        value,
        standard_error: (squares / (games - 1.0) / games).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn simulation() -> Simulation {
        let half = Margin::from_rank(2);
        Simulation {
            games: 30,
            margins: BTreeMap::from([(Margin::ONE, 10), (-half, 20)]),
            lengths: BTreeMap::from([(7, 30)]),
        }
    }

    #[test]
    fn estimates_have_their_standard_errors() {
        let simulation = simulation();
        let win = simulation.probability(Outcome::Player1Wins);
        assert!((win.value - 1.0 / 3.0).abs() < 1e-15);
        assert!((win.standard_error - (2.0_f64 / 9.0 / 30.0).sqrt()).abs() < 1e-15);
        assert_eq!(
            simulation.probability(Outcome::Draw),
            Estimate {
                value: 0.0,
                standard_error: 0.0
            }
        );
        let mean = simulation.mean_margin();
        assert!(mean.value.abs() < 1e-15);
        assert!((mean.standard_error - (15.0_f64 / 29.0 / 30.0).sqrt()).abs() < 1e-15);
        assert_eq!(
            simulation.mean_length(),
            Estimate {
                value: 7.0,
                standard_error: 0.0
            }
        );
    }

    #[test]
    fn what_is_impossible_does_not_fit() {
        let count =
            |numerator: i32, denominator: i32, endgames: u32| crate::random_play::MarginCount {
                margin: BigRational::new(numerator.into(), denominator.into()),
                endgames: endgames.into(),
            };
        let exact = Distribution::new(2, vec![count(1, 1, 12), count(-1, 2, 12)]);
        let fit = simulation().chi_square(&exact);
        assert!((fit.statistic - 2.0 * 25.0 / 15.0).abs() < 1e-12);
        assert_eq!(fit.degrees_of_freedom, 1);
        let other = Distribution::new(2, vec![count(1, 1, 12), count(-1, 3, 12)]);
        assert_eq!(simulation().chi_square(&other).statistic, f64::INFINITY);
    }
}
