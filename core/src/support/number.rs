use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive};

/// Half the width of a 95 % interval, in a normal distribution's standard deviations.
pub const NORMAL_95: f64 = 1.959_963_984_540_054;

pub fn group_digits(number: impl ToString) -> String {
    let number = number.to_string();
    let (sign, digits) = number
        .strip_prefix('-')
        .map_or(("", number.as_str()), |digits| ("-", digits));
    let mut grouped = String::with_capacity(number.len() * 4 / 3 + 1);
    grouped.push_str(sign);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// For example `1 game`, or `1,234 games`.
pub fn counted(number: impl ToString, thing: &str) -> String {
    let number = group_digits(number);
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

/// Rounds a time to one significant digit, but at least to a second.
///
/// ```
/// use gqt3::support::number::about;
/// assert_eq!(about(0.5), "about a second");
/// assert_eq!(about(45.0), "about 50 seconds");
/// assert_eq!(about(1e4), "about 3 hours");
/// assert_eq!(about(1e12), "about 30,000 years");
/// ```
pub fn about(seconds: f64) -> String {
    const UNITS: [(f64, &str); 5] = [
        (1.0, "seconds"),
        (60.0, "minutes"),
        (3600.0, "hours"),
        (86_400.0, "days"),
        (31_557_600.0, "years"),
    ];
    if seconds < 1.5 {
        return "about a second".to_owned();
    }
    // A larger unit begins at 2: 90 seconds, but 2 minutes.
    let fits = UNITS.iter().rev().find(|(unit, _)| seconds >= 2.0 * unit);
    let (unit, name) = fits.unwrap_or(&UNITS[0]);
    let digit = 10_f64.powf((seconds / unit).log10().floor());
    let rounded = (seconds / unit / digit).round() * digit;
    if rounded < 1e9 {
        format!("about {} {name}", group_digits(format!("{rounded:.0}")))
    } else {
        format!("about {rounded:.0e} {name}")
    }
}

/// Rounds a fraction exactly to `digits` digits after the point, with halves away from zero.
///
/// More than 65,535 digits are cut to that many, because the formatter can't pad further.
///
/// ```
/// use gqt3::support::number::decimal;
/// use num_rational::BigRational;
/// let ratio = |a: i32, b: i32| BigRational::new(a.into(), b.into());
/// assert_eq!(decimal(&ratio(2, 3), 3), "0.667");
/// assert_eq!(decimal(&ratio(-1, 8), 2), "-0.13");
/// assert_eq!(decimal(&ratio(-1, 1000), 2), "0.00");
/// ```
pub fn decimal(ratio: &BigRational, digits: usize) -> String {
    let digits = digits.min(u16::MAX.into());
    let power = BigInt::from(10_u32).pow(digits as u32);
    let twice = ratio.numer().abs() * &power * 2_u32 + ratio.denom();
    let rounded = twice.div_floor(&(ratio.denom() * 2_u32));
    let sign = if ratio.is_negative() && rounded.is_positive() {
        "-"
    } else {
        ""
    };
    let (whole, part) = rounded.div_rem(&power);
    if digits == 0 {
        format!("{sign}{whole}")
    } else {
        format!("{sign}{whole}.{part:0>digits$}")
    }
}

/// Returns minus infinity for 0.
pub fn log10(count: &BigUint) -> f64 {
    // The 64 leading bits are more than a float can hold.
    let cut = count.bits().saturating_sub(64);
    let leading = (count >> cut).to_f64().unwrap_or(f64::INFINITY);
    leading.log10() + cut as f64 * std::f64::consts::LOG10_2
}

/// Counts the decimal digits, but does not write out a number longer than 1,024 bits.
///
/// ```
/// use gqt3::support::number::digit_count;
/// assert_eq!(digit_count(&0_u32.into()), 1);
/// ```
pub fn digit_count(count: &BigUint) -> usize {
    if count.bits() <= 1024 {
        return count.to_string().len();
    }
    // The logarithm's relative error is below 10^-14, which rarely leaves two candidates.
    let [least, most] =
        [1.0 - 1e-14, 1.0 + 1e-14].map(|factor| (factor * log10(count)) as usize + 1);
    if least == most || *count >= BigUint::from(10_u32).pow(most as u32 - 1) {
        most
    } else {
        least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_digits_of_long_counts_are_counted_exactly() {
        for exponent in 300..900_u32 {
            let power = BigUint::from(10_u32).pow(exponent);
            for count in [
                &power - 1_u32,
                power.clone(),
                BigUint::from(7_u32).pow(exponent),
                power * 123_456_u32,
            ] {
                assert_eq!(digit_count(&count), count.to_string().len());
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
