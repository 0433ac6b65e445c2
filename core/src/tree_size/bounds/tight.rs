//! R and the tight pair of [the parent module](super), without the factor s!.
//!
//! With q = b - z the formula for G becomes
//!
//! ```text
//! G(b) = C^(b+1) - sum_{q<b} C(b, q) c(q)^(b-q) G(q),
//! ```
//!
//! where q squares still reach s, and c(q) = C(s-2-q, n-1) counts the choices of a square that does
//! not. Each term is kept, because the next b only multiplies it by c(q) (b+1) / (b+1-q).
//!
//! For example, let s = 4 and n = 3. Then C = 3, c(0) = 1, and c(q) = 0 for larger q. So G(0) = 3,
//! G(1) = 9 - 3 = 6, G(2) = 27 - 3 = 24 and R = G(3) = 81 - 3 = 78. R omits the 3 choices in which
//! squares 1, 2 and 3 choose each other and die in turn 3, whatever square 4 chooses. The upper
//! bound is 78 + (81 - 78) * 1 / 3 = 79, and exact here: T(4, 3) = 1896 = 4! * 79.

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

/// Computes R for n <= s.
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
    // c(q), until it becomes 0.
    let closed: Vec<BigUint> = (0..squares - pieces)
        .map(|q| binomial(squares - 2 - q, pieces - 1))
        .collect();
    // C(b, q) c(q)^(b-q) G(q) for each q, with b = `members`.
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

    /// 9^7 = 4,782,969 and 8^9 = 134,217,728.
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
                let result = without_early_collapse(squares, pieces, &all, &Silent);
                assert_eq!(
                    result,
                    Ok(literal(squares, pieces)),
                    "R({squares},{pieces})"
                );
            }
        }
    }
}
