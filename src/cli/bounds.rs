//! `gqt3 bounds`: the number of games and its bounds (the paper's Table 1).

use std::collections::BTreeMap;

use clap::Args;
use gqt3::bounds::{Bounds, Growth, Status, as_printed, table_1_upper_formula};
use gqt3::progress::{Progress, Quiet};
use gqt3::report::{Cell, Column, Format, Report, Shown, Table};
use gqt3::tree_size::{Tree, count_feasible};
use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Map, json};

use super::digits::{MOST_DIGITS, write_out};
use super::failure::{Failure, NOTHING_WRITTEN};
use super::numbers::{LARGEST, Numbers};
use super::session::Session;
use super::size_args::{PiecesArgs, SquaresArgs};
use super::tree_size::failure;

/// Bound the number of games: the paper's Table 1, its general bounds, and the ones that hold
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BoundsArgs {
    #[command(flatten)]
    squares: SquaresArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// Compare with the asymptotic growth, in floats: a theorem for n = 2, a conjecture for n >= 3
    #[arg(long)]
    asymptotics: bool,
}

const EXAMPLES: &str = "\
Without sizes: s = 1..9 and n = 2, the paper's Table 1. The number of games itself is given where it is quick
to compute.

Examples:
  gqt3 bounds
  gqt3 bounds --squares 3..64 --pieces 3
  gqt3 bounds --squares 10,100,1000 --asymptotics
  gqt3 bounds --squares 100 --format csv";

/// The number of games is computed where it takes at most 2 to this power of steps (seconds).
const EFFORT: f64 = 28.0;

/// The most steps for all sizes together: about an hour.
const MOST_STEPS: f64 = 1e12;

/// The counts of one size.
const COUNTS: f64 = 7.0;

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
    check_effort(args, &squares)?;
    let found = find(args, &squares, &session)?;
    let mut parameters = Map::new();
    parameters.insert("squares".to_owned(), json!(squares));
    parameters.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    let false_at = found.iter().filter(|found| verdict(found) == Verdict::BelowT);
    let false_at: Vec<_> =
        false_at.map(|f| json!({"squares": f.bounds.squares, "pieces": f.bounds.pieces})).collect();
    let mut summary = Map::new();
    summary.insert("upper_paper_general_below_games".to_owned(), json!(false_at));
    let growth = if args.asymptotics { growth(&found, session.progress())? } else { Vec::new() };
    let (mut table, mut views) = (Table::default(), Vec::new());
    if session.format() == Format::Table {
        views = shown(args, &found);
        views.extend(args.asymptotics.then(|| growth_view(&found, &growth)));
    } else {
        table = data(&found);
        if args.asymptotics {
            add_growth(&mut table, &growth);
        }
        write_out(&mut table, session.progress())?;
    }
    session.finish(&Report { command: "bounds", parameters, table, views, summary })
}

/// Refuses what would take more than an hour, or fill the memory.
fn check_effort(args: &BoundsArgs, squares: &[usize]) -> Result<(), Failure> {
    let mut sorted = squares.to_vec();
    sorted.sort_unstable();
    let (mut steps, mut digits, mut done) = (0.0, 0.0, None);
    for pieces in args.pieces.pieces.iter() {
        for &squares in &sorted {
            steps += Bounds::effort(squares, pieces).exp2();
            digits += COUNTS * Bounds::digits(squares, pieces);
            if steps <= MOST_STEPS && digits <= MOST_DIGITS {
                done = Some((squares, pieces));
                continue;
            }
            let largest = largest(pieces);
            return Err(Failure::BadInput(match done {
                _ if squares > largest => format!(
                    "{squares} squares are too many for the bounds with --pieces {pieces}: hours; use at most {}",
                    args.squares.at_most(largest)
                ),
                Some((squares, pieces)) => format!(
                    "the bounds of so many sizes take hours or gigabytes; name fewer, for --pieces {pieces} up to {}",
                    args.squares.at_most(squares)
                ),
                None => "the bounds of so many sizes take hours or gigabytes; name fewer".to_owned(),
            }));
        }
    }
    Ok(())
}

