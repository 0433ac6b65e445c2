//! A game played line by line: for pipes, scripts and screen readers.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use crate::engine::notation::{Reason, action_text};
use crate::engine::position::{Action, Collapse, Phase};
use crate::engine::rules::Player;
use crate::support::progress::Progress;

use super::game::{Match, Refused};
use super::table::{Table, save, save_at_the_end};
use super::thinking::{Answer, Task, Thinker};
use super::words;
use crate::cli::failure::Failure;
use crate::cli::files::{Named, distinct};
use crate::cli::input::{InputLines, Next};
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// How often Ctrl-C is looked for.
const TICK: Duration = Duration::from_millis(50);

/// The most collapses, and the most estimates, that are listed.
const LISTED: usize = 8;

const HELP: &str = "\
A move is its squares: 1-5. A collapse is = and the square of the newest
piece: =5 (and of the next newest, =5,2, until the rest is forced); with the
move that makes it: 1-5=5. Several may stand on one line. Other commands:
  undo, redo     take back your last move, play it again
  hint           the value, and the moves that keep it or look best
  board          the board again
  save FILE      write the game to a file
  help, quit";

/// Plays to the end of the game or of the input.
pub fn run(table: Table, session: Session) -> Result<(), Failure> {
    let output = session.named_output().map(Path::to_owned);
    let mut lines = Lines {
        game: table.game,
        thinker: Thinker::new(table.players),
        input: InputLines::stdin(),
        tokens: VecDeque::new(),
        save: table.save,
        output,
        width: session.width(),
        interactive: io::stdin().is_terminal(),
        refused: 0,
    };
    let written = session.finish_stream(|progress, out| {
        lines.play(progress, out)?;
        writeln!(out, "{}", lines.game.record())
    });
    let end = match written {
        Ok(()) => lines.judged(),
        Err(Failure::Interrupted(_)) => Err(Failure::Interrupted("the game so far is above")),
        other => other,
    };
    save_at_the_end(lines.game.record(), lines.save.as_deref(), end)
}

struct Lines {
    game: Match,
    thinker: Thinker,
    input: InputLines,
    /// What is left of the line that was read.
    tokens: VecDeque<String>,
    save: Option<PathBuf>,
    /// The file that everything is written to, if it is one.
    output: Option<PathBuf>,
    /// The columns of the terminal.
    width: Option<usize>,
    interactive: bool,
    /// How many entries were refused.
    refused: usize,
}

impl Lines {
    /// Plays until the game is over, the input ends, or Ctrl-C.
    fn play(&mut self, progress: &dyn Progress, out: &mut dyn Write) -> io::Result<()> {
        if self.interactive {
            writeln!(out, "Type a move such as 1-2, or help.")?;
        }
        self.board(out)?;
        // Once the game is over, the rest of the line may still take moves back.
        while !(self.game.is_over() && self.tokens.is_empty()) {
            if let Some(side) = self.game.computer() {
                if !self.let_the_computer_play(side, progress, out)? {
                    return Ok(());
                }
                continue;
            }
            if self.interactive && self.tokens.is_empty() {
                write!(out, "> ")?;
            }
            out.flush()?;
            match self.next(progress) {
                Next::Line(token) if ["quit", "exit", "q"].contains(&token.as_str()) => {
                    return Ok(());
                }
                Next::Line(token) => self.obey(&token, progress, out)?,
                Next::Bad(error) => self.refuse(out, &error.to_string())?,
                // Ctrl-D leaves half a line behind.
                Next::End if self.interactive => return writeln!(out),
                Next::End | Next::Interrupted => return Ok(()),
            }
        }
        Ok(())
    }

    /// How the session ends: in a script it is an error if an entry was refused, but not if the game is not over.
    fn judged(&self) -> Result<(), Failure> {
        if self.interactive || self.refused == 0 {
            return Ok(());
        }
        let moves = if self.refused == 1 {
            "1 entry was"
        } else {
            &format!("{} entries were", self.refused)
        };
        Err(Failure::BadInput(format!(
            "{moves} refused (see above); the game: {}",
            self.game.record()
        )))
    }

