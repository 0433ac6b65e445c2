//! `gqt3 play`: a game in the terminal.
//!
//! On a terminal it is played on the screen ([`screen`]); anywhere else, or with `--plain`, line by line ([`lines`]).
//! Both play the same [`Match`].

mod app;
mod bar;
mod board;
mod collapse;
mod draw;
mod game;
mod help;
mod keys;
mod layout;
mod lines;
mod links;
mod modes;
mod panes;
mod screen;
mod table;
#[cfg(test)]
mod tests;
mod thinking;
mod tutorial;
mod words;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::game::Game;
use gqt3::notation::Record;
use gqt3::players::{self, Effort, Level, Player};
use gqt3::position::Position;
use gqt3::report::{AtomicFile, Format};
use gqt3::rules::Player as Side;
use gqt3::search::MAX_SQUARES;

use super::failure::Failure;
use super::files::Named;
use super::game_args::GameArgs;
use super::input;
use super::limited::seconds;
use super::session::Session;
use game::{Kind, Match};
use table::{Table, playable};

/// How many playouts a heuristic player takes for a move without `--move-time`. That takes some tenths of a second.
const PLAYOUTS: u64 = 20_000;

/// Play a game against the computer, against a friend, or watch the computer play
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    /// Who plays X, and moves first [default: human]
    #[arg(long, value_name = "WHO", value_parser = kind())]
    player1: Option<Kind>,
    /// Who plays O [default: perfect, on boards larger than 3x3 heuristic]
    #[arg(long, value_name = "WHO", value_parser = kind())]
    player2: Option<Kind>,
    /// Seed of the computer players' random choices [default: another one every time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    /// How strong the computer is, from 1, random, to 5, the strongest; the computer plays whoever is not named
    #[arg(long, value_name = "1..5", value_parser = clap::value_parser!(u8).range(1..=5), allow_negative_numbers = true)]
    level: Option<u8>,
    /// How long a heuristic player may think about a move, on all cores [default: 20000 playouts, however long they take]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    move_time: Option<Duration>,
    /// Go on with the game in a file, in either notation; its header says board, n and rules
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Write the game to a file at the end, and when asked to, below a header with its board, n and rules
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play line by line, as where input or output is no terminal
    #[arg(long)]
    plain: bool,
    /// Begin with a tutorial of a minute, on the screen
    #[arg(long, conflicts_with = "plain")]
    tutorial: bool,
    #[command(flatten)]
    flags: GameArgs,
}

const EXAMPLES: &str = "\
Levels: 1 plays at random, 2 makes three of four decisions at random and 3 one of four, the others after a look at 30 games that \
go on at random; 4 looks at 300 games for every decision. 5 is perfect on boards up to 3x3, and on larger ones the heuristic player, who looks at \
20,000 or as many as --move-time allows. level1 to level5 are names for --player1 and --player2, too.

On the screen, arrows and space, digits or the mouse choose squares; h shows hints and a bar of the value, u undoes, t is a \
tutorial of a minute, ? says how to win and lists all keys, q quits. NO_COLOR is respected.

Line by line, type moves such as 1-5, collapses such as =5, and undo, redo, hint, board, save FILE, help, quit. In a script \
the exit code is 0, also if the moves ran out before the game was over, and 2 if one was refused.

Examples:
  gqt3 play
  gqt3 play --tutorial
  gqt3 play --level 3
  gqt3 play --player1 perfect --player2 human --variant goff
  gqt3 play --board 4 --pieces 3 --player1 human --player2 human --save game.txt
  gqt3 play --player1 heuristic --player2 random --plain --seed 7
  echo '1-2 2-5 5-9 1-5 =5' | gqt3 play --player2 human";

/// A human, or a computer player by its name.
fn kind() -> impl TypedValueParser<Value = Kind> {
    let human = PossibleValue::new(Kind::Human.name()).help("you, or somebody beside you");
    let computers = players::Kind::ALL.iter();
    let values = computers.clone().map(|kind| PossibleValue::new(kind.name()).help(kind.help()));
    PossibleValuesParser::new(std::iter::once(human).chain(values)).map(move |name| {
        let computer = computers.clone().find(|kind| kind.name() == name);
        computer.map_or(Kind::Human, |kind| Kind::Computer(*kind))
    })
}

