//! A game played line by line, for pipes, scripts and screen readers.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use gqt3::engine::notation::{Beginning, Header, Record, action_text, players};
use gqt3::engine::position::{Action, Phase, Position};
use gqt3::engine::rules::Player;
use gqt3::support::progress::{Progress, Silent};

use super::error::ScreenError;
use super::files::{playable, save};
use super::game::SeatedGame;
use super::screen::PreparedGame;
use super::seats::Setting;
use super::thinking::{Reply, Task, Thinker};
use super::words;

const TICK: Duration = Duration::from_millis(50);

const LISTED: usize = 8;

const COLUMNS: usize = 80;

const HELP: &str = "\
A move is its squares: 1-5, 1,5 or 1 5. A collapse is the square of the newest
piece: 5 or =5 (and of the next newest, =5,2, until the rest is forced), or with
its move if both are yours: 1-5=5. Goff's notation is read, too: 4c:X(O4(5)).
Several moves may stand on one line. Other commands:
  undo, redo     take back your last move, play it again
  hint, h        what you can reach, and the moves that keep it or look best
  board          the board again
  save FILE      write the game to a file
  help, quit";

pub enum Entry {
    Line(String),
    Bad(String),
    End,
    Interrupted,
}

pub trait Surroundings {
    fn next(&mut self, progress: &dyn Progress) -> Entry;

    fn complain(&mut self, why: &str);

    /// Refuses a file that the output goes to.
    fn may_write(&self, path: &Path) -> Result<(), String>;

    fn is_interactive(&self) -> bool;

    /// The columns of the reader's terminal, if there is one.
    fn width(&self) -> Option<usize>;
}

pub struct Lines<'a> {
    pub game: SeatedGame,
    pub save: Option<PathBuf>,
    pub refused: usize,
    setting: Setting,
    thinker: Thinker,
    surroundings: &'a mut dyn Surroundings,
    tokens: VecDeque<String>,
}

