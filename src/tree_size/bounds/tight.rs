//! The tight pair of [the parent module](super), without the factor s!.
//!
//! # R for n = 2
//!
//! Every square except s gives one arrow and reaches s. These arrows form one of the s^(s-2) trees
//! on s squares (Cayley 1889). Square s has s - 1 targets. So R = (s-1) s^(s-2).
//!
//! # R for n >= 3
//!
//! With q = b - z and c(q) = C(s-2-q, n-1) the formula for G is
//!
//! ```text
//! G(b) = C^(b+1) - sum_{q<b} C(b, q) c(q)^(b-q) G(q).
//! ```
//!
//! Each term is kept from one b to the next, which multiplies it by c(q) (b+1) / (b+1-q).
//!
//! # Cost
//!
//! At most s^2 / 2 products of a number of s log2(C) bits with a short one: 0.1 s for (300, 3), and
//! half a minute for (3000, 3). Memory holds s such numbers.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::support::progress::{Interrupted, Progress};
use crate::tree_size::binomial;

pub(super) struct Tight {
    pub lower: BigUint,
    pub upper: BigUint,
}

impl Tight {
    pub fn find(
        squares: usize,
        pieces: usize,
        progress: &dyn Progress,
    ) -> Result<Tight, Interrupted> {
        if pieces > squares {
            // Each turn has one placement.
            return Ok(Tight {
                lower: BigUint::one(),
                upper: BigUint::one(),
            });
        }
        let all = binomial(squares - 1, pieces - 1);
        let without_collapse = without_early_collapse(squares, pieces, &all, progress)?;
        progress.check()?;
        let last = match squares.checked_sub(1 + pieces) {
            Some(others) => binomial(others, pieces - 1).max(BigUint::one()),
            None => BigUint::one(),
        };
        let early = (all.pow(squares as u32) - &without_collapse) / &all * last;
        Ok(Tight {
            upper: &without_collapse + early,
            lower: without_collapse,
        })
    }
}

/// Computes R for n <= s: the planted sequences in which nothing dies before the last turn.
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
    progress.begin("bounds", Some(squares as u64));
    // c(q) = C(s-2-q, n-1) for q = 0, 1, ..., until it becomes 0.
    let closed: Vec<BigUint> = (0..squares - pieces)
        .map(|q| binomial(squares - 2 - q, pieces - 1))
        .collect();
    // C(b, q) c(q)^(b-q) G(q) by q, for the current b = `members`.
    let mut terms: Vec<BigUint> = Vec::with_capacity(closed.len());
    let (mut power, mut reaching) = (BigUint::one(), BigUint::zero());
    for members in 0..squares {
        power *= all;
        for (q, (term, closed)) in terms.iter_mut().zip(&closed).enumerate() {
            progress.check()?;
            *term *= closed * members;
            *term /= members - q;
        }
        reaching = &power - terms.iter().sum::<BigUint>();
        if members < closed.len() {
            terms.push(reaching.clone());
        }
        progress.advance(1);
    }
    progress.end();
    Ok(reaching)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::progress::Silent;

    /// Computes R = s^(s-2) (s-1) and (8^9 - R) / 8 C(6, 1) by hand.
    #[test]
    fn the_bounds_of_pairs_on_nine_squares_are_those_of_the_formula() {
        let tight = Tight::find(9, 2, &Silent).unwrap();
        let lower = 4_782_969_u32 * 8;
        assert_eq!(tight.lower, BigUint::from(lower));
        assert_eq!(
            tight.upper,
            BigUint::from(lower + (134_217_728 - lower) / 8 * 6)
        );
    }

    /// Computes R by the formula for G in the parent module.
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
    fn kept_terms_and_trees_give_what_the_formula_does() {
        for squares in 1..=30 {
            for pieces in 1..=squares {
                let all = binomial(squares - 1, pieces - 1);
                let found = without_early_collapse(squares, pieces, &all, &Silent);
                assert_eq!(found, Ok(literal(squares, pieces)), "R({squares},{pieces})");
            }
        }
    }
}
