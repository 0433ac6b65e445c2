//! `gqt3 tree-size`: the number of games.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::board::Board;
use gqt3::bounds::Bounds;
use gqt3::progress::Progress;
use gqt3::report::{Cell, Column, Format, Report, Table, group_digits};
use gqt3::rules::Ending;
use gqt3::tree_size::{self, Error, Method, Tree, TreeSize, count_all, count_feasible, cross_check};
use serde_json::{Map, json};

use super::digits::{MOST_DIGITS, write_out};
use super::failure::{Failure, NOTHING_WRITTEN};
use super::numbers::Numbers;
use super::rule_args::named_values;
use super::session::Session;
use super::size_args::{PiecesArgs, SquaresArgs};

/// Count the games on s squares with n pieces in a series: T(s,n)
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TreeSizeArgs {
    #[command(flatten)]
    squares: SquaresArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// How to count
    #[arg(long, value_name = "METHOD", default_value = AUTO, value_parser = method_parser())]
    method: Choice,
    /// When a game ends; first-line needs --board
    #[arg(long, value_name = "WHEN", default_value = Ending::Full.name(), value_parser = named_values!(Ending))]
    ending: Ending,
    /// Count by every method that can finish, and fail if two differ
    #[arg(long, conflicts_with = "method")]
    cross_check: bool,
}

const EXAMPLES: &str = "\
Without sizes: T(9,2), the game tree of quantum tic-tac-toe.

Examples:
  gqt3 tree-size
  gqt3 tree-size --squares 1..9 --pieces 1,2
  gqt3 tree-size --squares 1000 --format csv --output t1000.csv
  gqt3 tree-size --squares 1..7 --cross-check
  gqt3 tree-size --board 2..4 --ending first-line
  gqt3 tree-size --board 3 --pieces 1..9 --ending first-line
  gqt3 tree-size --board 2 --pieces 3 --method fixed-endgame";

const AUTO: &str = "auto";

/// `auto` starts nothing that takes more than about 2 to this power of steps (minutes).
const AUTO_EFFORT: f64 = 36.0;

/// A cross-check runs every method of at most 2 to this power of steps (seconds).
const CROSS_CHECK_EFFORT: f64 = 28.0;

#[derive(Clone, Copy, Debug)]
enum Choice {
    Auto,
    By(Method),
}

fn method_parser() -> impl TypedValueParser<Value = Choice> {
    let auto = PossibleValue::new(AUTO).help("the fastest one");
    let named = Method::all(Ending::Full).iter().map(|method| {
        let value = PossibleValue::new(method.name()).help(help(*method));
        // Its former name.
        if *method == Method::Blocks { value.alias("epoch") } else { value }
    });
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .try_map(|name| if name == AUTO { Ok(Choice::Auto) } else { name.parse().map(Choice::By) })
}

const fn help(method: Method) -> &'static str {
    match method {
        Method::ClosedForm => "a formula, for n = 1, n = 2 and n >= s",
        Method::Blocks => "blocks of squares that turn classical together, any n",
        Method::Colour => "the blocks as polynomials modulo primes, for small n",
        Method::Hypergraph => "every game, with a memory of positions up to relabelling",
        Method::FixedEndgame => "every game with one given endgame, times s!",
        Method::BruteForce => "every game",
        Method::Schedules | Method::Positions => "games to the first line",
    }
}

pub fn run(args: &TreeSizeArgs, session: Session) -> Result<(), Failure> {
    if args.ending == Ending::FirstLine {
        return run_first_line(args, session);
    }
    let squares = args.squares.squares(Numbers::one(9));
    check_digits(args, &squares)?;
    let mut table = Table::new(columns());
    let mut missing = Vec::new();
    let mut single = Vec::new();
    for pieces in args.pieces.pieces.iter() {
        let trees: Vec<Tree> = squares.iter().map(|&squares| Tree::full(squares, pieces)).collect();
        for (&squares, found) in squares.iter().zip(sizes(args, &trees, session.progress())?) {
            if found.is_empty() {
                missing.push(format!("T({squares},{pieces})"));
                table.push(row(squares, pieces, None));
            }
            if args.cross_check && found.len() == 1 {
                single.push(format!("T({squares},{pieces})"));
            }
            for size in &found {
                session.remark(|| format!("T({squares},{pieces}) by {}", size.method));
                table.push(row(squares, pieces, Some(size)));
            }
        }
    }
    if args.cross_check {
        table.note("Wherever two methods ran they agree.");
        if !single.is_empty() {
            table.note(format!("Only one method finishes in seconds for {}.", single.join(", ")));
        }
    }
    let mut parameters = Map::new();
    parameters.insert("squares".to_owned(), json!(squares));
    parameters.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    parameters.insert("method".to_owned(), json!(method_name(args)));
    if session.format() != Format::Table {
        write_out(&mut table, session.progress())?;
    }
    let report = Report { command: "tree-size", parameters, table, ..Report::default() };
    session.finish(&report)?;
    if missing.is_empty() {
        return Ok(());
    }
    Err(Failure::Incomplete(format!(
        "no method finishes {} in reasonable time; try gqt3 bounds, or insist with --method",
        missing.join(", ")
    )))
}

