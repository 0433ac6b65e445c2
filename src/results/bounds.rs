//! The number of games and its bounds: the paper's Table 1, and the best proved bounds.

use crate::report::{self, Cell, Table, formula};
use crate::tree_size::bounds::{Bounds, as_printed, table_1_upper_formula};
use num_bigint::BigUint;

use super::columns::{across, caption, common};

/// The n of the paper's Table 1, and its largest number of squares.
const TABLE_1: (usize, usize) = (2, 9);

/// The bounds of one size, and the number of games if it was computed.
pub struct BoundsRow {
    pub bounds: Bounds,
    pub games: Option<BigUint>,
}

/// The state of the paper's upper bound for any n, C(s,n)^s.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum GeneralUpper {
    Holds,
    BelowT,
    Unknown,
}

impl BoundsRow {
    pub fn general_upper(&self) -> GeneralUpper {
        let bounds = &self.bounds;
        match &self.games {
            Some(games) if bounds.paper_upper_is_false(games) => GeneralUpper::BelowT,
            Some(_) => GeneralUpper::Holds,
            None if bounds.upper_paper_general < *bounds.lower() => GeneralUpper::BelowT,
            None if bounds.upper_paper_general >= *bounds.upper() => GeneralUpper::Holds,
            None => GeneralUpper::Unknown,
        }
    }
}

type Column = report::Column<'static, BoundsRow>;

/// Returns the columns of the result, and of the result file.
///
/// Text has the best bounds alone, and the value of n if it differs.
pub fn columns(n_differs: bool) -> Vec<Column> {
    let data = |key: &str, of: fn(&Bounds) -> &BigUint| {
        Column::data(key, move |row| of(&row.bounds).clone())
    };
    let text = |heading: &str, of: fn(&Bounds) -> &BigUint| {
        Column::text(heading, move |row| of(&row.bounds).clone())
    };
    let mark = |row: &BoundsRow| match row.general_upper() {
        GeneralUpper::Holds => "",
        GeneralUpper::BelowT => "!",
        GeneralUpper::Unknown => "?",
    };
    vec![
        Column::new("squares", |row| row.bounds.squares).headed(formula("s")),
        Column::new("pieces", |row| row.bounds.pieces)
            .headed(formula("n"))
            .in_text_if(n_differs),
        data("table1_upper", |bounds| &bounds.upper_fixed_endgame),
        text("upper bound", Bounds::upper),
        Column::new("games", |row| row.games.clone()).headed(formula("T(s,n)")),
        text("lower bound", Bounds::lower),
        Column::text("", mark),
        data("table1_lower", |bounds| &bounds.lower_fixed_endgame),
        data("best_upper", Bounds::upper),
        data("best_lower", Bounds::lower),
        data("paper_general_upper", |bounds| &bounds.upper_paper_general),
        data("paper_general_lower", |bounds| &bounds.lower_paper_general),
    ]
}

/// Returns a row for each size; the text has the best bounds that are proved.
pub fn table(rows: &[BoundsRow]) -> Table<'_> {
    let general = formula("C(s,n)^s");
    let pieces = common(rows.iter().map(|row| row.bounds.pieces));
    let title = format!(
        "Number of games {}, and the best bounds proved",
        formula("T(s,n)")
    );
    let stated = pieces.map(|pieces| formula(&format!("n = {pieces}")));
    let mut table =
        Table::of(columns(pieces.is_none()), rows).captioned(caption(&title, stated.as_slice()));
    let has = |state| rows.iter().any(|row| row.general_upper() == state);
    if has(GeneralUpper::BelowT) {
        table.note(format!(
            "! marks where {general}, the paper's upper bound for any {}, is below {} and so is no \
             bound: it counts placements and ignores that a collapse can be chosen in several ways \
             (and for {} it counts no game).",
            formula("n"),
            formula("T(s,n)"),
            formula("n > s")
        ));
    }
    if has(GeneralUpper::Unknown) {
        table.note(format!(
            "? marks where it is not known whether {general}, the paper's upper bound, holds."
        ));
    }
    if rows.iter().any(|row| row.games.is_none()) {
        table.note(format!(
            "{} is not computed where that takes long; gqt3 tree-size may insist.",
            formula("T(s,n)")
        ));
    }
    table
}

/// Returns the paper's Table 1: a column for each s, rounded as the paper rounds. `None` for sizes
/// that are not in it.
pub fn table_1(rows: &[BoundsRow]) -> Option<Table<'_>> {
    let (pieces, most) = TABLE_1;
    if rows
        .iter()
        .any(|BoundsRow { bounds, .. }| bounds.pieces != pieces || bounds.squares > most)
    {
        return None;
    }
    let line = |of: fn(&BoundsRow) -> Option<&BigUint>| {
        let printed = |row: &BoundsRow| {
            Cell::from(
                of(row).map(|count| as_printed(count, row.bounds.squares).replace(" × ", "×")),
            )
        };
        rows.iter().map(printed).collect::<Vec<_>>()
    };
    let lines = vec![
        ("Upper", line(|row| Some(&row.bounds.upper_fixed_endgame))),
        ("Actual", line(|row| row.games.as_ref())),
        ("Lower", line(|row| Some(&row.bounds.lower_fixed_endgame))),
    ];
    let squares = rows
        .iter()
        .map(|row| row.bounds.squares.to_string())
        .collect();
    let mut table = across(&formula("s"), squares, lines).captioned(format!(
        "Number of games for {}, to three significant figures (the paper's Table 1)",
        formula(&format!("n = {pieces}"))
    ));
    if let Some(one) = rows.iter().find(|row| row.bounds.squares == 1) {
        table.note(format!(
            "At {} the paper's formula {} for the upper bound gives {}, yet there is a game: a single \
             classical piece, one placement where the formula counts {}. With {} for {} the bound is \
             {}, which is also what the paper prints.",
            formula("s = 1"),
            formula("s! (s-1)^s"),
            table_1_upper_formula(1),
            formula("s-1 = 0"),
            formula("max(1, s-1)"),
            formula("s-1"),
            one.bounds.upper_fixed_endgame,
        ));
    }
    Some(table)
}
