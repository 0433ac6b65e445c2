//! Bounds for the game tree size T(s, n): the paper's, and some that are proved here.
//!
//! For any n the paper (section 6) gives C(s, n) C(s-1, n) ... C(n, n) <= T <= C(s, n)^s. The upper
//! bound can fail because it omits the choice of a collapse: T(2, 2) = 2, but C(2, 2)^2 = 1. For
//! s < n it is even 0, although single pieces are played.
//!
//! # By fixing the endgame
//!
//! T = s! N, where N counts sequences of planted placements (see [`crate::tree_size`]). With q
//! quantum squares a turn has C(q-1, n-1) placements, or one if q < n. Square t and the later ones
//! are quantum at turn t, so q >= s-t+1 and
//!
//! ```text
//! s! prod_{t=1}^{s-n+1} C(s-t, n-1) <= T <= s! max(1, C(s-1, n-1))^s.
//! ```
//!
//! For n = 2 this is the paper's s! (s-1)! <= T <= s! (s-1)^s, except at s = 1. There the upper
//! formula gives 0, but Table 1 prints 1.
//!
//! # The tight pair
//!
//! Let C = C(s-1, n-1), and let R count the planted sequences in which nothing *dies* (turns
//! classical) before the last turn. For n > s both bounds are T = s!, and for n <= s
//!
//! ```text
//! s! R <= T <= s! [R + (C^s - R) max(1, C(s-1-n, n-1)) / C].
//! ```
//!
//! *Proof.* The lower bound counts some of the N sequences. For the upper bound, let every square
//! choose n - 1 of the s - 1 others freely, in C^s ways. In R of them every square reaches square
//! s, whatever square s itself chooses. So in (C^s - R) / C ways to choose for the first s - 1
//! squares some of these choose only among themselves. If something dies early in a planted
//! sequence, its first s - 1 turns are such a choice (give each turn with fewer than n quantum
//! squares, which has no choice, a fixed one). Series of n pieces die at least n together, so at
//! most s - n squares are quantum in the last turn, which has at most max(1, C(s-n-1, n-1))
//! placements. ∎
//!
//! R follows by exclusion. Let s-1-b squares be dead ends, which lead to no other square, and let
//! G(b) count the choices of square s and the b others by which all b reach s. From all C^(b+1)
//! choices subtract those by which exactly z >= 1 of the b squares do not reach s. These z choose
//! among themselves and the dead ends, and count as dead ends for the others.
//!
//! ```text
//! G(b) = C^(b+1) - sum_{z=1}^{b} C(b, z) C(s-2-b+z, n-1)^z G(b - z),  R = G(s - 1).
//! ```
//!
//! # A lower bound in linear time
//!
//! The paper (section 10) mentions "one such linear algorithm to improve the lower bound" without
//! giving it. Here is one ([`lower_by_trees`]). For n = 2, if the first s - 1 squares all lead to
//! square s, their choices form one of the s^(s-2) trees on s vertices (Cayley 1889), and square s
//! has s - 1 choices. So R = (s-1) s^(s-2) >= (s-1)!, and s! R takes about 2s products.

mod tight;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::support::number::digit_count;
use crate::support::progress::{Interrupted, Progress, Silent};
use crate::tree_size::{TreeSize, TreeSizeError, binomial, factorial};
use tight::Tight;

/// Bounds for T(s, n) with s `squares` and n `pieces` in a series.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub squares: usize,
    pub pieces: usize,
    /// The paper's C(s, n)^s, which can be too small.
    pub upper_paper_general: BigUint,
    /// s! max(1, C(s-1, n-1))^s.
    pub upper_fixed_endgame: BigUint,
    pub upper_tight: BigUint,
    pub lower_tight: BigUint,
    /// s! prod C(s-t, n-1), t = 1..s-n+1.
    pub lower_fixed_endgame: BigUint,
    /// The paper's C(s, n) C(s-1, n) ... C(n, n).
    pub lower_paper_general: BigUint,
}

impl Bounds {
    /// Computes the bounds.
    ///
    /// # Cost
    ///
    /// A few factorials and powers for n <= 2, otherwise up to s^2 / 2 products of a short number
    /// and one with up to s log2 C(s-1, n-1) bits.
    ///
    /// ```
    /// let bounds = gqt3::tree_size::bounds::Bounds::new(9, 2, &gqt3::support::progress::Silent)?;
    /// assert_eq!(bounds.upper_fixed_endgame, 48_704_929_136_640_u64.into());
    /// assert!(bounds.lower() < bounds.upper());
    /// # Ok::<(), gqt3::tree_size::TreeSizeError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if s or n is 0, or if interrupted.
    pub fn new(
        squares: usize,
        pieces: usize,
        progress: &dyn Progress,
    ) -> Result<Bounds, TreeSizeError> {
        match (squares, pieces) {
            (0, _) => Err(TreeSizeError::NoSquares),
            (_, 0) => Err(TreeSizeError::NoPieces),
            _ => Ok(Bounds::find(squares, pieces, progress)?),
        }
    }

    /// Computes the bounds for a size that was counted.
    ///
    /// # Panics
    ///
    /// Never, unless you have set `squares` or `pieces` to 0.
    pub fn from_size(size: &TreeSize) -> Bounds {
        Bounds::find(size.squares, size.pieces, &Silent).expect("nobody interrupts")
    }

