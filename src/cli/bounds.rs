//! `gqt3 bounds`: the number of games and its bounds (the paper's Table 1).

use std::collections::BTreeMap;

use crate::bounds::{Bounds, as_printed, table_1_upper_formula};
use crate::progress::{Progress, Quiet, Silent};
use crate::report::{self, Cell, Report, Table};
use crate::tree_size::{Tree, count_feasible};
use clap::Args;
use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::json;

use super::columns::across;
use super::failure::Failure;
use super::session::Session;
use super::size_args::{PiecesArgs, SquaresArgs};

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
Without sizes: s = 1..9 and n = 2, the paper's Table 1. The number of games itself is given where it is quick \
to compute.

Examples:
  gqt3 bounds
  gqt3 bounds --squares 3..64 --pieces 3
  gqt3 bounds --squares 10,100,1000
  gqt3 bounds --squares 100 --format csv";

/// The number of games is computed where it takes at most 2 to this power of steps (seconds).
const EFFORT: f64 = 28.0;

/// The paper calls the table that has this n and at most so many squares Table 1.
const TABLE_1_PIECES: usize = 2;
const TABLE_1_SQUARES: usize = 9;

/// The bounds of one size, and the number of games where it is known.
pub(super) struct Found {
    pub bounds: Bounds,
    pub games: Option<BigUint>,
}

type Column = report::Column<'static, Found>;

pub fn run(args: &BoundsArgs, session: Session) -> Result<(), Failure> {
    let squares = args.squares.squares(1..=9);
    let found = find(args, &squares, &session)?;
    let below = found.iter().filter(|found| found.verdict() == Verdict::BelowT);
    let below = below.map(|f| json!({"squares": f.bounds.squares, "pieces": f.bounds.pieces}));
    let mut views = Vec::from_iter(is_table_1(&found).then(|| table_1(&found)));
    views.extend([proven_view(&found), paper_view(&found)]);
    session.finish(&Report {
        views,
        summary: json!({"upper_paper_general_below_games": below.collect::<Vec<_>>()}),
        ..Report::new(
            "bounds",
            json!({"squares": squares, "pieces": args.pieces.pieces.as_slice()}),
            Table::of(columns(), &found),
        )
    })
}

/// The bounds of every size; the number of games where it is quick to compute.
fn find(args: &BoundsArgs, squares: &[usize], session: &Session) -> Result<Vec<Found>, Failure> {
    let progress = session.progress();
    let mut found = Vec::new();
    for pieces in args.pieces.pieces.iter() {
        let trees: Vec<Tree> = squares.iter().map(|&squares| Tree::full(squares, pieces)).collect();
        let sizes = count_feasible(&trees, EFFORT, progress)?;
        // Several sizes share one bar; a single one shows its own stages.
        let quiet = Quiet(progress);
        let (all, each): (&dyn Progress, &dyn Progress) =
            if squares.len() == 1 { (&Silent, progress) } else { (progress, &quiet) };
        all.begin("bounds", Some(squares.len() as u64));
        for (&squares, size) in squares.iter().zip(sizes) {
            if let Some(size) = &size {
                session.remark(|| format!("T({squares},{pieces}) by {}", size.method));
            }
            let bounds = Bounds::new(squares, pieces, each)?;
            let games = size.map(|size| size.games);
            found.push(Found { bounds, games });
            all.advance(1);
        }
        progress.end();
    }
    Ok(found)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Holds,
    BelowT,
    Unknown,
}

impl Found {
    /// Whether the paper's general upper bound holds.
    fn verdict(&self) -> Verdict {
        let bounds = &self.bounds;
        match &self.games {
            Some(games) if bounds.paper_upper_is_false(games) => Verdict::BelowT,
            Some(_) => Verdict::Holds,
            None if bounds.upper_paper_general < *bounds.lower() => Verdict::BelowT,
            None if bounds.upper_paper_general >= *bounds.upper() => Verdict::Holds,
            None => Verdict::Unknown,
        }
    }
}

fn sizes() -> Vec<Column> {
    vec![
        Column::new("squares", |found| found.bounds.squares).headed("s"),
        Column::new("pieces", |found| found.bounds.pieces).headed("n"),
    ]
}

fn bound(key: &'static str, of: fn(&Bounds) -> &BigUint) -> Column {
    Column::new(key, move |found| of(&found.bounds).clone())
}

