//! `gqt3 analyze`: the value of a position, and of every move in it.

mod analysis;
pub mod batch;
mod estimates;
mod moves;
mod picture;
mod review;

use std::path::PathBuf;

use crate::beyond::every_board::{Solver, default_table_bytes};
use crate::engine::notation::Record;
use crate::engine::position::Phase;
use crate::engine::rules::Player;
use crate::report::Table;
use crate::support::number::group_digits;
use crate::support::progress::Progress;
use clap::Args;

use super::failure::{Failure, complete};
use super::files::Named;
use super::game_args::GameArgs;
use super::input;
use super::limited::LimitArgs;
use super::session::{SHORT_HELP, Session};
use crate::beyond::play::board_text::{self, Numbers};
use crate::results::columns::{caption, unless_default};
use analysis::{Analysis, MOST_ACTIONS, set_parameters};
use estimates::{EstimateArgs, Estimates};
use picture::PictureArgs;

/// Analyze a position: its value, every move, and best play from it
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct AnalyzeArgs {
    /// Moves such as 1-2 2-5 5-9 1-5=5, or a record in Goff's notation; - reads standard input
    #[arg(value_name = "GAME")]
    game: Vec<String>,
    /// Read the game from FILE, in the format of play --save
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,
    /// Analyze one game per line of FILE and write one result per line, in order; - is standard
    /// input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "file"])]
    batch: Option<PathBuf>,
    /// Add every move with its value, with --batch and --format json
    #[arg(long, requires = "batch", conflicts_with_all = ["game", "file", "review"])]
    moves: bool,
    /// Review every decision of the game: its value before and after, its loss, and better actions
    #[arg(long, conflicts_with_all = ["batch", "goff"])]
    review: bool,
    /// Print best play, or the record of a finished game, in Goff's notation
    #[arg(long)]
    goff: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    flags: GameArgs,
    #[command(flatten)]
    estimates: EstimateArgs,
}

const EXAMPLES: &str = "\
White space separates moves. A move is its squares, 1-5 or 1,5, and a collapse follows as 1-5=5, 1-5 =5 or 1-5 5. A record in \
Goff's notation may have one move per line, 0 for O, and 9:X(6-6) for the last square. An empty file or input is refused; the \
game without moves is the word start.

Values are player 1's points minus player 2's. Equivalent moves under a symmetry of the board share a row. A move that \
entangles is shown with the best collapse of its chooser.

If no best move is proved, as on most boards beyond 3x3, moves are estimated. An estimate has the mean margin, the share of \
player 1's wins and of draws, and the number of games in which the heuristic player's search tried the move. That player \
prefers the first move; the others are ordered by their games. Estimates prove nothing. They depend only on the position, \
--playouts and --seed. A review contains only proved values.

With --batch the output is CSV, or with --format json one object per line. An answer has the number of the line, the game as \
given, and the analysis or an error. Errors are also printed to standard error; then the exit code is 2. Each answer is \
flushed before the next line is awaited, so that another program can send lines one by one (examples/oracle.py).

Files may begin with a header, as play writes it: # gqt3 game: board 4, pieces 3, variant goff. It sets board, n and rules, \
and flags that contradict it are refused. In a batch, a header applies to the lines up to the next header and has no answer; \
lines that begin with # and do not look like a header are comments. docs/schema/batch.json describes an answer in JSON.

Examples:
  gqt3 analyze
  gqt3 analyze 1-2 2-5 5-9 1-5
  gqt3 analyze 1-2 2-5 5-9 1-5=5 --format json
  gqt3 analyze '1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))' --goff
  gqt3 analyze 1-2 --variant complete-win
  gqt3 analyze --review 1-2 2-5 5-9 1-5=5 3-4 3-4=4
  gqt3 analyze --board 4 1-6 --time-limit 1 --playouts 20000 --seed 7
  gqt3 analyze 1-2 2-5 5-9 1-5 --svg cycle.svg --theme dark";

