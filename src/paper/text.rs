//! Computed values in the paper's notation.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;

use gqt3::engine::rules::Margin;
use gqt3::perfect_play::SolvedGame;
use gqt3::support::number::{decimal, group_digits};

pub(super) const SOLVER: &str = "threshold search, exact keys";
pub(super) const FIXED_ENDGAME: &str = "fixed endgame";
pub(super) const ALL_ENDGAMES: &str = "all 9! endgames";

/// Writes a sum of counts: `1,234 graphs`.
pub(super) fn total(counts: impl IntoIterator<Item = u64>, what: &str) -> String {
    format!("{} {what}", group_digits(counts.into_iter().sum::<u64>()))
}

/// Writes points as the paper does: `0.5`, `2`.
pub(super) fn points(margin: Margin) -> String {
    let tenths = decimal(&BigRational::from(margin), 1);
    tenths.trim_end_matches(".0").to_owned()
}

pub(super) fn value(game: &SolvedGame) -> String {
    let solution = &game.solution;
    match solution.value() {
        Some(value) => points(value),
        None => format!(
            "{}..{}",
            points(solution.interval.lower),
            points(solution.interval.upper)
        ),
    }
}

pub(super) fn percent(share: &BigRational) -> String {
    format!("{}%", decimal(&(share * BigInt::from(100_u32)), 1))
}

/// Rounds a count to whole units, halves up.
pub(super) fn in_units(count: &BigUint, unit: u64) -> BigUint {
    (count + BigUint::from(unit / 2)).div_floor(&BigUint::from(unit))
}
