//! Columns that the results of several commands have.

use gqt3::report::Column;
use gqt3::rules::Rules;

/// The side of the board, `3x3` in text, and n.
pub fn sizes<'a, Row: 'a>(of: impl Fn(&Row) -> (usize, usize) + Copy + 'a) -> Vec<Column<'a, Row>> {
    vec![
        Column::new("board", move |row| of(row).0).in_text(move |row| by_side(of(row).0)),
        Column::new("pieces", move |row| of(row).1).headed("n"),
    ]
}

/// A board in text.
pub fn by_side(side: usize) -> String {
    format!("{side}x{side}")
}

/// Some axes of the rules, each by the name of its value. Text says the rules in a caption or in one column.
pub fn rules<'a, Row: 'a>(
    axes: &'static [&'static str],
    of: impl Fn(&Row) -> &Rules + Copy + 'a,
) -> impl Iterator<Item = Column<'a, Row>> {
    axes.iter().map(move |&key| {
        Column::data(key, move |row| {
            of(row).axes().into_iter().find(|(axis, _)| *axis == key).map(|(_, name)| name)
        })
    })
}
