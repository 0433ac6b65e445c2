use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anstream::ColorChoice;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::play::error::ScreenError;
use crate::play::files::{playable, save};
use crate::play::game::{Seat, SeatedGame};
use crate::play::lines::{Entry, Lines, Surroundings};
use crate::play::screen::{self, Opening, PreparedGame};
use crate::play::seats::Setting;
use crate::play::words;
use crate::report::{AtomicFile, wrap};
use gqt3::beyond::players::{Computer, MoveBudget};
use gqt3::engine::game::Game;
use gqt3::engine::notation::{Record, SavedGame};
use gqt3::engine::position::Position;
use gqt3::support::progress::{Progress, Quiet};

use super::failure::Failure;
use super::files::{Named, distinct, is_pipe};
use super::game_args::GameArgs;
use super::input::{self, InputLines, Next};
use super::limited::seconds;
use super::numbers::within;
use super::rule_args::named_values;
use super::session::{SHORT_HELP, Session};
use super::stderr::tell;

/// Play a game against the computer or a friend
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct PlayArgs {
    #[command(flatten)]
    seats: SeatArgs,
    /// Continue the game in FILE, in either notation, with its players if no flag names one
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Write the game to FILE at the end, with its board, n, rules and players
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Play line by line, as without a terminal
    #[arg(long)]
    plain: bool,
    /// Start with a short lesson on the screen
    #[arg(long, conflicts_with = "plain")]
    lesson: bool,
    #[command(flatten)]
    flags: GameArgs,
}

/// The players, their random numbers and their budget.
#[derive(Args, Clone, Default, PartialEq, Debug)]
struct SeatArgs {
    /// Set the player of X, who moves first: human, a level, heuristic or random [default: human]
    #[arg(long, value_name = "WHO", value_parser = seat(), hide_possible_values = true)]
    player1: Option<Seat>,
    /// Set the player of O [default: easy]
    #[arg(long, value_name = "WHO", value_parser = seat(), hide_possible_values = true)]
    player2: Option<Seat>,
    /// Play X against a computer player; to play O, use --player1 LEVEL --player2 human
    #[arg(long, value_name = "LEVEL", value_parser = named_values(&Computer::LEVELS, Computer::name, Computer::help), conflicts_with_all = ["player1", "player2"])]
    level: Option<Computer>,
    /// Seed the computer's random choices; each further game adds 1 [default: from the clock, and
    /// the last game's is printed at the end]
    #[arg(long, value_name = "S", value_parser = within::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Limit a heuristic player's time for each move [default: none; 20000 playouts]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    move_time: Option<Duration>,
}

const EXAMPLES: &str = "\
On the screen, choose squares with arrows and space, digits or the mouse. Other keys: h hints, u undo, n new game, t lesson, \
? rules and keys, q quit. Without flags, the screen starts with the choice of an opponent. Two computer players play line by \
line.

Line by line, type moves such as 1-5, 1,5 or 1 5, collapses such as 5 or =5, and undo, redo, hint, board, save FILE, help, \
quit. In a script, the exit code is 0 even if the moves end before the game, and 2 if an entry is refused.

Examples:
  gqt3 play
  gqt3 play --lesson
  gqt3 play --level normal
  gqt3 play --player1 perfect --player2 human --variant goff
  gqt3 play --board 4 --pieces 3 --player1 human --player2 human --save game.txt
  gqt3 play --player1 heuristic --player2 random --plain --seed 7
  echo '1-2 2-5 5-9 1-5 =5' | gqt3 play --player2 human";

fn seat() -> impl TypedValueParser<Value = Seat> {
    let human = PossibleValue::new(Seat::Human.name()).help("a person at this terminal");
    let computers = Computer::ALL.iter();
    let computers = computers.map(|who| PossibleValue::new(who.name()).help(who.help()));
    PossibleValuesParser::new(std::iter::once(human).chain(computers))
        .map(|name| Seat::from_name(&name).unwrap_or_default())
}

impl From<ScreenError> for Failure {
    fn from(error: ScreenError) -> Failure {
        match error {
            ScreenError::Interrupted(interrupted) => interrupted.into(),
            ScreenError::Terminal(_) => Failure::Failed(error.to_string()),
            _ => Failure::BadInput(error.to_string()),
        }
    }
}

