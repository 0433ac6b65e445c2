//! Bounds on the margin from the lines that can still be completed, by the classical pieces alone: a table of all
//! 3^9 ways to share out squares, so no search.

use super::node::Lines;
use crate::canonical::Mask;
use crate::rules::{Rules, Scoring};

/// What is certain about the margin of every continuation, in half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// It is at least this.
    pub lower: i8,
    /// It is at most this.
    pub upper: i8,
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

/// The limits of every sharing-out of classical squares.
pub struct LimitTable {
    /// The base-3 number whose digits are the bits of a mask.
    ternary: Vec<u16>,
    by_owners: Vec<Limits>,
}

impl LimitTable {
    /// The table for a board. Cost: 3^s steps, a millisecond for s = 9.
    #[must_use]
    pub fn new(lines: &Lines, squares: usize, rules: &Rules) -> LimitTable {
        let ternary: Vec<u16> = (0..1_u16 << squares)
            .map(|mask| (0..squares).rev().fold(0, |number, bit| 3 * number + (mask >> bit & 1)))
            .collect();
        let nothing = Limits { lower: 0, upper: 0 };
        let mut by_owners = vec![nothing; 3_usize.pow(squares as u32)];
        for one in 0..1 << squares {
            for two in (0..1 << squares).filter(|two| one & two == 0) {
                let pieces = [squares.div_ceil(2), squares / 2];
                let owned: [Mask; 2] = [one, two];
                // More squares than pieces never occurs.
                if (0..2).any(|player| owned[player].count_ones() as usize > pieces[player]) {
                    continue;
                }
                let open = lines.open(owned).of;
                let [one, two] = [0, 1].map(|player| {
                    let free = pieces[player] as u32 - owned[player].count_ones();
                    prospect(owned[player], open[player], lines, free)
                });
                by_owners[(ternary[owned[0] as usize] + 2 * ternary[owned[1] as usize]) as usize] =
                    Limits { lower: -most(two, one, rules), upper: most(one, two, rules) };
            }
        }
        LimitTable { ternary, by_owners }
    }

    /// The limits by classical pieces.
    #[inline]
    #[must_use]
    pub fn of(&self, owned: [Mask; 2]) -> Limits {
        let [one, two] = owned.map(|mask| self.ternary[mask as usize]);
        self.by_owners[(one + 2 * two) as usize]
    }
}

/// The margin of every full board, by player 1's squares, where the order of lines does not matter.
pub struct FullBoards {
    /// Half points, or [`FullBoards::ORDERED`].
    margins: Vec<i8>,
}

impl FullBoards {
    /// Marks a board whose margin depends on the subscripts: several lines of different rank.
    const ORDERED: i8 = i8::MAX;

    /// The table for a board.
    #[must_use]
    pub fn new(lines: &Lines, squares: usize, rules: &Rules) -> FullBoards {
        let all: Mask = (1 << squares) - 1;
        let margin = |one: Mask| {
            let count = |owned: Mask| lines.squares.iter().filter(|&&line| line & !owned == 0).count();
            match (count(one), count(all & !one), rules.scoring) {
                (0, 0, _) => 0,
                (1, 0, _) | (2.., 0, Scoring::Decisive | Scoring::Shared) => 2,
                (0, 1, _) | (0, 2.., Scoring::Decisive | Scoring::Shared) => -2,
                (1.., 1.., Scoring::Shared) => 0,
                _ => FullBoards::ORDERED,
            }
        };
        FullBoards { margins: (0..=all).map(margin).collect() }
    }

    /// The margin in half points of a full board on which player 1 has these squares, if they decide it.
    #[inline]
    #[must_use]
    pub fn margin(&self, player_1: Mask) -> Option<i8> {
        let margin = self.margins[player_1 as usize];
        (margin != FullBoards::ORDERED).then_some(margin)
    }
}

/// A line may be completed if no piece of the other player stands on it and the player has enough pieces left.
fn prospect(owned: Mask, open: u8, lines: &Lines, free: u32) -> Prospect {
    let missing: Vec<Mask> = (0..lines.squares.len())
        .filter(|number| open >> number & 1 == 1)
        .map(|number| lines.squares[number] & !owned)
        .collect();
    let fits = |squares: Mask| squares.count_ones() <= free;
    let two = |(index, first): (usize, &Mask)| missing[..index].iter().any(|second| fits(first | second));
    Prospect {
        has: missing.contains(&0),
        may: missing.iter().any(|&squares| fits(squares)),
        may_two: missing.iter().enumerate().any(two),
    }
}

/// The most a player's points can exceed the other's, in half points. On boards up to 3x3 a player can complete
/// at most two lines, and if one does, the other completes none.
fn most(own: Prospect, other: Prospect, rules: &Rules) -> i8 {
    match (rules.scoring, own.may, other.has) {
        (_, false, true) => -2,
        (_, false, false) | (Scoring::Shared, true, true) => 0,
        (Scoring::Harmonic, true, true) => 1,
        (Scoring::Harmonic, true, false) if own.may_two => 4,
        (_, true, _) => 2,
    }
}