    /// The next entry: a word of the input.
    fn next(&mut self, progress: &dyn Progress) -> Next {
        loop {
            if progress.interrupted() {
                return Next::Interrupted;
            }
            if let Some(token) = self.tokens.pop_front() {
                return Next::Line(token);
            }
            match self.input.next(progress) {
                Next::Line(line) => {
                    self.tokens = line.split_whitespace().map(str::to_owned).collect()
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
            "hint" => self.hint(progress, out),
            "undo" if self.game.undo() => self.board(out),
            "redo" if self.game.redo() => self.board(out),
            "undo" => self.refuse(out, "undo: no move of a human player is left to take back"),
            "redo" => self.refuse(out, "redo: nothing was taken back"),
            "save" => self.save(out),
            token => self.play_token(token, out),
        }
    }

    fn play_token(&mut self, token: &str, out: &mut dyn Write) -> io::Result<()> {
        let side = self.game.human();
        if let Err(refused) = self.game.play_text(token) {
            let remedy = self.remedy(&refused);
            return self.refuse(out, &format!("{refused}{remedy}"));
        }
        if let Some(side) = side {
            writeln!(out, "{side}: {token}")?;
        }
        self.board(out)
    }

    /// False after Ctrl-C.
    fn let_the_computer_play(
        &mut self,
        side: Player,
        progress: &dyn Progress,
        out: &mut dyn Write,
    ) -> io::Result<bool> {
        let before = *self.game.position();
        out.flush()?;
        let Some(Answer::Decision(action)) = self.think(Task::Decide(before), progress) else {
            return Ok(false);
        };
        let played = self.game.play(action);
        debug_assert!(played.is_ok(), "players play legal actions");
        writeln!(out, "{side}: {}", action_text(&before, &action))?;
        self.board(out)?;
        Ok(played.is_ok())
    }

    /// Waits for the first answer to a task; `None` after Ctrl-C.
    fn think(&mut self, task: Task, progress: &dyn Progress) -> Option<Answer> {
        self.thinker.want(Some(task));
        progress.begin("thinking", None);
        let answer = loop {
            if progress.interrupted() {
                break None;
            }
            match self.thinker.poll(TICK) {
                Err(RecvTimeoutError::Timeout) => {}
                Ok(Answer::Advice(advice)) if advice.best.is_empty() => {}
                answer => break answer.ok(),
            }
        };
        self.thinker.want(None);
        progress.end();
        answer
    }

    fn board(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}", words::standing(&self.game, self.width))?;
        if self.game.human().is_some() && self.game.position().phase() == Phase::Collapse {
            for (text, collapse) in self.collapses() {
                writeln!(out, "  {text}: {}", words::places(&collapse, " on ", ", "))?;
            }
            if self.game.position().collapses().nth(LISTED).is_some() {
                writeln!(
                    out,
                    "  ... and more: the squares of the pieces, newest first, until the rest is forced"
                )?;
            }
        }
        Ok(())
    }

    /// The first collapses, each with what to type for it.
    fn collapses(&self) -> impl Iterator<Item = (String, Collapse)> + '_ {
        let position = self.game.position();
        let text = |collapse| (action_text(position, &Action::Collapse(collapse)), collapse);
        position.collapses().take(LISTED).map(text)
    }

    fn hint(&mut self, progress: &dyn Progress, out: &mut dyn Write) -> io::Result<()> {
        if self.game.is_over() {
            return self.refuse(out, "hint: the game is over");
        }
        let Some(Answer::Advice(advice)) =
            self.think(Task::Advise(*self.game.position()), progress)
        else {
            return Ok(());
        };
        let position = self.game.position();
        writeln!(out, "{}", words::advice(position, &advice))?;
        let mut by_value: BTreeMap<_, Vec<Action>> = BTreeMap::new();
        advice
            .values
            .iter()
            .for_each(|(action, value)| by_value.entry(*value).or_default().push(*action));
        let mut from_the_best: Vec<_> = by_value.into_iter().collect();
        if position.to_move() == Some(Player::One) {
            from_the_best.reverse();
        }
        for (value, actions) in from_the_best {
            writeln!(out, "  {value:>4}: {}", words::listed(position, &actions))?;
        }
        for estimate in words::told_estimates(&advice).take(LISTED) {
            writeln!(out, "  {}", words::estimated(position, estimate))?;
        }
        Ok(())
    }

    fn save(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let named = self
            .tokens
            .pop_front()
            .map(PathBuf::from)
            .or_else(|| self.save.clone());
        let Some(path) = named else {
            return self.refuse(out, "save: name a file, as in save game.txt");
        };
        if let Err(same) = distinct(
            self.output.as_deref(),
            &[Named::output("save", Some(&path))],
        ) {
            return self.refuse(out, &same.to_string());
        }
        match save(self.game.record(), &path) {
            Ok(()) => writeln!(out, "saved to {}", path.display()),
            Err(error) => self.refuse(out, &format!("save: {error}")),
        }
    }

    fn refuse(&mut self, out: &mut dyn Write, why: &str) -> io::Result<()> {
        self.refused += 1;
        out.flush()?;
        tell(format_args!("error: {why}"));
        Ok(())
    }

    /// What could be played instead, unless the reason of the refusal says it.
    fn remedy(&self, refused: &Refused) -> String {
        let Refused::Notation(error) = refused else {
            return String::new();
        };
        let says_it = matches!(
            error.reason,
            Reason::Illegal { .. }
                | Reason::CollapseMissing { .. }
                | Reason::CollapseImpossible { .. }
                | Reason::CollapseAmbiguous { .. }
        );
        let position = self.game.position();
        match position.phase() {
            Phase::Place if !says_it => format!("; quantum squares: {}", position.quantum()),
            Phase::Collapse if !says_it => {
                let texts: Vec<String> = self.collapses().map(|(text, _)| text).collect();
                format!("; legal: {}", texts.join(", "))
            }
            _ => String::new(),
        }
    }
}
