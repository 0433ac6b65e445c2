//! T(s, n) by the paper's method: fix one endgame, count the games that reach it, multiply by s!.
//!
//! The paper (section 6) prunes branches that cannot reach this endgame. The planted form (see [the
//! parent module](super)) leaves nothing to prune, because every sequence of placements is a game.
//!
//! # State and step
//!
//! For each square j keep reach(j), the unopened squares to which paths of arrows lead from j. If j
//! is unopened, reach(j) = {j}. An open square with an empty set is classical. When turn t opens
//! square t with targets S, let r be the union of reach(j) for j in S, minus t. Then r replaces t:
//!
//! ```text
//! reach(i) := reach(i) - {t} + r   for all i with t in reach(i).
//! ```
//!
//! This is exact because a path from i to an unopened square either avoids t or can be cut at its
//! last visit to t.
//!
//! # The last two turns
//!
//! Let P(k) = C(k-1, n-1), or 1 if k < n, count the placements on k quantum squares. Let q squares
//! be quantum before turn s - 1, and let a of them reach only square s - 1. In d placements all
//! targets are among the a - 1 others, so that these a squares collapse together. Here d = C(a-1,
//! n-1), or 1 if q < n, because a single piece has no targets. After all other placements q squares
//! stay quantum. So turn s has P(q - a) or P(q) placements, and the two turns have
//!
//! ```text
//! d P(q - a) + (P(q) - d) P(q)
//! ```
//!
//! games. We search only the first s - 2 turns, exhaustively and without a memory of positions.

use num_bigint::BigUint;
use num_traits::PrimInt;
use rayon::prelude::*;

use super::Counter;
use super::combinatorics::{factorial, small_binomial};
use super::counter::{COUNT_BITS, log2_options};
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};

const MAX_SQUARES: usize = 32;

/// Checks for an interruption with fewer turns left would cost time.
const CHECKED_TURNS: usize = 5;

const PREFIXES: usize = 2000;

pub(super) const COUNTER: Counter = Counter {
    name: "fixed-endgame",
    help: "every game with one given endgame, times s!",
    endings: &[Ending::Full],
    applies: |tree| {
        let planted = log2_options(tree.squares(), tree.pieces()) * tree.squares() as f64;
        tree.squares() <= MAX_SQUARES && planted <= COUNT_BITS
    },
    reach: |tree| {
        let (pieces, most) = (tree.pieces(), COUNTER.most_squares(tree.pieces()));
        format!("it counts in 128 bits, which with n = {pieces} are enough up to {most} squares")
    },
    cost: |tree| {
        let turns = tree.squares().saturating_sub(2);
        log2_options(tree.squares(), tree.pieces()) * turns as f64
    },
    speed: 1e8,
    count: |tree, progress| games(tree.squares(), tree.pieces(), progress),
};

fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    Ok(factorial(squares) * planted_games(squares, pieces, progress)?)
}

fn planted_games(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<u128, Interrupted> {
    match squares {
        1 => Ok(1),
        2..=8 => Search::<u8, 8>::new(squares, pieces, progress).run(),
        9..=16 => Search::<u16, 16>::new(squares, pieces, progress).run(),
        _ => Search::<u32, 32>::new(squares, pieces, progress).run(),
    }
}

/// Words `W` hold at most `CAPACITY` squares.
struct Search<'a, W, const CAPACITY: usize> {
    squares: usize,
    pieces: usize,
    /// P(k) of the header, at index k - 1.
    placements: [u64; CAPACITY],
    progress: &'a dyn Progress,
    word: std::marker::PhantomData<W>,
}

/// reach(j) of the header, which is empty for classical squares and beyond the board.
type Reach<W, const CAPACITY: usize> = [W; CAPACITY];

impl<'a, W: PrimInt + Send + Sync, const CAPACITY: usize> Search<'a, W, CAPACITY> {
    fn new(squares: usize, pieces: usize, progress: &'a dyn Progress) -> Self {
        let mut placements = [1; CAPACITY];
        for (index, count) in placements.iter_mut().enumerate() {
            if index + 1 >= pieces {
                *count = small_binomial(index, pieces - 1) as u64;
            }
        }
        Search {
            squares,
            pieces,
            placements,
            progress,
            word: std::marker::PhantomData,
        }
    }

