//! Theorems on series of medium length: one player does not lose.
//!
//! `docs/every-board/4-middle.md` has the proofs. Player 2 answers in pairs on boards of even side,
//! for every n. A player who chooses all collapses keeps the other from every line: from 9x9 on for
//! every n, and on smaller boards for longer series.

use num_bigint::BigUint;

use crate::engine::rules::{CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring};

/// The smallest even side with disjoint pairs of squares, one in each line.
const ALL_LINES: usize = 6;

/// Returns the points to which player 2 holds player 1 by answers in pairs.
///
/// Returns `None` if the theorem does not cover the game. The same holds if it gives only the
/// trivial bound 1 under `decisive` and `shared`.
pub(super) fn answers_in_pairs(side: usize, rules: &Rules) -> Option<Margin> {
    let chooses = matches!(
        rules.collapse,
        CollapseChooser::Mover | CollapseChooser::Player2
    );
    if !chooses || side % 2 == 1 || side < 4 {
        return None;
    }
    let (is_full, is_tie) = (rules.ending == Ending::Full, rules.offset == Offset::One);
    match rules.scoring {
        _ if side >= ALL_LINES => Some(Margin::ZERO),
        // Either neither player has a line, or both have one: at the same time, or player 2 one
        // turn later.
        Scoring::Harmonic | Scoring::Decisive if is_full && is_tie => Some(Margin::ZERO),
        Scoring::Harmonic if is_full => Some(Margin::ONE - Margin::from_rank(2)),
        Scoring::Shared if is_full => Some(Margin::ZERO),
        // The game may stop before player 2's line.
        Scoring::Harmonic => Some(Margin::ONE),
        Scoring::Decisive | Scoring::Shared => None,
    }
}

/// Returns the player who chooses all collapses, if one player does.
pub(super) fn chooser(rules: &Rules) -> Option<Player> {
    match rules.collapse {
        CollapseChooser::Player1 => Some(Player::One),
        CollapseChooser::Player2 => Some(Player::Two),
        CollapseChooser::Opponent | CollapseChooser::Mover => None,
    }
}

/// Returns `true` if fair collapses keep the other player from every line.
pub(super) fn fair_collapses(side: usize, pieces: usize) -> bool {
    let (m, n) = (side, pieces);
    match m * m / n {
        0 => false,
        1 => m >= 7,
        k => n >= m && 8 * (2 * m + 5) * power(n + m, k - 2) <= power(n, k - 2) << m,
    }
}

/// Returns `true` if collapses by the weighted danger keep the other player from every line.
pub(super) fn weighted_danger(side: usize, pieces: usize) -> bool {
    let (m, n) = (side, pieces);
    let is_small = || (9 * m + 4) * power(n + 1, m - 1) < power(n, m - 1) << m;
    n >= 2 && (is_small() || (n <= m * m && 2 * n > m * m && m >= 6))
}

fn power(base: usize, exponent: usize) -> BigUint {
    BigUint::from(base).pow(exponent as u32)
}
