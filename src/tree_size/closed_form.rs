//! T(s, n) by formula: n = 2 for any s, and the cases that are ordinary tic-tac-toe.
//!
//! # n = 1 and n >= s
//! With n = 1 every piece is classical at once: s! games. With n > s every turn is a single classical piece:
//! s! again. With n = s each turn covers all squares until turn s entangles them all in one of s! ways.
//!
//! # n = 2
//! In the planted form (see [the module above](super)) each turn t gives square t one arrow. Squares whose
//! arrows are all given and that reach no unopened square turn classical: a *block* of squares turns classical
//! together, at the turn of its largest member r. Up to that turn the block is a set of trees with arrows
//! towards their unopened roots, at the end a single tree on the block with root r; then r's own arrow goes to
//! one of the other members. (An arrow never leaves the block: its target would have died later or be dead.)
//!
//! *Blocks of size b >= 2.* The members other than r give one arrow each and reach r: there are b^(b-2) trees
//! on b labelled squares (Cayley 1889), and each is one choice of arrows. Then r has b - 1 targets. So a block
//! has f(b) = (b-1) b^(b-2) histories, whatever happens outside it, and blocks interleave freely because the
//! turns are given by the squares' numbers. A last square that is left alone is filled by a classical piece:
//! that is a block of size 1 and can only be square s, at the last turn. By the exponential formula, with
//! exponential generating function F(x) = sum_{b>=2} (b-1) b^(b-2) x^b / b!,
//!
//! N(s) = s! \[x^s\] exp F(x) + (s-1)! \[x^(s-1)\] exp F(x).
//!
//! *F in closed form.* Let C = x e^C be Cayley's tree function, C = sum b^(b-1) x^b / b!. Unrooted trees have
//! the generating function U = C - C^2/2 = sum b^(b-2) x^b / b! (Otter's dissimilarity: vertices minus edges).
//! So F = sum b^(b-1) x^b/b! - sum b^(b-2) x^b/b! = C - U = C^2 / 2.
//!
//! *Coefficients.* Lagrange inversion for C = x e^C gives, with H(c) = exp(c^2 / 2),
//! \[x^s\] H(C) = 1/s \[c^(s-1)\] c exp(c^2/2) exp(s c). Expanding both exponentials and multiplying by s!,
//!
//! s! \[x^s\] H(C) = (s-1) P(s),  P(s) = sum_k C(s-2, 2k) (2k-1)!! s^(s-2-2k).
//!
//! P(s) is h_(s-2)(s) for the polynomials h_0 = 1, h_1 = x, h_(j+1) = x h_j + j h_(j-1) (both sides are the
//! moments E (x + Z)^j of a normal Z; the recurrence is integration by parts). With A(s) = s! (s-1) P(s),
//! A(0) = 1 and A(1) = 0:
//!
//! **T(s, 2) = A(s) + s A(s-1).**
//!
//! Ours computes P by that recurrence: s steps, each two products of a big integer and a machine word, so
//! O(s^2 log s / 64) word operations and O(s log s) bits of memory.

use num_bigint::BigUint;

use super::{Error, factorial};
use crate::progress::{Interrupted, Progress};

/// T(s, n) where a formula is known: n <= 2 or n >= s. The caller checks that.
pub(super) fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Error> {
    if pieces == 2 && squares > 2 {
        progress.begin("closed form", Some(2 * squares as u64));
        let games = pairs(squares, progress);
        progress.end();
        return Ok(games?);
    }
    debug_assert!(pieces == 1 || pieces >= squares);
    Ok(factorial(squares))
}

/// T(s, 2) for s >= 2.
fn pairs(squares: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    Ok(blocks_of_two_or_more(squares, progress)? + blocks_of_two_or_more(squares - 1, progress)? * squares)
}

/// A(s): games in which every square dies in a block of two or more.
fn blocks_of_two_or_more(squares: usize, progress: &dyn Progress) -> Result<BigUint, Interrupted> {
    if squares < 2 {
        return Ok(BigUint::from(u32::from(squares == 0)));
    }
    Ok(factorial(squares) * (squares - 1) * moment(squares, squares - 2, progress)?)
}

/// h_degree(x): the recurrence h_(j+1) = x h_j + j h_(j-1).
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
