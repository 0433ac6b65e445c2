//! `gqt3 play`: a game in the terminal.
//!
//! On a terminal it is played on the screen ([`screen`]); anywhere else, or with `--plain`, line by line ([`lines`]). Both
//! drive the same [`Match`].

mod app;
mod board;
mod collapse;
mod draw;
mod game;
mod keys;
mod layout;
mod lines;
mod screen;
mod table;
#[cfg(test)]
mod tests;
mod thinking;
mod words;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::board::Board;
use gqt3::notation::Record;
use gqt3::players::{self, Effort, Player};
use gqt3::position::Position;
use gqt3::report::{AtomicFile, Format};
use gqt3::rules::Player as Side;
use gqt3::search::MAX_SQUARES;

use super::failure::Failure;
use super::files::Named;
use super::input;
use super::limited::seconds;
use super::rule_args::{RuleArgs, named_values};
use super::session::Session;
use game::{Kind, Match};
use table::Table;

/// Play a game against the computer, against a friend, or watch the computer play
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Side m of the m-by-m board
    #[arg(long, value_name = "M", default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6), allow_negative_numbers = true)]
    board: u8,
    /// Pieces in a series n
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=4), allow_negative_numbers = true)]
    pieces: u8,
    /// Who plays X, and moves first [default: human]
    #[arg(long, value_name = "WHO", value_parser = named_values!(Kind))]
    player1: Option<Kind>,
    /// Who plays O [default: perfect, on boards larger than 3x3 heuristic]
    #[arg(long, value_name = "WHO", value_parser = named_values!(Kind))]
    player2: Option<Kind>,
    /// Seed of the computer players' random choices [default: another one every time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How long a heuristic player may think about a move
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    move_time: Option<Duration>,
    /// Go on with the game in a file, in either notation
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Write the game to a file at the end, and when asked to
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play line by line, as where input or output is no terminal
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    rules: RuleArgs,
}

const EXAMPLES: &str = "\
On the screen, arrows and space, digits or the mouse choose squares; h shows hints, u undoes, ? lists all keys, q quits. \
NO_COLOR is respected.

Line by line, type moves such as 1-5, collapses such as =5, and undo, redo, hint, board, save FILE, help, quit. In a script \
the exit code is 0 if the game came to its end, 1 if the moves ran out before, and 2 if one was refused.

Examples:
  gqt3 play
  gqt3 play --player1 perfect --player2 human --variant goff
  gqt3 play --board 4 --pieces 3 --player1 human --player2 human --save game.txt
  gqt3 play --player1 heuristic --player2 random --plain --seed 7
  echo '1-2 2-5 5-9 1-5 =5' | gqt3 play --player2 human";

pub fn run(args: &PlayArgs, session: Session) -> Result<(), Failure> {
    if session.format() != Format::Table {
        return Err(Failure::BadInput(
            "--format: a game has one form, its text; drop the flag, or ask 'gqt3 analyze' for data"
                .to_owned(),
        ));
    }
    let table = setup(args, &session)?;
    if args.plain || !on_a_terminal() { lines::run(table, session) } else { screen::run(table, session) }
}

fn setup(args: &PlayArgs, session: &Session) -> Result<Table, Failure> {
    let rules = args.rules.rules();
    let board =
        Board::new(args.board.into()).map_err(|error| Failure::BadInput(format!("--board: {error}")))?;
    let start = Position::new(gqt3::game::Game::new(board, args.pieces.into(), rules).unwrap());
    let best = if board.squares() <= MAX_SQUARES { players::Kind::Perfect } else { players::Kind::Heuristic };
    let kinds = [args.player1.unwrap_or(Kind::Human), args.player2.unwrap_or(Kind::Computer(best))];
    if args.move_time.is_some() && !kinds.contains(&Kind::Computer(players::Kind::Heuristic)) {
        return Err(Failure::BadInput(
            "--move-time is for a heuristic player, and there is none; add --player2 heuristic, or drop it"
                .to_owned(),
        ));
    }
    let player = |side: Side, kind| player(args, &start, side, kind);
    let players = [player(Side::One, kinds[0])?, player(Side::Two, kinds[1])?];
    let record = match &args.load {
        Some(path) => load(path, start, session)?,
        None => Record::new(start),
    };
    // The file that a game comes from may be the one that it goes to, but not that of the result.
    session.distinct(&[Named::output("--save", args.save.as_deref())])?;
    session.distinct(&[Named::input("--load", args.load.as_deref())])?;
    if let Some(path) = &args.save {
        // A file that cannot be written is known before the game.
        AtomicFile::create(path).map_err(|error| Failure::BadInput(format!("--save: {error}")))?;
    }
    Ok(Table { game: Match::new(record, kinds), players, save: args.save.clone() })
}

/// A computer player; `None` for a human.
fn player(
    args: &PlayArgs,
    start: &Position,
    side: Side,
    kind: Kind,
) -> Result<Option<Box<dyn Player>>, Failure> {
    let Kind::Computer(kind) = kind else { return Ok(None) };
    let effort = args.move_time.map_or_else(Effort::default, Effort::of_time);
    // Only random players need numbers; the others play the same each time unless they are told to vary.
    let seed = args.seed.or_else(|| (kind == players::Kind::Random).then(some_seed));
    // Two players of one kind differ.
    let player = kind.player(*start.game(), effort, seed.map(|seed| seed.wrapping_add(side as u64)));
    player.map(Some).map_err(|error| {
        let flag = format!("--{}", side.to_string().replace(' ', ""));
        Failure::BadInput(format!("{flag} {}: {error}, or {flag} heuristic", kind.name()))
    })
}

/// Random games without `--seed` differ.
fn some_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::from(time.subsec_nanos()))
}

fn load(path: &Path, start: Position, session: &Session) -> Result<Record, Failure> {
    let name = path.display();
    if path == Path::new("-") {
        return Err(Failure::BadInput("--load -: standard input is for the moves; name a file".to_owned()));
    }
    let text = input::text("--load", path, session.progress())?;
    Record::parse(&text, start).map_err(|error| {
        Failure::BadInput(format!(
            "--load {name}: {error} (--board, --pieces and the rules must be the game's)"
        ))
    })
}

/// Whether keys can be read and a screen drawn.
fn on_a_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !is_dumb
}
