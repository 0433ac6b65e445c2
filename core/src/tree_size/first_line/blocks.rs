//! Games to the first line for any n, by blocks of squares that turn classical together.
//!
//! As in [`schedules`](super::schedules), the games are a sum over the collapses: the histories
//! that break off at a collapse, times the share of placements of the owned squares that stop the
//! game there.
//!
//! Let K of the s squares be classical (*dead*) after that collapse. Relabelling squares maps such
//! histories to one another, so there are s! / (s-K)! times as many as *planted* ones, in which
//! every classical series went to the square with the number of its turn. These series have the
//! same choices as in full games ([`crate::tree_size::blocks`]). The other series are *pending*:
//! they are still quantum and need not contain any particular square.
//!
//! **Lemma.** A pending series that was opened when k squares were dead puts j of its pieces on the
//! q = s - K quantum squares, and n - j on the K - k squares that have died since. Such choices are
//! a history if and only if every r >= 1 pending series cover more than r quantum squares.
//!
//! *Proof.* If r of them covered r squares or fewer, they would be tight or have no matching.
//! Conversely, suppose that at some turn a tight set holds r >= 1 pending series, and others that
//! turn classical later. Then it covers the squares to which the others go and more than r quantum
//! squares, which are too many for a tight set. ∎
//!
//! It remains to count the families of sets on q points, with given sizes, in which every r sets
//! cover more than r points. We build them set by set, and many families that differ only by a
//! relabelling share one count.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::shares::Shares;
use super::{COST_PER_SQUARE, reach_of_boards};
use crate::engine::board::{Board, SquareSet};
use crate::engine::hypergraph::Hypergraph;
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::blocks::{Blocks, Kinds, State};
use crate::tree_size::{Counter, Tree, binomial, factorial};

/// Boards of up to this size have few families of pending series.
pub(in crate::tree_size) const MAX_BLOCK_SQUARES: usize = 9;

pub(in crate::tree_size) const COUNTER: Counter = Counter {
    name: "blocks",
    help: "games to the first line by blocks, for any n",
    endings: &[Ending::FirstLine],
    applies: |tree| tree.squares() <= MAX_BLOCK_SQUARES,
    reach: |_| reach_of_boards(),
    cost: |tree| COST_PER_SQUARE * tree.squares() as f64 + 4.0,
    speed: 1e8,
    count: |tree, progress| match *tree {
        Tree::Full { .. } => unreachable!("it does not apply"),
        Tree::FirstLine { board, pieces } => by_blocks(board, pieces, progress),
    },
};

fn by_blocks(board: Board, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    let squares = board.squares();
    let shares = Shares::new(board, progress)?;
    let mut blocks = Blocks::new(squares, pieces);
    let mut histories = Histories::new(squares, pieces);
    let mut states = FxHashMap::from_iter([((0, Kinds::new()), BigUint::one())]);
    let mut games = BigRational::zero();
    progress.begin("blocks", Some(squares as u64));
    for turn in 0..squares {
        let mut next: FxHashMap<State, BigUint> = FxHashMap::default();
        for ((dead, pending), ways) in states {
            progress.check()?;
            let before = owned(turn, &pending);
            let (kind, ages) = (kind(dead, turn % 2), |part: &Kinds| by_age(dead, part));
            blocks.turn(
                (dead, &pending, &ways),
                kind,
                ages,
                progress,
                &mut |after, ways| {
                    if after.0 > dead {
                        let open = shares.open(owned(turn + 1, &after.1));
                        // A full board stops the game even if neither player has a line.
                        let stopping = shares.open(before)
                            - if after.0 == squares {
                                BigRational::zero()
                            } else {
                                open
                            };
                        let broken_off = histories.broken_off(after.0, &after.1, progress)? * &ways;
                        games += stopping * BigInt::from(broken_off);
                    }
                    *next.entry(after).or_default() += ways;
                    Ok(())
                },
            )?;
        }
        states = next;
        progress.advance(1);
    }
    progress.end();
    debug_assert!(games.is_integer(), "games come whole");
    Ok(games.to_integer().magnitude().clone())
}

fn kind(dead: usize, player: usize) -> usize {
    2 * dead + player
}

