//! `gqt3 bounds`: the number of games and its bounds (the paper's Table 1).

use clap::Args;
use gqt3::bounds::{Bounds, as_printed, table_1_upper_formula};
use gqt3::report::{Cell, Column, Report, Shown, Table};
use gqt3::tree_size::{Error, tree_size};
use num_bigint::BigUint;
use serde_json::{Map, json};

use super::failure::Failure;
use super::numbers::Numbers;
use super::session::Session;
use super::size_args::{PiecesArgs, SquaresArgs};
use super::tree_size::{failure, feasible_method};

/// Bound the number of games: the paper's Table 1, its general bounds, and the ones that hold
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BoundsArgs {
    #[command(flatten)]
    squares: SquaresArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
}

const EXAMPLES: &str = "\
Without sizes: s = 1..9 and n = 2, the paper's Table 1. The number of games itself is given where it is quick
to compute.

Examples:
  gqt3 bounds
  gqt3 bounds --squares 3..8 --pieces 3
  gqt3 bounds --squares 100 --format csv";

/// The number of games is computed where it takes at most 2 to this power of steps (seconds).
const EFFORT: f64 = 28.0;

/// Table 1 has one column for each number of squares; more than this many get rows only.
const MOST_COLUMNS: usize = 12;

/// The paper calls the table that has n = 2 and these squares Table 1.
const TABLE_1_PIECES: usize = 2;

/// The bounds of one size, and the number of games where it is known.
pub(super) struct Found {
    pub bounds: Bounds,
    pub games: Option<BigUint>,
}

pub fn run(args: &BoundsArgs, session: Session) -> Result<(), Failure> {
    let squares = args.squares.squares(Numbers::range(1..=9));
    let mut found = Vec::new();
    for pieces in args.pieces.pieces.iter() {
        for &squares in &squares {
            let games = match feasible_method(squares, pieces, EFFORT) {
                Ok(method) => {
                    session.remark(|| format!("T({squares},{pieces}) by {method}"));
                    let size = tree_size(squares, pieces, method, session.progress()).map_err(failure)?;
                    Some(size.games)
                }
                Err(Error::OutOfReach { .. }) => None,
                Err(error) => return Err(failure(error)),
            };
            found.push(Found { bounds: Bounds::new(squares, pieces), games });
        }
    }
    let mut views: Vec<Table> = args
        .pieces
        .pieces
        .iter()
        .map(|pieces| found.iter().filter(|found| found.bounds.pieces == pieces).collect::<Vec<_>>())
        .filter(|found| found.len() <= MOST_COLUMNS)
        .map(|found| as_table_1(&found))
        .collect();
    views.push(exact_view(&found));
    let mut parameters = Map::new();
    parameters.insert("squares".to_owned(), json!(squares));
    parameters.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    let false_at = found.iter().filter(|found| verdict(found) == Verdict::BelowT);
    let false_at: Vec<_> =
        false_at.map(|f| json!({"squares": f.bounds.squares, "pieces": f.bounds.pieces})).collect();
    let mut summary = Map::new();
    summary.insert("upper_paper_general_below_games".to_owned(), json!(false_at));
    session.finish(&Report { command: "bounds", parameters, table: data(&found), views, summary })
}

fn games(found: &Found) -> Cell {
    found.games.clone().map_or(Cell::Absent, Cell::Integer)
}

/// The rows of CSV and JSON.
pub(super) fn data(found: &[Found]) -> Table {
    let mut table = Table::new(vec![
        Column::new("squares"),
        Column::new("pieces"),
        Column::new("upper_paper_general"),
        Column::new("upper_fixed_endgame"),
        Column::new("upper"),
        Column::new("games"),
        Column::new("lower"),
        Column::new("lower_fixed_endgame"),
        Column::new("lower_paper_general"),
    ]);
    for row in found {
        let bounds = &row.bounds;
        table.push(vec![
            Cell::size(bounds.squares),
            Cell::size(bounds.pieces),
            Cell::Integer(bounds.upper_paper_general.clone()),
            Cell::Integer(bounds.upper_fixed_endgame.clone()),
            Cell::Integer(bounds.upper().clone()),
            games(row),
            Cell::Integer(bounds.lower().clone()),
            Cell::Integer(bounds.lower_fixed_endgame.clone()),
            Cell::Integer(bounds.lower_paper_general.clone()),
        ]);
    }
    table
}

