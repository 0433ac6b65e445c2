//! Bounds on the margin from the lines that are still open: no search.

use super::node::{Lines, Node, OpenLines};
use crate::canonical::Mask;
use crate::rules::{Margin, Rules, Scoring};

/// What is certain about the margin of every continuation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// It is at least this.
    pub lower: Margin,
    /// It is at most this.
    pub upper: Margin,
}

/// What one player's lines can be.
#[derive(Clone, Copy)]
struct Prospect {
    /// A line is completed.
    has: bool,
    /// A line is completed or may be.
    may: bool,
    /// Two lines may be.
    may_two: bool,
}

/// Limits on the final margin of a position with these open lines. On boards up to 3x3 a player can complete
/// at most two lines, and if one does, the other completes none.
#[inline]
#[must_use]
pub fn limits(node: &Node, open: &OpenLines, lines: &Lines, squares: usize, rules: &Rules) -> Limits {
    let one = prospect(node.owned[0], open.of[0], lines, squares.div_ceil(2));
    let two = prospect(node.owned[1], open.of[1], lines, squares / 2);
    Limits { lower: -most(two, one, rules), upper: most(one, two, rules) }
}

/// A line may be completed if no piece of the other player stands on it and the player, who gets `pieces` squares
/// in all, has enough of them left.
#[inline]
fn prospect(owned: Mask, open: u8, lines: &Lines, pieces: usize) -> Prospect {
    let free = pieces as u32 - owned.count_ones();
    let (mut has, mut may, mut may_two) = (false, false, false);
    let mut rest = open;
    while rest != 0 {
        let number = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        let missing = lines.squares[number] & !owned;
        has |= missing == 0;
        may |= missing.count_ones() <= free;
        let mut second = rest;
        while second != 0 && !may_two {
            let both = missing | lines.squares[second.trailing_zeros() as usize] & !owned;
            may_two = both.count_ones() <= free;
            second &= second - 1;
        }
    }
    Prospect { has, may, may_two }
}

/// The most a player's points can exceed the other's.
fn most(own: Prospect, other: Prospect, rules: &Rules) -> Margin {
    let (one, half) = (Margin::ONE, Margin::of_rank(2));
    match (rules.scoring, own.may, other.has) {
        (_, false, true) => -one,
        (_, false, false) | (Scoring::Shared, true, true) => Margin::ZERO,
        (Scoring::Harmonic, true, true) => one - half,
        (Scoring::Harmonic, true, false) if own.may_two => one + one,
        (_, true, _) => one,
    }
}