fn owned(turns: usize, pending: &Kinds) -> [u8; 2] {
    let owned_by = |player: usize| {
        let waiting = pending
            .iter()
            .filter(|(kind, _)| kind % 2 == player)
            .map(|(_, count)| count);
        ((turns + 1 - player) / 2 - waiting.sum::<usize>()) as u8
    };
    [owned_by(0), owned_by(1)]
}

fn by_age(dead: usize, kinds: &Kinds) -> Kinds {
    let mut ages = Kinds::new();
    for &(kind, count) in kinds.iter().rev() {
        let age = dead - kind / 2;
        match ages.last_mut() {
            Some((last, sum)) if *last == age => *sum += count,
            _ => ages.push((age, count)),
        }
    }
    ages
}

struct Histories {
    squares: usize,
    pieces: usize,
    pending: FxHashMap<(usize, Kinds), BigUint>,
    families: FxHashMap<(usize, Vec<usize>), BigUint>,
}

impl Histories {
    fn new(squares: usize, pieces: usize) -> Histories {
        Histories {
            squares,
            pieces,
            pending: FxHashMap::default(),
            families: FxHashMap::default(),
        }
    }

    fn broken_off(
        &mut self,
        dead: usize,
        pending: &Kinds,
        progress: &dyn Progress,
    ) -> Result<BigUint, Interrupted> {
        let quantum = self.squares - dead;
        let placed = factorial(self.squares) / factorial(quantum);
        let ages = (quantum, by_age(dead, pending));
        if !self.pending.contains_key(&ages) {
            let of_each: Vec<usize> = ages
                .1
                .iter()
                .flat_map(|&(age, count)| std::iter::repeat_n(age, count))
                .collect();
            let choices = self.choices(quantum, &of_each, &mut Vec::new(), progress)?;
            self.pending.insert(ages.clone(), choices);
        }
        Ok(placed * &self.pending[&ages])
    }

    /// The first `sizes.len()` pending series have these numbers of pieces on quantum squares.
    fn choices(
        &mut self,
        quantum: usize,
        ages: &[usize],
        sizes: &mut Vec<usize>,
        progress: &dyn Progress,
    ) -> Result<BigUint, Interrupted> {
        let Some(&age) = ages.get(sizes.len()) else {
            let mut sizes = sizes.clone();
            sizes.sort_unstable();
            return self.covering(quantum, sizes, progress);
        };
        let mut choices = BigUint::zero();
        for size in 2..=self.pieces.min(quantum) {
            let elsewhere = binomial(age, self.pieces - size);
            if !elsewhere.is_zero() {
                sizes.push(size);
                choices += elsewhere * self.choices(quantum, ages, sizes, progress)?;
                sizes.pop();
            }
        }
        Ok(choices)
    }

    /// Counts the header's families with sets of these sizes.
    fn covering(
        &mut self,
        points: usize,
        sizes: Vec<usize>,
        progress: &dyn Progress,
    ) -> Result<BigUint, Interrupted> {
        let key = (points, sizes);
        if let Some(result) = self.families.get(&key) {
            return Ok(result.clone());
        }
        let mut families = FxHashMap::from_iter([(Hypergraph::empty(points), BigUint::one())]);
        for &size in &key.1 {
            progress.check()?;
            let mut longer: FxHashMap<Hypergraph, BigUint> = FxHashMap::default();
            for (family, ways) in families {
                for set in SquareSet::first(points).subsets(size) {
                    if covers_more(&family.series, set, 1) {
                        *longer.entry(family.with(set).sorted()).or_default() += &ways;
                    }
                }
            }
            families = longer;
        }
        let result: BigUint = families.into_values().sum();
        self.families.insert(key, result.clone());
        Ok(result)
    }
}

/// Checks that `covered`, a union of `sets` sets, has more points than sets, and that its unions
/// with sets of the family do, too.
fn covers_more(family: &[SquareSet], covered: SquareSet, sets: usize) -> bool {
    covered.len() > sets
        && match family.split_first() {
            None => true,
            Some((&first, rest)) => {
                covers_more(rest, covered, sets) && covers_more(rest, covered | first, sets + 1)
            }
        }
}
