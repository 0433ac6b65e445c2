//! Theorems on series that are neither short nor long: one player does not lose.
//!
//! `docs/every-board/4-middle.md` has the proofs. Player 2 answers in pairs on boards of even side,
//! for every n. A player who chooses all collapses keeps the other from every line, from a little
//! more than m pieces on.

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
    is_fair(side, pieces).then_some(chooser)
}

/// Returns `true` if the danger stays small enough for fair collapses.
///
/// The danger is counted in units of 2^-m. When the last series has collapsed it has to be at most
/// 1/4 and one unit, and at most 1/8 and one unit if the chooser has caused that collapse. See
/// `docs/every-board/additions.md`.
fn is_fair(side: usize, pieces: usize) -> bool {
    let collapses = match side * side / pieces {
        0 => return false,
        collapses => collapses - 1,
    };
    let most = |eighths: u128| (eighths << side) / 8 + 1;
    let lines = 2 * side as u128 + 2;
    // The first collapse doubles the lines through one square.
    let diagonals = 2 * side - side % 2;
    let through_one = if pieces > diagonals {
        2
    } else {
        2 + 2 * side / pieces
    };
    let mut danger = lines + through_one as u128;
    let mut before_last = lines;
    for _ in 0..collapses {
        before_last = danger;
        danger += growth(side, danger) / pieces as u128;
        if before_last > most(2) {
            return false;
        }
    }
    before_last <= most(1) && danger <= most(2)
}

/// The greatest sum of 2^p (m - p) over 2m + 2 lines with p pieces each, where the sum of 2^p is
/// the danger. It is attained if the numbers of pieces differ by 1 at most.
fn growth(side: usize, danger: u128) -> u128 {
    let lines = 2 * side as u128 + 2;
    let pieces = (danger / lines).max(1).ilog2();
    let even = lines << pieces;
    let open = (side as u128).saturating_sub(pieces.into());
    even * open + (danger - even) * open.saturating_sub(2)
}
