//! T(s, n) for any n, by blocks of squares that turn classical together.
//!
//! # Blocks
//!
//! We count games in the planted form (see [the parent module](super)). A square *dies* when it
//! turns classical; until then an open square is *pending*. In the tail a series has no arrows.
//!
//! A *block* B is the set of all squares that die at one turn, which is the turn of its largest
//! member, the *root*. No arrow may lead from B to a square that stays quantum then. So each of a
//! member v's n - 1 arrows goes to another square of B, or to one of the x_v squares that die after
//! v's turn but before B. The root's arrows stay in B, because B dies at its turn.
//!
//! Conversely, choose such arrows for all members. A path that leaves B enters a block that dies
//! before B, and never returns. So a member that does not reach the root dies before the root's
//! turn, but a member that reaches it cannot. So B dies as a whole at its root's turn if and only
//! if every member reaches the root by a path inside B. Hence N sums, over all partitions of the
//! squares into blocks, the product of all R G. Here R = C(|B| - 1, n - 1) counts the root's
//! choices (1 in the tail), and G those of the other members by which all of them reach the root.
//!
//! # The factor G
//!
//! Let the block have M members besides its root, b_i of them of *kind* i, that is, with x_v = x_i.
//! Their arrows go to n - 1 of M + x_i squares, the M others of B and the x_i that died, so
//! together they have prod C(M + x_i, n - 1)^(b_i) choices. From these subtract, for each nonempty
//! set Z of members, those by which exactly Z does not reach the root. Let Z have z_i members of
//! kind i. Their arrows stay in Z or go to dead squares, because all other squares of B reach the
//! root, so each has C(|Z| - 1 + x_i, n - 1) choices. The other members reach the root outside Z,
//! so for them Z is as good as dead, and their x_i grow by |Z|. Hence
//!
//! ```text
//! G(b; x) = prod C(M + x_i, n - 1)^(b_i)
//!     - sum_{z != 0} prod C(b_i, z_i) C(|Z| - 1 + x_i, n - 1)^(z_i) G(b - z; x + |Z|).
//! ```
//!
//! For example, let n = 2. A single member has 1 + x choices, and by x of them it does not reach
//! the root, so G = 1. Two members with x = 0 have 4 choices, but by one of them they point to each
//! other, so G = 3.
//!
//! # The sum over partitions
//!
//! A dynamic program runs over the turns. Its state holds the number K of dead squares and, for
//! each k, how many pending squares were opened when k were dead; they have x = K - k if their
//! block is the next to die. A turn either opens a pending square, or its square is the root of a
//! block with some of the pending ones or none.
//!
//! No pending square is opened in the tail, and before it a block has at least n squares. So k
//! takes at most s/n values in a game, and there are few states unless s/n is large.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::{Counter, binomial, factorial};
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};

const MAX_SQUARES: usize = 200;

/// Pending squares: pairs (kind, number of squares), with each kind once.
///
/// In a [`State`] the kinds ascend, and a square's kind is the number k of squares dead when it was
/// opened, or 2k plus the player in [`first_line`](super::first_line). In G the kind is x.
pub(super) type Kinds = Vec<(usize, usize)>;

/// The number of dead squares, and the pending ones.
pub(super) type State = (usize, Kinds);

pub(super) const COUNTER: Counter = Counter {
    name: "blocks",
    help: "blocks of squares that turn classical together, for any n",
    endings: &[Ending::Full],
    applies: |tree| tree.squares() <= MAX_SQUARES,
    reach: |_| format!("it takes up to {MAX_SQUARES} squares"),
    cost: |tree| match (tree.squares() as f64, tree.pieces() as f64) {
        (squares, pieces) if pieces >= squares => 0.0,
        // Fitted to 31 sizes, of which 27 took 1/7 to 3 times the estimate, and T(100,40) 15 times.
        (squares, pieces) => (1.9 + 2.2 * squares / pieces.sqrt())
            .min(squares.log2() * (8.5 - 10.0 * pieces / squares))
            .max(6.5),
    },
    speed: 4e8,
    count: |tree, progress| games(tree.squares(), tree.pieces(), progress),
};

fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    let mut blocks = Blocks::new(squares, pieces);
    let mut states = FxHashMap::from_iter([((0, Kinds::new()), BigUint::one())]);
    progress.begin("blocks", Some(squares as u64));
    for _ in 0..squares {
        let mut next: FxHashMap<State, BigUint> = FxHashMap::default();
        for ((dead, pending), ways) in states {
            let ages = |part: &Kinds| {
                part.iter()
                    .map(|&(opened, count)| (dead - opened, count))
                    .collect()
            };
            blocks.turn(
                (dead, &pending, &ways),
                dead,
                ages,
                progress,
                &mut |after, ways| {
                    *next.entry(after).or_default() += ways;
                    Ok(())
                },
            )?;
        }
        states = next;
        progress.advance(1);
    }
    progress.end();
    Ok(states.remove(&(squares, Kinds::new())).unwrap_or_default() * factorial(squares))
}

