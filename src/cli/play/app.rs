//! The state of the screen: the game, what is chosen and shown, and how that changes. Nothing is drawn here.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::board::{Square, SquareSet};
use crate::notation::Record;
use crate::position::{Action, Phase, Position, piece};
use crate::search::{Interval, Review};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use super::collapse::Choice;
use super::game::Match;
use super::seats::Seats;
use super::thinking::{Advice, Answer, Players, Task};
use super::tutorial::{Tutorial, Wanted};

/// When computers play each other, the time from one decision to the next, so that people can follow.
const PACE: Duration = Duration::from_millis(600);

/// How a game is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    Quit,
    Interrupted,
}

/// What the keys act on.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    #[default]
    Play,
    /// The help, shown from this row on.
    Help(usize),
    /// The name of the file to load, as far as it is typed.
    Load(String),
    /// A game that is over, shown after so many of its decisions.
    Review(usize),
}

/// What a click acts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Square(Square),
    /// An entry of the list of collapses or of decisions.
    Entry(usize),
    Key(KeyCode),
}

/// The state of the screen.
#[derive(Default)]
pub struct App {
    pub game: Match,
    /// What the flags say of players, for a game that is loaded.
    pub seats: Seats,
    /// The computer players of a game that was loaded, until they take their seats.
    pub players: Option<Players>,
    pub cursor: Square,
    /// The squares chosen so far for a placement.
    pub chosen: SquareSet,
    /// The first digit of a square's number, if a second one may follow.
    pub typed: Option<usize>,
    /// The collapses to choose from, while a human does so.
    pub choice: Option<Choice>,
    pub hints: bool,
    /// The last advice, and the position that it is for.
    advice: Option<(Position, Advice)>,
    /// The last review, and the game that it is of.
    review: Option<(Record, Review)>,
    pub message: Option<String>,
    pub mode: Mode,
    pub tutorial: Option<Tutorial>,
    pub colour: bool,
    /// When the computer player that is to decide began to think.
    pub thinking: Option<Instant>,
    pub leave: Option<Leave>,
    /// Where on the screen a click acts on what.
    pub targets: Vec<(Rect, Target)>,
    /// The file of `--save`.
    pub save_to: Option<PathBuf>,
    /// The file that this game was saved to.
    pub saved: Option<PathBuf>,
    /// Whether the screen is too small for the board or the tutorial, so that nobody sees what keys do.
    pub too_small: bool,
    /// Whether the next `n` gives up a game that is not over.
    pub asks_for_new: bool,
    /// When the next decision of a computer player may come.
    paused_until: Option<Instant>,
}

impl App {
    pub fn new(game: Match, save: Option<PathBuf>, colour: bool) -> App {
        let mut app = App { save_to: save, colour, ..App::default() };
        app.turn_to(game);
        app
    }

    /// Shows another game.
    pub fn turn_to(&mut self, game: Match) {
        self.game = game;
        let squares = self.position().board().squares();
        self.cursor = Square::new((squares - 1) / 2).unwrap_or_default();
        self.moved_on();
    }

    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn side_length(&self) -> usize {
        self.position().board().side().unwrap_or(1)
    }

    /// What was played up to the position on the screen, each action with the position before it.
    pub fn past(&self) -> Vec<(Position, Action)> {
        let shown = if let Mode::Review(at) = self.mode { at } else { usize::MAX };
        self.game.record().steps().take(shown).collect()
    }

    /// The position on the screen.
    pub fn here(&self) -> Position {
        let last = self.past().pop();
        last.map_or(*self.game.record().start(), |(before, action)| before.after_unchecked(&action))
    }

    /// The position on the screen after the collapse that is looked at, if there is one.
    pub fn shown(&self) -> Position {
        let preview = self.choice.as_ref().and_then(Choice::current);
        preview.map_or(self.here(), |collapse| self.here().after_unchecked(&Action::Collapse(*collapse)))
    }

