//! Numbers as text: groups of digits, exact rounding, and long counts in short.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use crate::progress::{Interrupted, Progress};

/// The digits of a whole number in groups of three.
///
/// ```
/// use gqt3::number::group_digits;
/// assert_eq!(group_digits("18539269580160"), "18,539,269,580,160");
/// assert_eq!(group_digits(-1000), "-1,000");
/// ```
#[must_use]
pub fn group_digits(number: impl ToString) -> String {
    let number = number.to_string();
    let (sign, digits) = number.strip_prefix('-').map_or(("", number.as_str()), |digits| ("-", digits));
    let mut grouped = String::with_capacity(number.len() * 4 / 3 + 1);
    grouped.push_str(sign);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A fraction as a decimal with `digits` digits behind the point, at most 65,535, rounded exactly (halves away from zero).
///
/// ```
/// use gqt3::number::decimal;
/// use num_rational::BigRational;
/// let ratio = |a: i32, b: i32| BigRational::new(a.into(), b.into());
/// assert_eq!(decimal(&ratio(2, 3), 3), "0.667");
/// assert_eq!(decimal(&ratio(-1, 8), 2), "-0.13");
/// assert_eq!(decimal(&ratio(-1, 1000), 2), "0.00");
/// ```
#[must_use]
pub fn decimal(ratio: &BigRational, digits: usize) -> String {
    // What the formatter can pad.
    let digits = digits.min(u16::MAX.into());
    let power = BigInt::from(10_u32).pow(digits as u32);
    let twice = ratio.numer().abs() * &power * 2_u32 + ratio.denom();
    let rounded = twice.div_floor(&(ratio.denom() * 2_u32));
    let sign = if ratio.is_negative() && rounded.is_positive() { "-" } else { "" };
    let (whole, part) = rounded.div_rem(&power);
    if digits == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{part:0>digits$}") }
}

/// The logarithm of a count to base 10, as a float; minus infinity for 0.
///
/// ```
/// use gqt3::number::log10;
/// assert_eq!(log10(&1000_u32.into()), 3.0);
/// ```
#[must_use]
pub fn log10(count: &BigUint) -> f64 {
    // The 64 leading bits; the others are below the float's precision.
    let cut = count.bits().saturating_sub(64);
    let leading = (count >> cut).to_f64().unwrap_or(f64::INFINITY);
    leading.log10() + cut as f64 * std::f64::consts::LOG10_2
}

/// A count of more than `longest` digits as `a.bcd... × 10^k (d digits)`, cut and not rounded; a shorter one in
/// groups.
///
/// ```
/// use gqt3::number::shorten;
/// assert_eq!(shorten(&1368_u32.into(), 20), "1,368");
/// assert_eq!(shorten(&123_456_789_u32.into(), 6), "1.23456... × 10^8 (9 digits)");
/// ```
#[must_use]
pub fn shorten(count: &BigUint, longest: usize) -> String {
    let digits = digit_count(count);
    if digits <= longest {
        return group_digits(count);
    }
    let length = group_digits(digits);
    format!("{} ({length} digits)", leading(count, LEADING))
}

/// The first `shown` digits of a count, at least one, as `a.bcd... × 10^k`, cut and not rounded; a count that has no more digits is
/// written in groups.
///
/// ```
/// use gqt3::number::leading;
/// assert_eq!(leading(&123_456_789_u32.into(), 4), "1.234... × 10^8");
/// assert_eq!(leading(&1368_u32.into(), 4), "1,368");
/// ```
#[must_use]
pub fn leading(count: &BigUint, shown: usize) -> String {
    let (digits, shown) = (digit_count(count), shown.max(1));
    if digits <= shown {
        return group_digits(count);
    }
    let cut = digits - shown;
    let exactly = || count / BigUint::from(10_u32).pow(cut as u32);
    let [least, most] = log10_within(count).map(|log| 10_f64.powf(log - cut as f64) as u64);
    // More digits than a float holds must be divided out.
    let leading = if least == most && shown <= 15 { least.into() } else { exactly() }.to_string();
    format!("{}.{}... × 10^{}", &leading[..1], &leading[1..], digits - 1)
}

/// How many of its digits a shortened count shows.
const LEADING: usize = 6;

/// How many digits a count has. Its logarithm nearly always tells, so that long counts need not be written out for
/// that.
///
/// ```
/// use gqt3::number::digit_count;
/// use num_bigint::BigUint;
/// assert_eq!(digit_count(&BigUint::from(0_u32)), 1);
/// assert_eq!(digit_count(&BigUint::from(10_u32).pow(1000)), 1001);
/// ```
#[must_use]
pub fn digit_count(count: &BigUint) -> usize {
    if count.bits() <= 1024 {
        return count.to_string().len();
    }
    let [least, most] = log10_within(count).map(|log| log as usize + 1);
    if least == most || *count >= BigUint::from(10_u32).pow(most as u32 - 1) { most } else { least }
}

/// Two numbers with the logarithm of a count to base 10 between them, so near to one another that they nearly always
/// tell its leading digits: [`log10`] is off by less than one part in 10^14.
fn log10_within(count: &BigUint) -> [f64; 2] {
    [1.0 - 1e-14, 1.0 + 1e-14].map(|factor| factor * log10(count))
}

/// All digits of a count, found piece by piece so that it can be interrupted.
///
/// ```
/// use gqt3::{progress::Silent, number::digits};
/// let count = num_bigint::BigUint::from(7_u32).pow(5000);
/// assert_eq!(digits(&count, &Silent)?, count.to_string());
/// # Ok::<(), gqt3::progress::Interrupted>(())
/// ```
///
/// Cost: as the square of their number; some seconds for a million.
///
/// # Errors
/// If it was interrupted.
pub fn digits(count: &BigUint, progress: &dyn Progress) -> Result<String, Interrupted> {
    if count.bits() <= 1 << 16 {
        progress.check()?;
        return Ok(count.to_string());
    }
    // Pieces of equal length, the last one first; this length takes the least time.
    let at_once = 20 * count.bits().div_ceil(64).isqrt() as usize;
    let base = BigUint::from(10_u32).pow(at_once as u32);
    let (mut left, mut parts) = (count.clone(), Vec::new());
    while !left.is_zero() {
        progress.check()?;
        let (rest, part) = left.div_rem(&base);
        parts.push(part);
        left = rest;
    }
    let mut text = parts.pop().unwrap_or_default().to_string();
    for part in parts.iter().rev() {
        progress.check()?;
        text.push_str(&format!("{part:0>at_once$}"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_long_count_shows_the_digits_it_has() {
        let slowly = |count: &BigUint| {
            let digits = count.to_string();
            let (exponent, length) = (digits.len() - 1, group_digits(digits.len()));
            format!("{}.{}... × 10^{exponent} ({length} digits)", &digits[..1], &digits[1..6])
        };
        for exponent in 300..900_u32 {
            let power = BigUint::from(10_u32).pow(exponent);
            for count in
                [&power - 1_u32, power.clone(), BigUint::from(7_u32).pow(exponent), power * 123_456_u32]
            {
                assert_eq!(shorten(&count, 60), slowly(&count));
                assert_eq!(digit_count(&count), count.to_string().len());
            }
        }
    }

    #[test]
    fn as_many_leading_digits_are_shown_as_are_asked_for() {
        let count: BigUint = "1234567890123456789012345678901234567890".parse().unwrap();
        let digits = count.to_string();
        for shown in 2..40 {
            assert_eq!(leading(&count, shown), format!("1.{}... × 10^39", &digits[1..shown]));
        }
        assert_eq!(leading(&count, 40), group_digits(&count));
        assert_eq!([0, 1].map(|shown| leading(&count, shown)), ["1.... × 10^39", "1.... × 10^39"]);
        assert_eq!(shorten(&5_u32.into(), 0), "5 (1 digits)");
    }

    #[test]
    fn all_digits_of_a_long_count_are_there() {
        for exponent in [19_000, 60_000] {
            let power = BigUint::from(10_u32).pow(exponent);
            for count in
                [&power - 1_u32, power.clone(), power + 1_u32, BigUint::from(3_u32).pow(2 * exponent)]
            {
                assert_eq!(digits(&count, &crate::progress::Silent), Ok(count.to_string()));
            }
        }
    }

    proptest! {
        #[test]
        fn rounding_errs_by_at_most_half_of_the_last_digit(
            numerator in -1_000_000_i64..1_000_000,
            denominator in 1_i64..1000,
            digits in 0_usize..6,
        ) {
            let ratio = BigRational::new(numerator.into(), denominator.into());
            let text = decimal(&ratio, digits);
            let plain: BigInt = text.replace('.', "").parse().unwrap();
            let power = BigInt::from(10).pow(digits as u32);
            let error = (BigRational::new(plain, power.clone()) - ratio).abs();
            prop_assert!(error <= BigRational::new(1.into(), power * 2));
        }

        #[test]
        fn groups_hold_three_digits_and_lose_none(number in any::<i64>()) {
            let grouped = group_digits(number);
            prop_assert_eq!(grouped.replace(',', ""), number.to_string());
            prop_assert!(grouped.trim_start_matches('-').split(',').skip(1).all(|group| group.len() == 3));
            prop_assert!(!grouped.trim_start_matches('-').starts_with(','));
        }
    }
}
