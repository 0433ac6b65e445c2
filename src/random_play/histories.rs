//! Random play by its definition: every history with its probability, on boards small enough to play out.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::One;

use super::{Distribution, MarginCount};
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::Margin;

/// How every history of a game ends, weighted by its probability under random play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Weighted {
    /// The probability of each margin.
    pub margins: BTreeMap<Margin, BigRational>,
    /// The probability of each number of turns.
    pub lengths: BTreeMap<usize, BigRational>,
    /// The probability of each final assignment: for each square its subscript, 0 if it is still quantum.
    pub endgames: BTreeMap<Vec<u8>, BigRational>,
}

/// Walks every history from a position on. Cost: one step for each history, 1,896 at most on 2x2.
///
/// ```
/// use gqt3::{game::Game, position::Position, progress::Silent, random_play::weigh_histories, rules::Rules};
/// let weighted = weigh_histories(&Position::new(Game::of_side(2, 3, Rules::default())?), &Silent)?;
/// // All 4! endgames are equally likely.
/// assert!(weighted.endgames.values().all(|share| share.to_string() == "1/24"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If it was interrupted.
pub fn weigh_histories(position: &Position, progress: &dyn Progress) -> Result<Weighted, Interrupted> {
    let mut weighted = Weighted::default();
    weighted.add(position, &BigRational::one(), progress)?;
    Ok(weighted)
}

impl Weighted {
    /// The margins with weights in proportion to their probabilities, as the distribution of a board of this side.
    #[must_use]
    pub fn distribution(&self, side: usize) -> Distribution {
        let denominator = self.margins.values().fold(BigInt::one(), |lcm, share| lcm.lcm(share.denom()));
        let weighted = self.margins.iter().map(|(margin, share)| {
            let ratio = margin.to_ratio();
            MarginCount {
                margin: BigRational::new((*ratio.numer()).into(), (*ratio.denom()).into()),
                endgames: (share * &denominator).to_integer().magnitude().clone(),
            }
        });
        Distribution::new(side, weighted.collect())
    }

    fn add(
        &mut self,
        position: &Position,
        share: &BigRational,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        if position.phase() == Phase::Over {
            *self.margins.entry(position.margin()).or_default() += share;
            *self.lengths.entry(position.turns()).or_default() += share;
            let squares = position.board().all().iter();
            let subscripts = squares
                .map(|square| position.classical_series_on(square).map_or(0, |series| series as u8 + 1));
            *self.endgames.entry(subscripts.collect()).or_default() += share;
            return Ok(());
        }
        let next: Vec<Position> =
            position.actions().map(|action| position.after_unchecked(&action)).collect();
        progress.check()?;
        let each = share / BigRational::from_integer(next.len().into());
        next.iter().try_for_each(|next| self.add(next, &each, progress))
    }
}
