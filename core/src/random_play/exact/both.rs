//! Endgames in which both players own lines.
//!
//! Lines of different players do not cross, because each square has one owner. A row crosses every
//! column and both diagonals. So if both players own lines, these are only rows, or only columns,
//! or for even m one diagonal each. The rows, the columns and for even m the diagonals are
//! *families*: lines of m squares that share no square. Below, a *row* is a line of the given
//! family, which has r lines.
//!
//! # By turns
//!
//! Let the players complete a and b rows, in a given order, and let a player complete its j-th row
//! on the t_j-th of its own turns. The ways to assign turns to these rows are a product with one
//! factor per row. The row's last piece has m places, and its other m - 1 squares take some of the
//! player's t_j - 1 earlier turns, except the (j - 1) m that earlier rows took. So the factor is
//!
//! ```text
//! m (t_j - 1 - (j-1) m)! / (t_j - j m)!.
//! ```
//!
//! A dynamic program over the turns sums these products by a, b and score. A further factor per row
//! counts the rows that are left to choose from.
//!
//! # No other rows
//!
//! Next, extend each assignment to the whole board without completing a further row. Let the
//! players have p1 and p2 turns in all. By inclusion and exclusion over e further rows of player 1
//! and f of player 2, in whatever order they are completed, there are
//!
//! ```text
//! sum_(e,f) (-1)^(e+f) C(r-a-b, e) C(r-a-b-e, f)
//!     (p1-am)! / (p1-am-em)! (p2-bm)! / (p2-bm-fm)! (s-(a+b+e+f)m)!
//! ```
//!
//! endgames. Each of the s turns takes a few products for every a, b and score.

use num_bigint::{BigInt, BigUint};
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::scores::Scores;
use super::tally::Tally;
use crate::engine::rules::Offset;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::{binomial, factorial};

#[derive(Debug)]
pub struct Owned {
    pub rows: (usize, usize),
    pub endgames: Tally,
}

/// Counts the endgames by score and by each player's number of rows, perhaps 0. The family has
/// `rows` disjoint lines of `side` squares; other lines are ignored.
pub fn endgames(
    side: usize,
    rows: usize,
    scores: &Scores,
    offset: Offset,
    progress: &dyn Progress,
) -> Result<Vec<Owned>, Interrupted> {
    let squares = side * side;
    let most_each = [squares.div_ceil(2) / side, squares / 2 / side];
    let start = FxHashMap::from_iter([((0, 0), Tally::one())]);
    let mut completed = Completed {
        side,
        rows,
        most_each,
        tallies: start,
    };
    // t turns complete at most t / m rows, in about 2^(t / m) orders of owners.
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
    Ok(completed.tallies.into_iter().map(exactly).collect())
}

struct Completed {
    side: usize,
    rows: usize,
    most_each: [usize; 2],
    /// The ways to assign turns to completed rows, by the players' numbers of rows and by score.
    tallies: FxHashMap<(usize, usize), Tally>,
}

impl Completed {
    /// Counts the ways to complete one of `left` rows on the `turn`-th of a player's own turns,
    /// after the player has completed `completed` rows.
    fn ways(&self, turn: usize, completed: usize, left: usize) -> BigUint {
        let free = (turn - 1).saturating_sub(completed * self.side);
        let falling = (0..self.side - 1).map(|taken| BigUint::from(free.saturating_sub(taken)));
        falling.fold(BigUint::from(self.side * left), |product, factor| {
            product * factor
        })
    }

    fn add(&mut self, from: (usize, usize), more: (usize, usize), ways: &BigUint, scores: &Scores) {
        let Some(margins) = self.tallies.remove(&from) else {
            return;
        };
        self.tallies
            .entry((from.0 + more.0, from.1 + more.1))
            .or_default()
            .add_after(&margins, more, ways, scores);
        self.tallies.insert(from, margins);
    }

    /// Lists the numbers of completed rows, the greatest first, so that a turn never extends ways
    /// that it has just added.
    fn falling(&self) -> Vec<(usize, usize)> {
        let mut keys: Vec<(usize, usize)> = self.tallies.keys().copied().collect();
        keys.sort_unstable();
        keys.reverse();
        keys
    }

    /// If both players play this turn, the rows that they complete have one rank.
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
            // Both choose from the same rows, so the second has one fewer to choose from.
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
    sum.to_biguint().expect("a count is not negative")
}
