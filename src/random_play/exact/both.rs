//! Endgames in which both players own lines.
//!
//! Lines of different players do not cross. A row crosses every column and both diagonals. So both
//! players own rows and nothing else, or columns and nothing else, or for even m a diagonal each.
//! In all these cases the lines have m squares each and have none in common.
//!
//! # By turns
//!
//! Let the rows be completed in a given order, the j-th of a player in that player's turn t_j. The
//! number of ways to assign turns to their squares is a product. The last piece of the j-th row has
//! m places. Its other squares take m - 1 of the t_j - 1 - (j-1) m earlier turns that are not yet
//! taken. So a dynamic program over the turns suffices. For each pair of numbers of completed rows
//! and each margin it keeps the sum of these products.
//!
//! # No other rows
//!
//! Let a and b rows be completed. Inclusion and exclusion over e and f of the other rows that are
//! the players', too (whose order is irrelevant), gives for each assignment
//!
//! ```text
//! sum_(e,f) (-1)^(e+f) C(r-a-b; e, f)
//!     (p1-am)! / (p1-am-em)! (p2-bm)! / (p2-bm-fm)! (s-(a+b+e+f)m)!
//! ```
//!
//! endgames, where r is the number of rows, and p1, p2 are the players' numbers of turns.
//!
//! # Cost
//!
//! The margins that occur (at most C(a+b, a) for a and b rows) times s.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::scores::Scores;
use super::tally::Tally;
use crate::engine::rules::Offset;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::{binomial, factorial};

/// The endgames in which player 1 owns `rows.0` lines and player 2 owns `rows.1`.
#[derive(Debug)]
pub struct Owned {
    pub rows: (usize, usize),
    pub endgames: Tally,
}

/// Counts the endgames by the number of rows of each player.
///
/// The `rows` lines are disjoint and have `side` squares; other lines are ignored. Endgames in
/// which a player owns no row are counted, too.
pub fn endgames(
    side: usize,
    rows: usize,
    scores: &Scores,
    offset: Offset,
    progress: &dyn Progress,
) -> Result<Vec<Owned>, Interrupted> {
    let squares = side * side;
    let most_each = [squares.div_ceil(2) / side, squares / 2 / side];
    let start = BTreeMap::from([((0, 0), Tally::one())]);
    let mut completed = Completed {
        side,
        rows,
        most_each,
        found: start,
    };
    // For the progress: after t turns at most t / m rows are complete, in one order for each set of
    // them.
    let cost = |turn: usize| 1 << (turn / side).min(rows);
    progress.begin("rows of both players", Some((0..squares).map(cost).sum()));
    let mut turn = 0;
    while turn < squares {
        // Under the offset a turn of player 2 has the subscript of player 1's turn before it.
        let together = offset == Offset::One && turn % 2 == 0 && turn + 1 < squares;
        let players = [0, 1].map(|player| together || player == turn % 2);
        completed.turn(players, turn / 2 + 1, scores, progress)?;
        let next = turn + 1 + usize::from(together);
        progress.advance((turn..next).map(cost).sum());
        turn = next;
    }
    progress.end();
    let exactly = |((a, b), margins): ((usize, usize), Tally)| {
        let mut endgames = Tally::default();
        endgames.add(&margins, &without_others(side, rows, [a, b]));
        Owned {
            rows: (a, b),
            endgames,
        }
    };
    Ok(completed.found.into_iter().map(exactly).collect())
}

/// The rows completed after some turn.
struct Completed {
    side: usize,
    rows: usize,
    most_each: [usize; 2],
    /// The ways to assign turns to completed rows, by their numbers and by margin.
    found: BTreeMap<(usize, usize), Tally>,
}

impl Completed {
    /// Counts the ways in which a player completes one of `left` other rows.
    ///
    /// The player has `completed` rows before, and places the last piece in its own turn number
    /// `turn`.
    fn ways(&self, turn: usize, completed: usize, left: usize) -> BigUint {
        let free = (turn - 1).saturating_sub(completed * self.side);
        let falling = (0..self.side - 1).map(|taken| BigUint::from(free.saturating_sub(taken)));
        falling.fold(BigUint::from(self.side * left), |product, factor| {
            product * factor
        })
    }

    /// Extends the assignments with `from` completed rows by `more` rows, in `ways` ways.
    fn add(&mut self, from: (usize, usize), more: (usize, usize), ways: &BigUint, scores: &Scores) {
        let Some(margins) = self.found.remove(&from) else {
            return;
        };
        self.found
            .entry((from.0 + more.0, from.1 + more.1))
            .or_default()
            .add_after(&margins, more, ways, scores);
        self.found.insert(from, margins);
    }

    /// Lists the pairs of numbers of completed rows, the greatest sum first.
    ///
    /// In this order a turn does not meet the pairs that it adds.
    fn falling(&self) -> Vec<(usize, usize)> {
        let mut keys: Vec<(usize, usize)> = self.found.keys().copied().collect();
        keys.sort_unstable_by_key(|&(a, b)| std::cmp::Reverse(a + b));
        keys
    }

    /// Plays turn number `turn` of some of the players.
    ///
    /// If both players have it, they complete rows at one rank.
    fn turn(
        &mut self,
        players: [bool; 2],
        turn: usize,
        scores: &Scores,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        for (a, b) in self.falling() {
            progress.check()?;
            if a + b == self.rows {
                continue;
            }
            let left = self.rows - a - b;
            let ways = |player: usize, completed: usize, left: usize| {
                let may = players[player] && completed < self.most_each[player];
                if may {
                    self.ways(turn, completed, left)
                } else {
                    BigUint::zero()
                }
            };
            let (first, second) = (ways(0, a, left), ways(1, b, left));
            // Both choose from one set of rows.
            let both = &first * ways(1, b, left - 1);
            for (more, ways) in [((1, 1), both), ((1, 0), first), ((0, 1), second)] {
                if !ways.is_zero() && a + b + more.0 + more.1 <= self.rows {
                    self.add((a, b), more, &ways, scores);
                }
            }
        }
        Ok(())
    }
}

/// Counts the endgames, for one assignment to the completed rows, without any other complete row.
fn without_others(side: usize, rows: usize, completed: [usize; 2]) -> BigUint {
    let squares = side * side;
    let free = [squares.div_ceil(2), squares / 2];
    let left: Vec<usize> = (0..2)
        .map(|player| free[player] - completed[player] * side)
        .collect();
    let open = rows - completed[0] - completed[1];
    let mut sum = BigInt::zero();
    for e in (0..=open).take_while(|e| e * side <= left[0]) {
        for f in (0..=open - e).take_while(|f| f * side <= left[1]) {
            let chosen = binomial(open, e) * binomial(open - e, f);
            let own = factorial(left[0]) / factorial(left[0] - e * side) * factorial(left[1])
                / factorial(left[1] - f * side);
            let rest = factorial(squares - (completed[0] + completed[1] + e + f) * side);
            let term = BigInt::from(chosen * own * rest);
            sum += if (e + f) % 2 == 0 { term } else { -term };
        }
    }
    sum.magnitude().clone()
}
