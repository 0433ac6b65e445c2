//! Endgames in which both players own lines.
//!
//! Lines of different players do not cross. A row crosses every column and both diagonals; so both players own rows and
//! nothing else, or columns and nothing else, or for even m a diagonal each. In all these cases the lines in question
//! are m squares each and have none in common.
//!
//! # By turns
//! Let the rows be completed in a given order, the j-th of a player in that player's turn t_j. The number of ways to assign
//! turns to their squares is a product: the last piece of the j-th row has m places, and its other squares take m - 1 of
//! the t_j - 1 - (j-1) m earlier turns that are not yet taken. So the turns are gone through with the numbers of rows
//! completed by each player, and for each margin the sum of these products.
//!
//! # No other rows
//! With a and b rows completed, inclusion and exclusion over e and f of the other rows being the players' too (whose order
//! does not matter) gives for each assignment
//!
//! sum_(e,f) (-1)^(e+f) C(r-a-b; e, f) (p1-am)! / (p1-am-em)! (p2-bm)! / (p2-bm-fm)! (s-(a+b+e+f)m)!
//!
//! endgames, where r is the number of rows, and p1, p2 are the players' numbers of turns.
//!
//! Cost: the margins that occur (at most C(a+b, a) for a and b rows) times s.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;

use super::scores::Scores;
use super::tally::Tally;
use crate::progress::{Interrupted, Progress};
use crate::rules::Offset;
use crate::tree_size::{binomial, factorial};

/// Endgames in which player 1 owns `rows.0` lines and player 2 `rows.1`.
pub struct Owned<T> {
    pub rows: (usize, usize),
    pub endgames: T,
}

/// The endgames by the rows that the players own, of `rows` disjoint lines of `side` squares; other lines do not
/// count. With one player's rows or nobody's too; only those in which the players together own `most` or fewer.
pub fn endgames<T: Tally>(
    (side, rows, most): (usize, usize, usize),
    scores: &Scores,
    offset: Offset,
    progress: &dyn Progress,
) -> Result<Vec<Owned<T>>, Interrupted> {
    let squares = side * side;
    let most_each = [squares.div_ceil(2) / side, squares / 2 / side];
    let start = BTreeMap::from([((0, 0), T::one())]);
    let mut table = Table { side, rows, most: most.min(rows), most_each, found: start };
    // Rows are completed one after the other, each in m turns or more.
    let cost = |turn: usize| T::numbers((turn / side).min(most));
    progress.begin("rows of both players", Some((0..squares).map(cost).sum()));
    let mut turn = 0;
    while turn < squares {
        // Under the offset player 2's subscript is that of player 1's turn before it.
        if offset == Offset::One && turn % 2 == 0 && turn + 1 < squares {
            table.both_turns(turn / 2 + 1, scores, progress)?;
            progress.advance(cost(turn) + cost(turn + 1));
            turn += 2;
        } else {
            table.one_turn(turn % 2, turn / 2 + 1, scores, progress)?;
            progress.advance(cost(turn));
            turn += 1;
        }
    }
    progress.end();
    let exactly = |((a, b), margins): ((usize, usize), T)| {
        let mut endgames = T::default();
        endgames.add(&margins, &without_others(side, rows, [a, b]));
        Owned { rows: (a, b), endgames }
    };
    Ok(table.found.into_iter().map(exactly).collect())
}

struct Table<T> {
    side: usize,
    rows: usize,
    /// The most rows of both players.
    most: usize,
    most_each: [usize; 2],
    /// By the rows completed, for each margin the assignments of turns to their squares.
    found: BTreeMap<(usize, usize), T>,
}

impl<T: Tally> Table<T> {
    /// The ways to complete one more row in a player's own turn number `turn`, with `completed` before and `left` to
    /// choose from.
    fn ways(&self, turn: usize, completed: usize, left: usize) -> BigUint {
        let free = (turn - 1).saturating_sub(completed * self.side);
        let falling = (0..self.side - 1).map(|taken| BigUint::from(free.saturating_sub(taken)));
        falling.fold(BigUint::from(self.side * left), |product, factor| product * factor)
    }

    /// Adds the margins of one pair of numbers, each after more rows and times the ways, to those of another.
    fn add(&mut self, from: (usize, usize), more: (usize, usize), ways: &BigUint, scores: &Scores) {
        let Some(margins) = self.found.remove(&from) else { return };
        self.found
            .entry((from.0 + more.0, from.1 + more.1))
            .or_default()
            .add_after(&margins, more, ways, scores);
        self.found.insert(from, margins);
    }

    /// The pairs of numbers in falling order, so that a turn counts once.
    fn falling(&self) -> Vec<(usize, usize)> {
        let mut keys: Vec<(usize, usize)> = self.found.keys().copied().collect();
        keys.sort_unstable_by_key(|&(a, b)| std::cmp::Reverse(a + b));
        keys
    }

    fn one_turn(
        &mut self,
        player: usize,
        turn: usize,
        scores: &Scores,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        for (a, b) in self.falling() {
            progress.check()?;
            let completed = [a, b][player];
            if completed < self.most_each[player] && a + b < self.most {
                let ways = self.ways(turn, completed, self.rows - a - b);
                if !ways.is_zero() {
                    let more = if player == 0 { (1, 0) } else { (0, 1) };
                    self.add((a, b), more, &ways, scores);
                }
            }
        }
        Ok(())
    }

    /// A turn of each, at the same rank.
    fn both_turns(
        &mut self,
        turn: usize,
        scores: &Scores,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        for (a, b) in self.falling() {
            progress.check()?;
            let left = self.rows - a - b;
            let one = |completed: usize, most: usize, left: usize| {
                if completed < most { self.ways(turn, completed, left) } else { BigUint::zero() }
            };
            let first = one(a, self.most_each[0], left);
            let second = one(b, self.most_each[1], left);
            // Both choose from the same rows.
            let both = if left < 2 { BigUint::zero() } else { &first * one(b, self.most_each[1], left - 1) };
            for (more, ways) in [((1, 1), both), ((1, 0), first), ((0, 1), second)] {
                if !ways.is_zero() && a + b + more.0 + more.1 <= self.most {
                    self.add((a, b), more, &ways, scores);
                }
            }
        }
        Ok(())
    }
}

/// For each assignment of turns to a and b rows the endgames in which no other row is owned.
fn without_others(side: usize, rows: usize, completed: [usize; 2]) -> BigUint {
    let squares = side * side;
    let free = [squares.div_ceil(2), squares / 2];
    let left: Vec<usize> = (0..2).map(|player| free[player] - completed[player] * side).collect();
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
