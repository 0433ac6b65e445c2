//! Columns that several commands share.

use crate::engine::interval::Interval;
use crate::engine::rules::{Margin, Rules};
use crate::random_play::Outcome;
use crate::report::{Cell, Column, Table, Tone, formula};
use num_rational::BigRational;

/// Returns the columns of the side of the board, `3x3` in text, and of n.
pub fn sizes<'a, Row: 'a>(of: impl Fn(&Row) -> (usize, usize) + Copy + 'a) -> Vec<Column<'a, Row>> {
    vec![
        Column::new("board", move |row| of(row).0).in_text(move |row| by_side(of(row).0)),
        Column::new("pieces", move |row| of(row).1).headed(formula("n")),
    ]
}

/// Returns the columns of [`sizes`], and the values that all rows share. The caption states these
/// instead of the text.
pub fn sizes_or_caption<'a, Row: 'a>(
    rows: &[Row],
    of: impl Fn(&Row) -> (usize, usize) + Copy + 'a,
) -> (Vec<Column<'a, Row>>, Vec<String>) {
    let board = common(rows.iter().map(|row| of(row).0));
    let pieces = common(rows.iter().map(|row| of(row).1));
    let varies = [board.is_none(), pieces.is_none()];
    let columns = sizes(of)
        .into_iter()
        .zip(varies)
        .map(|(column, varies)| column.in_text_if(varies));
    let said = board
        .map(by_side)
        .into_iter()
        .chain(pieces.map(|pieces| formula(&format!("n = {pieces}"))));
    (columns.collect(), said.collect())
}

/// Returns the item that all items equal, if they are equal.
pub fn common<T: PartialEq>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.all(|item| item == first).then_some(first)
}

/// Returns a caption with the values that all rows share in brackets. Empty texts are left out.
pub fn caption(title: &str, said: &[String]) -> String {
    let said: Vec<&str> = said
        .iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    if said.is_empty() {
        title.to_owned()
    } else {
        format!("{title} ({})", said.join(", "))
    }
}

/// Returns a table like the paper's Tables 1 and 2: a column per size or margin.
///
/// Each line has a name and a cell below each heading.
pub fn across<'a>(
    corner: &str,
    headings: Vec<String>,
    lines: Vec<(&'static str, Vec<Cell>)>,
) -> Table<'a> {
    type Line = (&'static str, Vec<Cell>);
    let mut columns = vec![Column::text(corner, |(name, _): &Line| *name)];
    let headings = headings.into_iter().enumerate();
    columns.extend(headings.map(|(place, heading)| {
        Column::text(heading, move |(_, cells): &Line| cells[place].clone()).numeric()
    }));
    Table::of(columns, lines)
}

/// Returns a board in text: `3x3`.
pub fn by_side(side: usize) -> String {
    format!("{side}x{side}")
}

/// Returns columns for some axes of the rules, each with the name of its value. Text states the
/// rules in a caption or in one column.
pub fn rules<'a, Row: 'a>(
    axes: &'static [&'static str],
    of: impl Fn(&Row) -> &Rules + Copy + 'a,
) -> impl Iterator<Item = Column<'a, Row>> {
    axes.iter().map(move |&key| {
        Column::data(key, move |row| {
            of(row)
                .axes()
                .into_iter()
                .find(|(axis, _)| *axis == key)
                .map(|(_, name)| rule(name))
        })
    })
}

/// Returns the columns of a margin, exact and as a decimal.
pub fn margin<'a, Row: 'a>(
    key: &str,
    of: impl Fn(&Row) -> Option<Margin> + Clone + 'a,
) -> [Column<'a, Row>; 2] {
    Column::fraction(key, move |row| of(row).map(BigRational::from))
}

/// Returns a mean margin as text: `+0.250`.
pub fn signed(value: f64) -> String {
    match Cell::float(value, 3).plain() {
        text if text.starts_with('-') || text.is_empty() => text,
        text => format!("+{text}"),
    }
}

/// Returns the columns of a proved interval for a value.
///
/// Text has one column. Data have the value, if it is proved, and its bounds, each exact and as a
/// decimal. The bounds of `value` are `lower` and `upper`. For any other `key` they are `key_lower`
/// and `key_upper`.
pub fn interval<'a, Row: 'a>(
    key: &str,
    of: impl Fn(&Row) -> Option<Interval> + Copy + 'a,
) -> [Column<'a, Row>; 6] {
    bounds(key, move |row| {
        of(row).map_or([None; 2], |proven| [Some(proven.lower), Some(proven.upper)])
    })
}

/// Returns the value that two bounds prove, if they are equal.
pub fn value([lower, upper]: [Option<Margin>; 2]) -> Option<Margin> {
    lower.filter(|_| lower == upper)
}

/// Returns the columns of [`interval`] for a value with bounds that may be unknown.
pub fn bounds<'a, Row: 'a>(
    key: &str,
    of: impl Fn(&Row) -> [Option<Margin>; 2] + Copy + 'a,
) -> [Column<'a, Row>; 6] {
    let named = |bound: &str| {
        if key == "value" {
            bound.to_owned()
        } else {
            format!("{key}_{bound}")
        }
    };
    let text = move |row: &Row| match of(row) {
        [Some(lower), Some(upper)] => Some(Interval { lower, upper }.to_string()),
        [Some(lower), None] => Some(format!("at least {lower}")),
        [None, Some(upper)] => Some(format!("at most {upper}")),
        [None, None] => None,
    };
    let [exact, decimal] = margin(key, move |row| value(of(row)));
    let [lower, lower_decimal] = margin(&named("lower"), move |row| of(row)[0]);
    let [upper, upper_decimal] = margin(&named("upper"), move |row| of(row)[1]);
    let [lower, upper] = [lower, upper].map(|bound| bound.in_text_if(false));
    [
        exact.in_text(text).numeric(),
        decimal,
        lower,
        lower_decimal,
        upper,
        upper_decimal,
    ]
}

/// Returns the cell for the value of a rule, as a number if possible.
pub fn rule(name: &str) -> Cell {
    name.parse::<u64>().map_or_else(|_| name.into(), Cell::from)
}

/// Returns the tone of an outcome as player 1 sees it.
pub const fn tone(outcome: Outcome) -> Tone {
    match outcome {
        Outcome::Player1Wins => Tone::Good,
        Outcome::Draw => Tone::Notice,
        Outcome::Player2Wins => Tone::Bad,
    }
}

/// Returns the rules for a caption; nothing for the paper's.
pub fn unless_default(rules: &Rules) -> String {
    if *rules == Rules::default() {
        String::new()
    } else {
        rules.to_string()
    }
}
