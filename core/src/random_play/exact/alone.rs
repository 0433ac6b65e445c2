//! Counts endgames by one player's own score, which ignores the other player's lines.
//!
//! # Chains
//!
//! Let the player own p of the s squares. One piece may complete several lines at once, where they
//! cross. So the player's lines form a *chain* of k *blocks*, in the order of their completion,
//! where a block is the set of lines that one piece completes.
//!
//! Let the first j blocks of a chain cover u_j squares. The covered squares can be filled in u_k!
//! orders, and
//!
//! ```text
//! prod_j w_j (u_j - 1)! / u_(j-1)!
//! ```
//!
//! of these complete the blocks as in the chain. Here w_j counts the squares on which block j's
//! last piece may stand. For a single line these are its squares that no earlier block covers, and
//! for several lines only the square where they cross.
//!
//! *Proof.* Let the order of the u_(j-1) squares of the earlier blocks be given. Among the u_j
//! squares of the first j blocks, the last to be filled is one of w_j squares, and the other new
//! squares may come anywhere before it. ∎
//!
//! # No other lines
//!
//! Next, count the endgames in which the player owns the chain's lines, completes them in this
//! order and owns no other line. Apply inclusion and exclusion over the sets E of other lines, in
//! whatever order these are completed. Let the chain and E together cover v squares. There are p! /
//! (p - v)! ways to assign the player's turns to these squares, and (s - v)! ways to assign all
//! other turns. These assignments fill the chain's u_k squares in each order equally often. So with
//! X = sum_E (-1)^|E| (s - v)! / (p - v)! each order has p! X / u_k! endgames. To find X, add the
//! lines of E one at a time in every order, and divide by |E|!.
//!
//! # Cost
//!
//! A set of lines matters only if it covers at most p squares, about half the board, so it has
//! fewer than 0.6 m + 2 lines. There are few such sets up to the exchanges of `orbits`, for example
//! 55 on 8x8 and 2,910 on 20x20.

use num_bigint::BigUint;
use num_traits::Zero;

use super::orbits::Orbits;
use super::scores::Scores;
use super::tally::Tally;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::factorial;

/// For a player who owns `own` squares.
pub fn endgames(
    side: usize,
    own: usize,
    scores: &Scores,
    progress: &dyn Progress,
) -> Result<Tally, Interrupted> {
    let orbits = Orbits::new(side, own, progress)?;
    let covered = orbits.squares();
    let factorials: Vec<BigUint> = (0..=side * side).map(factorial).collect();
    progress.begin("sets of lines", Some(orbits.orbits.len() as u64));
    let alone = without_others(&orbits, &covered, own, &factorials, progress)?;
    let mut result = Tally::default();
    let mut orders = vec![Tally::default(); orbits.orbits.len()];
    orders[0] = Tally::one();
    for orbit in 0..orders.len() {
        progress.check()?;
        let here = std::mem::take(&mut orders[orbit]);
        for step in orbits.steps[orbit].iter().filter(|step| step.places > 0) {
            let (before, after) = (covered[orbit], covered[step.to]);
            let weight = &factorials[after - 1] / &factorials[before] * step.places;
            orders[step.to].add_after(&here, (step.lines, 0), &weight, scores);
        }
        result.add(
            &here,
            &(&alone[orbit] * (&factorials[own] / &factorials[covered[orbit]])),
        );
        progress.advance(1);
    }
    progress.end();
    Ok(result)
}

/// X of the file header, for each orbit.
fn without_others(
    orbits: &Orbits,
    covered: &[usize],
    own: usize,
    factorials: &[BigUint],
    progress: &dyn Progress,
) -> Result<Vec<BigUint>, Interrupted> {
    let squares = factorials.len() - 1;
    let lines: Vec<usize> = orbits.orbits.iter().map(|orbit| orbit.count()).collect();
    let mut result = vec![BigUint::zero(); lines.len()];
    // For each orbit and each |E|, the sum over all ordered choices of E. An orbit reads only the
    // sums of orbits with one line more, so the sums of orbits with two lines more are dropped.
    let mut sums: Vec<Vec<BigUint>> = vec![Vec::new(); lines.len()];
    let mut kept = lines.len();
    for orbit in (0..sums.len()).rev() {
        progress.check()?;
        while kept > 0 && lines[kept - 1] > lines[orbit] + 1 {
            kept -= 1;
            sums[kept] = Vec::new();
        }
        let mut sum =
            vec![&factorials[squares - covered[orbit]] / &factorials[own - covered[orbit]]];
        for step in orbits.steps[orbit].iter().filter(|step| step.ways > 0) {
            for (more, ways) in sums[step.to].iter().enumerate() {
                if sum.len() <= more + 1 {
                    sum.resize(more + 2, BigUint::zero());
                }
                sum[more + 1] += ways * step.ways;
            }
        }
        result[orbit] = alternating(&sum, factorials);
        sums[orbit] = sum;
    }
    Ok(result)
}

/// Returns X, given the sums over the ordered choices of E, by |E|.
fn alternating(sum: &[BigUint], factorials: &[BigUint]) -> BigUint {
    let sign = |parity: usize| -> BigUint {
        let terms = sum
            .iter()
            .enumerate()
            .filter(|(more, _)| more % 2 == parity);
        terms.map(|(more, ways)| ways / &factorials[more]).sum()
    };
    sign(0) - sign(1)
}