    fn find(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<Bounds, Interrupted> {
        let placements = |count: fn(usize, usize) -> BigUint| {
            product(pieces, squares, &|left| count(left, pieces), progress)
        };
        let widest = binomial(squares - 1, pieces - 1).max(BigUint::one());
        let tight = Tight::find(squares, pieces, progress)?;
        let endgames = factorial(squares);
        progress.check()?;
        let upper_paper_general = binomial(squares, pieces).pow(squares as u32);
        progress.check()?;
        let upper_fixed_endgame = &endgames * widest.pow(squares as u32);
        Ok(Bounds {
            squares,
            pieces,
            upper_tight: &endgames * tight.upper,
            lower_tight: &endgames * tight.lower,
            upper_paper_general,
            upper_fixed_endgame,
            lower_fixed_endgame: endgames * placements(|left, n| binomial(left - 1, n - 1))?,
            lower_paper_general: placements(binomial)?,
        })
    }

    /// Returns the best proved upper bound.
    pub fn upper(&self) -> &BigUint {
        (&self.upper_fixed_endgame).min(&self.upper_tight)
    }

    /// Returns the best proved lower bound.
    pub fn lower(&self) -> &BigUint {
        (&self.lower_fixed_endgame)
            .max(&self.lower_paper_general)
            .max(&self.lower_tight)
    }

    /// Checks whether the paper's general upper bound is below `games`, the exact T(s, n).
    pub fn paper_upper_is_false(&self, games: &BigUint) -> bool {
        self.upper_paper_general < *games
    }
}

/// Multiplies by halves, like [`factorial`].
fn product(
    from: usize,
    to: usize,
    factor: &impl Fn(usize) -> BigUint,
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    progress.check()?;
    if to <= from {
        return Ok(if to == from {
            factor(to)
        } else {
            BigUint::one()
        });
    }
    let middle = from.midpoint(to);
    Ok(product(from, middle, factor, progress)? * product(middle + 1, to, factor, progress)?)
}

/// Computes s! (s-1) s^(s-2), the tight pair's lower bound of T(s, 2); 1 at s = 1.
#[doc(hidden)]
pub fn lower_by_trees(squares: usize) -> BigUint {
    match squares.checked_sub(2) {
        Some(others) => {
            let trees = (0..others).fold(BigUint::one(), |product, _| product * squares);
            factorial(squares) * (squares - 1) * trees
        }
        None => BigUint::one(),
    }
}

/// Computes the paper's s! (s-1)^s.
#[doc(hidden)]
pub fn table_1_upper_formula(squares: usize) -> BigUint {
    let base = squares
        .checked_sub(1)
        .map_or_else(BigUint::zero, BigUint::from);
    factorial(squares) * base.pow(squares as u32)
}

/// Formats a count as Table 1 prints it, to three significant figures.
///
/// Columns s <= 4 hold a whole number, and later ones `a.bc × 10^k`, unless the count has at most
/// three digits. Halves round up.
#[doc(hidden)]
pub fn as_printed(count: &BigUint, squares: usize) -> String {
    let digits = digit_count(count);
    if digits <= 3 {
        return count.to_string();
    }
    let scale = BigUint::from(10_u32).pow(digits as u32 - 3);
    let mut figures: BigUint = (count + (&scale >> 1)) / &scale;
    let mut exponent = digits - 1;
    if squares <= 4 {
        return (figures * scale).to_string();
    }
    if figures == BigUint::from(1000_u32) {
        figures = BigUint::from(100_u32);
        exponent += 1;
    }
    let figures = figures.to_string();
    format!("{}.{} × 10^{exponent}", &figures[..1], &figures[1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(squares: usize) -> Bounds {
        Bounds::new(squares, 2, &Silent).unwrap()
    }

    #[test]
    fn rounding_may_carry_into_the_next_power() {
        assert_eq!(as_printed(&99_960_u32.into(), 9), "1.00 × 10^5");
        assert_eq!(as_printed(&99_949_u32.into(), 9), "9.99 × 10^4");
        assert_eq!(as_printed(&11_250_000_u32.into(), 6), "1.13 × 10^7");
        assert_eq!(as_printed(&9996_u32.into(), 4), "10000");
    }

    #[test]
    fn trees_give_the_lower_bound_of_the_tight_pair() {
        for squares in 1..40 {
            let result = bounds(squares);
            assert_eq!(lower_by_trees(squares), result.lower_tight, "s={squares}");
            let better = lower_by_trees(squares) > result.lower_fixed_endgame;
            assert_eq!(better, squares > 2, "s={squares}");
        }
    }

    #[test]
    fn a_game_has_squares_and_pieces() {
        assert_eq!(Bounds::new(0, 2, &Silent), Err(TreeSizeError::NoSquares));
        assert_eq!(Bounds::new(9, 0, &Silent), Err(TreeSizeError::NoPieces));
    }

    #[test]
    fn the_formula_of_table_1_is_the_bound_but_for_one_square() {
        assert_eq!(table_1_upper_formula(1), BigUint::zero());
        assert_eq!(bounds(1).upper_fixed_endgame, BigUint::one());
        for squares in 2..20 {
            assert_eq!(
                table_1_upper_formula(squares),
                bounds(squares).upper_fixed_endgame
            );
        }
    }
}