pub fn run(args: &PlayArgs, session: Session) -> Result<(), Failure> {
    if session.format() != Format::Table {
        return Err(Failure::BadInput(
            "--format: a game has one form, its text; drop the flag, or ask 'gqt3 analyze' for data"
                .to_owned(),
        ));
    }
    let table = setup(args, &session)?;
    match on_a_terminal() {
        true if !args.plain => screen::run(table, session, args.tutorial),
        false if args.tutorial => {
            Err(Failure::BadInput("--tutorial: it needs a terminal with a screen".to_owned()))
        }
        _ => lines::run(table, session),
    }
}

fn setup(args: &PlayArgs, session: &Session) -> Result<Table, Failure> {
    let record = match &args.load {
        Some(path) => load(path, &args.flags, session)?,
        None => Record::new(Position::new(args.flags.game()?)),
    };
    let game = *record.start().game();
    playable(&game).map_err(Failure::BadInput)?;
    let best = if game.squares() <= MAX_SQUARES { players::Kind::Perfect } else { players::Kind::Heuristic };
    let kinds = kinds(args, best)?;
    let uses_effort = |kind: &Kind| matches!(kind, Kind::Computer(kind) if kind.uses_effort(&game));
    if args.move_time.is_some() && !kinds.iter().any(uses_effort) {
        return Err(Failure::BadInput(
            "--move-time is for a heuristic player, and there is none; add --player2 heuristic, or drop it"
                .to_owned(),
        ));
    }
    let player = |side: Side, kind| player(args, game, side, kind);
    let players = [player(Side::One, kinds[0])?, player(Side::Two, kinds[1])?];
    // A game may be saved to the file that it is loaded from, but neither may be the file of `--output`.
    session.distinct(&[Named::output("--save", args.save.as_deref())])?;
    session.distinct(&[Named::input("--load", args.load.as_deref())])?;
    if let Some(path) = &args.save {
        // A file that cannot be written is refused before the game.
        AtomicFile::create(path).map_err(|error| Failure::BadInput(format!("--save: {error}")))?;
    }
    Ok(Table { game: Match::new(record, kinds), players, save: args.save.clone() })
}

/// Who plays. With `--level` the computer plays a side that is not named, player 2 if neither is.
fn kinds(args: &PlayArgs, best: players::Kind) -> Result<[Kind; 2], Failure> {
    let level = args.level.and_then(Level::new);
    let computer = Kind::Computer(level.map_or(best, players::Kind::Level));
    match (level, args.player1, args.player2) {
        (Some(level), Some(_), Some(_)) => Err(Failure::BadInput(format!(
            "--level {}: both players are named; drop one of them, or name it {}",
            level.number(),
            level.name()
        ))),
        (Some(_), None, Some(two)) => Ok([computer, two]),
        (_, one, two) => Ok([one.unwrap_or(Kind::Human), two.unwrap_or(computer)]),
    }
}

/// A computer player; `None` for a human.
fn player(args: &PlayArgs, game: Game, side: Side, kind: Kind) -> Result<Option<Box<dyn Player>>, Failure> {
    let Kind::Computer(kind) = kind else { return Ok(None) };
    // Several trees are searched at once only within a limit of time, as the play depends on the machine then anyway.
    let timed = |time| Effort::of_time(time).of_trees(rayon::current_num_threads());
    let effort = args.move_time.map_or(Effort::of_nodes(PLAYOUTS), timed);
    // Players that draw their moves at random need a seed. The others play the same each time unless they have one.
    let draws = match kind {
        players::Kind::Random => true,
        players::Kind::Level(level) => level < Level::STRONGEST,
        players::Kind::Perfect | players::Kind::Heuristic => false,
    };
    let seed = args.seed.or_else(|| draws.then(some_seed));
    // Two players of the same kind draw different numbers.
    let player = kind.player(game, effort, seed.map(|seed| seed.wrapping_add(side as u64)));
    player.map(Some).map_err(|error| {
        let flag = format!("--{}", side.name());
        Failure::BadInput(format!("{flag} {}: {error}, or {flag} heuristic", kind.name()))
    })
}

/// A seed that is different every time.
fn some_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::from(time.subsec_nanos()))
}

fn load(path: &Path, flags: &GameArgs, session: &Session) -> Result<Record, Failure> {
    if path == Path::new("-") {
        return Err(Failure::BadInput("--load -: standard input is for the moves; name a file".to_owned()));
    }
    let text = input::text("--load", path, session.progress())?;
    flags.record(&text, Some(&format!("--load {}", path.display())))
}

/// Whether keys can be read and a screen drawn.
fn on_a_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !is_dumb
}