/// The most squares for which the bounds can be found.
fn largest(pieces: usize) -> usize {
    let within = |squares: &usize| {
        Bounds::effort(*squares, pieces).exp2() <= MOST_STEPS
            && COUNTS * Bounds::digits(*squares, pieces) <= MOST_DIGITS
    };
    let (mut most, mut step) = (1, LARGEST.next_power_of_two());
    while step > 0 {
        most = Some(most + step).filter(|most| *most <= LARGEST).filter(within).unwrap_or(most);
        step /= 2;
    }
    most
}

/// The bounds of every size, and the number of games where it is quick to compute.
fn find(args: &BoundsArgs, squares: &[usize], session: &Session) -> Result<Vec<Found>, Failure> {
    let progress = session.progress();
    let mut found = Vec::new();
    for pieces in args.pieces.pieces.iter() {
        let trees: Vec<Tree> = squares.iter().map(|&squares| Tree::full(squares, pieces)).collect();
        let sizes = count_feasible(&trees, EFFORT, progress).map_err(failure)?;
        let several = squares.len() > 1;
        if several {
            progress.begin("bounds", Some(squares.len() as u64));
        }
        for (&squares, size) in squares.iter().zip(sizes) {
            if let Some(size) = &size {
                session.remark(|| format!("T({squares},{pieces}) by {}", size.method));
            }
            let bounds = if several {
                Bounds::new(squares, pieces, &Quiet(progress))
            } else {
                Bounds::new(squares, pieces, progress)
            };
            let bounds = bounds.map_err(failure)?;
            found.push(Found { bounds, games: size.map(|size| size.games) });
            if several {
                progress.advance(1);
            }
        }
        progress.end();
    }
    Ok(found)
}