    /// The squares of the last collapse, if at most one placement came after it.
    pub fn last_collapse(&self) -> SquareSet {
        // While the next collapse is awaited, its squares have the same mark.
        let latest = if self.here().phase() == Phase::Collapse { 0 } else { 2 };
        let collapsed = self.past().iter().rev().take(latest).find_map(|(_, action)| match action {
            Action::Collapse(collapse) => Some(collapse.squares()),
            Action::Place(_) => None,
        });
        collapsed.unwrap_or_default()
    }

    /// Whether the value of the position is shown: in a review, with hints, and when computers play each other.
    pub fn shows_value(&self) -> bool {
        matches!(self.mode, Mode::Review(_))
            || (self.hints || self.game.is_watched()) && self.tutorial.is_none()
    }

    /// What is known of the value of the position on the screen.
    pub fn value(&self) -> Option<Interval> {
        if let Mode::Review(at) = self.mode {
            let decisions = &self.review()?.decisions;
            return match decisions.get(at) {
                Some(next) => Some(next.before),
                None => decisions.last().map(|last| last.after),
            };
        }
        if self.game.is_over() {
            let margin = self.position().margin();
            return Some(Interval { lower: margin, upper: margin });
        }
        self.advice().map(|advice| advice.value)
    }

    /// The advice on the position, once there is any.
    pub fn advice(&self) -> Option<&Advice> {
        self.advice.as_ref().filter(|(position, _)| position == self.position()).map(|(_, advice)| advice)
    }

    /// The advice, if a human is to decide and wants hints.
    pub fn hint(&self) -> Option<&Advice> {
        self.advice().filter(|_| self.hints && self.tutorial.is_none() && self.game.human().is_some())
    }

    /// The task for the computer players, if one of them is to decide now.
    pub fn decision(&self) -> Option<Task> {
        let paused = self.paused_until.is_some_and(|until| Instant::now() < until);
        self.game.computer().filter(|_| !paused).map(|_| Task::Decide(*self.position()))
    }

    /// The task for the adviser, if a value or a review is shown.
    pub fn question(&self) -> Option<Task> {
        match self.mode {
            Mode::Review(_) => Some(Task::Review(Box::new(self.game.record().clone()))),
            _ if self.shows_value() && !self.game.is_over() => Some(Task::Advise(*self.position())),
            _ => None,
        }
    }

    /// The review of the game, once there is one.
    pub fn review(&self) -> Option<&Review> {
        self.review.as_ref().filter(|(record, _)| record == self.game.record()).map(|(_, review)| review)
    }

    /// Takes the answer to [`App::decision`] or [`App::question`].
    pub fn learn(&mut self, answer: Answer) {
        match answer {
            Answer::Advice(advice) => self.advice = Some((*self.position(), advice)),
            Answer::Review(review) => self.review = Some((self.game.record().clone(), review)),
            Answer::Decision(action) => {
                self.play(action);
                if self.game.is_watched() {
                    self.paused_until = Some(Instant::now() + PACE);
                }
            }
        }
    }

    fn play(&mut self, action: Action) {
        let allowed = self.tutorial.as_ref().is_none_or(|tutorial| tutorial.allows(self.position(), &action));
        if !allowed {
            self.chosen = SquareSet::EMPTY;
            return self.remind();
        }
        if let Err(error) = self.game.play(action) {
            self.message = Some(error.to_string());
        }
        match self.tutorial {
            Some(_) => self.next_step(),
            None => self.moved_on(),
        }
    }

    /// To be called after every change of the position: forgets what was chosen for the one before.
    pub fn moved_on(&mut self) {
        self.chosen = SquareSet::EMPTY;
        self.typed = None;
        self.asks_for_new = false;
        self.paused_until = None;
        let collapses = self.game.human().is_some() && self.position().phase() == Phase::Collapse;
        self.choice = collapses.then(|| Choice::new(*self.game.position(), Vec::new()));
        self.thinking = self.game.computer().map(|_| Instant::now());
    }

