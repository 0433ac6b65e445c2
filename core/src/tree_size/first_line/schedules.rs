//! Counting by schedules, for n <= 2.
//!
//! Let a game go on to the full board. Its *schedule* is the number of squares that each player
//! owns after each collapse. Relabelling the squares keeps the schedule, so games that share it are
//! spread evenly over all placements of the owned squares.
//!
//! Among all ways to give a squares to player 1 and b to player 2, let p(a, b) be the share in
//! which neither fills a line. A filled line stays, so in the share p(a, b) - p(a', b') of the
//! games a line is first filled at the collapse from (a, b) to (a', b'). This gives
//!
//! ```text
//! games = sum over collapses of h (p(a, b) - p(a', b')) + sum over full boards of h p(a, b),
//! ```
//!
//! where h counts the histories up to and including that collapse. [`PairForest`]s count them, and
//! label each tree with the players' numbers of series in it.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::COST_PER_SQUARE;
use super::shares::Shares;
use crate::engine::board::Board;
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::pair_forest::PairForest;
use crate::tree_size::{Counter, Tree};

/// On a board with this side, [`Shares::new`] takes up to 3^16 steps.
pub(in crate::tree_size) const MAX_SCHEDULE_SIDE: usize = 4;

pub(in crate::tree_size) const COUNTER: Counter = Counter {
    name: "schedules",
    help: "games to the first line",
    endings: &[Ending::FirstLine],
    applies: |tree| match tree {
        Tree::Full { .. } => false,
        Tree::FirstLine { board, pieces } => {
            *pieces <= 2 && board.side().is_some_and(|side| side <= MAX_SCHEDULE_SIDE)
        }
    },
    reach: |_| format!("it takes n = 1 and 2 on boards of side 1 to {MAX_SCHEDULE_SIDE}"),
    cost: |tree| COST_PER_SQUARE * tree.squares() as f64,
    speed: 1e8,
    count: |tree, progress| match *tree {
        Tree::Full { .. } => unreachable!("it does not apply"),
        Tree::FirstLine { board, pieces } => by_schedules(board, pieces, progress),
    },
};

fn by_schedules(
    board: Board,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    let squares = board.squares();
    let shares = Shares::new(board, progress)?;
    let start = PairForest::<[u8; 2]>::new(squares, pieces);
    let mut layer = FxHashMap::from_iter([(start, BigUint::one())]);
    let mut games = BigRational::zero();
    for turn in 0..squares {
        let mut next: FxHashMap<PairForest<[u8; 2]>, BigUint> = FxHashMap::default();
        for (forest, histories) in &layer {
            for (after, placements, collapses) in forest.turns(turn) {
                let count = histories * placements * collapses;
                if after.classical() != forest.classical() {
                    let stopping = shares.open(forest.classical()) - shares.open(after.classical());
                    games += stopping * BigInt::from(count.clone());
                }
                *next.entry(after).or_default() += count;
            }
        }
        layer = next;
    }
    for (forest, histories) in layer {
        games += shares.open(forest.classical()) * BigInt::from(histories);
    }
    debug_assert!(games.is_integer(), "games come whole");
    Ok(games.to_integer().magnitude().clone())
}
