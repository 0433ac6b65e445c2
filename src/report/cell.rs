use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Value, json};

use super::field::Kind;
use gqt3::support::number::{decimal, digit_count, group_digits};

/// [`Cell::shown`] shortens counts with more digits than this.
const LONGEST_COUNT: usize = 16;

const LEADING: usize = 5;

/// A colour's meaning, which the cell's words must state too.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    #[default]
    Plain,
    /// Such as a win.
    Good,
    /// Such as a draw.
    Notice,
    /// Such as a loss.
    Bad,
    Strong,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    Text(String),
    /// A small whole number, such as a size: a number in JSON.
    Number(u64),
    /// A count that may be large: a string in JSON, so that no reader rounds it.
    Integer(BigUint),
    /// An exact number, such as `1/2`: a string in JSON.
    Rational(BigRational),
    /// A number, and how many decimals it is rounded to, halves away from zero.
    Decimal(BigRational, usize),
    Truth(bool),
    /// No value: empty in CSV, `-` in text, `null` in JSON.
    Absent,
    /// A cell that LaTeX merges with its left neighbour.
    Covered,
}

impl Cell {
    pub(super) const fn is_number(&self) -> bool {
        matches!(
            self,
            Cell::Number(_) | Cell::Integer(_) | Cell::Rational(_) | Cell::Decimal(..)
        )
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            Cell::Absent | Cell::Covered => true,
            Cell::Text(text) => text.is_empty(),
            _ => false,
        }
    }

    /// Rounds a float to `digits` decimals; the cell is absent if the float is not finite.
    ///
    /// ```
    /// use gqt3_cli::report::Cell;
    /// assert_eq!(Cell::float(0.25, 3).plain(), "0.250");
    /// assert_eq!(Cell::float(f64::NAN, 3), Cell::Absent);
    /// ```
    pub fn float(value: f64, digits: usize) -> Cell {
        BigRational::from_float(value).map_or(Cell::Absent, |ratio| Cell::Decimal(ratio, digits))
    }

    /// Returns the value for CSV, without groups of digits.
    pub fn plain(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
            Cell::Integer(integer) => integer.to_string(),
            Cell::Rational(ratio) => ratio.to_string(),
            Cell::Decimal(ratio, digits) => decimal(ratio, *digits),
            Cell::Truth(truth) => truth.to_string(),
            Cell::Absent | Cell::Covered => String::new(),
        }
    }

    /// Returns the value for text, with the digits of [`Cell::Number`] and [`Cell::Integer`] in
    /// groups. A long [`Cell::Integer`] becomes `3.4028e38 (39 digits)`, unless `all_digits`.
    pub fn shown(&self, all_digits: bool) -> String {
        match self {
            Cell::Number(number) => group_digits(number),
            Cell::Integer(count) => match short(count).filter(|_| !all_digits) {
                Some((leading, exponent, digits)) => {
                    format!(
                        "{leading}e{exponent} ({}\u{a0}digits)",
                        group_digits(digits)
                    )
                }
                None => group_digits(count),
            },
            Cell::Absent => "-".to_owned(),
            other => without_marks(&other.plain()),
        }
    }

    /// Shows all digits, and unlike [`Cell::shown`] keeps the marks of formulas.
    pub(super) fn whole(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            other => other.shown(true),
        }
    }

    pub fn json(&self) -> Value {
        match self {
            Cell::Number(number) => json!(number),
            Cell::Truth(truth) => json!(truth),
            // A float keeps up to 15 significant digits, except trailing zeros.
            Cell::Decimal(..) => self
                .plain()
                .parse::<f64>()
                .map_or(Value::Null, |float| json!(float)),
            Cell::Absent | Cell::Covered => Value::Null,
            Cell::Text(_) | Cell::Integer(_) | Cell::Rational(_) => Value::String(self.plain()),
        }
    }
}

/// A private-use character that encloses a formula.
const FORMULA: char = '\u{e000}';

/// Marks a formula in a text, so that LaTeX sets it in math mode.
///
/// ```
/// use gqt3_cli::report::formula;
/// use gqt3_cli::report::{Column, Table};
/// let column = Column::new("squares", "s", |squares: &u64| *squares).headed("s");
/// let table = Table::text(vec![column], [3]).captioned(format!("At {}", formula("s <= 4")));
/// assert!(table.to_text(None).starts_with("At s <= 4\n"));
/// assert!(table.to_latex("tab:one").contains("\\caption{At $s \\le 4$}"));
/// ```
pub fn formula(text: &str) -> String {
    format!("{FORMULA}{text}{FORMULA}")
}

/// Splits a text at its formulas, with `true` for each formula.
pub(super) fn parts(text: &str) -> impl Iterator<Item = (bool, &str)> {
    text.split(FORMULA)
        .enumerate()
        .map(|(index, part)| (index % 2 == 1, part))
}

pub(super) fn without_marks(text: &str) -> String {
    text.replace(FORMULA, "")
}

/// Returns `a.bcde`, the exponent of ten and the number of digits; `None` if the count is shown in
/// full.
fn short(count: &BigUint) -> Option<(String, usize, usize)> {
    let digits = digit_count(count);
    if digits <= LONGEST_COUNT {
        return None;
    }
    let unit = BigUint::from(10_u32).pow((digits - LEADING) as u32);
    let rounded: BigUint = (count + (&unit >> 1)) / unit;
    let rounded = rounded.to_string();
    // Rounding can add a digit: 99,999.5 becomes 100,000.
    let exponent = digits - 1 + rounded.len() - LEADING;
    Some((
        format!("{}.{}", &rounded[..1], &rounded[1..LEADING]),
        exponent,
        digits,
    ))
}

pub trait Content: Into<Cell> {
    const KIND: Kind;
    const IS_OPTIONAL: bool = false;
}

macro_rules! contents {
    ($($type:ty, $kind:ident: $value:ident => $cell:expr;)+) => {
        $(impl From<$type> for Cell {
            fn from($value: $type) -> Cell {
                $cell
            }
        }

        impl Content for $type {
            const KIND: Kind = Kind::$kind;
        })+
    };
}

contents! {
    &str, Text: text => Cell::Text(text.to_owned());
    &String, Text: text => Cell::Text(text.clone());
    String, Text: text => Cell::Text(text);
    u64, Number: number => Cell::Number(number);
    usize, Number: size => Cell::Number(size as u64);
    &BigUint, Count: count => Cell::Integer(count.clone());
    BigUint, Count: count => Cell::Integer(count);
    BigRational, Fraction: ratio => Cell::Rational(ratio);
    bool, Truth: truth => Cell::Truth(truth);
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Absent, Into::into)
    }
}

impl<T: Content> Content for Option<T> {
    const KIND: Kind = T::KIND;
    const IS_OPTIONAL: bool = true;
}

/// The schema takes a column of [`Cell`]s for texts, unless `Column::of_kind` sets another kind.
impl Content for Cell {
    const KIND: Kind = Kind::Text;
    const IS_OPTIONAL: bool = true;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_count_in_short_is_rounded_also_to_the_next_power_of_ten() {
        let shown = |count: u128| {
            Cell::Integer(count.into())
                .shown(false)
                .replace('\u{a0}', " ")
        };
        assert_eq!(shown(9_999_999_999_999_999), "9,999,999,999,999,999");
        assert_eq!(shown(10_000_000_000_000_000), "1.0000e16 (17 digits)");
        assert_eq!(shown(99_999_499_999_999_999), "9.9999e16 (17 digits)");
        assert_eq!(shown(99_999_500_000_000_000), "1.0000e17 (17 digits)");
    }
}