fn with_one_more(pending: &Kinds, kind: usize) -> Kinds {
    let mut more = pending.clone();
    match more.binary_search_by_key(&kind, |(other, _)| *other) {
        Ok(index) => more[index].1 += 1,
        Err(index) => more.insert(index, (kind, 1)),
    }
    more
}

fn without(pending: &Kinds, part: &Kinds) -> Kinds {
    let mut left = Kinds::new();
    for &(kind, count) in pending {
        let taken = part
            .iter()
            .find(|other| other.0 == kind)
            .map_or(0, |other| other.1);
        if count > taken {
            left.push((kind, count - taken));
        }
    }
    left
}

/// Visits every choice of how many squares of each kind to take, with the number of such sets. The
/// first choice takes none.
fn for_each_part(
    whole: &Kinds,
    progress: &dyn Progress,
    visit: &mut impl FnMut(&Kinds, BigUint) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let mut taken = vec![0; whole.len()];
    let mut choices = vec![BigUint::one(); whole.len()];
    loop {
        progress.check()?;
        let kinds = whole.iter().zip(&taken).filter(|(_, taken)| **taken > 0);
        let part: Kinds = kinds.map(|(&(kind, _), &taken)| (kind, taken)).collect();
        visit(&part, choices.iter().product())?;
        let Some(index) = (0..whole.len()).find(|&index| taken[index] < whole[index].1) else {
            return Ok(());
        };
        choices[index] = &choices[index] * (whole[index].1 - taken[index]) / (taken[index] + 1);
        taken[index] += 1;
        choices[..index].fill(BigUint::one());
        taken[..index].fill(0);
    }
}

pub(super) struct Blocks {
    squares: usize,
    pieces: usize,
    /// C(k, n - 1) for each k.
    choices: Vec<BigUint>,
    reaching: FxHashMap<Kinds, BigUint>,
}

impl Blocks {
    pub(super) fn new(squares: usize, pieces: usize) -> Blocks {
        let choices = (0..=squares)
            .map(|count| binomial(count, pieces - 1))
            .collect();
        Blocks {
            squares,
            pieces,
            choices,
            reaching: FxHashMap::default(),
        }
    }

    /// Visits each state after a turn from the given one, with the ways to reach it. If the turn
    /// opens a pending square, this has kind `kind`. `ages` converts a block's kinds to x.
    pub(super) fn turn(
        &mut self,
        (dead, pending, ways): (usize, &Kinds, &BigUint),
        kind: usize,
        ages: impl Fn(&Kinds) -> Kinds,
        progress: &dyn Progress,
        visit: &mut impl FnMut(State, BigUint) -> Result<(), Interrupted>,
    ) -> Result<(), Interrupted> {
        let in_tail = self.squares - dead < self.pieces;
        if !in_tail {
            visit((dead, with_one_more(pending, kind)), ways.clone())?;
        }
        for_each_part(pending, progress, &mut |part, choices| {
            let size = 1 + part.iter().map(|(_, count)| count).sum::<usize>();
            let root = if in_tail {
                BigUint::one()
            } else {
                self.choices[size - 1].clone()
            };
            if root.is_zero() {
                return Ok(());
            }
            let weight = root * choices * self.reaching(&ages(part), progress)?;
            if weight.is_zero() {
                Ok(())
            } else {
                visit((dead + size, without(pending, part)), weight * ways)
            }
        })
    }

    /// Computes G.
    fn reaching(
        &mut self,
        members: &Kinds,
        progress: &dyn Progress,
    ) -> Result<BigUint, Interrupted> {
        if members.is_empty() {
            return Ok(BigUint::one());
        }
        if let Some(result) = self.reaching.get(members) {
            return Ok(result.clone());
        }
        let count: usize = members.iter().map(|(_, count)| count).sum();
        let power = |choices: &[BigUint], from: usize, kinds: &Kinds| -> BigUint {
            kinds
                .iter()
                .map(|&(x, count)| choices[from + x].pow(count as u32))
                .product()
        };
        let mut reaching = power(&self.choices, count, members);
        let mut parts = Vec::new();
        for_each_part(members, progress, &mut |part, choices| {
            parts.push((part.clone(), choices));
            Ok(())
        })?;
        for (cut_off, choices) in parts.into_iter().skip(1) {
            let size: usize = cut_off.iter().map(|(_, count)| count).sum();
            let closed = power(&self.choices, size - 1, &cut_off);
            if closed.is_zero() {
                continue;
            }
            let rest = without(members, &cut_off)
                .into_iter()
                .map(|(x, count)| (x + size, count))
                .collect();
            reaching -= choices * closed * self.reaching(&rest, progress)?;
        }
        self.reaching.insert(members.clone(), reaching.clone());
        Ok(reaching)
    }
}
