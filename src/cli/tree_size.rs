//! `gqt3 tree-size`: the number of games.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::board::Board;
use gqt3::bounds::Bounds;
use gqt3::progress::Progress;
use gqt3::report::{self, Report, Table, group_digits};
use gqt3::rules::Ending;
use gqt3::tree_size::{Error, Method, Tree, TreeSize, count_all, count_feasible, cross_check};
use num_bigint::BigUint;
use serde_json::json;

use super::columns::by_side;
use super::failure::Failure;
use super::numbers::{MOST_DIGITS, Numbers};
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
    let (mut rows, mut missing, mut single) = (Vec::new(), Vec::new(), Vec::new());
    for pieces in args.pieces.pieces.iter() {
        let trees: Vec<Tree> = squares.iter().map(|&squares| Tree::full(squares, pieces)).collect();
        for (&squares, found) in squares.iter().zip(sizes(args, &trees, session.progress())?) {
            if found.is_empty() {
                missing.push(format!("T({squares},{pieces})"));
                rows.push(Row { squares, pieces, ending: Ending::Full, method: None, games: None });
            }
            if args.cross_check && found.len() == 1 {
                single.push(format!("T({squares},{pieces})"));
            }
            for size in found {
                session.remark(|| format!("T({squares},{pieces}) by {}", size.method));
                rows.push(size.into());
            }
        }
    }
    let mut table = Table::of(columns(), &rows);
    if args.cross_check {
        table.note("Wherever two methods ran they agree.");
        if !single.is_empty() {
            table.note(format!("Only one method finishes in seconds for {}.", single.join(", ")));
        }
    }
    let asked =
        json!({"squares": squares, "pieces": args.pieces.pieces.as_slice(), "method": method_name(args)});
    session.finish(&Report::new("tree-size", asked, table))?;
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
        let by_formula = move |&&squares: &&usize| Method::ClosedForm.applies(&Tree::full(squares, pieces));
        let reached = squares.iter().filter(by_formula);
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
    let boards = sides.iter().map(|&side| Board::new(side)).collect::<Result<Vec<_>, _>>()?;
    let games = args.pieces.pieces.iter().flat_map(|pieces| boards.iter().map(move |&board| (board, pieces)));
    let trees: Vec<Tree> = games.map(|(board, pieces)| Tree::first_line(board, pieces)).collect();
    // What cannot be done is known before the long computations.
    trees.iter().try_for_each(|tree| Method::fastest(tree).map(drop))?;
    let mut rows = Vec::new();
    for size in sizes(args, &trees, session.progress())?.into_iter().flatten() {
        let board =
            boards.iter().find(|board| board.squares() == size.squares).and_then(|board| board.side());
        session.remark(|| {
            format!("{}, n = {} by {}", by_side(board.unwrap_or_default()), size.pieces, size.method)
        });
        rows.push(size.into());
    }
    let mut table = Table::of(columns(), &rows);
    if args.cross_check {
        table.note("Wherever two methods ran they agree.");
    }
    let asked =
        json!({"board": sides, "pieces": args.pieces.pieces.as_slice(), "ending": Ending::FirstLine.name()});
    session.finish(&Report::new("tree-size", asked, table))
}

fn method_name(args: &TreeSizeArgs) -> &'static str {
    match (args.cross_check, args.method) {
        (true, _) => "cross-check",
        (false, Choice::Auto) => AUTO,
        (false, Choice::By(method)) => method.name(),
    }
}

/// The number of games of one size, if a method found it.
pub(super) struct Row {
    squares: usize,
    pieces: usize,
    ending: Ending,
    method: Option<&'static str>,
    games: Option<BigUint>,
}

impl From<TreeSize> for Row {
    fn from(TreeSize { squares, pieces, ending, method, games, .. }: TreeSize) -> Row {
        Row { squares, pieces, ending, method: Some(method.name()), games: Some(games) }
    }
}

/// The columns of the result.
pub(super) fn columns() -> Vec<report::Column<'static, Row>> {
    type Column = report::Column<'static, Row>;
    vec![
        Column::new("squares", |row| row.squares),
        Column::new("pieces", |row| row.pieces),
        Column::new("ending", |row| row.ending.name()),
        Column::new("method", |row| row.method),
        Column::new("games", |row| row.games.clone()),
    ]
}

/// What each method that ran has found for each tree; nothing where none can finish.
fn sizes(args: &TreeSizeArgs, trees: &[Tree], progress: &dyn Progress) -> Result<Vec<Vec<TreeSize>>, Error> {
    let checked = |tree: &Tree| match cross_check(*tree, CROSS_CHECK_EFFORT, progress) {
        Err(Error::OutOfReach { .. }) => Ok(Vec::new()),
        found => found,
    };
    match args.method {
        Choice::Auto if args.cross_check => trees.iter().map(checked).collect(),
        Choice::Auto => {
            let found = count_feasible(trees, AUTO_EFFORT, progress)?;
            Ok(found.into_iter().map(|size| size.into_iter().collect()).collect())
        }
        Choice::By(method) => {
            let asked: Vec<(Tree, Method)> = trees.iter().map(|&tree| (tree, method)).collect();
            Ok(count_all(&asked, progress)?.into_iter().map(|size| vec![size]).collect())
        }
    }
}
