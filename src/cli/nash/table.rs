//! The values of games as a table.

use gqt3::board::SquareSet;
use gqt3::report::{self, Cell, Table};
use gqt3::rules::{Margin, Rules, Variant};
use gqt3::search::{Solution, SolvedGame};
use num_rational::BigRational;

use crate::cli::columns::{rules, sizes};

type Column = report::Column<'static, SolvedGame>;

/// A row for each game; `first_moves` if they were asked for.
pub(in crate::cli) fn table(solved: &[SolvedGame], first_moves: bool) -> Table<'_> {
    let differing = |solved: &SolvedGame| match *solved.game.rules() {
        rules if rules == Rules::default() => String::new(),
        rules => rules.to_string(),
    };
    let mut columns = vec![
        Column::new("variant", |solved| Variant::of(*solved.game.rules()).map(Variant::name)),
        Column::text("rules that differ from the paper's", differing),
    ];
    columns.extend(sizes(|solved: &SolvedGame| (solved.game.side(), solved.game.pieces())));
    columns.extend(rules(
        &["collapse", "offset", "ending", "scoring", "tail", "ties"],
        |solved: &SolvedGame| solved.game.rules(),
    ));
    columns.extend([
        Column::new("value", |solved| solved.solution.value().map(BigRational::from))
            .in_text(|solved| solved.solution.interval.to_string()),
        Column::data("lower", |solved| BigRational::from(solved.solution.interval.lower)),
        Column::data("upper", |solved| BigRational::from(solved.solution.interval.upper)),
        Column::data("proven", |solved| solved.solution.value().is_some()),
        Column::text("result", result),
        Column::data("turns", SolvedGame::turns),
    ]);
    let moves = |solved: &SolvedGame| solved.first_moves.as_deref().map(names);
    columns.extend(first_moves.then(|| {
        Column::new("first_moves", moves)
            .headed("best first moves")
            .in_text(move |solved| Cell::from(moves(solved).unwrap_or_else(|| "not found".to_owned())))
    }));
    columns.push(Column::json("nodes", |solved| solved.solution.nodes));
    let mut table = Table::of(columns, solved)
        .captioned("Perfect play: player 1's points minus player 2's")
        .hiding_empty_columns();
    if let [SolvedGame { solution: Solution { line: Some(line), .. }, .. }] = solved {
        table.note(format!("A line of best play: {line}"));
    }
    table
}

/// Moves one after the other.
fn names(moves: &[SquareSet]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn result(solved: &SolvedGame) -> &'static str {
    match solved.solution.value() {
        None => "not decided",
        Some(value) if value > Margin::ZERO => "player 1 wins",
        Some(value) if value < Margin::ZERO => "player 2 wins",
        Some(_) => "draw",
    }
}