pub fn run(args: &AnalyzeArgs, mut session: Session) -> Result<(), Failure> {
    session.distinct(&[
        Named::input("--file", args.file.as_deref()),
        Named::input("--batch", args.batch.as_deref()),
        args.picture.named(),
    ])?;
    args.picture.check(&session)?;
    let estimates = args.estimates.estimates(args.batch.is_some())?;
    if let Some(path) = &args.batch {
        let AnalyzeArgs {
            flags,
            limits,
            moves,
            goff,
            ..
        } = args;
        let asked = batch::Asked {
            flags,
            limits: *limits,
            moves: *moves,
            goff: *goff,
            estimates,
        };
        return batch::run(path, &asked, session);
    }
    let record = record(args, session.progress())?;
    if let Some(path) = args.picture.path() {
        return args.picture.draw(&record, path, session);
    }
    if args.review {
        return review::run(&record, args.limits, session);
    }
    let game = *record.start().game();
    let mut solver = Solver::new(game, default_table_bytes(&game))?;
    let progress = args.limits.begin(&game, &mut solver, session.progress());
    progress.begin("analysis", None);
    let mut analysis = Analysis::of(record, true, &mut solver, &progress);
    let estimates = estimates.filter(|_| analysis.needs_estimates());
    // After an interruption the proved bounds are still reported.
    let estimates = estimates.filter(|how| {
        let found = how.of(analysis.position(), session.progress());
        found
            .map(|found| analysis.take_in(found, true, &mut solver, &progress))
            .is_ok()
    });
    progress.end();
    let interrupted = session.progress().interrupted();
    let (record, estimates) = (&analysis.record, estimates.as_ref());
    set_parameters(&mut session.parameters, record, &args.limits, estimates);
    session.finish_partial(tables(&analysis, estimates, args.goff))?;
    complete(analysis.is_complete(), interrupted, || {
        match analysis.has_all {
            true => {
                "not every value is proven; a higher --time-limit or --node-limit may prove more"
                    .to_owned()
            }
            false => format!(
                "there are more than {} ways to go on, too many to list; --batch gives the value alone",
                group_digits(MOST_ACTIONS)
            ),
        }
    })
}

/// Reads the game from the arguments, a file or standard input.
fn record(args: &AnalyzeArgs, progress: &dyn Progress) -> Result<Record, Failure> {
    let read = |flag, path| input::text(flag, path, progress);
    let (text, file) = match (&args.file, &args.game[..]) {
        (Some(path), _) => (
            read("--file", path)?,
            Some(format!("--file {}", path.display())),
        ),
        (None, [dash]) if dash == "-" => (
            read("GAME", "-".as_ref())?,
            Some("standard input".to_owned()),
        ),
        (None, []) => ("start".to_owned(), None),
        (None, words) => (words.join(" "), None),
    };
    args.flags.record(&text, file.as_deref())
}

impl AnalyzeArgs {
    /// Returns the tables without rows.
    pub fn tables(&self) -> Vec<Table<'_>> {
        if self.review {
            review::tables(&[], Vec::new(), Vec::new()).into()
        } else {
            vec![
                moves::table(Vec::new(), None),
                analysis::table(None, self.goff),
            ]
        }
    }
}

/// Returns the board, the moves and the position, with best play as a note.
fn tables<'a>(analysis: &'a Analysis, estimates: Option<&Estimates>, goff: bool) -> Vec<Table<'a>> {
    let position = analysis.position();
    let caption = caption(&situation(analysis), &[unless_default(position.rules())]);
    let mut board = board_text::table(position, Numbers::Empty).captioned(caption);
    let mut moves = moves::table(analysis.moves().collect(), estimates);
    let line = analysis.continuation(goff);
    if !line.is_empty() {
        let title = match position.phase() {
            Phase::Over => "Record",
            _ => "Best play",
        };
        let last = match analysis.groups.is_empty() {
            true => &mut board,
            false => &mut moves,
        };
        last.note(format!("{title}: {line}"));
    }
    vec![board, moves, analysis::table(Some(analysis), goff)]
}

fn situation(analysis: &Analysis) -> String {
    let position = analysis.position();
    let value = analysis.bounds;
    let who = match position.to_move() {
        Some(Player::One) => "player 1 (X)",
        Some(Player::Two) => "player 2 (O)",
        None => return format!("The game is over: {value}"),
    };
    let does = match position.phase() {
        Phase::Collapse => {
            let squares = position
                .entangled_squares()
                .iter()
                .map(|square| square.to_string());
            format!("{who} collapses {}", squares.collect::<Vec<_>>().join(", "))
        }
        _ => format!("{who} moves"),
    };
    format!("Turn {}: {does}, value {value}", position.turn())
}