fn games() -> Column {
    Column::new("games", |found| found.games.clone())
}

/// The columns of CSV and JSON, and of the result file.
pub(super) fn columns() -> Vec<Column> {
    let mut columns = sizes();
    columns.extend([
        bound("upper_paper_general", |bounds| &bounds.upper_paper_general),
        bound("upper_fixed_endgame", |bounds| &bounds.upper_fixed_endgame),
        bound("upper", Bounds::upper),
        games(),
        bound("lower", Bounds::lower),
        bound("lower_fixed_endgame", |bounds| &bounds.lower_fixed_endgame),
        bound("lower_paper_general", |bounds| &bounds.lower_paper_general),
    ]);
    columns
}

/// The paper's Table 1: a column for each s, rounded as the paper rounds.
fn table_1(found: &[Found]) -> Table<'_> {
    let line = |of: fn(&Found) -> Option<&BigUint>| {
        let rounded = |found: &Found| Cell::from(of(found).map(|count| rounded(count, found.bounds.squares)));
        found.iter().map(rounded).collect::<Vec<_>>()
    };
    let lines = vec![
        ("Upper", line(|found| Some(&found.bounds.upper_fixed_endgame))),
        ("Actual", line(|found| found.games.as_ref())),
        ("Lower", line(|found| Some(&found.bounds.lower_fixed_endgame))),
    ];
    let squares = found.iter().map(|found| found.bounds.squares.to_string()).collect();
    let mut table = across("s", squares, lines)
        .captioned(format!("Table 1: games for n = {TABLE_1_PIECES}, to three significant figures"));
    if let Some(one) = found.iter().find(|found| found.bounds.squares == 1) {
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

/// As the paper rounds, in one word.
fn rounded(count: &BigUint, squares: usize) -> String {
    as_printed(count, squares).replace(" × ", "×")
}

/// Whether all sizes are in the paper's Table 1.
fn is_table_1(found: &[Found]) -> bool {
    found
        .iter()
        .all(|Found { bounds, .. }| bounds.pieces == TABLE_1_PIECES && bounds.squares <= TABLE_1_SQUARES)
}

/// The bounds that hold, and how far they are from T.
fn proven_view(found: &[Found]) -> Table<'_> {
    let ratio = |heading, of: fn(&Bounds) -> &BigUint| {
        Column::text(heading, move |found| {
            let bound = of(&found.bounds).clone();
            // The quotient is all that matters; lowest terms of so long numbers take long.
            let ratio = |games: &BigUint| BigRational::new_raw(bound.into(), games.clone().into());
            found.games.as_ref().map(|games| Cell::Decimal(ratio(games), 4))
        })
    };
    let mut columns = sizes();
    columns.extend([
        bound("lower", Bounds::lower).headed("lower bound"),
        games().headed("T(s,n)"),
        bound("upper", Bounds::upper).headed("upper bound"),
        ratio("lower / T", Bounds::lower),
        ratio("upper / T", Bounds::upper),
        ratio("Table 1's upper / T", |bounds| &bounds.upper_fixed_endgame),
    ]);
    let mut table = Table::of(columns, found).captioned("Bounds that hold: the best of those proved");
    if found.iter().any(|found| found.games.is_none()) {
        table.note(
            "- in column T(s,n): not computed here, the bounds alone are known; gqt3 tree-size may insist.",
        );
    }
    table
}

/// The paper's bounds for any n, and where the upper one fails.
fn paper_view(found: &[Found]) -> Table<'_> {
    let mark = |found: &Found| match found.verdict() {
        Verdict::Holds => "",
        Verdict::BelowT => "< T !",
        Verdict::Unknown => "?",
    };
    let mut columns = sizes();
    columns.extend([
        bound("lower_paper_general", |bounds| &bounds.lower_paper_general).headed("product of C(s-t,n)"),
        bound("upper_paper_general", |bounds| &bounds.upper_paper_general).headed("C(s,n)^s"),
        Column::text("", mark),
    ]);
    let mut table = Table::of(columns, found).captioned("The paper's bounds for any n");
    let mut firsts: BTreeMap<usize, usize> = BTreeMap::new();
    for Found { bounds, .. } in found.iter().filter(|found| found.verdict() == Verdict::BelowT) {
        let first = firsts.entry(bounds.pieces).or_insert(bounds.squares);
        *first = bounds.squares.min(*first);
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