impl Lines<'_> {
    /// # Errors
    /// Fails if no thread can be started.
    pub fn new(
        prepared: PreparedGame,
        surroundings: &mut dyn Surroundings,
    ) -> Result<Lines<'_>, ScreenError> {
        Ok(Lines {
            game: prepared.game,
            save: prepared.save,
            refused: 0,
            setting: prepared.setting,
            thinker: Thinker::new(prepared.agents)?,
            surroundings,
            tokens: VecDeque::new(),
        })
    }

    pub fn run(&mut self, progress: &dyn Progress, out: &mut dyn Write) -> io::Result<()> {
        self.play(progress, out)?;
        write!(out, "{}", words::farewell(&self.game, self.setting.seed))
    }

    fn play(&mut self, progress: &dyn Progress, out: &mut dyn Write) -> io::Result<()> {
        let is_interactive = self.surroundings.is_interactive();
        if is_interactive {
            writeln!(
                out,
                "{}. Type a move such as 1-2, or help.",
                words::players(&self.game)
            )?;
        }
        self.board(out)?;
        // Once the game is over, the rest of the line may still take moves back.
        while !(self.game.is_over() && self.tokens.is_empty()) {
            if self.game.computer().is_some() {
                if !self.let_the_computer_play(progress, out)? {
                    return Ok(());
                }
                continue;
            }
            if is_interactive && self.tokens.is_empty() {
                write!(out, "> ")?;
            }
            out.flush()?;
            match self.next(progress) {
                Entry::Line(token) if ["quit", "exit", "q"].contains(&token.as_str()) => {
                    return Ok(());
                }
                Entry::Line(token) => self.obey(&token, progress, out)?,
                Entry::Bad(error) => self.refuse(out, &error)?,
                // Ctrl-D does not end the prompt's line.
                Entry::End if is_interactive => return writeln!(out),
                Entry::End | Entry::Interrupted => return Ok(()),
            }
        }
        Ok(())
    }

    fn next(&mut self, progress: &dyn Progress) -> Entry {
        loop {
            if progress.interrupted() {
                return Entry::Interrupted;
            }
            if let Some(token) = self.tokens.pop_front() {
                return Entry::Line(token);
            }
            match self.surroundings.next(progress) {
                Entry::Line(line) if Header::is_in(&line) => return Entry::Line(line),
                Entry::Line(line) => {
                    self.tokens = line.split_whitespace().map(str::to_owned).collect();
                }
                other => return other,
            }
        }
    }

    fn obey(
        &mut self,
        token: &str,
        progress: &dyn Progress,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match token {
            "help" | "?" => writeln!(out, "{HELP}"),
            "board" => self.board(out),
            "hint" | "h" => self.hint(progress, out),
            "undo" | "u" if self.game.undo() => self.board(out),
            "redo" if self.game.redo() => self.board(out),
            "undo" | "u" => {
                self.refuse(out, "undo: no move of a human player is left to take back")
            }
            "redo" => self.refuse(out, "redo: nothing was taken back"),
            "save" => self.save(out),
            header if Header::is_in(header) => self.header(header, out),
            token => self.play_token(token, out),
        }
    }

    fn header(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        if players(line).is_some() {
            return Ok(());
        }
        let game = match line.parse::<Header>() {
            Ok(Header(game)) if game == *self.game.position().game() => return Ok(()),
            Ok(Header(game)) => game,
            Err(error) => return self.refuse(out, &error.to_string()),
        };
        if self.game.record().actions().len() > 0 {
            return self.refuse(out, "the header of another game; place it above the moves");
        }
        let (start, seats) = (Position::new(game), self.game.seats());
        let agents = playable(&game).and_then(|()| self.setting.agents(&start, seats, &Silent));
        match agents.and_then(|agents| Ok(Thinker::new(agents)?)) {
            Ok(thinker) => {
                self.thinker = thinker;
                self.game = SeatedGame::new(Record::new(start), seats);
                self.board(out)
            }
            Err(error) => self.refuse(out, &error.to_string()),
        }
    }

    fn play_token(&mut self, token: &str, out: &mut dyn Write) -> io::Result<()> {
        let text = typed_move(token.to_owned(), &mut self.tokens, self.game.position());
        let before = self.game.record().actions().len();
        match self.game.play_text(&text) {
            Ok(()) => self.tell(before, out),
            Err(_) if token.len() > 1 && token.chars().all(char::is_alphabetic) => {
                let known = "undo, redo, hint, board, save FILE, help and quit";
                let token = Beginning(token);
                self.refuse(out, &format!("'{token}' is no command; there are {known}"))
            }
            Err(refused) => self.refuse(out, &refused.to_string()),
        }
    }

    /// Returns `false` if there is no move, for example after Ctrl-C.
    fn let_the_computer_play(
        &mut self,
        progress: &dyn Progress,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let before = self.game.record().actions().len();
        out.flush()?;
        let task = Task::Decide(*self.game.position());
        let Some(Reply::Decision(action)) = self.think(task, progress) else {
            return Ok(false);
        };
        let played = self.game.play(action);
        debug_assert!(played.is_ok(), "players play legal actions");
        self.tell(before, out)?;
        Ok(played.is_ok())
    }

    fn tell(&self, shown: usize, out: &mut dyn Write) -> io::Result<()> {
        for (before, action) in self.game.record().steps().skip(shown) {
            let side = before.to_move().map_or(' ', Player::letter);
            let text = action_text(&before, &action);
            match action {
                Action::Place(_) => writeln!(out, "{side}: {text}")?,
                Action::Collapse(collapse) => {
                    let places = words::places(&collapse, " on ", ", ");
                    writeln!(out, "{side}: {text}: {places}")?;
                }
            }
            let gained = words::gained(&before, &action);
            if !gained.is_empty() {
                let points = before.after_unchecked(&action).points();
                let (x, o) = (points.player_1.to_ratio(), points.player_2.to_ratio());
                writeln!(out, "{} Score: X {x}, O {o}.", gained.trim())?;
            }
        }
        self.board(out)
    }

    fn think(&mut self, task: Task, progress: &dyn Progress) -> Option<Reply> {
        self.thinker.want(Some(task));
        progress.begin("thinking", None);
        let answer = loop {
            if progress.interrupted() {
                break None;
            }
            match self.thinker.poll(TICK) {
                Err(RecvTimeoutError::Timeout) => {}
                answer => break answer.ok(),
            }
        };
        self.thinker.want(None);
        progress.end();
        answer
    }

    fn board(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(
            out,
            "{}",
            words::standing(&self.game, self.surroundings.width())
        )?;
        let position = self.game.position();
        if self.game.human().is_some() && position.phase() == Phase::Collapse {
            for collapse in position.collapses().take(LISTED) {
                let text = action_text(position, &Action::Collapse(collapse));
                writeln!(out, "  {text}: {}", words::places(&collapse, " on ", ", "))?;
            }
            if position.collapses().nth(LISTED).is_some() {
                writeln!(
                    out,
                    "  ... and more: the squares of the pieces, newest first, until the rest is forced"
                )?;
            }
        }
        Ok(())
    }

    fn hint(&mut self, progress: &dyn Progress, out: &mut dyn Write) -> io::Result<()> {
        let position = *self.game.position();
        let Some(side) = position.to_move() else {
            return self.refuse(out, "hint: the game is over");
        };
        let Some(Reply::Advice(advice)) = self.think(Task::Advise(position), progress) else {
            return Ok(());
        };
        writeln!(out, "{}", words::advice(&advice, COLUMNS))?;
        let mut by_value: BTreeMap<_, Vec<Action>> = BTreeMap::new();
        for (action, value) in &advice.values {
            by_value
                .entry(words::for_side(side, *value))
                .or_default()
                .push(*action);
        }
        for (value, actions) in by_value.into_iter().rev() {
            let listed = words::listed(&position, &actions, usize::MAX);
            writeln!(out, "  {value:>4}: {listed}")?;
        }
        let estimates = (0..).zip(&advice.estimates);
        let shown = estimates.filter(|(rank, one)| one.is_worth_showing(*rank));
        for (_, estimate) in shown.take(LISTED) {
            writeln!(out, "  {}", words::estimated(&position, estimate))?;
        }
        Ok(())
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let named = self.tokens.pop_front().map(PathBuf::from);
        let Some(path) = named.or_else(|| self.save.clone()) else {
            return self.refuse(out, "save: name a file, as in save game.txt");
        };
        if let Err(why) = self.surroundings.may_write(&path) {
            return self.refuse(out, &why);
        }
        match save(&self.game, &path) {
            Ok(()) => writeln!(out, "saved to {}", path.display()),
            Err(error) => self.refuse(out, &format!("save: {error}")),
        }
    }

    fn refuse(&mut self, out: &mut dyn Write, why: &str) -> io::Result<()> {
        self.refused += 1;
        out.flush()?;
        self.surroundings.complain(why);
        Ok(())
    }
}

/// Joins typed numbers into a move: `1 5` is `1-5` if the turn places several pieces.
///
/// Takes the numbers from `rest`, which follows `word`.
fn typed_move(mut word: String, rest: &mut VecDeque<String>, position: &Position) -> String {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_series = position.phase() == Phase::Place && position.pieces_to_place() > 1;
    if is_series && is_number(&word) {
        let numbers = rest.iter().take_while(|word| is_number(word)).count();
        for number in rest.drain(..numbers) {
            word.extend(["-", &number]);
        }
    }
    word
}
