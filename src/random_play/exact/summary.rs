//! Who wins, and by how much on average, on boards too large for all their margins.
//!
//! The mean is a sum over endgames, so [`Means`] suffice, and every cost is polynomial. Where only one player owns lines
//! the sign of the margin is known. Where both do, a harmonic margin of a and b rows has a sign that depends on their
//! order, and as many values as sums of the ranks' points: they are all gone through for a + b up to a limit. On boards up
//! to 18x18 the limit is all rows, and the summary is that of the distribution. Beyond them the endgames with more than
//! 10 rows stay undecided. They are counted too, so that the probabilities are bounded from both sides;
//! under decisive and shared scoring nothing stays undecided.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use super::both::Owned;
use super::scores::Scores;
use super::tally::{Margins, Means, Tally};
use super::{STEPS, both_alone, check_game, families_of_both, of_both, own_score};
use crate::game::Game;
use crate::progress::{Part, Progress};
use crate::random_play::{Distribution, Error, Outcome, enumerate};
use crate::rules::{Rules, Scoring};
use crate::tree_size::factorial;

/// The largest side: the points of more lines have no common denominator within 64 bits.
pub const MAX_SUMMARY_SIDE: usize = 40;

/// The largest side for which the order of all rows of both players is looked at.
const ALL_ROWS_SIDE: usize = 18;

/// Beyond it, of so many rows.
const ORDERED_ROWS: usize = 10;

/// Who wins how often, and the expected margin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    side: usize,
    total: BigUint,
    /// By [`Outcome`]: endgames that certainly end so.
    certain: [BigUint; 3],
    /// Endgames whose winner is not known.
    undecided: BigUint,
    expected_margin: BigRational,
}

impl Summary {
    /// The side m of the board.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// How many endgames there are: (m*m)!.
    #[must_use]
    pub const fn total(&self) -> &BigUint {
        &self.total
    }

    /// The least and the greatest probability that an outcome can have; equal on boards up to 18x18.
    #[must_use]
    pub fn bounds(&self, outcome: Outcome) -> (BigRational, BigRational) {
        let certain = &self.certain[outcome as usize];
        let share = |count: BigUint| BigRational::new(count.into(), self.total.clone().into());
        (share(certain.clone()), share(certain + &self.undecided))
    }

    /// The probability of an outcome, if it is known exactly.
    #[must_use]
    pub fn probability(&self, outcome: Outcome) -> Option<BigRational> {
        self.undecided.is_zero().then(|| self.bounds(outcome).0)
    }

    /// The expected margin, exactly.
    #[must_use]
    pub const fn expected_margin(&self) -> &BigRational {
        &self.expected_margin
    }
}

impl From<&Distribution> for Summary {
    fn from(distribution: &Distribution) -> Summary {
        Summary {
            side: distribution.side(),
            total: distribution.total().clone(),
            certain: Outcome::ALL.map(|outcome| distribution.endgames(outcome)),
            undecided: BigUint::ZERO,
            expected_margin: distribution.expected_margin(),
        }
    }
}

/// Who wins how often on a full board of side up to [`MAX_SUMMARY_SIDE`], and the expected margin.
///
/// ```
/// use gqt3::{progress::Silent, random_play::{Outcome, exact, summary}, rules::Rules};
/// let summary = summary(5, &Rules::default(), &Silent)?;
/// let distribution = exact(5, &Rules::default(), &Silent)?;
/// assert_eq!(summary.probability(Outcome::Draw), Some(distribution.probability(Outcome::Draw)));
/// assert_eq!(summary.expected_margin(), &distribution.expected_margin());
/// # Ok::<(), gqt3::random_play::Error>(())
/// ```
///
/// # Errors
/// As [`exact`](super::exact).
pub fn summary(side: usize, rules: &Rules, progress: &dyn Progress) -> Result<Summary, Error> {
    check_game(side, MAX_SUMMARY_SIDE, rules)?;
    if side == 1 {
        return Ok(Summary::from(&enumerate(Game::of_side(side, 2, *rules)?, progress)?));
    }
    let scores = Scores::new(rules.scoring, rules.ties, side + 2);
    let total = factorial(side * side);
    let most = match rules.scoring {
        Scoring::Harmonic if side > ALL_ROWS_SIDE => ORDERED_ROWS,
        _ => side,
    };
    progress.begin(&format!("{side}x{side}"), Some(STEPS));
    let (players, of_families) = rayon::join(
        || both_alone(side, &scores, &total, &Part::new(progress, STEPS / 2)),
        || {
            rayon::join(
                || {
                    let part = Part::new(progress, STEPS / 10);
                    families_of_both::<Means>((side, side), &scores, rules.offset, &total, &part)
                },
                // With the order of all rows.
                || {
                    let part = Part::new(progress, STEPS * 4 / 10);
                    families_of_both::<Margins>((side, most), &scores, rules.offset, &total, &part)
                },
            )
        },
    );
    progress.end();
    let players: [Means; 2] = players?;
    let mut margins = players[0].margins() - players[1].margins();
    // Player 1 alone, both but undecided, player 2 alone; then those of both by the sign of the margin.
    let mut of_both_players = BigUint::ZERO;
    let mut signs = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
    for (owned, times) in of_families.0? {
        for Owned { rows: (a, b), endgames } in of_both(&owned) {
            let alone = own_score(*a, &scores) - own_score(*b, &scores);
            margins += (endgames.margins() - BigInt::from(endgames.count()) * alone) * times;
            of_both_players += endgames.count() * times;
        }
    }
    for (ordered, times) in of_families.1? {
        for (score, count) in of_both(&ordered).flat_map(|owned| &owned.endgames.0) {
            signs[Outcome::from(score.margin.cmp(&0)) as usize] += count * times;
        }
    }
    let [one, draw, two] = signs;
    let undecided = &of_both_players - (&one + &draw + &two);
    let [lined_1, lined_2] = [players[0].lined(), players[1].lined()];
    let none = (&total + &of_both_players) - (&lined_1 + &lined_2);
    let certain = [lined_1 - &of_both_players + one, none + draw, lined_2 - &of_both_players + two];
    Error::check_total(&(certain.iter().sum::<BigUint>() + &undecided), &total)?;
    let unit = BigInt::from(scores.unit());
    let expected_margin = BigRational::new(margins, unit * BigInt::from(total.clone()));
    Ok(Summary { side, total, certain, undecided, expected_margin })
}
