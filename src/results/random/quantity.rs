use crate::report::{Cell, DIGITS};
use gqt3::random_play::Estimate;
use gqt3::support::number::decimal;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

/// Text adds an expected margin's fraction if it has at most this many characters.
const MOST_CHARACTERS: usize = 12;

#[derive(Clone)]
pub enum Quantity {
    Exactly(BigRational),
    Estimated(Estimate),
}

impl Quantity {
    pub fn exact(&self) -> Option<BigRational> {
        match self {
            Quantity::Exactly(ratio) => Some(ratio.clone()),
            Quantity::Estimated(_) => None,
        }
    }

    pub fn rounded(&self) -> Cell {
        match self {
            Quantity::Exactly(ratio) => Cell::Decimal(ratio.clone(), DIGITS),
            Quantity::Estimated(estimate) => Cell::float(estimate.value, DIGITS),
        }
    }

    pub fn standard_error(&self) -> Cell {
        match self {
            Quantity::Estimated(estimate) => Cell::float(estimate.standard_error, DIGITS),
            Quantity::Exactly(_) => Cell::Absent,
        }
    }

    pub fn percent(&self) -> String {
        match self {
            Quantity::Exactly(ratio) => percent(ratio),
            Quantity::Estimated(Estimate {
                value,
                standard_error,
            }) => {
                let error = 100.0 * standard_error;
                format!(
                    "{:.2}%{}",
                    100.0 * value,
                    plus_minus(error, format!("{error:.2}%"))
                )
            }
        }
    }

    pub fn signed(&self) -> String {
        match self {
            Quantity::Exactly(ratio) => {
                let sign = if ratio.is_positive() { "+" } else { "" };
                let exactly = Some(ratio.to_string())
                    .filter(|text| text.contains('/') && text.len() <= MOST_CHARACTERS);
                let exactly = exactly.map_or_else(String::new, |exactly| format!(" ({exactly})"));
                format!("{sign}{}{exactly}", significant(ratio, 3))
            }
            Quantity::Estimated(Estimate {
                value,
                standard_error: error,
            }) => {
                format!("{value:+.4}{}", plus_minus(*error, format!("{error:.4}")))
            }
        }
    }
}

/// Formats the error after a value; empty if a single game leaves it undefined.
fn plus_minus(error: f64, text: String) -> String {
    if error.is_finite() {
        format!(" ± {text}")
    } else {
        String::new()
    }
}

/// Shows at least `least` decimals, and at least two significant digits if 39 decimals are enough
/// for them.
fn significant(ratio: &BigRational, least: usize) -> String {
    let enough = |digits: &usize| {
        let scaled = ratio.abs() * BigRational::from_integer(BigInt::from(10).pow(*digits as u32));
        // The decimal is rounded later, so its rounded digits count.
        scaled.round() >= BigRational::from_integer(10.into())
    };
    let digits = (least..40)
        .find(enough)
        .filter(|_| !ratio.is_zero())
        .unwrap_or(least);
    decimal(ratio, digits)
}

/// Shows enough digits to differ from 0% and 100%, unless the probability is 0 or 1, or within
/// about 10^-40 of one of these.
pub fn percent(ratio: &BigRational) -> String {
    let hundred = BigRational::from_integer(100.into());
    let percent = ratio * &hundred;
    let rest = (&hundred - &percent).min(percent.clone());
    let digits = significant(&rest, 1)
        .split_once('.')
        .map_or(1, |(_, digits)| digits.len());
    format!("{}%", decimal(&percent, digits))
}

/// Formats a margin as the paper does, `-0.5`, or as a fraction if one decimal is not exact.
pub fn short(margin: &BigRational) -> String {
    let tenths = margin * BigRational::from_integer(10.into());
    if tenths.is_integer() && !margin.is_integer() {
        decimal(margin, 1)
    } else {
        margin.to_string()
    }
}

pub fn in_percent(value: f64) -> String {
    format!("{:.3}%", 100.0 * value)
}