pub fn run(args: &PlayArgs, session: Session) -> Result<(), Failure> {
    let prepared = prepare(args, &session)?;
    let has_human = prepared.game.seats().contains(&Seat::Human);
    match on_a_terminal() {
        true if !args.plain && has_human => on_the_screen(prepared, args.opening(), session),
        _ if args.lesson => Err(Failure::BadInput(
            "--lesson needs the screen of a terminal and a human player; drop --lesson, or the flags against them"
                .to_owned(),
        )),
        _ => line_by_line(prepared, session),
    }
}

fn on_the_screen(
    prepared: PreparedGame,
    opening: Opening,
    session: Session,
) -> Result<(), Failure> {
    let path = prepared.save.clone();
    let colour = match ColorChoice::global() {
        ColorChoice::Never => false,
        // According to no-color.org, an empty NO_COLOR does not count.
        ColorChoice::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ColorChoice::Always | ColorChoice::AlwaysAnsi => true,
    };
    let ended = screen::run(prepared, opening, colour, session.progress());
    let game = &ended.game;
    let text = words::standing(game, session.width()) + &words::farewell(game, ended.seed);
    let end = match ended.left {
        Ok(true) => session.finish_text(text.as_bytes()),
        Ok(false) => {
            if let Err(failure) = session.finish_text(text.as_bytes()) {
                tell(format_args!("error: {failure}"));
            }
            Err(Failure::Interrupted("the game so far is above"))
        }
        Err(error) => {
            Err(Failure::from(error).and(&format!(". The game so far: {}", game.record())))
        }
    };
    save_at_the_end(game, path.as_deref(), end)
}

fn line_by_line(prepared: PreparedGame, session: Session) -> Result<(), Failure> {
    let mut pipe = Pipe {
        input: InputLines::stdin()?,
        output: session.named_output().map(Path::to_owned),
        width: session.width(),
        is_interactive: io::stdin().is_terminal(),
    };
    let is_interactive = pipe.is_interactive;
    let mut lines = Lines::new(prepared, &mut pipe)?;
    let written = session.finish_stream(|progress, out| lines.run(progress, out));
    let end = match written {
        Ok(()) if is_interactive || lines.refused == 0 => Ok(()),
        Ok(()) => Err(Failure::BadInput(format!(
            "{} refused (see above); the game: {}",
            match lines.refused {
                1 => "1 entry was".to_owned(),
                refused => format!("{refused} entries were"),
            },
            lines.game.record()
        ))),
        Err(Failure::Interrupted(_)) => Err(Failure::Interrupted("the game so far is above")),
        other => other,
    };
    save_at_the_end(&lines.game, lines.save.as_deref(), end)
}

struct Pipe {
    input: InputLines,
    output: Option<PathBuf>,
    width: Option<usize>,
    is_interactive: bool,
}

impl Surroundings for Pipe {
    fn next(&mut self, progress: &dyn Progress) -> Entry {
        match self.input.next(progress) {
            Next::Line(line) => Entry::Line(line),
            Next::Bad(error) => Entry::Bad(error.to_string()),
            Next::End => Entry::End,
            Next::Interrupted => Entry::Interrupted,
        }
    }

    fn complain(&mut self, why: &str) {
        let width = self.width.unwrap_or(usize::MAX);
        tell(wrap(&format!("error: {why}"), width).join("\n"));
    }

    fn may_write(&self, path: &Path) -> Result<(), String> {
        distinct(self.output.as_deref(), &[Named::output("save", Some(path))])
            .map_err(|same| same.to_string())
    }

    fn is_interactive(&self) -> bool {
        self.is_interactive
    }

    fn width(&self) -> Option<usize> {
        self.width
    }
}

/// Fails with the session's `end`, or if the file cannot be written. If both failed, prints the
/// file's error, but returns it if `end` is only a closed pipe.
fn save_at_the_end(
    game: &SeatedGame,
    path: Option<&Path>,
    end: Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(path) = path else { return end };
    let error = match save(game, path) {
        Ok(()) => return end,
        Err(ScreenError::NothingPlayed) => {
            let path = path.display();
            tell(format_args!(
                "--save: no move was played; {path} is not written"
            ));
            return end;
        }
        Err(error) => format!("--save: {error}; the game: {}", game.record()),
    };
    match end {
        Ok(()) | Err(Failure::ClosedPipe) => Err(Failure::BadInput(error)),
        Err(_) => {
            tell(format_args!("error: {error}"));
            end
        }
    }
}