/// The paper's Table 1: a column for each s, rounded as the paper rounds.
fn as_table_1(found: &[&Found]) -> Table {
    let pieces = found.first().map_or(TABLE_1_PIECES, |found| found.bounds.pieces);
    let columns = found.iter().map(|f| Column::new("squares").headed(f.bounds.squares.to_string()));
    let mut table = Table::new(std::iter::once(Column::new("row").headed("s")).chain(columns).collect())
        .captioned(format!("Number of games for n = {pieces}, to three significant figures"));
    let mut push = |name: &str, value: &dyn Fn(&Found) -> Option<BigUint>| {
        let cell = |&f: &&Found| match value(f) {
            Some(count) => Cell::Text(as_printed(&count, f.bounds.squares)),
            None => Cell::Absent,
        };
        table.push(std::iter::once(Cell::text(name)).chain(found.iter().map(cell)).collect());
    };
    push("Upper", &|found| Some(found.bounds.upper_fixed_endgame.clone()));
    push("Actual", &|found| found.games.clone());
    push("Lower", &|found| Some(found.bounds.lower_fixed_endgame.clone()));
    if pieces == TABLE_1_PIECES && found.iter().any(|found| found.bounds.squares == 1) {
        table.note(format!(
            "At s = 1 the paper's formula s! (s-1)^s for the upper bound gives {}, yet there is a game: a single \
             classical piece, one placement where the formula counts s-1 = 0. With max(1, s-1) for s-1 the bound \
             is {}, which is also what the paper prints.",
            table_1_upper_formula(1),
            Bounds::new(1, TABLE_1_PIECES).upper_fixed_endgame,
        ));
    }
    table
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Holds,
    BelowT,
    Unknown,
}

/// Whether the paper's general upper bound holds.
fn verdict(found: &Found) -> Verdict {
    match &found.games {
        Some(games) if found.bounds.paper_upper_is_false(games) => Verdict::BelowT,
        Some(_) => Verdict::Holds,
        None if found.bounds.upper_paper_general < *found.bounds.lower() => Verdict::BelowT,
        None if found.bounds.upper_paper_general >= *found.bounds.upper() => Verdict::Holds,
        None => Verdict::Unknown,
    }
}

fn exact_view(found: &[Found]) -> Table {
    let mut table = Table::new(vec![
        Column::new("squares").headed("s"),
        Column::new("pieces").headed("n"),
        Column::new("upper").headed("upper bound"),
        Column::new("games").headed("T(s,n)"),
        Column::new("lower").headed("lower bound"),
        Column::new("upper_paper_general").headed("paper, any n: upper"),
        Column::new("mark").headed("").shown(Shown::TextOnly),
        Column::new("lower_paper_general").headed("paper, any n: lower"),
    ])
    .captioned("Exact values");
    for row in found {
        let mark = match verdict(row) {
            Verdict::Holds => "",
            Verdict::BelowT => "< T !",
            Verdict::Unknown => "?",
        };
        table.push(vec![
            Cell::size(row.bounds.squares),
            Cell::size(row.bounds.pieces),
            Cell::Integer(row.bounds.upper().clone()),
            games(row),
            Cell::Integer(row.bounds.lower().clone()),
            Cell::Integer(row.bounds.upper_paper_general.clone()),
            Cell::text(mark),
            Cell::Integer(row.bounds.lower_paper_general.clone()),
        ]);
    }
    if found.iter().any(|found| verdict(found) == Verdict::BelowT) {
        table.note(
            "< T ! marks where the paper's general upper bound C(s,n)^s is below T(s,n) and so is no bound: it \
             counts placements and forgets that a collapse can be chosen in several ways (and for n > s it counts no game).",
        );
    }
    if found.iter().any(|found| found.games.is_none()) {
        table.note(
            "- in column T(s,n): not computed here, the bounds alone are known; gqt3 tree-size may insist.",
        );
    }
    table
}
