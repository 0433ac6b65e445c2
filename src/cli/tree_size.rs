use crate::results::tree_size::{CountedTree, table};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::engine::board::Board;
use gqt3::engine::rules::Ending;
use gqt3::support::number::about;
use gqt3::support::progress::Progress;
use gqt3::tree_size::{
    Counter, Tree, TreeSize, TreeSizeError, count_all, count_feasible, cross_check, seconds,
};

use super::failure::Failure;
use super::rule_args::named_values;
use super::session::{SHORT_HELP, Session};
use super::size_args::{PiecesArgs, SquaresArgs};

/// Count the games on s squares with n pieces in a series: T(s,n)
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct TreeSizeArgs {
    #[command(flatten)]
    squares: SquaresArgs,
    #[command(flatten)]
    pieces: PiecesArgs,
    /// Select the method
    #[arg(long, value_name = "METHOD", default_value = AUTO, value_parser = methods())]
    method: Choice,
    /// Select the end of a game; first-line needs --board
    #[arg(long, value_name = "WHEN", default_value = Ending::Full.name(), value_parser = named_values(Ending::ALL, Ending::name, Ending::help))]
    ending: Ending,
    /// Count by every feasible method, and fail if two results differ
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

/// The largest `Counter::cost` for `auto`: 2^36 steps, or 11 minutes at 10^8 steps a second.
const AUTO_COST: f64 = 36.0;

/// The largest cost in a cross-check, where each count should take only seconds.
const CROSS_CHECK_COST: f64 = 28.0;

/// A method, or `None` for `auto`.
type Choice = Option<Counter>;

fn methods() -> impl TypedValueParser<Value = Choice> {
    let all = || Counter::all(Ending::Full);
    let named = all().map(|method| PossibleValue::new(method.name).help(method.help));
    let auto = PossibleValue::new(AUTO).help("the fastest method");
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .map(move |name| all().find(|method| method.name == name))
}

pub fn run(args: &TreeSizeArgs, mut session: Session) -> Result<(), Failure> {
    let default = (args.ending == Ending::Full).then_some(9);
    let squares = args.squares.squares(default);
    session.parameters.set("squares", &squares[..]);
    let trees = trees(args, &squares)?;
    if let Some(method) = args.method {
        trees.iter().try_for_each(|tree| method.check(tree))?;
    }
    announce(args, &trees, &session);
    let sizes = sizes(args, &trees, session.progress())?;
    let named = |get: fn(&[TreeSize]) -> bool| {
        let named = trees.iter().zip(&sizes).filter(|(_, sizes)| get(sizes));
        named
            .map(|(tree, _)| tree.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (missing, single) = (named(<[_]>::is_empty), named(|sizes| sizes.len() == 1));
    let mut rows: Vec<CountedTree> = Vec::new();
    for (&tree, sizes) in trees.iter().zip(sizes) {
        if sizes.is_empty() {
            rows.push((tree, None));
        }
        for size in sizes {
            session.remark(|| format!("{tree} by {}", size.method));
            rows.push((tree, Some(size)));
        }
    }
    let takes_a_method = args.ending == Ending::Full && !args.cross_check;
    let anyway = || {
        let (tree, _) = rows.iter().find(|(_, size)| size.is_none())?;
        let method = Counter::fastest(tree).ok().filter(|_| takes_a_method)?;
        let time = about(method.seconds(tree));
        Some(format!("; --method {method} would take {time}"))
    };
    let why = if args.cross_check {
        "is quick enough to cross-check"
    } else {
        "finishes in reasonable time"
    };
    let out_of_reach = Failure::Incomplete(format!(
        "{missing}: no method {why}; gqt3 bounds bounds the number{}",
        anyway().unwrap_or_default()
    ));
    if session.prints_text() && rows.iter().all(|(_, size)| size.is_none()) {
        return Err(out_of_reach);
    }
    let mut table = table(rows);
    if args.cross_check {
        table.note("Wherever two methods ran they agree.");
        if args.ending == Ending::Full && !single.is_empty() {
            table.note(format!("Only one method is quick enough for {single}."));
        }
    }
    session.finish(vec![table])?;
    if missing.is_empty() {
        Ok(())
    } else {
        Err(out_of_reach)
    }
}

/// Groups the trees by n, in the order of the flags.
fn trees(args: &TreeSizeArgs, squares: &[usize]) -> Result<Vec<Tree>, Failure> {
    let pieces = &args.pieces.pieces;
    if args.ending == Ending::Full {
        let of_pieces = |pieces| {
            squares
                .iter()
                .map(move |&squares| Tree::full(squares, pieces))
        };
        return Ok(pieces.iter().flat_map(of_pieces).collect());
    }
    if let Some(method) = args.method {
        return Err(Failure::BadInput(format!(
            "--method {method} applies only to games to the full board; drop --method with --ending first-line"
        )));
    }
    let sides = args.squares.sides().ok_or_else(|| {
        Failure::BadInput(
            "--ending first-line needs lines; use --board instead of --squares".to_owned(),
        )
    })?;
    let boards = sides
        .into_iter()
        .map(Board::new)
        .collect::<Result<Vec<_>, _>>()?;
    let of_pieces = |pieces| {
        boards
            .iter()
            .map(move |&board| Tree::first_line(board, pieces))
    };
    let trees: Vec<Tree> = pieces.iter().flat_map(of_pieces).collect();
    // Before a long computation begins, refuse trees that no method counts.
    trees
        .iter()
        .try_for_each(|tree| Counter::fastest(tree).map(drop))?;
    Ok(trees)
}

fn announce(args: &TreeSizeArgs, trees: &[Tree], session: &Session) {
    let methods = |tree: &Tree| match args.method {
        Some(method) => vec![method],
        None if args.cross_check => Counter::feasible(tree, CROSS_CHECK_COST).collect(),
        None => {
            let fastest = Counter::fastest(tree).into_iter();
            fastest
                .filter(|method| method.cost(tree) <= AUTO_COST)
                .collect()
        }
    };
    let of_tree = |tree: Tree| methods(&tree).into_iter().map(move |method| (tree, method));
    session.announce(seconds(
        &trees.iter().copied().flat_map(of_tree).collect::<Vec<_>>(),
    ));
}

/// Returns each tree's results, one for each method that ran.
fn sizes(
    args: &TreeSizeArgs,
    trees: &[Tree],
    progress: &dyn Progress,
) -> Result<Vec<Vec<TreeSize>>, Failure> {
    let checked = |tree: &Tree| match cross_check(*tree, CROSS_CHECK_COST, progress) {
        Err(TreeSizeError::OutOfReach { .. }) => Ok(Vec::new()),
        sizes => sizes,
    };
    Ok(match args.method {
        None if args.cross_check => trees
            .iter()
            .map(checked)
            .collect::<Result<_, TreeSizeError>>()?,
        None => {
            let sizes = count_feasible(trees, AUTO_COST, progress)?;
            sizes
                .into_iter()
                .map(|size| size.into_iter().collect())
                .collect()
        }
        Some(method) => {
            let requests: Vec<(Tree, Counter)> = trees.iter().map(|&tree| (tree, method)).collect();
            count_all(&requests, progress)?
                .into_iter()
                .map(|size| vec![size])
                .collect()
        }
    })
}
