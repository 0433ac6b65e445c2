//! Columns and captions that several tables share.

use crate::report::{Cell, Column, Tone, formula};
use gqt3::engine::interval::Interval;
use gqt3::engine::rules::{Margin, Rules, Ties};
use gqt3::random_play::Outcome;
use num_rational::BigRational;

/// The decimals of measured means and shares.
pub const MEASURED_DIGITS: usize = 6;

/// Columns for s and n. [`sizes`] has the side m instead of s.
pub fn squares<'a, Row: 'a>(
    get: impl Fn(&Row) -> (usize, usize) + Copy + 'a,
) -> [Column<'a, Row>; 2] {
    let help = "s, the squares of the board";
    [
        Column::new("squares", help, move |row| get(row).0),
        pieces(get),
    ]
}

pub fn sizes<'a, Row: 'a>(
    get: impl Fn(&Row) -> (usize, usize) + Copy + 'a,
) -> Vec<Column<'a, Row>> {
    let board = Column::new("board", "the side m of the board", move |row| get(row).0);
    vec![board.in_text(move |row| by_side(get(row).0)), pieces(get)]
}

fn pieces<'a, Row: 'a>(get: impl Fn(&Row) -> (usize, usize) + 'a) -> Column<'a, Row> {
    let help = "n, the pieces in a series";
    Column::new("pieces", help, move |row| get(row).1).headed(formula("n"))
}

/// Returns the columns of [`sizes`]. A column with the same value in every row is left out of the
/// text, and the value is returned for the caption.
pub fn sizes_or_caption<'a, Row: 'a>(
    rows: &[Row],
    get: impl Fn(&Row) -> (usize, usize) + Copy + 'a,
) -> (Vec<Column<'a, Row>>, Vec<String>) {
    let board = common(rows.iter().map(|row| get(row).0));
    let pieces = common(rows.iter().map(|row| get(row).1));
    let varies = [board.is_none(), pieces.is_none()];
    let columns = sizes(get)
        .into_iter()
        .zip(varies)
        .map(|(column, varies)| column.in_text_if(varies));
    let parts = board
        .map(by_side)
        .into_iter()
        .chain(pieces.map(|pieces| formula(&format!("n = {pieces}"))));
    (columns.collect(), parts.collect())
}

pub fn common<T: PartialEq>(mut items: impl Iterator<Item = T>) -> Option<T> {
    let first = items.next()?;
    items.all(|item| item == first).then_some(first)
}

pub fn caption(title: &str, parts: &[String]) -> String {
    let parts: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|text| !text.is_empty())
        .collect();
    if parts.is_empty() {
        title.to_owned()
    } else {
        format!("{title} ({})", parts.join(", "))
    }
}

pub fn by_side(side: usize) -> String {
    format!("{side}x{side}")
}

/// Returns columns for data only, because text states the rules in a caption or one column.
pub fn rules<'a, Row: 'a>(
    axes: &'static [&'static str],
    get: impl Fn(&Row) -> &Rules + Copy + 'a,
) -> impl Iterator<Item = Column<'a, Row>> {
    axes.iter().map(move |&axis| {
        let name = move |rules: &Rules| {
            let mut axes = rules.axes().into_iter();
            axes.find(|(other, _)| *other == axis)
                .map_or("", |(_, name)| name)
        };
        let names = rule_names(axis);
        let help = "the value of the rule flag of this name";
        match names.iter().map(|name| name.parse()).collect() {
            Ok::<Vec<u64>, _>(numbers) => Column::data(axis, help, move |row| {
                name(get(row)).parse::<u64>().unwrap_or_default()
            })
            .one_of(numbers),
            Err(_) => Column::data(axis, help, move |row| name(get(row))).one_of(names),
        }
    })
}

fn rule_names(axis: &str) -> Vec<&'static str> {
    let ties = Ties::ALL.iter().map(|&ties| Rules {
        ties,
        ..Rules::default()
    });
    let axes = Rules::combinations()
        .into_iter()
        .chain(ties)
        .flat_map(|rules| rules.axes());
    let mut names = Vec::new();
    for (_, name) in axes.filter(|(other, _)| *other == axis) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

pub fn margin<'a, Row: 'a>(
    key: &str,
    help: &str,
    get: impl Fn(&Row) -> Option<Margin> + Clone + 'a,
) -> [Column<'a, Row>; 2] {
    Column::fraction(key, help, move |row| get(row).map(BigRational::from))
}

/// Formats 0.25 as `+0.250`.
pub fn signed(value: f64) -> String {
    match Cell::float(value, 3).plain() {
        text if text.starts_with('-') || text.is_empty() => text,
        text => format!("+{text}"),
    }
}

/// Text has one column for the interval. Data have the value, if proved, and its bounds, each exact
/// and as a decimal. The bounds' keys begin with `key`, unless `key` is `value`.
pub fn interval<'a, Row: 'a>(
    key: &str,
    help: &str,
    get: impl Fn(&Row) -> Option<Interval> + Copy + 'a,
) -> [Column<'a, Row>; 6] {
    let bound = |bound: &str, end: fn(Interval) -> Margin| {
        let prefix = if key == "value" {
            ""
        } else {
            &format!("{key}_")
        };
        let help = format!("the best proved {bound} bound");
        margin(&format!("{prefix}{bound}"), &help, move |row| {
            get(row).map(end)
        })
    };
    let help = format!("{help}; null if it is not proved");
    let [exact, decimal] = margin(key, &help, move |row| get(row)?.value());
    let [lower, lower_decimal] = bound("lower", |interval| interval.lower);
    let [upper, upper_decimal] = bound("upper", |interval| interval.upper);
    let text = move |row: &Row| get(row).map(|interval| interval.to_string());
    [
        exact.in_text(text).numeric(),
        decimal,
        lower.in_text_if(false),
        lower_decimal,
        upper.in_text_if(false),
        upper_decimal,
    ]
}

/// Takes player 1's view.
pub const fn tone(outcome: Outcome) -> Tone {
    match outcome {
        Outcome::Player1Wins => Tone::Good,
        Outcome::Draw => Tone::Notice,
        Outcome::Player2Wins => Tone::Bad,
    }
}

pub fn unless_default(rules: &Rules) -> String {
    if *rules == Rules::default() {
        String::new()
    } else {
        rules.to_string()
    }
}
