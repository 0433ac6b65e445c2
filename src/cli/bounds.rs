//! `gqt3 bounds`: the number of games and its bounds (the paper's Table 1).

use crate::report::{self, Cell, Report, Table, formula};
use crate::support::progress::{Progress, Quiet, Silent};
use crate::tree_size::bounds::{Bounds, as_printed, table_1_upper_formula};
use crate::tree_size::{Tree, count_feasible};
use clap::Args;
use num_bigint::BigUint;
use serde_json::json;

use super::columns::{across, caption, common};
use super::failure::Failure;
use super::session::{SHORT_HELP, Session};
use super::size_args::{PiecesArgs, SquaresArgs};

/// Bound the number of games: the paper's Table 1 and the best proved bounds
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct BoundsArgs {
    #[command(flatten)]
    squares: SquaresArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// Print the best proved bounds below Table 1, with every digit
    #[arg(long)]
    all: bool,
}

const EXAMPLES: &str = "\
Without sizes: s = 1..9 and n = 2, the paper's Table 1. Other sizes, --all and the data formats: the \
best proved bounds, and the exact number of games where it is quick to compute.

Examples:
  gqt3 bounds
  gqt3 bounds --all
  gqt3 bounds --squares 3..64 --pieces 3
  gqt3 bounds --squares 10,100,1000
  gqt3 bounds --squares 100 --format csv";

/// The largest cost, as a logarithm to base 2, for which games are counted. This takes seconds.
const MAX_COST: f64 = 28.0;

/// The n of the paper's Table 1, and its largest number of squares.
const TABLE_1: (usize, usize) = (2, 9);

pub fn run(args: &BoundsArgs, session: Session) -> Result<(), Failure> {
    let squares = args.squares.squares(1..=9);
    let rows = find(args, &squares, &session)?;
    let below = rows
        .iter()
        .filter(|row| row.general_upper() == GeneralUpper::BelowT);
    let below =
        below.map(|row| json!({"squares": row.bounds.squares, "pieces": row.bounds.pieces}));
    session.finish(&Report {
        views: match table_1(&rows) {
            Some(table_1) if args.all => vec![table_1, table(&rows)],
            Some(table_1) => vec![table_1],
            None => Vec::new(),
        },
        summary: json!({"paper_general_upper_below_games": below.collect::<Vec<_>>()}),
        ..Report::new(
            "bounds",
            json!({"squares": squares, "pieces": args.pieces.pieces.as_slice()}),
            table(&rows),
        )
    })
}

/// The bounds of one size, and the number of games if it was computed.
pub(super) struct BoundsRow {
    pub bounds: Bounds,
    pub games: Option<BigUint>,
}

/// Returns the bounds of every size, with the number of games if that is feasible.
fn find(
    args: &BoundsArgs,
    squares: &[usize],
    session: &Session,
) -> Result<Vec<BoundsRow>, Failure> {
    let progress = session.progress();
    let mut rows = Vec::new();
    for pieces in args.pieces.pieces.iter() {
        let trees: Vec<Tree> = squares
            .iter()
            .map(|&squares| Tree::full(squares, pieces))
            .collect();
        let sizes = count_feasible(&trees, MAX_COST, progress)?;
        // Several sizes share one bar; a single one shows its own stages.
        let quiet = Quiet(progress);
        let (all, each): (&dyn Progress, &dyn Progress) = if squares.len() == 1 {
            (&Silent, progress)
        } else {
            (progress, &quiet)
        };
        all.begin("bounds", Some(squares.len() as u64));
        for (&squares, size) in squares.iter().zip(sizes) {
            if let Some(size) = &size {
                session.remark(|| format!("T({squares},{pieces}) by {}", size.method));
            }
            let bounds = Bounds::new(squares, pieces, each)?;
            rows.push(BoundsRow {
                bounds,
                games: size.map(|size| size.games),
            });
            all.advance(1);
        }
        progress.end();
    }
    Ok(rows)
}

/// The state of the paper's upper bound for any n, C(s,n)^s.
#[derive(Clone, Copy, PartialEq, Eq)]
enum GeneralUpper {
    Holds,
    BelowT,
    Unknown,
}

impl BoundsRow {
    fn general_upper(&self) -> GeneralUpper {
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
pub(super) fn columns(n_differs: bool) -> Vec<Column> {
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
fn table(rows: &[BoundsRow]) -> Table<'_> {
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
fn table_1(rows: &[BoundsRow]) -> Option<Table<'_>> {
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