    /// Moves the cursor, or looks at another collapse.
    pub fn step(&mut self, columns: isize, rows: isize) {
        self.typed = None;
        if let Some(choice) = &mut self.choice {
            return choice.step(columns + rows > 0);
        }
        let side = self.side_length() as isize;
        let (row, column) = (self.cursor.index() as isize / side, self.cursor.index() as isize % side);
        let (row, column) = ((row + rows).rem_euclid(side), (column + columns).rem_euclid(side));
        self.cursor = Square::new((row * side + column) as usize).unwrap_or(self.cursor);
    }

    /// Plays the collapse that is looked at, or chooses the square under the cursor.
    pub fn confirm(&mut self) {
        if let Some(square) = self.typed.take() {
            return self.pick_number(square);
        }
        if self.tutorial.as_ref().is_some_and(|tutorial| tutorial.step().wanted == Wanted::Enter) {
            return self.next_step();
        }
        match self.choice.as_ref().map(Choice::current) {
            Some(Some(&collapse)) => self.play(Action::Collapse(collapse)),
            Some(None) => self.step(1, 0),
            None => self.pick(self.cursor),
        }
    }

    fn pick_number(&mut self, number: usize) {
        let board = self.position().board();
        match number.checked_sub(1).and_then(Square::new).filter(|&square| board.all().contains(square)) {
            Some(square) => self.pick(square),
            None => {
                let squares = board.squares();
                self.message =
                    Some(format!("there is no square {number}; squares are numbered 1 to {squares}"));
            }
        }
    }

    /// Chooses a square, or lets it go if it was chosen. The last square that a placement needs makes the move.
    pub fn pick(&mut self, square: Square) {
        self.message = None;
        self.typed = None;
        self.cursor = square;
        if self.tutorial.as_ref().is_some_and(|tutorial| !tutorial.step().wants(square)) {
            return self.remind();
        }
        if self.game.human().is_none() {
            let over = self.game.is_over();
            self.message =
                Some(if over { "the game is over" } else { "the computer is to decide" }.to_owned());
            return;
        }
        if let Some(choice) = &mut self.choice {
            if !choice.narrow(square) {
                let piece = choice.next_series().map_or_else(String::new, piece);
                self.message = Some(format!("no collapse left puts {piece} on {square}"));
            }
            return;
        }
        if !self.position().quantum().contains(square) {
            self.message =
                Some(format!("square {square} is classical; quantum squares: {}", self.position().quantum()));
        } else if self.chosen.contains(square) {
            self.chosen.remove(square);
        } else {
            self.chosen.insert(square);
            if self.chosen.len() == self.position().pieces_to_place() {
                self.play(Action::Place(self.chosen));
            }
        }
    }

    /// A digit of a square's number. If a second digit may follow, the first waits for that or for enter.
    pub fn digit(&mut self, digit: usize) {
        let squares = self.position().board().squares();
        match self.typed.take() {
            Some(first) => self.pick_number(first * 10 + digit),
            None if squares > 9 && digit * 10 <= squares => self.typed = Some(digit),
            None => self.pick_number(digit),
        }
    }

    /// Lets go what was typed or chosen last.
    pub fn back(&mut self) {
        if self.typed.take().is_some() {
            return;
        }
        match &mut self.choice {
            Some(choice) => choice.widen(),
            None => self.chosen = SquareSet::EMPTY,
        }
    }

    pub fn undo(&mut self) {
        let undone = self.game.undo();
        self.moved_on();
        let text =
            if undone { "taken back; r plays it again" } else { "there is no move of yours to take back" };
        self.message = Some(text.to_owned());
    }

    pub fn redo(&mut self) {
        if self.game.redo() {
            self.moved_on();
            self.message = None;
        } else {
            self.message = Some("nothing was taken back".to_owned());
        }
    }

    /// Begins a new game. A game that is not over is given up only when asked twice.
    pub fn new_game(&mut self) {
        if !self.game.is_over() && self.position().turns() > 0 && !self.asks_for_new {
            self.asks_for_new = true;
            self.message = Some("this game is not over; n again gives it up".to_owned());
            return;
        }
        self.game.restart();
        self.saved = None;
        self.message = None;
        self.moved_on();
    }
}
