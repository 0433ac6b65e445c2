//! `gqt3 analyze`: what a position is worth, and every move in it.

mod batch;
mod moves;
mod views;

use gqt3::game::Game;
use std::path::PathBuf;

use clap::Args;
use gqt3::notation::Record;
use gqt3::number::group_digits;
use gqt3::position::{Phase, Position};
use gqt3::progress::Progress;
use gqt3::report::{Column, Report, Table};
use gqt3::rules::Player;
use gqt3::search::{Interval, Solver, default_table_bytes, warm_table_bytes};
use num_rational::BigRational;
use serde_json::{Value, json};

use super::failure::Failure;
use super::files::Named;
use super::input;
use super::limited::LimitArgs;
use super::rule_args::{RuleArgs, parameters};
use super::session::Session;
use moves::{Group, Name, groups};

/// Analyze a position: its value, every move, and best play from it
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct AnalyzeArgs {
    /// The game: moves such as 1-2 2-5 5-9 1-5=5, or Goff's record; - reads it from standard input
    #[arg(value_name = "GAME")]
    game: Vec<String>,
    /// Read the game from a file
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,
    /// Answer many games: one in each line of a file, or of standard input (-), one result a line in the same order
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "file"])]
    batch: Option<PathBuf>,
    /// With --batch and --format json: every move with its value too
    #[arg(long, requires = "batch")]
    moves: bool,
    /// Write best play as Goff's record
    #[arg(long)]
    goff: bool,
    /// Side m of the m-by-m board
    #[arg(long, value_name = "M", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=8), allow_negative_numbers = true)]
    board: u8,
    /// Pieces in a series n
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..), allow_negative_numbers = true)]
    pieces: u8,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
Values are player 1's points minus player 2's. Moves that a symmetry of the board makes the same are one row. A move that
entangles is shown with the collapse that its chooser would choose.

With --batch the answers are rows of CSV, or with --format json one object a line; errors name the line on standard
error, and the exit code is 2 if there was one. The table that the solver fills stays warm from game to game.

Examples:
  gqt3 analyze
  gqt3 analyze 1-2 2-5 5-9 1-5
  gqt3 analyze 1-2 2-5 5-9 1-5=5 --format json
  gqt3 analyze '1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))' --goff
  gqt3 analyze 1-2 --variant complete-win";

/// A position with what is proven about it.
pub struct Analysis {
    pub record: Record,
    pub bounds: Interval,
    /// Every move; `None` if there are too many.
    pub groups: Option<Vec<Group>>,
    /// Best play from the position on, if the value is proven.
    pub line: Option<Record>,
}

impl Analysis {
    fn position(&self) -> &Position {
        self.record.end()
    }

    /// Best play from the position on, as text.
    pub fn continuation(&self, goff: bool) -> String {
        self.line.as_ref().map_or_else(String::new, |line| continuation(&self.record, line, goff))
    }
}

/// The moves of a line without those of the game that it continues; Goff's record tells both.
pub fn continuation(game: &Record, line: &Record, goff: bool) -> String {
    if goff {
        return line.to_goff();
    }
    // A collapse that was still to be chosen belongs to the last move.
    let played = game.turns().len() - usize::from(game.end().phase() == Phase::Collapse);
    line.to_string().split(' ').skip(played).collect::<Vec<_>>().join(" ")
}

/// Who acts, for people and for data.
pub fn to_move(position: &Position) -> Option<&'static str> {
    position.to_move().map(|player| match player {
        Player::One => "player1",
        Player::Two => "player2",
    })
}

pub fn run(args: &AnalyzeArgs, session: Session) -> Result<(), Failure> {
    session.distinct(&[
        Named::input("--file", args.file.as_deref()),
        Named::input("--batch", args.batch.as_deref()),
    ])?;
    let game = Game::of_side(args.board.into(), args.pieces.into(), args.rules.rules())?;
    let start = Position::new(game);
    let bytes = if args.batch.is_some() { warm_table_bytes } else { default_table_bytes };
    let mut solver = Solver::new(game, bytes(&game))?;
    if let Some(path) = &args.batch {
        return batch::run(path, &start, &mut solver, args, session);
    }
    let text = game_text(args, session.progress())?;
    let record = Record::parse(&text, start)?;
    let progress = args.limits.begin(&game, &mut solver, session.progress());
    progress.begin("analysis", None);
    let analysis = analyze(record, &mut solver, &progress);
    progress.end();
    let asked = json!({"board": args.board, "pieces": args.pieces, "game": analysis.record.to_string()});
    let report = Report {
        views: views::all(&analysis, args.goff),
        summary: summary(&analysis, args.goff),
        ..Report::new("analyze", parameters(game.rules(), asked), data(&analysis))
    };
    let interrupted = session.progress().interrupted();
    let all_proven = |groups: &[Group]| groups.iter().all(|group| group.bounds.value().is_some());
    let proven = analysis.bounds.value().is_some() && analysis.groups.as_deref().is_some_and(all_proven);
    let listed = analysis.groups.is_some();
    session.finish_partial(&report)?;
    match (proven, interrupted) {
        (true, _) => Ok(()),
        (false, true) => Err(Failure::Interrupted("the intervals above are what is proven")),
        (false, false) if listed => {
            Err(Failure::Incomplete("not every value is proven; the intervals above are".to_owned()))
        }
        (false, false) => Err(Failure::Incomplete(format!(
            "this position has more than {} moves, too many to list",
            group_digits(&moves::MOST_ACTIONS.to_string())
        ))),
    }
}

fn game_text(args: &AnalyzeArgs, progress: &dyn Progress) -> Result<String, Failure> {
    match (&args.file, &args.game[..]) {
        (Some(path), _) => input::text("--file", path, progress),
        (None, [dash]) if dash == "-" => input::text("GAME", "-".as_ref(), progress),
        (None, words) => Ok(words.join(" ")),
    }
}

fn analyze(record: Record, solver: &mut Solver, progress: &dyn Progress) -> Analysis {
    let bounds = solver.bounds(record.end(), progress);
    let line = solver.best_line(&record, progress);
    let groups = groups(record.end(), bounds, solver, progress);
    Analysis { record, bounds, groups, line }
}

/// A value as data: nothing while it is not proven.
pub fn value(bounds: &Interval) -> Option<String> {
    bounds.value().map(|value| value.to_ratio().to_string())
}

/// The rows of CSV and JSON: every move, also those that are the same.
fn data<'a>(analysis: &'a Analysis) -> Table<'a> {
    type Move<'a> = (&'a Group, &'a Name);
    let moves = |group: &'a Group| group.names.iter().map(move |name| (group, name));
    let columns = vec![
        Column::new("move", |(_, name): &Move| name.text.clone()),
        Column::new("collapse", |(_, name): &Move| name.reply.clone()),
        Column::new("value", |(group, _): &Move| value(&group.bounds)),
        Column::new("lower", |(group, _): &Move| BigRational::from(group.bounds.lower)),
        Column::new("upper", |(group, _): &Move| BigRational::from(group.bounds.upper)),
        Column::new("best", |(group, _): &Move| group.best),
    ];
    Table::of(columns, analysis.groups.iter().flatten().flat_map(moves).collect::<Vec<_>>())
}

fn summary(analysis: &Analysis, goff: bool) -> Value {
    let position = analysis.position();
    json!({
        "turn": views::turn(position),
        "to_move": to_move(position),
        "value": value(&analysis.bounds),
        "line": analysis.continuation(goff),
    })
}
