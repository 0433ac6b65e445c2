//! The values of games as rows and as text.

use gqt3::board::SquareSet;
use gqt3::report::{Cell, Column, Shown, Table};
use gqt3::rules::{Margin, Variant};
use gqt3::search::Solution;
use num_rational::BigRational;

use super::{Game, Solved};

pub(super) fn points(margin: Margin) -> Cell {
    let ratio = margin.to_ratio();
    Cell::Rational(BigRational::new((*ratio.numer()).into(), (*ratio.denom()).into()))
}

fn side(game: &Game) -> usize {
    game.board.side().unwrap_or(0)
}

pub(super) fn title(game: &Game) -> String {
    let name = game.variant.map_or_else(|| game.rules.to_string(), |variant| variant.name().to_owned());
    format!("{name}, {m}x{m}, n = {}", game.pieces, m = side(game))
}

/// The rows of CSV and JSON; `first_moves` if they were asked for.
pub(in crate::cli) fn data(solved: &[Solved], first_moves: bool) -> Table {
    let keys = ["variant", "board", "pieces", "collapse", "offset", "ending", "scoring", "tail", "ties"];
    let mut columns: Vec<Column> = keys.into_iter().map(Column::new).collect();
    columns.extend(["value", "lower", "upper", "proven"].map(Column::new));
    columns.push(Column::new("turns"));
    columns.extend(first_moves.then(|| Column::new("first_moves")));
    columns.push(Column::new("nodes").shown(Shown::JsonOnly));
    let mut table = Table::new(columns);
    for Solved { game, solution, first_moves: best } in solved {
        let rules = &game.rules;
        let mut row = vec![
            game.variant.map_or(Cell::Absent, |variant| Cell::text(variant.name())),
            Cell::size(side(game)),
            Cell::size(game.pieces),
            Cell::text(rules.collapse.name()),
            Cell::text(rules.offset.name()),
            Cell::text(rules.ending.name()),
            Cell::text(rules.scoring.name()),
            Cell::text(rules.tail.name()),
            Cell::text(rules.ties.name()),
            solution.value().map_or(Cell::Absent, points),
            points(solution.interval.lower),
            points(solution.interval.upper),
            Cell::Truth(solution.value().is_some()),
            turns(solution),
        ];
        row.extend(first_moves.then(|| moves(best)));
        row.push(Cell::Number(solution.nodes));
        table.push(row);
    }
    table
}

/// How many turns the line of best play has, if it was found.
fn turns(solution: &Solution) -> Cell {
    solution.line.as_ref().map_or(Cell::Absent, |line| Cell::size(line.turns().len()))
}

/// Moves one after the other.
fn moves(moves: &Option<Vec<SquareSet>>) -> Cell {
    let Some(moves) = moves else { return Cell::Absent };
    Cell::Text(moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
}

fn result(solution: &Solution) -> &'static str {
    match solution.value() {
        None => "not decided",
        Some(value) if value > Margin::ZERO => "player 1 wins",
        Some(value) if value < Margin::ZERO => "player 2 wins",
        Some(_) => "draw",
    }
}

pub(super) fn view(solved: &[Solved], asked_first_moves: bool) -> Table {
    let mut table = Table::new(vec![
        Column::new("variant"),
        Column::new("rules").headed("rules that differ from the paper's"),
        Column::new("board"),
        Column::new("pieces").headed("n"),
        Column::new("value"),
        Column::new("result"),
        Column::new("first_moves").headed("best first moves"),
    ])
    .captioned("Perfect play: player 1's points minus player 2's");
    for Solved { game, solution, first_moves } in solved {
        let rules = game.rules.to_string();
        let value = match solution.value() {
            Some(value) => value.to_string(),
            None => format!("{}..{}", solution.interval.lower, solution.interval.upper),
        };
        table.push(vec![
            game.variant.map_or(Cell::Absent, |variant| Cell::text(variant.name())),
            Cell::text(if rules == Variant::Paper.name() { String::new() } else { rules }),
            Cell::Text(format!("{m}x{m}", m = side(game))),
            Cell::size(game.pieces),
            Cell::Text(value),
            Cell::text(result(solution)),
            if asked_first_moves && first_moves.is_none() {
                Cell::text("not found")
            } else {
                moves(first_moves)
            },
        ]);
    }
    table.drop_empty_columns();
    if let [one] = solved
        && let Some(line) = &one.solution.line
    {
        table.note(format!("A line of best play: {line}"));
    }
    table
}
