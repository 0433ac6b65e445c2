//! T(s, n) by formula.
//!
//! T = s! if n = 1 or n > s, because every turn is a single classical piece, and if n = s, because
//! each turn covers all squares, until the s series collapse in one of s! ways.
//!
//! # n = 2
//!
//! In the planted form (see [the parent module](super)) N is a sum over all partitions of the
//! squares into blocks that turn classical together, as `blocks.rs` proves. In a block of b >= 2
//! squares each has an arrow, and a path of arrows to the block's largest square, r. A path that
//! left the block would not return, so the other squares' arrows form one of the b^(b-2) trees on b
//! labelled squares (Cayley 1889), and r has b - 1 targets. So the block contributes (b-1) b^(b-2).
//!
//! A block of size 1 arises only when a classical piece fills the last quantum square, which is
//! square s, because later squares would be quantum, too.
//!
//! By the exponential formula, with F(x) = sum_{b>=2} (b-1) b^(b-2) x^b / b!,
//!
//! ```text
//! N(s) = s! [x^s] exp F(x) + (s-1)! [x^(s-1)] exp F(x).
//! ```
//!
//! *F in closed form.* Let C = x e^C be Cayley's tree function, C = sum b^(b-1) x^b / b!. Unrooted
//! trees have U = C - C^2/2 = sum b^(b-2) x^b / b! (Otter's dissimilarity: vertices minus edges).
//! So F = C - U = C^2 / 2.
//!
//! *Coefficients.* Lagrange inversion gives, with H(c) = exp(c^2 / 2),
//!
//! ```text
//! s! [x^s] H(C) = (s-1) P(s),  P(s) = sum_k C(s-2, 2k) (2k-1)!! s^(s-2-2k).
//! ```
//!
//! P(s) is h_(s-2)(s) for the polynomials h_0 = 1, h_1 = x, h_(j+1) = x h_j + j h_(j-1), because
//! both are the moments E (x + Z)^j of a standard normal Z; the recurrence is integration by parts.
//! With A(s) = s! (s-1) P(s), A(0) = 1 and A(1) = 0:
//!
//! **T(s, 2) = A(s) + s A(s-1).**
//!
//! For example, P(3) = 3 and P(2) = 1, so A(3) = 36, A(2) = 2 and T(3, 2) = 36 + 3 * 2 = 42.

use num_bigint::BigUint;

use super::{Counter, factorial};
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};

const MAX_SQUARES: usize = 10_000;

pub(super) const COUNTER: Counter = Counter {
    name: "closed-form",
    help: "a formula, for n = 1, n = 2 and n >= s",
    endings: &[Ending::Full],
    applies: |tree| {
        let (squares, pieces) = (tree.squares(), tree.pieces());
        squares <= MAX_SQUARES && (pieces <= 2 || pieces >= squares)
    },
    reach: |_| {
        format!("a formula is known for n = 1, n = 2 and n >= s only (s up to {MAX_SQUARES})")
    },
    cost: |tree| 2.0 * (tree.squares() as f64).log2(),
    speed: 1e8,
    count: |tree, progress| games(tree.squares(), tree.pieces(), progress),
};

fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    if pieces == 2 && squares > 2 {
        progress.begin("closed form", Some(2 * squares as u64));
        let games = pairs(squares, progress);
        progress.end();
        return games;
    }
    debug_assert!(pieces == 1 || pieces >= squares);
    Ok(factorial(squares))
}

/// Computes T(s, 2) for s >= 3.
fn pairs(squares: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    Ok(blocks_of_two_or_more(squares, progress)?
        + blocks_of_two_or_more(squares - 1, progress)? * squares)
}

/// Computes A(s) for s >= 2, which is s! times the planted games that have no block of size 1.
fn blocks_of_two_or_more(squares: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    Ok(factorial(squares) * (squares - 1) * moment(squares, squares - 2, progress)?)
}

/// Computes h_degree(x).
fn moment(x: usize, degree: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    let (mut before, mut here) = (BigUint::from(0_u32), BigUint::from(1_u32));
    for step in 0..degree {
        if step % 1024 == 0 {
            progress.check()?;
            progress.advance(1024.min(degree - step) as u64);
        }
        before *= step;
        before += &here * x;
        std::mem::swap(&mut before, &mut here);
    }
    Ok(here)
}
