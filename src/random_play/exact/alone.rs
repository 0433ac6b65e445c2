//! The endgames by one player's own score, which ignores the other player's lines.
//!
//! # Chains
//!
//! Let a player own np of the s squares. Its lines are completed one after another, or several at
//! once by a piece where they cross. This is a chain of blocks, each a set of lines with one common
//! last piece. Take any chain of lines whose first j blocks cover u_j squares. Of the u_k! orders
//! of the covered squares
//!
//! ```text
//! prod_j w_j (u_j - 1)! / u_(j-1)!
//! ```
//!
//! complete the blocks in this order. Here w_j is the number of squares on which the last piece of
//! block j may stand. A single line has all its squares that are not covered before, so that it is
//! completed after the others. Several lines have the square where they cross. *Proof.* The order
//! of the first u_(j-1) squares is given; the last of u_j squares has w_j places; the other new
//! squares may come anywhere before it. ∎
//!
//! # No other lines
//!
//! Next, count the endgames in which the player owns the lines of the chain, in this order, and no
//! others. Apply inclusion and exclusion over the sets E of other lines, whose order is irrelevant.
//! Let all lines cover v squares. There are np! / (np - v)! assignments of turns to them, and
//! (s - v)! assignments of the other turns to the other squares. The share of the orders above of
//! these counts. So with X = sum_E (-1)^|E| (s - v)! / (np - v)! the number of endgames is
//!
//! ```text
//! np! X / u_k! times the orders.
//! ```
//!
//! X is found by adding the lines of E one at a time in every order, and dividing by |E|!.
//!
//! # Cost
//!
//! Lines that matter cover at most np squares, about half the board, so they are fewer than 0.6
//! m + 2. Up to symmetry there are few such sets: 26 for m = 8, 2,300 for m = 20. Each holds the
//! counts of the scores that its chains earn.

use num_bigint::BigUint;
use num_traits::Zero;

use super::orbits::Orbits;
use super::scores::Scores;
use super::tally::Tally;
use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::factorial;

/// Counts the endgames by the own score of a player with `own` squares.
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
    let mut found = Tally::default();
    let mut orders = vec![Tally::default(); orbits.orbits.len()];
    orders[0] = Tally::one();
    for place in 0..orders.len() {
        progress.check()?;
        let here = std::mem::take(&mut orders[place]);
        for step in orbits.steps[place].iter().filter(|step| step.places > 0) {
            let (before, after) = (covered[place], covered[step.to]);
            let weight = &factorials[after - 1] / &factorials[before] * step.places;
            orders[step.to].add_after(&here, (step.lines, 0), &weight, scores);
        }
        found.add(
            &here,
            &(&alone[place] * (&factorials[own] / &factorials[covered[place]])),
        );
        progress.advance(1);
    }
    progress.end();
    Ok(found)
}

/// Computes the X of the module header for each orbit.
fn without_others(
    orbits: &Orbits,
    covered: &[usize],
    own: usize,
    factorials: &[BigUint],
    progress: &dyn Progress,
) -> Result<Vec<BigUint>, Interrupted> {
    let squares = factorials.len() - 1;
    let lines: Vec<usize> = orbits.orbits.iter().map(|orbit| orbit.count()).collect();
    let mut found = vec![BigUint::zero(); lines.len()];
    // For each orbit and each number of lines in E, the sum over all orders of adding these. An
    // orbit looks up orbits with one more line, so the sums of orbits with more lines than that are
    // dropped.
    let mut sums: Vec<Vec<BigUint>> = vec![Vec::new(); lines.len()];
    let mut kept = lines.len();
    for place in (0..sums.len()).rev() {
        progress.check()?;
        while kept > 0 && lines[kept - 1] > lines[place] + 1 {
            kept -= 1;
            sums[kept] = Vec::new();
        }
        let mut sum =
            vec![&factorials[squares - covered[place]] / &factorials[own - covered[place]]];
        for step in orbits.steps[place].iter().filter(|step| step.ways > 0) {
            for (more, ways) in sums[step.to].iter().enumerate() {
                if sum.len() <= more + 1 {
                    sum.resize(more + 2, BigUint::zero());
                }
                sum[more + 1] += ways * step.ways;
            }
        }
        found[place] = alternating(&sum, factorials);
        sums[place] = sum;
    }
    Ok(found)
}

/// Computes the alternating sum over all E from the sums over orders.
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
