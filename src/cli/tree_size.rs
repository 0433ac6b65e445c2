//! `gqt3 tree-size`: the number of games.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::board::Board;
use gqt3::bounds::Bounds;
use gqt3::progress::Progress;
use gqt3::report::{self, Report, Table, group_digits};
use gqt3::rules::Ending;
use gqt3::tree_size::first_line;
use gqt3::tree_size::{Error, Method, TreeSize, cross_check, fastest_method, tree_sizes};
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
    let named = Method::ALL.iter().map(|method| PossibleValue::new(method.name()).help(help(*method)));
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .try_map(|name| if name == AUTO { Ok(Choice::Auto) } else { name.parse().map(Choice::By) })
}

const fn help(method: Method) -> &'static str {
    match method {
        Method::ClosedForm => "a formula, for n = 1, n = 2 and n >= s",
        Method::Epoch => "blocks of squares that turn classical together, any n",
        Method::Colour => "the blocks as polynomials modulo primes, for small n",
        Method::ReachSet => "the games with one given endgame, with a memory",
        Method::Hypergraph => "every game, with a memory of positions up to relabelling",
        Method::FixedEndgame => "every game with one given endgame, times s!",
        Method::BruteForce => "every game",
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
        for (&squares, found) in squares.iter().zip(sizes(args, &squares, pieces, session.progress())?) {
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
        let reached = squares.iter().filter(move |&&squares| Method::ClosedForm.applies(squares, pieces));
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
    let games =
        || args.pieces.pieces.iter().flat_map(|pieces| boards.iter().map(move |&board| (board, pieces)));
    games().try_for_each(|(board, pieces)| check_first_line(board, pieces))?;
    let mut rows = Vec::new();
    for (board, pieces) in games() {
        for (method, games) in first_line_games(board, pieces, args.cross_check, session.progress())? {
            let (side, squares) = (board.side().unwrap_or_default(), board.squares());
            session.remark(|| format!("{}, n = {pieces} by {method}", by_side(side)));
            let (method, games) = (Some(method), Some(games));
            rows.push(Row { squares, pieces, ending: Ending::FirstLine, method, games });
        }
    }
    let mut table = Table::of(columns(), &rows);
    if args.cross_check {
        table.note("Wherever two methods ran they agree.");
    }
    let asked =
        json!({"board": sides, "pieces": args.pieces.pieces.as_slice(), "ending": Ending::FirstLine.name()});
    session.finish(&Report::new("tree-size", asked, table))
}

/// Refuses games to the first line that no method counts.
fn check_first_line(board: Board, pieces: usize) -> Result<(), Failure> {
    let squares = board.squares();
    let few_lines = board.side().is_some_and(|side| side <= first_line::MAX_SCHEDULE_SIDE);
    match pieces {
        1 | 2 if few_lines => Ok(()),
        1 | 2 => Err(Error::NoSchedules { squares, pieces }.into()),
        _ if squares <= first_line::MAX_BLOCK_SQUARES => Ok(()),
        _ => Err(Failure::BadInput(format!(
            "games to the first line with --pieces {pieces} are too many to count on {squares} squares; use --pieces 1 or \
             2, or --board 1..3"
        ))),
    }
}

/// The games of one board that stop at the first line, by the fastest method, or by all that finish.
pub(super) fn first_line_games(
    board: Board,
    pieces: usize,
    cross_check: bool,
    progress: &dyn Progress,
) -> Result<Vec<(&'static str, BigUint)>, Failure> {
    check_first_line(board, pieces)?;
    let squares = board.squares();
    let in_blocks = squares <= first_line::MAX_BLOCK_SQUARES;
    let mut found = Vec::new();
    if pieces <= 2 {
        let games = first_line::by_schedules(board, pieces, progress)?;
        found.push(("schedules", games));
    }
    if in_blocks && (found.is_empty() || cross_check) {
        found.push(("blocks", first_line::by_blocks(board, pieces, progress)?));
    }
    // With n >= 3 the positions of a 3x3 board are too many, unless every series covers all of it.
    let few_positions = squares < 9 || pieces <= 2 || pieces >= squares;
    if cross_check && in_blocks && few_positions {
        found.push(("positions", first_line::by_positions(board, pieces, progress)?));
    }
    match found.as_slice() {
        [first, rest @ ..] if rest.iter().any(|other| other.1 != first.1) => {
            Err(Failure::Incomplete("two counts differ; please report this".to_owned()))
        }
        _ => Ok(found),
    }
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
    fn from(TreeSize { squares, pieces, method, games, .. }: TreeSize) -> Row {
        Row { squares, pieces, ending: Ending::Full, method: Some(method.name()), games: Some(games) }
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

/// What each method that ran has found for each s; nothing where none can finish.
fn sizes(
    args: &TreeSizeArgs,
    squares: &[usize],
    pieces: usize,
    progress: &dyn Progress,
) -> Result<Vec<Vec<TreeSize>>, Failure> {
    match args.method {
        Choice::Auto if args.cross_check => squares
            .iter()
            .map(|&squares| match cross_check(squares, pieces, CROSS_CHECK_EFFORT, progress) {
                Err(Error::OutOfReach { .. }) => Ok(Vec::new()),
                found => Ok(found?),
            })
            .collect(),
        Choice::Auto => {
            let found = feasible_sizes(squares, pieces, AUTO_EFFORT, progress)?;
            Ok(found.into_iter().map(|size| size.into_iter().collect()).collect())
        }
        Choice::By(method) => {
            let asked: Vec<(usize, Method)> = squares.iter().map(|&squares| (squares, method)).collect();
            let found = tree_sizes(&asked, pieces, progress)?;
            Ok(found.into_iter().map(|size| vec![size]).collect())
        }
    }
}

/// T(s, n) by the fastest method for each s; nothing where that takes more than 2^`effort` steps.
pub(super) fn feasible_sizes(
    squares: &[usize],
    pieces: usize,
    effort: f64,
    progress: &dyn Progress,
) -> Result<Vec<Option<TreeSize>>, Error> {
    let method = |squares| match fastest_method(squares, pieces) {
        Ok(method) if method.effort(squares, pieces) <= effort => Ok(Some(method)),
        Ok(_) | Err(Error::OutOfReach { .. }) => Ok(None),
        Err(error) => Err(error),
    };
    let methods = squares.iter().map(|&squares| method(squares)).collect::<Result<Vec<_>, Error>>()?;
    let asked: Vec<(usize, Method)> =
        squares.iter().zip(&methods).filter_map(|(&squares, &method)| Some((squares, method?))).collect();
    let mut found = tree_sizes(&asked, pieces, progress)?.into_iter();
    Ok(methods.into_iter().map(|method| method.and_then(|_| found.next())).collect())
}
