use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use num_rational::{BigRational, Ratio};
use num_traits::CheckedMul;

/// Player 1's points minus player 2's, or one player's points, exactly.
///
/// A rank i is at most [`crate::engine::board::MAX_LINES`] = 18, so sums of 1/i are multiples of
/// 1/[`Margin::UNIT`].
///
/// ```
/// # use gqt3::engine::rules::Margin;
/// let margin = Margin::from_rank(1) - Margin::from_rank(3);
/// assert_eq!(margin.to_string(), "+2/3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Margin(i32);

impl Margin {
    /// The units in a point: the least common multiple of 1..=18.
    pub const UNIT: i32 = 12_252_240;

    pub const ZERO: Margin = Margin(0);

    /// One point.
    pub const ONE: Margin = Margin(Margin::UNIT);

    /// One unit, the smallest positive margin.
    pub const SMALLEST: Margin = Margin(1);

    /// Returns 1/`rank` for ranks 1 to 18, otherwise 0.
    #[inline]
    pub const fn from_rank(rank: usize) -> Margin {
        match rank {
            1..=crate::engine::board::MAX_LINES => Margin(Margin::UNIT / rank as i32),
            _ => Margin::ZERO,
        }
    }

    /// Converts points; `None` if they are not a whole number of units, or out of range.
    pub fn from_ratio(ratio: Ratio<i64>) -> Option<Margin> {
        let scaled = ratio.checked_mul(&i64::from(Margin::UNIT).into())?;
        scaled
            .is_integer()
            .then(|| i32::try_from(scaled.to_integer()).ok().map(Margin))
            .flatten()
    }

    /// Returns the margin as a fraction in lowest terms.
    pub fn to_ratio(self) -> Ratio<i64> {
        Ratio::new(i64::from(self.0), i64::from(Margin::UNIT))
    }

    /// Returns the margin in units, [`Margin::UNIT`] to a point.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }
}

impl From<Margin> for BigRational {
    fn from(margin: Margin) -> BigRational {
        BigRational::new(margin.0.into(), Margin::UNIT.into())
    }
}

impl Add for Margin {
    type Output = Margin;
    #[inline]
    fn add(self, other: Margin) -> Margin {
        Margin(self.0 + other.0)
    }
}

impl AddAssign for Margin {
    #[inline]
    fn add_assign(&mut self, other: Margin) {
        self.0 += other.0;
    }
}

impl Sum for Margin {
    fn sum<I: Iterator<Item = Margin>>(margins: I) -> Margin {
        margins.fold(Margin::ZERO, Add::add)
    }
}

impl Sub for Margin {
    type Output = Margin;
    #[inline]
    fn sub(self, other: Margin) -> Margin {
        Margin(self.0 - other.0)
    }
}

impl Neg for Margin {
    type Output = Margin;
    #[inline]
    fn neg(self) -> Margin {
        Margin(-self.0)
    }
}

impl fmt::Display for Margin {
    /// Writes `+1/2`, `0`, `-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 > 0 { "+" } else { "" };
        f.pad(&format!("{sign}{}", self.to_ratio()))
    }
}

impl fmt::Debug for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Margin({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_a_whole_number_of_units_in_range() {
        for ratio in [
            Ratio::new(-11, 6),
            Ratio::from_integer(0),
            Ratio::new(1, 18),
        ] {
            let margin = Margin::from_ratio(ratio);
            assert_eq!(margin.map(Margin::to_ratio), Some(ratio));
        }
        for ratio in [
            Ratio::new(1, 19),
            Ratio::from_integer(1 << 33),
            Ratio::from_integer(i64::MAX),
        ] {
            assert_eq!(Margin::from_ratio(ratio), None);
        }
    }

    #[test]
    fn the_unit_is_the_least_common_multiple_of_all_ranks() {
        let lcm = (1..=crate::engine::board::MAX_LINES as i32).fold(1, num_integer::lcm);
        assert_eq!(Margin::UNIT, lcm);
    }
}
