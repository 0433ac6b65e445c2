use crate::results::bounds::{BoundsRow, tables};
use clap::Args;
use gqt3::support::progress::{Progress, Quiet, Silent};
use gqt3::tree_size::bounds::Bounds;
use gqt3::tree_size::{Tree, count_feasible};

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
    /// Print the best proved bounds, too, where Table 1 is printed
    #[arg(long)]
    all: bool,
}

const EXAMPLES: &str = "\
Without sizes: s = 1..9 and n = 2. These sizes give the paper's Table 1. Other sizes, --all and the data formats: the best \
proved bounds, and the exact number of games where it is quick to compute.

Examples:
  gqt3 bounds
  gqt3 bounds --all
  gqt3 bounds --squares 3..64 --pieces 3
  gqt3 bounds --squares 10,100,1000
  gqt3 bounds --squares 100 --format csv";

/// Games are counted if that takes at most 2^28 steps, by the estimate `Counter::cost`.
const MAX_COST: f64 = 28.0;

pub fn run(args: &BoundsArgs, mut session: Session) -> Result<(), Failure> {
    let squares = args.squares.squares(1..=9);
    session.parameters.set("squares", &squares[..]);
    let sizes = args
        .pieces
        .pieces
        .iter()
        .flat_map(|pieces| squares.iter().map(move |&s| (s, pieces)));
    session.announce(sizes.map(seconds).sum());
    let rows = find(args, &squares, &session)?;
    session.finish(tables(&rows, args.all))
}

/// Estimates seconds: about one for `gqt3 bounds --squares 1000 --pieces 3`.
fn seconds((squares, pieces): (usize, usize)) -> f64 {
    match pieces {
        ..=2 => 0.0,
        _ => 0.4 * (pieces - 1) as f64 * (squares as f64 / 1000.0).powf(3.25),
    }
}

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
        // Several s with one n share a bar, but a single s shows its own stages.
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
