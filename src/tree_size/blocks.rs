//! T(s, n) for any n, by blocks of squares that turn classical together.
//!
//! # Blocks
//!
//! In the planted form (see [the parent module](super)) let the *blocks* be the sets of squares
//! that turn classical ("die") together. A block B dies at the turn of its largest member, its
//! *root*. A member v other than the root gives arrows to n - 1 squares that are quantum at its
//! turn and do not die after B. These are squares of B, and squares of other blocks that die
//! between v's turn and B's death. Let x_v be the number of the latter. The root's arrows stay in
//! B, or in the tail it has none.
//!
//! Conversely, choose such arrows. Then B dies as a whole at its root's turn exactly if every
//! member reaches the root inside B. For a path that leaves B ends in a block that died before. So
//! N is the sum over all partitions into blocks of the product of
//!
//! ```text
//! (arrows of the root) * G(members), where (arrows of the root) = C(|B| - 1, n - 1), or 1 in the tail,
//! ```
//!
//! and G counts the choices of the members by which all of them reach the root.
//!
//! # G by exclusion
//!
//! Let the block have M members beside its root, b_i of them with x = x_i. Together they have prod
//! C(M + x_i, n - 1)^(b_i) choices. Subtract the choices by which some members do not reach the
//! root. Let Z be the set of these members. Their arrows stay in Z or go to dead squares. The other
//! members reach the root by paths outside Z, so for them Z counts as dead. With z_i members of Z
//! of kind i and |Z| = sum z_i,
//!
//! ```text
//! G(b; x) = prod C(M + x_i, n - 1)^(b_i)
//!     - sum_{z != 0} prod C(b_i, z_i) C(|Z| - 1 + x_i, n - 1)^(z_i) G(b - z; x + |Z|).
//! ```
//!
//! # The sum over partitions
//!
//! A dynamic program runs over the turns. Its state is the number K of dead squares and, for each
//! earlier such number k, the number of pending squares that were opened at k. They have x = K - k.
//! A turn either opens a pending square, or is the root of a block with some of the pending
//! squares.
//!
//! # Cost
//!
//! A block has at least n squares except in the tail. So there are at most s/n + n different k, and
//! few states unless n is small and s large. Memory holds the states of one turn and the values of
//! G.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashMap;

use super::{binomial, factorial};
use crate::support::progress::{Interrupted, Progress};

/// The largest supported number of squares.
pub(super) const MAX_SQUARES: usize = 200;

/// Pending squares by kind: a kind and the number of its squares, in rising order of kinds.
///
/// The kind is the number of dead squares when the square was opened, or the number x of squares
/// that have died since. A count with owners adds the player, see
/// [`first_line`](super::first_line).
pub(super) type Kinds = Vec<(usize, usize)>;

/// The number of dead squares, and the pending squares by kind.
pub(super) type State = (usize, Kinds);

/// Computes T(s, n).
pub(super) fn games(
    squares: usize,
    pieces: usize,
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    let mut blocks = Blocks::new(squares, pieces);
    let mut states = BTreeMap::from([((0, Kinds::new()), BigUint::one())]);
    progress.begin("blocks", Some(squares as u64));
    for _ in 0..squares {
        let mut next: BTreeMap<State, BigUint> = BTreeMap::new();
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
    match more.iter_mut().find(|(other, _)| *other == kind) {
        Some((_, count)) => *count += 1,
        None => more.push((kind, 1)),
    }
    more.sort_unstable();
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

/// Visits every way to take some squares of each kind.
///
/// Passes the part taken, and the number of choices of squares that give it.
fn for_each_part(
    whole: &Kinds,
    progress: &dyn Progress,
    visit: &mut impl FnMut(&Kinds, BigUint) -> Result<(), Interrupted>,
) -> Result<(), Interrupted> {
    let mut taken = vec![0; whole.len()];
    // C(count, taken) for each kind.
    let mut choices = vec![BigUint::one(); whole.len()];
    loop {
        progress.check()?;
        let kinds = whole.iter().zip(&taken).filter(|(_, taken)| **taken > 0);
        let part: Kinds = kinds.map(|(&(kind, _), &taken)| (kind, taken)).collect();
        visit(&part, choices.iter().product())?;
        let Some(place) = (0..whole.len()).find(|&place| taken[place] < whole[place].1) else {
            return Ok(());
        };
        choices[place] = &choices[place] * (whole[place].1 - taken[place]) / (taken[place] + 1);
        taken[place] += 1;
        choices[..place].fill(BigUint::one());
        taken[..place].fill(0);
    }
}

/// The numbers of arrow choices inside blocks.
pub(super) struct Blocks {
    squares: usize,
    pieces: usize,
    /// C(k, n - 1) for each k.
    choices: Vec<BigUint>,
    /// The values of G found so far, by kinds (x, count).
    found: FxHashMap<Kinds, BigUint>,
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
            found: FxHashMap::default(),
        }
    }

    /// Visits each state after a turn, with the number of ways to reach it.
    ///
    /// The turn opens a square of the given kind, or is the root of a block with some pending
    /// squares. `ages` replaces the kinds of a block's members by the numbers of squares that have
    /// died since.
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

    /// Returns G, the choices of the members by which all of them reach the root.
    fn reaching(
        &mut self,
        members: &Kinds,
        progress: &dyn Progress,
    ) -> Result<BigUint, Interrupted> {
        if members.is_empty() {
            return Ok(BigUint::one());
        }
        if let Some(found) = self.found.get(members) {
            return Ok(found.clone());
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
        self.found.insert(members.clone(), reaching.clone());
        Ok(reaching)
    }
}