impl PlayArgs {
    fn opening(&self) -> Opening {
        let nobody = SeatArgs {
            seed: self.seats.seed,
            ..SeatArgs::default()
        };
        let says_nothing = self.seats == nobody && self.load.is_none();
        match self.flags.game() {
            _ if self.lesson => Opening::Lesson,
            Ok(game) if says_nothing && game == Game::default() => Opening::SetUp,
            _ => Opening::Game,
        }
    }
}

impl SeatArgs {
    /// A saved game's players count only if no flag names a player.
    fn seats(&self, saved: Option<[Seat; 2]>) -> [Seat; 2] {
        let level = self.level.map(|level| [Seat::Human, Seat::Computer(level)]);
        let default = [Seat::Human, Seat::Computer(Computer::Easy)];
        let named = self.player1.is_some() || self.player2.is_some();
        let [one, two] = level.or(saved.filter(|_| !named)).unwrap_or(default);
        [self.player1.unwrap_or(one), self.player2.unwrap_or(two)]
    }
}

fn prepare(args: &PlayArgs, session: &Session) -> Result<PreparedGame, Failure> {
    let (record, saved) = match &args.load {
        Some(path) => load(path, &args.flags, session)?,
        None => (Record::new(Position::new(args.flags.game()?)), None),
    };
    playable(record.start().game())?;
    let seats = args.seats.seats(saved);
    let heuristic = Seat::Computer(Computer::Heuristic);
    if args.seats.move_time.is_some() && !seats.contains(&heuristic) {
        return Err(Failure::BadInput(
            "--move-time applies only to the heuristic player; use --player2 heuristic instead of other players, or drop --move-time"
                .to_owned(),
        ));
    }
    let budget = args
        .seats
        .move_time
        .map_or(MoveBudget::from_playouts(20_000), MoveBudget::from_time);
    let setting = Setting {
        seed: args.seats.seed.unwrap_or_else(some_seed),
        budget,
    };
    let agents = setting.agents(record.end(), seats, &Quiet(session.progress()));
    let agents = agents.map_err(|error| match Failure::from(error) {
        Failure::BadInput(text) if args.seats.level.is_some() => {
            Failure::BadInput(text.replacen("--player2", "--level", 1))
        }
        other => other,
    })?;
    // Two calls, because a game may be saved to the file that it was loaded from, but neither file
    // may be that of `--output`.
    session.distinct(&[Named::output("--save", args.save.as_deref())])?;
    session.distinct(&[Named::input("--load", args.load.as_deref())])?;
    if let Some(path) = &args.save {
        // Before the game, refuse a file that cannot be written, and a pipe, because each save
        // would open it.
        if is_pipe(path) {
            let path = path.display();
            return Err(Failure::BadInput(format!(
                "--save {path}: cannot save a game to a pipe; name a file"
            )));
        }
        AtomicFile::create(path).map_err(|error| Failure::BadInput(format!("--save: {error}")))?;
    }
    Ok(PreparedGame {
        game: SeatedGame::new(record, seats),
        agents,
        setting,
        save: args.save.clone(),
    })
}

fn load(
    path: &Path,
    flags: &GameArgs,
    session: &Session,
) -> Result<(Record, Option<[Seat; 2]>), Failure> {
    if path == Path::new("-") {
        return Err(Failure::BadInput(
            "--load -: standard input is reserved for the moves; name a file".to_owned(),
        ));
    }
    let text = input::text("--load", path, session.progress())?;
    let file = format!("--load {}", path.display());
    let record = flags.record(&text, Some(&file))?;
    let names = SavedGame::read(&text).ok().and_then(|saved| saved.players);
    let seat = |name: &str| {
        Seat::from_name(name).ok_or_else(|| {
            Failure::BadInput(format!(
                "{file}: there is no player '{name}'; use one of {}, or delete the line of the players",
                Seat::names().join(", ")
            ))
        })
    };
    let seats = names.map(|[one, two]| Ok::<_, Failure>([seat(one)?, seat(two)?]));
    Ok((record, seats.transpose()?))
}

/// Returns a seed from the clock, with at most six digits, so that people can type it again.
fn some_seed() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| u64::from(time.subsec_nanos()) / 1000)
}

fn on_a_terminal() -> bool {
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb
}