    fn run(&self) -> Result<u128, Interrupted> {
        let mut start = [W::zero(); CAPACITY];
        for (square, reach) in start[..self.squares].iter_mut().enumerate() {
            *reach = W::one() << square;
        }
        let mut prefixes = vec![start];
        let mut turn = 0;
        while turn < self.squares - 2 && prefixes.len() < PREFIXES {
            let mut next = Vec::new();
            for reach in &prefixes {
                self.for_each_placement(reach, turn, &mut |after| next.push(*after));
            }
            prefixes = next;
            turn += 1;
        }
        self.progress
            .begin("fixed endgame", Some(prefixes.len() as u64));
        let count = prefixes
            .par_iter()
            .map(|reach| {
                self.progress.check()?;
                let count = self.count(reach, turn);
                self.progress.advance(1);
                count
            })
            .try_reduce(|| 0, |a, b| Ok(a + b));
        self.progress.end();
        count
    }

    /// Counts the games that continue from `reach`; `turn` counts from 0.
    fn count(&self, reach: &Reach<W, CAPACITY>, turn: usize) -> Result<u128, Interrupted> {
        if turn + 2 == self.squares {
            return Ok(u128::from(self.last_two_turns(reach, turn)));
        }
        if turn + CHECKED_TURNS <= self.squares {
            self.progress.check()?;
        }
        // The innermost loop is separate, because it is faster without errors to pass on.
        if self.squares == turn + 3 {
            let mut sum = 0_u128;
            self.for_each_placement(reach, turn, &mut |after| {
                sum += u128::from(self.last_two_turns(after, turn + 1));
            });
            return Ok(sum);
        }
        let mut sum = Ok(0);
        self.for_each_placement(reach, turn, &mut |after| {
            if let Ok(counted) = &mut sum {
                match self.count(after, turn + 1) {
                    Ok(more) => *counted += more,
                    Err(interrupted) => sum = Err(interrupted),
                }
            }
        });
        sum
    }

    #[inline(always)]
    fn for_each_placement(
        &self,
        reach: &Reach<W, CAPACITY>,
        turn: usize,
        visit: &mut impl FnMut(&Reach<W, CAPACITY>),
    ) {
        let opened = W::one() << turn;
        let mut targets = [W::zero(); CAPACITY];
        let mut others = 0;
        for (square, &squares_reached) in reach[..self.squares].iter().enumerate() {
            if square != turn && !squares_reached.is_zero() {
                targets[others] = squares_reached & !opened;
                others += 1;
            }
        }
        if others + 1 < self.pieces {
            visit(&open(reach, opened, W::zero()));
            return;
        }
        choose(
            &targets[..others],
            self.pieces - 1,
            W::zero(),
            &mut |reached| {
                visit(&open(reach, opened, reached));
            },
        );
    }

    /// `turn` is the last but one.
    #[inline(always)]
    fn last_two_turns(&self, reach: &Reach<W, CAPACITY>, turn: usize) -> u64 {
        let opened = W::one() << turn;
        let (mut quantum, mut only_opened) = (0, 0);
        for &squares_reached in reach {
            quantum += usize::from(!squares_reached.is_zero());
            only_opened += usize::from(squares_reached == opened);
        }
        let placements = self.placements[quantum - 1];
        let dying = if quantum < self.pieces {
            1
        } else if only_opened < self.pieces {
            0
        } else {
            self.placements[only_opened - 1]
        };
        dying * self.placements[quantum - only_opened - 1] + (placements - dying) * placements
    }
}

#[inline(always)]
fn open<W: PrimInt, const CAPACITY: usize>(
    reach: &Reach<W, CAPACITY>,
    opened: W,
    reached: W,
) -> Reach<W, CAPACITY> {
    let mut after = *reach;
    for squares_reached in &mut after {
        let through = if (*squares_reached & opened).is_zero() {
            W::zero()
        } else {
            reached
        };
        *squares_reached = (*squares_reached & !opened) | through;
    }
    after
}

#[inline]
fn choose<W: PrimInt>(sets: &[W], count: usize, union: W, visit: &mut impl FnMut(W)) {
    match count {
        0 => visit(union),
        1 => sets.iter().for_each(|&set| visit(union | set)),
        _ => {
            for first in 0..=sets.len() - count {
                choose(&sets[first + 1..], count - 1, union | sets[first], visit);
            }
        }
    }
}
