//! How many games there are: the paper's Table 1, and the best proved bounds.

use crate::report::{self, Table, formula};
use gqt3::support::number::about;
use gqt3::tree_size::bounds::{Bounds, as_printed, table_1_upper_formula};
use gqt3::tree_size::{Counter, Tree};
use num_bigint::BigUint;

use super::columns::{caption, common, squares};

/// The paper's Table 1: n, and the largest s.
const TABLE_1: (usize, usize) = (2, 9);

pub struct BoundsRow {
    pub bounds: Bounds,
    pub games: Option<BigUint>,
}

impl BoundsRow {
    fn general_upper_holds(&self) -> Option<bool> {
        let bounds = &self.bounds;
        match &self.games {
            Some(games) => Some(!bounds.paper_upper_is_false(games)),
            None if bounds.upper_paper_general < *bounds.lower() => Some(false),
            None if bounds.upper_paper_general >= *bounds.upper() => Some(true),
            None => None,
        }
    }
}

/// Returns the paper's Table 1 if it has all these sizes, and a table with the best proved bounds.
/// Text has the table of bounds only if `all`, or if there is no Table 1.
pub fn tables(rows: &[BoundsRow], all: bool) -> Vec<Table<'_>> {
    let table_1 = table_1(rows);
    let is_shown = all || table_1.is_none();
    let tables = table_1
        .into_iter()
        .chain([table(rows).in_text_if(is_shown)]);
    tables.collect()
}

pub fn table(rows: &[BoundsRow]) -> Table<'_> {
    type Column = report::Column<'static, BoundsRow>;
    let data = |key: &str, help: &str, get: fn(&Bounds) -> &BigUint| {
        Column::data(key, help, move |row| get(&row.bounds).clone())
    };
    let text = |heading: &str, get: fn(&Bounds) -> &BigUint| {
        Column::text(heading, move |row| get(&row.bounds).clone())
    };
    let mark = |row: &BoundsRow| match row.general_upper_holds() {
        Some(true) => "",
        Some(false) => "!",
        None => "?",
    };
    let pieces = common(rows.iter().map(|row| row.bounds.pieces));
    let [squares, n] = squares(|row: &BoundsRow| (row.bounds.squares, row.bounds.pieces));
    let columns = vec![
        squares.headed(formula("s")),
        n.in_text_if(pieces.is_none()),
        data(
            "table1_upper",
            "the upper bound of the paper's Table 1: s! max(1, C(s-1,n-1))^s",
            |bounds| &bounds.upper_fixed_endgame,
        ),
        text("upper bound", Bounds::upper),
        Column::new(
            "games",
            "T(s,n); null where it takes long to count",
            |row| row.games.clone(),
        )
        .headed(formula("T(s,n)")),
        text("lower bound", Bounds::lower),
        data(
            "table1_lower",
            "the lower bound of the paper's Table 1: s! times the product of C(s-t,n-1)",
            |bounds| &bounds.lower_fixed_endgame,
        ),
        data("best_upper", "the best proved upper bound", Bounds::upper),
        data("best_lower", "the best proved lower bound", Bounds::lower),
        data(
            "paper_general_upper",
            "C(s,n)^s, the paper's upper bound for any n",
            |bounds| &bounds.upper_paper_general,
        ),
        data(
            "paper_general_lower",
            "the product of C(s-t,n), the paper's lower bound for any n",
            |bounds| &bounds.lower_paper_general,
        ),
        Column::new(
            "paper_general_upper_holds",
            "whether paper_general_upper is at least T(s,n); null if that is unknown",
            BoundsRow::general_upper_holds,
        )
        .headed("")
        .in_text(mark)
        .in_csv_if(false),
    ];
    let general = formula("C(s,n)^s");
    let title = format!(
        "Number of games {}, and the best bounds proved",
        formula("T(s,n)")
    );
    let stated = pieces.map(|pieces| formula(&format!("n = {pieces}")));
    let mut table =
        Table::of("bounds", columns, rows).captioned(caption(&title, stated.as_slice()));
    let has = |holds| rows.iter().any(|row| row.general_upper_holds() == holds);
    if has(Some(false)) {
        table.note(format!(
            "! marks where {general}, the paper's upper bound for any {}, is below {} and so is no \
             bound: it counts placements and ignores that a collapse can be chosen in several ways \
             (and for {} it counts no game).",
            formula("n"),
            formula("T(s,n)"),
            formula("n > s")
        ));
    }
    if has(None) {
        table.note(format!(
            "? marks where it is not known whether {general}, the paper's upper bound, holds."
        ));
    }
    if let Some(row) = rows.iter().find(|row| row.games.is_none()) {
        table.note(skipped(&row.bounds));
    }
    table
}

fn skipped(bounds: &Bounds) -> String {
    let (squares, pieces) = (bounds.squares, bounds.pieces);
    let tree = Tree::full(squares, pieces);
    let name = formula(&tree.to_string());
    match Counter::fastest(&tree) {
        Ok(method) => format!(
            "{name} was skipped, for example; gqt3 tree-size --squares {squares} --pieces {pieces} --method {method} \
             would take {}",
            about(method.seconds(&tree))
        ),
        Err(_) => format!("{name} is out of reach of every method."),
    }
}

/// Returns the paper's Table 1; `None` if some size is not in it.
pub fn table_1(rows: &[BoundsRow]) -> Option<Table<'_>> {
    let (pieces, most) = TABLE_1;
    if rows
        .iter()
        .any(|BoundsRow { bounds, .. }| bounds.pieces != pieces || bounds.squares > most)
    {
        return None;
    }
    let line = |heading, get: fn(&BoundsRow) -> Option<&BigUint>| {
        report::Column::text(heading, move |row: &BoundsRow| {
            get(row).map(|count| as_printed(count, row.bounds.squares).replace(" × ", "×"))
        })
    };
    let columns = vec![
        report::Column::text(formula("s"), |row: &BoundsRow| row.bounds.squares),
        line("upper", |row| Some(&row.bounds.upper_fixed_endgame)),
        line("actual", |row| row.games.as_ref()),
        line("lower", |row| Some(&row.bounds.lower_fixed_endgame)),
    ];
    let mut table = Table::text(columns, rows).across().captioned(format!(
        "Number of games for {}, to three significant figures (the paper's Table 1)",
        formula(&format!("n = {pieces}"))
    ));
    if let Some(one) = rows.iter().find(|row| row.bounds.squares == 1) {
        table.note(format!(
            "At {} the paper's formula {} for the upper bound gives {}, but there is 1 game. {} gives \
             {}, as the paper prints.",
            formula("s = 1"),
            formula("s! (s-1)^s"),
            table_1_upper_formula(1),
            formula("s! max(1, s-1)^s"),
            one.bounds.upper_fixed_endgame,
        ));
    }
    Some(table)
}
