//! Theorems that bound how much a player can lose, if that player chooses enough of the collapses.
//!
//! `docs/beyond/every-board/4-middle.md` has the proofs. On boards with an even side of at least 4
//! each square has a partner. If player 2 chooses the collapses after its own series, it answers
//! each series of player 1 on the partners of that series' squares, for every n. On boards
//! from 6x6 upward, a player who chooses all collapses keeps the other from every line if the
//! series are long enough, for example with n >= 19 on 6x6 and n >= 4 on 9x9.

use num_bigint::BigUint;

use crate::engine::rules::{Ending, Margin, Offset, Player, Rules, Scoring};

/// The smallest even side of a board on which each line can have its own pair of squares.
const ALL_LINES: usize = 6;

/// Returns the upper bound that player 2 proves by answers in pairs.
///
/// Returns `None` if the theorem does not cover the game, or proves only the trivial bound 1 under
/// `decisive` or `shared`.
pub(super) fn answers_in_pairs(side: usize, rules: &Rules) -> Option<Margin> {
    if rules.chooser(Player::Two) == Player::One || side % 2 == 1 || side < 4 {
        return None;
    }
    let (is_full, is_tie) = (rules.ending == Ending::Full, rules.offset == Offset::One);
    match rules.scoring {
        _ if side >= ALL_LINES => Some(Margin::ZERO),
        // On 4x4, unless the game stops at a line, both players end with a line or neither does.
        // Player 2's comes one turn later, so with offset 1 both have the same largest subscript.
        Scoring::Harmonic | Scoring::Decisive if is_full && is_tie => Some(Margin::ZERO),
        Scoring::Harmonic if is_full => Some(Margin::ONE - Margin::from_rank(2)),
        Scoring::Shared if is_full => Some(Margin::ZERO),
        // The game may stop before player 2's line.
        Scoring::Harmonic => Some(Margin::ONE),
        Scoring::Decisive | Scoring::Shared => None,
    }
}

pub(super) fn fair_collapses(side: usize, pieces: usize) -> bool {
    let (m, n) = (side, pieces);
    match m * m / n {
        0 => false,
        1 => m >= 7,
        k => n >= m && 8 * (2 * m + 5) * power(n + m, k - 2) <= power(n, k - 2) << m,
    }
}

pub(super) fn weighted_danger(side: usize, pieces: usize) -> bool {
    let (m, n) = (side, pieces);
    let is_small = || (9 * m + 4) * power(n + 1, m - 1) < power(n, m - 1) << m;
    n >= 2 && (is_small() || (n <= m * m && 2 * n > m * m && m >= 6))
}

fn power(base: usize, exponent: usize) -> BigUint {
    BigUint::from(base).pow(exponent as u32)
}

#[cfg(test)]
mod tests {
    use num_rational::Ratio;
    use num_traits::pow;

    use super::*;

    fn ratio(numerator: usize, denominator: usize) -> Ratio<BigUint> {
        Ratio::new(numerator.into(), denominator.into())
    }

    fn half_to(exponent: usize) -> Ratio<BigUint> {
        Ratio::new(power(1, 0), power(2, exponent))
    }

    fn factors(side: usize) -> Ratio<BigUint> {
        let crossed = |row: usize| {
            // A row crosses the diagonals in these columns, and a column in these rows.
            let [one, other] = [row, side - 1 - row];
            if one == other {
                ratio(2, 1)
            } else {
                ratio(3, 2) * ratio(3, 2)
            }
        };
        let rows: Ratio<BigUint> = (0..side).map(crossed).sum();
        rows * ratio(2, 1) + ratio(2, 1)
    }

    #[test]
    fn weighted_danger_holds_where_the_sum_of_the_proof_is_less_than_a_half() {
        for m in 2..=24 {
            for n in 2..=60.max(m) {
                let danger = factors(m) * half_to(m);
                let growth = pow(ratio(n + 1, n), m - 1);
                // For n > m*m/2 the proof needs no growth.
                let starts_low = danger.clone() * growth < ratio(1, 2);
                let is_long = n <= m * m && 2 * n > m * m && danger < ratio(1, 2);
                assert_eq!(weighted_danger(m, n), starts_low || is_long, "{m}, {n}");
            }
        }
    }

    #[test]
    fn fair_collapses_hold_where_the_danger_stays_below_both_bounds() {
        // 2m + 4 instead of 2m + 5 would give another result on 63x63 (n = 68), and 2m + 6 on 8x8
        // (n = 17).
        for m in (2..=14).chain([62, 63]) {
            for n in m..=m * m {
                let k = m * m / n;
                let growth = ratio(n + m, n);
                let first = ratio(2 * m + 5, 1) * half_to(m);
                let chooser_first = pow(growth.clone(), k - 1) * first.clone();
                let other_first = if k == 1 {
                    ratio(2 * m + 2, 1) * half_to(m)
                } else {
                    pow(growth, k - 2) * first
                };
                let holds = chooser_first <= ratio(1, 4) && other_first <= ratio(1, 8);
                assert_eq!(fair_collapses(m, n), holds, "{m}, {n}");
            }
        }
    }
}
