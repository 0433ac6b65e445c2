//! Counting by schedules, for n <= 2.
//!
//! Let a game go on to the full board, and note after each
//! collapse how many squares each player owns by then: its *schedule*. Relabelling the squares maps games to games
//! with the same schedule, so the games with a given schedule (and whatever else of the history does not depend on
//! labels) are spread evenly over all placements of the owned squares. With p(a, b) the share of the ways to give a
//! squares to player 1 and b to player 2 in which neither fills a line, a line is first filled at the collapse from
//! (a, b) to (a', b') in the share p(a, b) - p(a', b') of them, because lines once filled stay. So
//!
//! games = sum over collapses of h (p(a, b) - p(a', b')) + sum over full boards of h p(a, b),
//!
//! where h counts the histories up to and with that collapse. For n = 2 the histories are counted by the sizes of
//! the trees of the quantum forest and how many series of each player they hold: joining trees of i and j squares
//! is possible in i j ways; closing a cycle in a tree of i squares in C(i, 2) ways, with 2 collapses (Appendix B).
//! For n = 1 every square is a tree of its own and every turn a collapse. Cost: a few hundred states for 3x3, and
//! 3^s steps for the shares.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::shares::Shares;
use crate::board::Board;
use crate::progress::Progress;
use crate::tree_size::Error;

/// The largest side whose shares of placements are enumerated (3^16 steps).
pub const MAX_SCHEDULE_SIDE: usize = 4;

/// A tree of the quantum forest as far as the count needs it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Tree {
    squares: u8,
    /// How many series of each player it holds; together one less than its squares.
    series: [u8; 2],
}

/// A class of histories: the trees, and how many squares each player owns.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    trees: Vec<Tree>,
    owned: [u8; 2],
}

/// The number of games by schedules, for n = 1 and n = 2 and boards of side up to [`MAX_SCHEDULE_SIDE`].
///
/// # Errors
/// If the board or n is larger, or it was interrupted.
pub fn by_schedules(board: Board, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Error> {
    let squares = board.squares();
    if pieces == 0 || pieces > 2 || board.side().is_none_or(|side| side > MAX_SCHEDULE_SIDE) {
        return Err(Error::NoSchedules { squares, pieces });
    }
    let shares = Shares::new(board, progress)?;
    let start = State { trees: vec![Tree { squares: 1, series: [0; 2] }; squares], owned: [0; 2] };
    let mut layer = BTreeMap::from([(start, BigUint::one())]);
    let mut games = BigRational::zero();
    for turn in 0..squares {
        let mut next: BTreeMap<State, BigUint> = BTreeMap::new();
        for (state, histories) in &layer {
            for (after, ways) in state.turns(turn % 2, pieces) {
                let count = histories * ways;
                if after.owned != state.owned {
                    let stopping = shares.open(state.owned) - shares.open(after.owned);
                    games += stopping * BigInt::from(count.clone());
                }
                *next.entry(after).or_default() += count;
            }
        }
        layer = next;
    }
    for (state, histories) in layer {
        games += shares.open(state.owned) * BigInt::from(histories);
    }
    debug_assert!(games.is_integer(), "games come whole");
    Ok(games.to_integer().magnitude().clone())
}

impl State {
    /// Every turn of a player up to relabelling, each with the number of ways (placements times collapses).
    fn turns(&self, player: usize, pieces: usize) -> Vec<(State, u64)> {
        let mut turns = Vec::new();
        for (index, &tree) in self.trees.iter().enumerate() {
            let squares = u64::from(tree.squares);
            if pieces == 1 || self.trees.len() == 1 && squares == 1 {
                turns.push((self.collapsed(index, player), squares));
                continue;
            }
            turns.push((self.collapsed(index, player), squares * (squares - 1)));
            for (other, &second) in self.trees.iter().enumerate().skip(index + 1) {
                turns.push((self.joined(index, other, player), squares * u64::from(second.squares)));
            }
        }
        turns.retain(|(_, ways)| *ways > 0);
        turns
    }

    /// After a series inside one tree: its squares are owned as its series are.
    fn collapsed(&self, index: usize, player: usize) -> State {
        let mut after = self.clone();
        let tree = after.trees.remove(index);
        for (owned, series) in after.owned.iter_mut().zip(tree.series) {
            *owned += series;
        }
        after.owned[player] += 1;
        after
    }

    /// After a series between two trees.
    fn joined(&self, first: usize, second: usize, player: usize) -> State {
        let mut after = self.clone();
        let removed = after.trees.remove(second);
        let tree = &mut after.trees[first];
        tree.squares += removed.squares;
        for (series, more) in tree.series.iter_mut().zip(removed.series) {
            *series += more;
        }
        tree.series[player] += 1;
        after.trees.sort_unstable();
        after
    }
}