/// What people see, but for the growth.
fn shown(args: &BoundsArgs, found: &[Found]) -> Vec<Table> {
    let of_pieces = |pieces| found.iter().filter(|found| found.bounds.pieces == pieces).collect::<Vec<_>>();
    let of_each = args.pieces.pieces.iter().map(of_pieces).filter(|found| found.len() <= MOST_COLUMNS);
    let mut views: Vec<Table> = of_each.map(|found| as_table_1(&found)).collect();
    views.push(proven_view(found));
    views.push(paper_view(found));
    views
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
    let one = found.iter().find(|found| found.bounds.squares == 1);
    if let (TABLE_1_PIECES, Some(one)) = (pieces, one) {
        table.note(format!(
            "At s = 1 the paper's formula s! (s-1)^s for the upper bound gives {}, yet there is a game: a single \
             classical piece, one placement where the formula counts s-1 = 0. With max(1, s-1) for s-1 the bound \
             is {}, which is also what the paper prints.",
            table_1_upper_formula(1),
            one.bounds.upper_fixed_endgame,
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

/// The growth of each size.
fn growth(found: &[Found], progress: &dyn Progress) -> Result<Vec<Option<Growth>>, Failure> {
    progress.begin("growth", Some(found.len() as u64));
    let of = |found: &Found| {
        progress.check().map_err(|_| Failure::Interrupted(NOTHING_WRITTEN))?;
        progress.advance(1);
        let games = found.games.as_ref();
        Ok(games.and_then(|games| Growth::new(found.bounds.squares, found.bounds.pieces, games)))
    };
    let growth = found.iter().map(of).collect();
    progress.end();
    growth
}

/// The float columns of growth: observed, predicted, relative error, and whether the prediction is proved.
fn growth_cells(growth: Option<&Growth>) -> [Cell; 4] {
    let Some(growth) = growth else {
        return [Cell::Absent, Cell::Absent, Cell::Absent, Cell::Absent];
    };
    let float =
        |value: f64| BigRational::from_float(value).map_or(Cell::Absent, |ratio| Cell::Decimal(ratio, 9));
    let status = match growth.status {
        Status::Proved => "proved",
        Status::Conjectured => "conjectured",
    };
    let [observed, predicted, error] =
        [growth.observed, growth.predicted, growth.relative_error()].map(float);
    [observed, predicted, error, Cell::text(status)]
}

fn add_growth(table: &mut Table, growth: &[Option<Growth>]) {
    let keys = ["growth_float", "predicted_growth_float", "relative_error_float", "prediction"];
    table.columns.extend(keys.map(Column::new));
    let rows = table.rows.iter_mut().zip(growth);
    rows.for_each(|(row, growth)| row.extend(growth_cells(growth.as_ref())));
}

fn growth_view(found: &[Found], growth: &[Option<Growth>]) -> Table {
    let headings = ["s", "n", "T / (s! C^s)", "predicted", "relative error", "prediction"];
    let mut table = Table::new(headings.map(|heading| Column::new("growth").headed(heading)).to_vec())
        .captioned("Growth, with C = C(s-1,n-1), in floats");
    for (row, growth) in found.iter().zip(growth) {
        let sizes = [row.bounds.squares, row.bounds.pieces].map(Cell::size);
        table.push(sizes.into_iter().chain(growth_cells(growth.as_ref())).collect());
    }
    table.note(
        "For n = 2 the prediction is e^(3/2) / s; for n >= 3 it is the positive solution of v = 1 - exp(-(n-1) v), which \
         the numbers suggest and nobody has proved.",
    );
    table
}

/// The bounds that hold, and how far they are from T.
fn proven_view(found: &[Found]) -> Table {
    let mut table = Table::new(vec![
        Column::new("squares").headed("s"),
        Column::new("pieces").headed("n"),
        Column::new("lower").headed("lower bound"),
        Column::new("games").headed("T(s,n)"),
        Column::new("upper").headed("upper bound"),
        Column::new("lower_ratio").headed("lower / T"),
        Column::new("upper_ratio").headed("upper / T"),
        Column::new("fixed_endgame_ratio").headed("fixed endgame / T"),
    ])
    .captioned("Bounds that hold: the best of those proved");
    for row in found {
        let bounds = &row.bounds;
        let ratio = |bound: &BigUint| match &row.games {
            // The quotient is all that matters; lowest terms of so long numbers take long.
            Some(games) => Cell::Decimal(BigRational::new_raw(bound.clone().into(), games.clone().into()), 4),
            None => Cell::Absent,
        };
        table.push(vec![
            Cell::size(bounds.squares),
            Cell::size(bounds.pieces),
            Cell::Integer(bounds.lower().clone()),
            games(row),
            Cell::Integer(bounds.upper().clone()),
            ratio(bounds.lower()),
            ratio(bounds.upper()),
            ratio(&bounds.upper_fixed_endgame),
        ]);
    }
    if found.iter().any(|found| found.games.is_none()) {
        table.note(
            "- in column T(s,n): not computed here, the bounds alone are known; gqt3 tree-size may insist.",
        );
    }
    table
}

/// The paper's bounds for any n, and where the upper one fails.
fn paper_view(found: &[Found]) -> Table {
    let mut table = Table::new(vec![
        Column::new("squares").headed("s"),
        Column::new("pieces").headed("n"),
        Column::new("lower_paper_general").headed("product of C(s-t,n)"),
        Column::new("upper_paper_general").headed("C(s,n)^s"),
        Column::new("mark").headed("").shown(Shown::TextOnly),
    ])
    .captioned("The paper's bounds for any n");
    for row in found {
        let mark = match verdict(row) {
            Verdict::Holds => "",
            Verdict::BelowT => "< T !",
            Verdict::Unknown => "?",
        };
        table.push(vec![
            Cell::size(row.bounds.squares),
            Cell::size(row.bounds.pieces),
            Cell::Integer(row.bounds.lower_paper_general.clone()),
            Cell::Integer(row.bounds.upper_paper_general.clone()),
            Cell::text(mark),
        ]);
    }
    let mut firsts: BTreeMap<usize, usize> = BTreeMap::new();
    for row in found.iter().filter(|found| verdict(found) == Verdict::BelowT) {
        let first = firsts.entry(row.bounds.pieces).or_insert(row.bounds.squares);
        *first = row.bounds.squares.min(*first);
    }
    if !firsts.is_empty() {
        let firsts: Vec<String> = firsts.iter().map(|(n, s)| format!("s = {s} for n = {n}")).collect();
        table.note(format!(
            "< T ! marks where C(s,n)^s is below T(s,n) and so is no bound, in this list first at {}: it counts \
             placements and forgets that a collapse can be chosen in several ways (and for n > s it counts no game).",
            firsts.join(", ")
        ));
    }
    table
}