/// Refuses counts that would fill the memory. Only the formula reaches so far.
fn check_digits(args: &TreeSizeArgs, squares: &[usize]) -> Result<(), Failure> {
    let of_pieces = |pieces| {
        let reached =
            squares.iter().filter(move |&&squares| Method::ClosedForm.applies(&Tree::full(squares, pieces)));
        reached.map(move |&squares| Bounds::digits(squares, pieces)).sum::<f64>()
    };
    if args.pieces.pieces.iter().map(of_pieces).sum::<f64>() <= MOST_DIGITS {
        return Ok(());
    }
    let largest = args.squares.at_most(squares.iter().copied().max().unwrap_or_default());
    Err(Failure::BadInput(format!(
        "the counts of so many sizes have more than {} digits together; name fewer, such as {largest} alone",
        group_digits(&format!("{MOST_DIGITS:.0}"))
    )))
}

/// Games that stop at the first line.
fn run_first_line(args: &TreeSizeArgs, session: Session) -> Result<(), Failure> {
    if let Choice::By(method) = args.method {
        return Err(Failure::BadInput(format!(
            "--method {method} counts games to the full board; leave --method out with --ending first-line"
        )));
    }
    let sides = args.squares.sides().ok_or_else(|| {
        Failure::BadInput("--ending first-line needs lines: give --board instead of --squares".to_owned())
    })?;
    let boards = sides.iter().map(|&side| Board::new(side)).collect::<Result<Vec<_>, _>>();
    let boards = boards.map_err(|error| Failure::BadInput(format!("--board: {error}")))?;
    let trees = args
        .pieces
        .pieces
        .iter()
        .flat_map(|pieces| boards.iter().map(move |&board| Tree::first_line(board, pieces)))
        .collect::<Vec<_>>();
    // What cannot be done is known before the long computations.
    trees.iter().try_for_each(|tree| Method::fastest(tree).map(drop)).map_err(failure)?;
    let mut table = Table::new(columns());
    for size in sizes(args, &trees, session.progress())?.iter().flatten() {
        let side = sides[boards.iter().position(|board| board.squares() == size.squares).unwrap_or(0)];
        session.remark(|| format!("{side}x{side}, n = {} by {}", size.pieces, size.method));
        table.push(row(size.squares, size.pieces, Some(size)));
    }
    if args.cross_check {
        table.note("Wherever two methods ran they agree.");
    }
    let mut parameters = Map::new();
    parameters.insert("board".to_owned(), json!(sides));
    parameters.insert("pieces".to_owned(), json!(args.pieces.pieces.iter().collect::<Vec<_>>()));
    parameters.insert("ending".to_owned(), json!(Ending::FirstLine.name()));
    session.finish(&Report { command: "tree-size", parameters, table, ..Report::default() })
}

fn method_name(args: &TreeSizeArgs) -> &'static str {
    match (args.cross_check, args.method) {
        (true, _) => "cross-check",
        (false, Choice::Auto) => AUTO,
        (false, Choice::By(method)) => method.name(),
    }
}

/// The columns of the result.
pub(super) fn columns() -> Vec<Column> {
    ["squares", "pieces", "ending", "method", "games"].map(Column::new).to_vec()
}

/// One row of the result.
pub(super) fn row(squares: usize, pieces: usize, found: Option<&TreeSize>) -> Vec<Cell> {
    vec![
        Cell::size(squares),
        Cell::size(pieces),
        Cell::text(found.map_or(Ending::Full, |size| size.ending).name()),
        found.map_or(Cell::Absent, |size| Cell::text(size.method.name())),
        found.map_or(Cell::Absent, |size| Cell::Integer(size.games.clone())),
    ]
}

/// What each method that ran has found for each tree; nothing where none can finish.
fn sizes(
    args: &TreeSizeArgs,
    trees: &[Tree],
    progress: &dyn Progress,
) -> Result<Vec<Vec<TreeSize>>, Failure> {
    let checked = |tree: &Tree| match cross_check(*tree, CROSS_CHECK_EFFORT, progress) {
        Err(Error::OutOfReach { .. }) => Ok(Vec::new()),
        found => found,
    };
    let found = match args.method {
        Choice::Auto if args.cross_check => trees.iter().map(checked).collect(),
        Choice::Auto => count_feasible(trees, AUTO_EFFORT, progress)
            .map(|found| found.into_iter().map(|size| size.into_iter().collect()).collect()),
        Choice::By(method) => {
            let asked: Vec<(Tree, Method)> = trees.iter().map(|&tree| (tree, method)).collect();
            count_all(&asked, progress).map(|found| found.into_iter().map(|size| vec![size]).collect())
        }
    };
    found.map_err(failure)
}

pub(super) fn failure(error: tree_size::Error) -> Failure {
    match error {
        Error::Interrupted(_) => Failure::Interrupted(NOTHING_WRITTEN),
        Error::Disagreement { .. } | Error::OutOfReach { tree: Tree::Full { .. } } => {
            Failure::Incomplete(error.to_string())
        }
        _ => Failure::BadInput(error.to_string()),
    }
}
