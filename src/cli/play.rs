//! `gqt3 play`: a game in the terminal.
//!
//! On a terminal it is played on the screen ([`screen`]); anywhere else, or with `--plain`, line by line ([`lines`]).
//! Both play the same [`Match`].
//!
//! The screen is a state ([`state`]) that messages change ([`update`], [`moves`]) and that is drawn after each of them
//! ([`view`], with the [`board`] and the [`panes`] in the places of [`parts`]). A page sets a game up ([`setup`]).
//! Whoever thinks does so on a thread of its own ([`thinking`]).

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use crate::engine::game::Game;
use crate::engine::notation::Record;
use crate::engine::position::Position;
use crate::report::{AtomicFile, Format};
use crate::support::progress::Quiet;
use clap::Args;

use super::failure::Failure;
use super::files::{Named, is_pipe};
use super::game_args::GameArgs;
use super::input;
use super::session::Session;
use crate::beyond::play::game::Match;
use crate::beyond::play::screen::Opening;
use crate::beyond::play::seats::Seats;
use crate::beyond::play::table::{Table, playable};
use crate::beyond::play::{lines, screen};

/// Play a game against the computer, against a friend, or watch the computer play
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PlayArgs {
    #[command(flatten)]
    seats: Seats,
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
Levels: the heuristic player looks at 2 games that go on at random for every decision (1), at 20 (2), 200 (3), 2,000 (4) or \
20,000 (5); level 5 asks the solver first, on boards up to 3x3. level1 to level5 are names for --player1 and --player2, too. \
The player random is weaker than each of them.

On the screen, arrows and space, digits or the mouse choose squares; h shows hints and a bar of the value, u undoes, n sets up \
a new game, t is a tutorial of a minute, ? says how to win and lists all keys, q quits. Without flags the screen begins with \
the choice of an opponent. NO_COLOR is respected.

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

pub fn run(args: &PlayArgs, session: Session) -> Result<(), Failure> {
    if session.format() != Format::Table {
        return Err(Failure::BadInput(
            "--format: a game has one form, its text; drop the flag, or ask 'gqt3 analyze' for data"
                .to_owned(),
        ));
    }
    let table = prepared(args, &session)?;
    match on_a_terminal() {
        true if !args.plain => screen::run(table, session, args.opening()),
        false if args.tutorial => Err(Failure::BadInput(
            "--tutorial: it needs a terminal with a screen".to_owned(),
        )),
        _ => lines::run(table, session),
    }
}

impl PlayArgs {
    /// What the screen begins with: where no flag says what is to be played, that is asked for.
    fn opening(&self) -> Opening {
        let says_nothing = self.seats == Seats::default() && self.load.is_none();
        match self.flags.game() {
            _ if self.tutorial => Opening::Tutorial,
            Ok(game) if says_nothing && game == Game::default() => Opening::Setup,
            _ => Opening::Game,
        }
    }
}

/// The game that the flags ask for, with its players.
fn prepared(args: &PlayArgs, session: &Session) -> Result<Table, Failure> {
    let record = match &args.load {
        Some(path) => load(path, &args.flags, session)?,
        None => Record::new(Position::new(args.flags.game()?)),
    };
    let game = *record.start().game();
    playable(&game).map_err(Failure::BadInput)?;
    let kinds = args.seats.kinds(&game)?;
    args.seats.check_move_time(&kinds)?;
    let players = args
        .seats
        .players(record.end(), kinds, &Quiet(session.progress()))?;
    // A game may be saved to the file that it is loaded from, but neither may be the file of `--output`.
    session.distinct(&[Named::output("--save", args.save.as_deref())])?;
    session.distinct(&[Named::input("--load", args.load.as_deref())])?;
    if let Some(path) = &args.save {
        // A file that cannot be written is refused before the game. A pipe would be opened for each time it is saved.
        if is_pipe(path) {
            let path = path.display();
            return Err(Failure::BadInput(format!(
                "--save {path}: a pipe cannot keep a game; name a file"
            )));
        }
        AtomicFile::create(path).map_err(|error| Failure::BadInput(format!("--save: {error}")))?;
    }
    let (seats, save) = (args.seats.clone(), args.save.clone());
    Ok(Table {
        game: Match::new(record, kinds),
        players,
        seats,
        save,
    })
}

fn load(path: &Path, flags: &GameArgs, session: &Session) -> Result<Record, Failure> {
    if path == Path::new("-") {
        return Err(Failure::BadInput(
            "--load -: standard input is for the moves; name a file".to_owned(),
        ));
    }
    let text = input::text("--load", path, session.progress())?;
    flags.record(&text, Some(&format!("--load {}", path.display())))
}

/// Whether keys can be read and a screen drawn.
fn on_a_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal() && !is_dumb
}
