//! The tight pair of [the module above](super), without the factor s!.
//!
//! # R for n = 2
//! Every square but s gives one arrow and reaches s: these are the trees on s squares, s^(s-2) of them (Cayley 1889),
//! and square s has s - 1 targets. So R = (s-1) s^(s-2).
//!
//! # R for n >= 3
//! With g(b) = G(b) / b! and c(q) = C(s-2-q, n-1) the formula for G is
//!
//! g(b) = C^(b+1) / b! - sum_{q<b} c(q)^(b-q) / (b-q)! g(q).
//!
//! It is evaluated modulo primes just below 2^28, where b! has an inverse because s is smaller than any of them; each
//! term g(q) c(q)^(b-q) is kept from one b to the next, which multiplies it by c(q). There are enough primes to exceed
//! C^s, which is no less than R, so the Chinese remainder theorem gives R. Every step is exact.
//!
//! Cost: about s^2 / 2 steps for each of s log2(C) / 27 primes, which are shared out over the threads; several steps
//! are done at once. Memory: O(s) for each thread.

use multiversion::multiversion;
use num_bigint::BigUint;
use num_traits::{One, Zero};
use rayon::prelude::*;

use crate::progress::{Interrupted, Progress};
use crate::tree_size::binomial;
use crate::tree_size::field::{BITS, Field, chinese_remainder, primes};

/// How many products of the field may be added before they are reduced.
const TERMS: usize = 16;

/// The bounds of N.
pub(super) struct Tight {
    pub lower: BigUint,
    pub upper: BigUint,
}

impl Tight {
    pub fn find(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<Tight, Interrupted> {
        if pieces > squares {
            // One placement a turn.
            return Ok(Tight { lower: BigUint::one(), upper: BigUint::one() });
        }
        let all = binomial(squares - 1, pieces - 1);
        let without_collapse = without_early_collapse(squares, pieces, &all, progress)?;
        progress.check()?;
        let last = match squares.checked_sub(1 + pieces) {
            Some(others) => binomial(others, pieces - 1).max(BigUint::one()),
            None => BigUint::one(),
        };
        let early = (all.pow(squares as u32) - &without_collapse) / &all * last;
        Ok(Tight { upper: &without_collapse + early, lower: without_collapse })
    }
}

/// How many primes exceed C^s.
fn prime_count(squares: usize, all: &BigUint) -> u64 {
    squares as u64 * all.bits() / u64::from(BITS - 1) + 1
}

/// About how many steps of whole words the tight pair takes; two steps of half words cost no more than one.
pub(super) fn steps(squares: usize, pieces: usize, log2_of_all: f64) -> f64 {
    if pieces <= 2 || pieces >= squares {
        return 0.0;
    }
    let (s, n) = (squares as f64, pieces as f64);
    let primes = s * log2_of_all / 59.0 + 1.0;
    // Pairs of q and b; for each pair of primes some divisions of words.
    primes * (s - n) * (s + n) / 2.0 + 10.0 * primes * primes
}

/// R: the planted sequences in which nothing dies before the last turn, for n <= s.
fn without_early_collapse(
    squares: usize,
    pieces: usize,
    all: &BigUint,
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    match pieces {
        _ if squares == 1 => return Ok(BigUint::one()),
        // A single piece is classical at once.
        1 => return Ok(BigUint::zero()),
        2 => return Ok(BigUint::from(squares).pow(squares as u32 - 2) * (squares - 1)),
        _ => {}
    }
    let primes = primes(prime_count(squares, all) as usize, progress)?;
    progress.begin("bounds", Some(primes.len() as u64));
    let residues: Result<Vec<u32>, Interrupted> = primes
        .par_iter()
        .map(|&prime| {
            let residue = residue(Field::new(prime), squares, pieces, progress)?;
            progress.advance(1);
            Ok(residue)
        })
        .collect();
    let found = residues.and_then(|residues| chinese_remainder(&primes, &residues, progress));
    progress.end();
    found
}

/// R modulo a prime.
fn residue(field: Field, squares: usize, pieces: usize, progress: &dyn Progress) -> Result<u32, Interrupted> {
    let factorials = products(field, (1..=squares as u64).map(|number| field.of(number)));
    let inverses = products(field, field.inverses(squares).into_iter().skip(1));
    let binomial = |of: usize, chosen: usize| {
        field.times(factorials[of], field.times(inverses[chosen], inverses[of - chosen]))
    };
    let all = binomial(squares - 1, pieces - 1);
    // c(q) = C(s-2-q, n-1) for q = 0, 1, ..., as far as it is not 0.
    let closed: Vec<u32> = (0..squares - pieces).map(|q| binomial(squares - 2 - q, pieces - 1)).collect();
    // The inverses of s!, (s-1)!, ...: those of b!, (b-1)!, ... begin at place s - b.
    let falling: Vec<u32> = inverses.iter().rev().copied().collect();
    // At place q the product g(q) c(q)^(b-q), for the b = `members` at hand.
    let mut kept: Vec<u32> = Vec::with_capacity(closed.len());
    let mut power = field.one();
    let mut last = 0;
    for members in 0..squares {
        progress.check()?;
        power = field.times(power, all);
        let cut_off = cut_off(field, &mut kept, &closed, &falling[squares - members..]);
        last = field.plus(field.times(power, inverses[members]), field.minus(cut_off));
        if members < closed.len() {
            kept.push(last);
        }
    }
    Ok(field.residue(field.times(last, factorials[squares - 1])))
}

/// Multiplies each of the `kept` by its factor; the sum of the products with the inverses.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn cut_off(field: Field, kept: &mut [u32], factors: &[u32], inverses: &[u32]) -> u32 {
    let mut cut_off = 0;
    for ((kept, factors), inverses) in
        kept.chunks_mut(TERMS).zip(factors.chunks(TERMS)).zip(inverses.chunks(TERMS))
    {
        let mut sum = 0;
        for ((kept, &factor), &inverse) in kept.iter_mut().zip(factors).zip(inverses) {
            *kept = field.times(*kept, factor);
            sum += u64::from(*kept) * u64::from(inverse);
        }
        cut_off = field.plus(cut_off, field.reduce(sum));
    }
    cut_off
}

/// 1 and the products of the first factor, of the first two, and so on.
fn products(field: Field, factors: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut products = vec![field.one()];
    products.extend(factors.scan(field.one(), |product, factor| {
        *product = field.times(*product, factor);
        Some(*product)
    }));
    products
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    /// The formula for G as it stands.
    fn literal(squares: usize, pieces: usize) -> BigUint {
        let all = binomial(squares - 1, pieces - 1);
        let mut reaching: Vec<BigUint> = Vec::new();
        for members in 0..squares {
            let mut count = all.pow(members as u32 + 1);
            for cut_off in 1..=members {
                let closed = binomial(squares + cut_off - members - 2, pieces - 1);
                let choices = binomial(members, cut_off) * closed.pow(cut_off as u32);
                count -= choices * &reaching[members - cut_off];
            }
            reaching.push(count);
        }
        reaching.pop().unwrap_or_default()
    }

    #[test]
    fn residues_and_trees_give_what_the_formula_does() {
        for squares in 1..=40 {
            for pieces in 1..=squares {
                let all = binomial(squares - 1, pieces - 1);
                let found = without_early_collapse(squares, pieces, &all, &Silent);
                assert_eq!(found, Ok(literal(squares, pieces)), "R({squares},{pieces})");
            }
        }
    }
}
