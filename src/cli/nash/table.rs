//! The values of games as a table.

use gqt3::board::SquareSet;
use gqt3::position::Phase;
use gqt3::report::{self, Cell, Table};
use gqt3::rules::{Margin, Rules, Variant};
use gqt3::search::Solution;
use num_rational::BigRational;

use super::Solved;
use crate::cli::columns::{interval, rules, sizes};

type Column = report::Column<'static, Solved>;

/// A row for each game; `first_moves` if they were asked for.
pub(in crate::cli) fn table(solved: &[Solved], first_moves: bool) -> Table<'_> {
    let differing = |solved: &Solved| match *solved.game.rules() {
        rules if rules == Rules::default() => String::new(),
        rules => rules.to_string(),
    };
    let mut columns = vec![
        Column::new("variant", |solved| Variant::of(*solved.game.rules()).map(Variant::name)),
        Column::text("rules that differ from the paper's", differing),
    ];
    columns.extend(sizes(|solved: &Solved| (solved.game.side(), solved.game.pieces())));
    columns.extend(rules(&["collapse", "offset", "ending", "scoring", "tail", "ties"], |solved: &Solved| {
        solved.game.rules()
    }));
    columns.extend([
        Column::new("value", |solved| solved.solution.value().map(BigRational::from))
            .in_text(|solved| interval(solved.solution.lower, solved.solution.upper)),
        Column::data("lower", |solved| BigRational::from(solved.solution.lower)),
        Column::data("upper", |solved| BigRational::from(solved.solution.upper)),
        Column::data("proven", |solved| solved.solution.value().is_some()),
        Column::text("result", |solved| result(&solved.solution)),
        Column::data("turns", |solved| {
            is_whole(&solved.solution).then(|| solved.solution.line.turns().len())
        }),
    ]);
    let moves = |solved: &Solved| solved.first_moves.as_deref().map(names);
    columns.extend(first_moves.then(|| {
        Column::new("first_moves", moves)
            .headed("best first moves")
            .in_text(move |solved| Cell::from(moves(solved).unwrap_or_else(|| "not found".to_owned())))
    }));
    columns.push(Column::json("nodes", |solved| solved.solution.nodes));
    let mut table = Table::of(columns, solved)
        .captioned("Perfect play: player 1's points minus player 2's")
        .hiding_empty_columns();
    if let [Solved { solution, .. }] = solved
        && is_whole(solution)
    {
        table.note(format!("A line of best play: {}", solution.line));
    }
    table
}

/// Whether the line of best play was found.
fn is_whole(solution: &Solution) -> bool {
    solution.value().is_some() && solution.line.end().phase() == Phase::Over
}

/// Moves one after the other.
fn names(moves: &[SquareSet]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn result(solution: &Solution) -> &'static str {
    match solution.value() {
        None => "not decided",
        Some(value) if value > Margin::ZERO => "player 1 wins",
        Some(value) if value < Margin::ZERO => "player 2 wins",
        Some(_) => "draw",
    }
}
