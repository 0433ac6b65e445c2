//! Theorems on series that are neither short nor long: one player does not lose.
//!
//! `docs/every-board/4-middle.md` has the proofs. Player 2 answers in pairs on boards of even side,
//! for every n. A player who chooses all collapses keeps the other from every line, from a little
//! more than m pieces on.

use num_bigint::BigUint;

use crate::engine::rules::{CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring};

/// The smallest even side of a board on which each line has a pair of squares of its own.
const ALL_LINES: usize = 6;

/// Returns the points to which player 2 holds player 1 by answers in pairs.
///
/// `None` if the theorem does not cover the game, or gives no more than 1 under `decisive` and
/// `shared`.
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
        // Both have a line, at the same time or player 2 one turn later; or neither has one.
        Scoring::Harmonic | Scoring::Decisive if is_full && is_tie => Some(Margin::ZERO),
        Scoring::Harmonic if is_full => Some(Margin::ONE - Margin::of_rank(2)),
        Scoring::Shared if is_full => Some(Margin::ZERO),
        // The game may stop before player 2's line.
        Scoring::Harmonic => Some(Margin::ONE),
        Scoring::Decisive | Scoring::Shared => None,
    }
}

/// Returns the player who keeps the other one from every line by fair collapses.
///
/// `None` if nobody chooses all collapses, or if the theorem does not cover the game.
pub(super) fn fair_chooser(side: usize, pieces: usize, rules: &Rules) -> Option<Player> {
    let chooser = match rules.collapse {
        CollapseChooser::Player1 => Player::One,
        CollapseChooser::Player2 => Player::Two,
        CollapseChooser::Opponent | CollapseChooser::Mover => return None,
    };
    (pieces >= side && is_fair(side, pieces)).then_some(chooser)
}

/// Returns `true` if the danger stays small enough: 16 (m + 1) (1 + δ) (1 + m/n)^(k - 2) <= 2^m with
/// k = ⌊m²/n⌋, or m >= 7 for k = 1. Here δ = (n + m) / (n (m + 1)), or 1 / (m + 1) for n > 2m.
fn is_fair(side: usize, pieces: usize) -> bool {
    let (m, n, k) = (side, pieces, side * side / pieces);
    if k <= 1 {
        return k == 1 && m >= 7;
    }
    let power = |base: usize| BigUint::from(base).pow(k as u32 - 2);
    // 1 + δ as a fraction.
    let (first, below) = if n > 2 * m {
        (m + 2, m + 1)
    } else {
        (n * (m + 2) + m, n * (m + 1))
    };
    let danger = BigUint::from(16 * (m + 1) * first) * power(n + m);
    danger <= (BigUint::from(below) << m) * power(n)
}
