//! The state of the screen: the game, what is chosen and shown, and what the keys do to it. Draws nothing.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use gqt3::board::{Square, SquareSet};
use gqt3::position::{Action, Phase, Position};
use ratatui::layout::Rect;

use super::collapse::Choice;
use super::game::Match;
use super::layout::Layout;
use super::table::save;
use super::thinking::{Advice, Answer, Task};

/// How long a move of one computer player against another stays before the next one comes.
const PACE: Duration = Duration::from_millis(600);

/// How a game is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    Quit,
    Interrupted,
}

/// The screen.
#[derive(Debug)]
pub struct App {
    pub game: Match,
    pub cursor: Square,
    /// The squares chosen so far for a placement.
    pub chosen: SquareSet,
    /// A digit that more may follow.
    pub typed: Option<usize>,
    /// While a human chooses a collapse.
    pub choice: Option<Choice>,
    pub hints: bool,
    pub advice: Option<Advice>,
    pub message: Option<String>,
    pub help: bool,
    pub colour: bool,
    /// Since when a computer player thinks.
    pub thinking: Option<Instant>,
    pub leave: Option<Leave>,
    pub area: Rect,
    save: Option<PathBuf>,
    /// Another `n` begins a new game.
    pub asks_for_new: bool,
    paused_until: Option<Instant>,
}

impl App {
    pub fn new(game: Match, save: Option<PathBuf>, colour: bool) -> App {
        let squares = game.position().board().squares();
        let mut app = App {
            game,
            cursor: Square::new((squares - 1) / 2).unwrap_or_default(),
            chosen: SquareSet::EMPTY,
            typed: None,
            choice: None,
            hints: false,
            advice: None,
            message: None,
            help: false,
            colour,
            thinking: None,
            leave: None,
            area: Rect::default(),
            save,
            asks_for_new: false,
            paused_until: None,
        };
        app.moved_on();
        app
    }

    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    pub fn side_length(&self) -> usize {
        self.position().board().side().unwrap_or(1)
    }

    /// Where everything is; `None` if the screen is too small.
    pub fn layout(&self) -> Option<Layout> {
        Layout::of(self.area, self.side_length(), self.choice.is_some())
    }

    /// The position to show: after the collapse that is looked at, if there is one.
    pub fn shown(&self) -> Position {
        let preview = self.choice.as_ref().and_then(Choice::current);
        let after = preview.and_then(|collapse| self.position().play(Action::Collapse(*collapse)).ok());
        after.unwrap_or(*self.position())
    }

    /// What is to be thought about now.
    pub fn wanted(&self) -> Option<Task> {
        if let Some(side) = self.game.computer() {
            let paused = self.paused_until.is_some_and(|until| Instant::now() < until);
            return (!paused).then_some(Task::Decide(side));
        }
        (self.hints && self.advice.is_none() && !self.game.is_over()).then_some(Task::Advise)
    }

    /// What was thought out.
    pub fn learn(&mut self, answer: Answer) {
        match answer {
            Answer::Advice(advice) => self.advice = Some(advice),
            Answer::Decision(action) => {
                self.play(action);
                if self.game.human().is_none() {
                    self.paused_until = Some(Instant::now() + PACE);
                }
            }
        }
    }

    fn play(&mut self, action: Action) {
        self.message = self.game.play(action).err().map(|error| error.to_string());
        self.moved_on();
    }

    /// After every change of the position.
    fn moved_on(&mut self) {
        self.chosen = SquareSet::EMPTY;
        self.typed = None;
        self.advice = None;
        self.asks_for_new = false;
        self.paused_until = None;
        let collapses = self.game.human().is_some() && self.position().phase() == Phase::Collapse;
        self.choice = collapses.then(|| Choice::new(self.game.position()));
        self.thinking = self.game.computer().map(|_| Instant::now());
    }

    /// Moves the cursor, or looks at another collapse.
    pub fn step(&mut self, columns: isize, rows: isize) {
        if let Some(choice) = &mut self.choice {
            return choice.step(self.game.position(), columns + rows > 0);
        }
        let side = self.side_length() as isize;
        let (row, column) = (self.cursor.index() as isize / side, self.cursor.index() as isize % side);
        let (row, column) = ((row + rows).rem_euclid(side), (column + columns).rem_euclid(side));
        self.cursor = Square::new((row * side + column) as usize).unwrap_or(self.cursor);
    }

    /// The collapse that is looked at is played, or the square under the cursor chosen.
    pub fn confirm(&mut self) {
        if let Some(square) = self.typed.take() {
            return self.pick_number(square);
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

    /// Chooses a square, or lets it go; the last one that is missing makes the move.
    pub fn pick(&mut self, square: Square) {
        self.message = None;
        self.typed = None;
        self.cursor = square;
        if self.game.human().is_none() {
            let over = self.game.is_over();
            self.message =
                Some(if over { "the game is over" } else { "the computer is to decide" }.to_owned());
            return;
        }
        if let Some(choice) = &mut self.choice {
            if !choice.narrow(self.game.position(), square) {
                self.message = Some(format!("no collapse left puts the next piece on {square}"));
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

    /// A digit of a square's number. Where another one may follow, it waits for it, or for enter.
    pub fn digit(&mut self, digit: usize) {
        let squares = self.position().board().squares();
        match self.typed.take() {
            Some(first) => self.pick_number(first * 10 + digit),
            None if squares > 9 && digit * 10 <= squares => self.typed = Some(digit),
            None => self.pick_number(digit),
        }
    }

    /// Takes back the last choice of a square.
    pub fn back(&mut self) {
        if self.typed.take().is_some() {
            return;
        }
        match &mut self.choice {
            Some(choice) => choice.widen(self.game.position()),
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

    /// A new game; one that is not over is given up only when asked twice.
    pub fn new_game(&mut self) {
        if !self.game.is_over() && self.position().turns() > 0 && !self.asks_for_new {
            self.asks_for_new = true;
            self.message = Some("this game is not over; n again gives it up".to_owned());
            return;
        }
        self.game.restart();
        self.message = None;
        self.moved_on();
    }

    pub fn save(&mut self) {
        let path = self.save.clone().unwrap_or_else(free_name);
        self.message = Some(match save(self.game.record(), &path) {
            Ok(()) => format!("saved to {}", path.display()),
            Err(error) => error,
        });
    }
}

/// A name that no file has yet.
fn free_name() -> PathBuf {
    let names = (1..).map(|number| PathBuf::from(format!("gqt3-game-{number}.txt")));
    names.into_iter().find(|path| !Path::exists(path)).unwrap_or_default()
}
