//! `gqt3 analyze`: what a position is worth, and every move in it.

mod analysis;
mod batch;
mod picture;
mod review;

use std::path::PathBuf;

use crate::notation::Record;
use crate::number::group_digits;
use crate::position::Phase;
use crate::progress::Progress;
use crate::report::{Column, Report, Table, Tone};
use crate::rules::Player;
use crate::search::{Solver, default_table_bytes};
use clap::Args;
use serde_json::{Value, json};

use super::board_view::{self, Numbers};
use super::columns::caption;
use super::failure::{Failure, complete};
use super::files::Named;
use super::game_args::GameArgs;
use super::input;
use super::limited::LimitArgs;
use super::rule_args::unless_default;
use super::session::Session;
use analysis::{Analysis, Group, MOST_ACTIONS, asked, columns, to_move, value};
use picture::PictureArgs;

/// Analyze a position: its value, every move, and best play from it
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct AnalyzeArgs {
    /// The game: moves such as 1-2 2-5 5-9 1-5=5, or Goff's record; - reads it from standard input
    #[arg(value_name = "GAME")]
    game: Vec<String>,
    /// Read the game from a file, as play saves it
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,
    /// Answer many games: one in each line of a file, or of standard input (-), one result a line in the same order
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "file"])]
    batch: Option<PathBuf>,
    /// With --batch and --format json: every move with its value too
    #[arg(long, requires = "batch", conflicts_with_all = ["game", "file", "review"])]
    moves: bool,
    /// Judge every decision of the game: its value before and after, what it gave away, and what would have been better
    #[arg(long, conflicts_with_all = ["batch", "goff"])]
    review: bool,
    /// Write best play as Goff's record
    #[arg(long)]
    goff: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    flags: GameArgs,
}

const EXAMPLES: &str = "\
Values are player 1's points minus player 2's. Moves that a symmetry of the board makes the same are one row. A move that \
entangles is shown with the collapse that its chooser would choose.

With --batch the answers are rows of CSV, or with --format json one object a line: the number of the line, the game as given, \
and what is known of it, or an error, which is told on standard error too; then the exit code is 2. An answer comes as soon as \
its line has come, so that another program can ask one line after the other (examples/oracle.py). A game without a move is the \
word start.

Files may begin with a header, as play writes it: # gqt3 game: board 4, pieces 3, variant goff. It says board, n and rules, \
and flags that contradict it are refused. In a batch it is for the lines below it, up to the next one, and has no answer; \
other lines that begin with # are remarks, which are skipped. docs/batch.schema.json describes an answer in JSON.

Examples:
  gqt3 analyze
  gqt3 analyze 1-2 2-5 5-9 1-5
  gqt3 analyze 1-2 2-5 5-9 1-5=5 --format json
  gqt3 analyze '1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))' --goff
  gqt3 analyze 1-2 --variant complete-win
  gqt3 analyze --review 1-2 2-5 5-9 1-5=5 3-4 3-4=4
  gqt3 analyze 1-2 2-5 5-9 1-5 --svg cycle.svg --theme dark";

/// The most equal moves that are listed in a row.
const LISTED: usize = 7;

/// The most rows of moves; the data forms have them all.
const MOST_ROWS: usize = 200;

pub fn run(args: &AnalyzeArgs, session: Session) -> Result<(), Failure> {
    session.distinct(&[
        Named::input("--file", args.file.as_deref()),
        Named::input("--batch", args.batch.as_deref()),
        args.picture.named(),
    ])?;
    args.picture.check(&session)?;
    if let Some(path) = &args.batch {
        let AnalyzeArgs { flags, limits, moves, goff, .. } = args;
        let asked = batch::Asked { flags, limits: *limits, moves: *moves, goff: *goff };
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
    let analysis = Analysis::of(record, true, &mut solver, &progress);
    progress.end();
    let rows: Vec<_> = analysis.moves().collect();
    let report = Report {
        views: views(&analysis, args.goff),
        summary: summary(&analysis, args.goff),
        ..Report::new("analyze", asked(&analysis.record), Table::of(columns(), rows))
    };
    let interrupted = session.progress().interrupted();
    session.finish_partial(&report)?;
    complete(analysis.is_complete(), interrupted, || match analysis.groups {
        Some(_) => {
            "not every value is proven; a higher --time-limit or --node-limit may prove more".to_owned()
        }
        None => format!(
            "there are more than {} ways to go on, too many to list; --batch gives the value alone",
            group_digits(MOST_ACTIONS)
        ),
    })
}

/// The game that is asked about.
fn record(args: &AnalyzeArgs, progress: &dyn Progress) -> Result<Record, Failure> {
    let read = |flag, path| input::text(flag, path, progress);
    let (text, file) = match (&args.file, &args.game[..]) {
        (Some(path), _) => (read("--file", path)?, Some(format!("--file {}", path.display()))),
        (None, [dash]) if dash == "-" => (read("GAME", "-".as_ref())?, Some("standard input".to_owned())),
        (None, words) => (words.join(" "), None),
    };
    args.flags.record(&text, file.as_deref())
}

fn summary(analysis: &Analysis, goff: bool) -> Value {
    let position = analysis.position();
    json!({
        "turn": position.turn(),
        "to_move": to_move(position),
        "value": value(&analysis.bounds),
        "line": analysis.continuation(goff),
    })
}

/// An analysis as people see it: the board under the situation, the moves, best play.
fn views(analysis: &Analysis, goff: bool) -> Vec<Table<'_>> {
    let position = analysis.position();
    let board = board_view::table(position, Numbers::Empty);
    let caption = caption(&situation(analysis), &[unless_default(position.rules())]);
    let mut tables = vec![board.captioned(caption)];
    tables.extend(analysis.groups.as_deref().filter(|groups| !groups.is_empty()).map(moves));
    let line = analysis.continuation(goff);
    if let Some(last) = tables.last_mut().filter(|_| !line.is_empty() && position.phase() != Phase::Over) {
        last.note(format!("Best play: {line}"));
    }
    tables
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
            let squares = position.entangled_squares().iter().map(|square| square.to_string());
            format!("{who} collapses {}", squares.collect::<Vec<_>>().join(", "))
        }
        _ => format!("{who} moves"),
    };
    format!("Turn {}: {does}, value {value}", position.turn())
}

/// A row for each group of moves.
fn moves(groups: &[Group]) -> Table<'_> {
    let first = |group: &Group| group.names.first().map(|name| name.text.clone());
    let reply = |group: &Group| {
        let reply = group.names.first().and_then(|name| name.reply.as_ref());
        reply.map_or_else(String::new, |reply| format!("={reply}"))
    };
    let same = |group: &Group| {
        let same = group.names.iter().skip(1).map(|name| name.text.as_str());
        let more = group.names.len().saturating_sub(1 + LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", same.take(LISTED).collect::<Vec<_>>().join(" "))
    };
    let columns = vec![
        Column::text("move", first),
        Column::text("then", reply),
        Column::text("value", |group: &Group| group.bounds.to_string()),
        Column::text("best", |group: &Group| if group.best { "best" } else { "" }).toned(|_| Tone::Good),
        Column::text("the same by symmetry", same),
    ];
    let mut table = Table::of(columns, &groups[..groups.len().min(MOST_ROWS)]);
    if groups.len() > MOST_ROWS {
        let more = group_digits(groups.len() - MOST_ROWS);
        table.note(format!("{more} more rows are left out here; --format csv or json has them all."));
    }
    table
}
