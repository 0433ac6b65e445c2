//! What a human does on the board: chooses squares and collapses, plays, takes back, and follows the tutorial.

use crate::engine::board::{Square, SquareSet};
use crate::engine::position::{Action, piece};
use ratatui::crossterm::event::KeyCode;

use super::collapse::Choice;
use super::game::Match;
use super::setup::Setup;
use super::state::{App, Mode};
use super::thinking::is_large;
use super::tutorial::{Tutorial, Wanted};
use super::words;

/// What is told to somebody who comes from the tutorial and has no game.
const OWN_GAME: &str = "Now a game of your own; left chooses an easier opponent";

impl App {
    /// Moves the cursor, or looks at another collapse.
    pub fn step(&mut self, columns: isize, rows: isize) {
        self.typed = None;
        if let Some(choice) = &mut self.choice {
            return choice.step(columns + rows > 0);
        }
        let side = self.side_length() as isize;
        let (row, column) = (
            self.cursor.index() as isize / side,
            self.cursor.index() as isize % side,
        );
        let (row, column) = (
            (row + rows).rem_euclid(side),
            (column + columns).rem_euclid(side),
        );
        self.cursor = Square::new((row * side + column) as usize).unwrap_or(self.cursor);
    }

    /// Plays the collapse that is looked at, or chooses the square under the cursor.
    pub fn confirm(&mut self) {
        if let Some(number) = self.typed.take() {
            return self.pick_number(number);
        }
        if self
            .tutorial
            .as_ref()
            .is_some_and(|tutorial| tutorial.step().wanted == Wanted::Enter)
        {
            return self.next_step();
        }
        match self.choice.as_ref().map(Choice::current) {
            Some(Some(&collapse)) => self.play(Action::Collapse(collapse)),
            Some(None) => self.step(1, 0),
            None => self.pick(self.cursor),
        }
    }

    /// A digit of a square's number. If a second digit may follow, the first waits for that or for enter.
    pub fn digit(&mut self, code: KeyCode) {
        let KeyCode::Char(letter) = code else { return };
        let digit = letter as usize - '0' as usize;
        let squares = self.position().board().squares();
        match self.typed.take() {
            Some(first) => self.pick_number(first * 10 + digit),
            None if squares > 9 && digit * 10 <= squares => self.typed = Some(digit),
            None => self.pick_number(digit),
        }
    }

    fn pick_number(&mut self, number: usize) {
        let board = self.position().board();
        match number
            .checked_sub(1)
            .and_then(Square::new)
            .filter(|&square| board.all().contains(square))
        {
            Some(square) => self.pick(square),
            None => {
                let squares = board.squares();
                self.message = Some(format!(
                    "there is no square {number}; squares are numbered 1 to {squares}"
                ));
            }
        }
    }

    /// Chooses a square, or lets it go if it was chosen. The last square that a placement needs makes the move.
    pub fn pick(&mut self, square: Square) {
        self.typed = None;
        self.cursor = square;
        if self
            .tutorial
            .as_ref()
            .is_some_and(|tutorial| !tutorial.step().wants(square))
        {
            return self.remind();
        }
        if self.game.human().is_none() {
            let why = if self.game.is_over() {
                "the game is over"
            } else {
                "the computer is to decide"
            };
            return self.message = Some(why.to_owned());
        }
        if let Some(choice) = &mut self.choice {
            if !choice.narrow(square) {
                let piece = choice.next_series().map_or_else(String::new, piece);
                self.message = Some(format!("no collapse left puts {piece} on {square}"));
            }
            return;
        }
        let quantum = self.position().quantum();
        if !quantum.contains(square) {
            self.message = Some(format!(
                "square {square} is classical; quantum squares: {quantum}"
            ));
        } else if self.chosen.contains(square) {
            self.chosen.remove(square);
        } else {
            self.chosen.insert(square);
            if self.chosen.len() == self.position().pieces_to_place() {
                self.play(Action::Place(self.chosen));
            }
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

    pub fn play(&mut self, action: Action) {
        if self
            .tutorial
            .as_ref()
            .is_some_and(|tutorial| !tutorial.allows(self.position(), &action))
        {
            self.chosen = SquareSet::EMPTY;
            return self.remind();
        }
        let (before, is_own) = (*self.position(), self.game.human().is_some());
        if let Err(error) = self.game.play(action) {
            return self.message = Some(error.to_string());
        }
        if is_own && self.hints && self.tutorial.is_none() {
            self.unjudged = Some((before, action));
            self.judge();
        }
        match self.tutorial {
            Some(_) => self.next_step(),
            None => self.moved_on(),
        }
    }

    /// Names a mistake, once advice on the position says that it is one. On a large board it does not, and is not asked.
    pub fn judge(&mut self) {
        let (Some((position, action)), Some(advice)) = (&self.unjudged, &self.advice) else {
            return;
        };
        if advice.position == *position && advice.is_final && !is_large(position) {
            self.message = words::mistake(advice, action).or(self.message.take());
            self.unjudged = None;
        }
    }

    pub fn undo(&mut self) {
        self.unjudged = None;
        let undone = self.game.undo();
        self.moved_on();
        let text = if undone {
            "taken back"
        } else {
            "there is no move of yours to take back"
        };
        self.message = Some(text.to_owned());
    }

    /// Opens the page that sets up a new game.
    pub fn set_up(&mut self) {
        self.mode = Mode::Setup(Setup::over(&self.game, self.seats.nobody_is_named()));
    }

    pub fn begin_tutorial(&mut self) {
        self.mode = Mode::Play;
        self.tutorial = Some(Tutorial::new(self.game.clone()));
        self.turn_to(Match::default());
    }

    /// Goes back to the game before the tutorial. If nothing was played in it, another one can be chosen.
    pub fn leave_tutorial(&mut self) {
        if let Some(tutorial) = self.tutorial.take() {
            self.turn_to(tutorial.later);
            if self.position().turns() == 0 {
                self.set_up();
                self.message = Some(OWN_GAME.to_owned());
            }
        }
    }

    fn next_step(&mut self) {
        if let Some(tutorial) = &mut self.tutorial {
            if tutorial.go_on(&mut self.game) {
                self.moved_on();
            } else {
                self.leave_tutorial();
            }
        }
    }

    /// Reminds of what the tutorial wants, after something else was tried.
    pub fn remind(&mut self) {
        self.message = self
            .tutorial
            .as_ref()
            .map(|tutorial| format!("Not yet. {}", tutorial.step().todo));
    }
}
