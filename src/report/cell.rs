//! The cells of a table: values that have not yet been turned into text.

use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Value, json};

use crate::number::{decimal, group_digits, shorten};

/// Counts with more digits than this are shortened in text.
pub(super) const LONGEST_COUNT: usize = 60;

/// What the colour of a cell says, where there are colours; its words say the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Tone {
    /// Nothing.
    #[default]
    Plain,
    /// As it should be; a win.
    Good,
    /// To be noticed; a draw.
    Notice,
    /// Not as it should be; a loss.
    Bad,
    /// A heading.
    Strong,
}

/// One cell: a value, not yet its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A small whole number (a size, say): a number in JSON.
    Number(u64),
    /// A count that may be large: a string in JSON, so that no reader rounds it.
    Integer(BigUint),
    /// An exact fraction, `1/2`: a string in JSON.
    Rational(BigRational),
    /// A fraction rounded to so many digits behind the point, halves away from zero. The column's name must
    /// say that it is a decimal.
    Decimal(BigRational, usize),
    /// `true` or `false`.
    Truth(bool),
    /// No value: empty in text and CSV, `null` in JSON.
    Absent,
}

impl Cell {
    /// A float, rounded to so many digits; no value if it is not finite.
    ///
    /// ```
    /// use gqt3::report::Cell;
    /// assert_eq!(Cell::float(0.25, 3).plain(), "0.250");
    /// assert_eq!(Cell::float(f64::NAN, 3), Cell::Absent);
    /// ```
    #[must_use]
    pub fn float(value: f64, digits: usize) -> Cell {
        BigRational::from_float(value).map_or(Cell::Absent, |ratio| Cell::Decimal(ratio, digits))
    }

    /// The value in CSV: exact, without grouping.
    ///
    /// ```
    /// use gqt3::report::Cell;
    /// assert_eq!(Cell::Integer(1368_u32.into()).plain(), "1368");
    /// assert_eq!(Cell::Absent.plain(), "");
    /// ```
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
            Cell::Integer(integer) => integer.to_string(),
            Cell::Rational(ratio) => ratio.to_string(),
            Cell::Decimal(ratio, digits) => decimal(ratio, *digits),
            Cell::Truth(truth) => truth.to_string(),
            Cell::Absent => String::new(),
        }
    }

    /// The value in text: digits in groups, long counts in short.
    #[must_use]
    pub(super) fn shown(&self) -> String {
        match self {
            Cell::Number(number) => group_digits(number),
            Cell::Integer(count) => shorten(count, LONGEST_COUNT),
            Cell::Absent => "-".to_owned(),
            other => other.plain(),
        }
    }

    /// The value in JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        match self {
            Cell::Number(number) => json!(number),
            Cell::Truth(truth) => json!(truth),
            // Written as the digits of the text say: the nearest float prints back the same.
            Cell::Decimal(..) => self.plain().parse::<f64>().map_or(Value::Null, |float| json!(float)),
            Cell::Absent => Value::Null,
            Cell::Text(_) | Cell::Integer(_) | Cell::Rational(_) => Value::String(self.plain()),
        }
    }
}

/// Says for some types which cell a value of the type becomes.
macro_rules! cell_from {
    ($($type:ty: $value:ident => $cell:expr;)+) => {
        $(impl From<$type> for Cell {
            fn from($value: $type) -> Cell {
                $cell
            }
        })+
    };
}

cell_from! {
    &str: text => Cell::Text(text.to_owned());
    &String: text => Cell::Text(text.clone());
    String: text => Cell::Text(text);
    u64: number => Cell::Number(number);
    usize: size => Cell::Number(size as u64);
    &BigUint: count => Cell::Integer(count.clone());
    BigUint: count => Cell::Integer(count);
    BigRational: ratio => Cell::Rational(ratio);
    bool: truth => Cell::Truth(truth);
}

/// `None` becomes an absent cell.
impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(value: Option<T>) -> Cell {
        value.map_or(Cell::Absent, Into::into)
    }
}
