//! Who wins, and by how much on average, on boards too large for all their margins.
//!
//! The mean is a sum over endgames, so [`Means`] suffice for it, at polynomial cost. Who wins is clear where only one
//! player owns lines. Where player 1 owns a rows and player 2 owns b, the sign of a harmonic margin depends on the
//! order in which the rows are completed, and there may be as many margins as orders. They are all gone through as
//! long as a and b add up to no more than a limit. On boards up to 18x18 the limit is the number of rows, and the
//! summary is that of the distribution. On larger boards the limit is 10, and endgames with more rows of both players
//! stay undecided. Their number is known, so each probability is bounded from both sides. Under decisive and shared
//! scoring nothing stays undecided.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use super::both::Owned;
use super::scores::Scores;
use super::tally::{Margins, Means, Tally};
use super::{STEPS, both_alone, check_game, of_both, own_score};
use crate::game::Game;
use crate::progress::{Part, Progress};
use crate::random_play::{Distribution, Error, Outcome, enumerate};
use crate::rules::{Rules, Scoring};
use crate::tree_size::factorial;

/// The largest side: the points of more lines have no common denominator within 64 bits.
pub const MAX_SUMMARY_SIDE: usize = 40;

/// The largest side for which the order of all rows of both players is looked at.
const ALL_ROWS_SIDE: usize = 18;

/// The most rows of both players whose order is looked at on larger boards.
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
    let (players, (means, ordered)) = rayon::join(
        || both_alone(side, &scores, &total, &Part::new(progress, STEPS / 2)),
        || {
            rayon::join(
                || {
                    let part = Part::new(progress, STEPS / 10);
                    of_both::<Means>((side, side), &scores, rules.offset, &total, &part)
                },
                // By margin, as far as the order of the rows is looked at.
                || {
                    let part = Part::new(progress, STEPS * 4 / 10);
                    of_both::<Margins>((side, most), &scores, rules.offset, &total, &part)
                },
            )
        },
    );
    progress.end();
    let players: [Means; 2] = players?;
    let mut margins = players[0].margins() - players[1].margins();
    // Where both own lines, the difference of their own scores gives way to the margin.
    let mut of_both_players = BigUint::ZERO;
    for (Owned { rows: (a, b), endgames }, times) in means? {
        let alone = own_score(a, &scores) - own_score(b, &scores);
        margins += (endgames.margins() - BigInt::from(endgames.count()) * alone) * times;
        of_both_players += endgames.count() * times;
    }
    // These endgames by who wins, as far as the order of the rows was looked at.
    let mut decided = [BigUint::ZERO, BigUint::ZERO, BigUint::ZERO];
    for (owned, times) in ordered? {
        for (score, count) in owned.endgames.0 {
            decided[Outcome::from(score.margin.cmp(&0)) as usize] += count * times;
        }
    }
    let [one, draw, two] = decided;
    let undecided = &of_both_players - (&one + &draw + &two);
    let [lined_1, lined_2] = [players[0].lined(), players[1].lined()];
    let none = (&total + &of_both_players) - (&lined_1 + &lined_2);
    let certain = [lined_1 - &of_both_players + one, none + draw, lined_2 - &of_both_players + two];
    Error::check_total(&(certain.iter().sum::<BigUint>() + &undecided), &total)?;
    let unit = BigInt::from(scores.unit());
    let expected_margin = BigRational::new(margins, unit * BigInt::from(total.clone()));
    Ok(Summary { side, total, certain, undecided, expected_margin })
}
