//! How messages change the state of the screen: keys, the mouse, time, and what the thinking threads found.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::engine::board::Square;
use crate::engine::position::Action;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as Point, Rect};

use super::game::Match;
use super::parts::{self, Parts};
use super::state::{App, Leave, Mode};
use super::table::{load, save};
use super::thinking::{Answer, Players};
use super::{help, words};

/// When computers play each other, the time from one decision to the next, so that people can follow.
const PACE: Duration = Duration::from_millis(600);

/// How long a computer's collapse is shown before its next move.
const COLLAPSE: Duration = Duration::from_secs(1);

/// What can happen to the screen.
pub enum Message {
    Key(KeyCode),
    /// The left button of the mouse was pressed.
    Click(Point),
    /// The mouse was moved.
    Hover(Point),
    /// The wheel was turned, down or up.
    Wheel(KeyCode),
    Answer(Answer),
    /// Time has gone on; the screen has this size.
    Tick(Duration, Rect),
    Interrupt,
}

impl App {
    pub fn update(&mut self, message: Message) {
        match message {
            Message::Key(code) => self.key(code),
            Message::Click(point) => self.click(point),
            Message::Hover(point) => {
                let square = self.square_at(point).filter(|_| self.choice.is_none());
                self.cursor = square.unwrap_or(self.cursor);
            }
            // It goes through collapses, the help and a review. It does not move the cursor.
            Message::Wheel(key) => {
                if self.choice.is_some() || !matches!(self.mode, Mode::Play | Mode::Load(_)) {
                    self.key(key);
                }
            }
            Message::Answer(answer) => self.learn(answer),
            Message::Tick(now, area) => (self.now, self.area) = (now, area),
            Message::Interrupt => self.leave = Some(Leave::Interrupted),
        }
    }

    /// Takes the answer to [`App::decision`] or [`App::question`].
    fn learn(&mut self, answer: Answer) {
        match answer {
            Answer::Advice(advice) => {
                self.advice = Some(*advice);
                self.judge();
            }
            Answer::Judged(judged) => {
                if self.unjudged == Some((judged.decision.position, judged.decision.action)) {
                    self.message = words::mistake_of(&judged).or(self.message.take());
                    self.unjudged = None;
                }
            }
            Answer::Review(judged) => {
                self.reviewed = Some((self.game.record().clone(), judged));
                self.go_to_first_mistake();
            }
            Answer::Decision(action) => {
                self.play(action);
                self.paused_until = self.now
                    + match action {
                        Action::Collapse(_) => COLLAPSE,
                        Action::Place(_) if self.game.is_watched() => PACE,
                        Action::Place(_) => Duration::ZERO,
                    };
            }
        }
    }

    fn key(&mut self, code: KeyCode) {
        if !parts::has_room(self, self.area) {
            // Nobody sees what other keys would do.
            return match code {
                KeyCode::Char('q' | 'Q') => self.leave = Some(Leave::Quit),
                KeyCode::Esc => {
                    self.leave_tutorial();
                    self.mode = Mode::Play;
                }
                _ => {}
            };
        }
        self.message = None;
        if self.is_paused() {
            // Whoever has seen the collapse may go on.
            self.paused_until = self.now;
            if matches!(code, KeyCode::Enter | KeyCode::Char(' ')) {
                return;
            }
        }
        // With caps lock on, keys do the same.
        let lower = match code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            code => code,
        };
        self.asks &= lower == KeyCode::Char('q');
        match &mut self.mode {
            Mode::Play => self.play_key(lower),
            &mut Mode::Help(first) => self.help_key(lower, first),
            &mut Mode::Review(at) => self.review_key(lower, at),
            Mode::Setup(setup) => match lower {
                KeyCode::Enter => self.begin(),
                KeyCode::Esc | KeyCode::Backspace => self.mode = Mode::Play,
                KeyCode::Char('t') => self.begin_tutorial(),
                KeyCode::Char('l') => self.ask_for_file(),
                KeyCode::Char('q') => self.quit(),
                code => setup.key(code),
            },
            // Names of files may have large letters.
            Mode::Load(_) => self.load_key(code),
        }
    }

    fn help_key(&mut self, code: KeyCode, first: u16) {
        self.mode = match code {
            KeyCode::Down | KeyCode::PageDown | KeyCode::Char(' ') => {
                Mode::Help(help::last_row(self, self.area).min(first + 1))
            }
            KeyCode::Up | KeyCode::PageUp => Mode::Help(first.saturating_sub(1)),
            _ => Mode::Play,
        };
    }

    fn load_key(&mut self, code: KeyCode) {
        let Mode::Load(name) = &mut self.mode else {
            return;
        };
        match code {
            KeyCode::Char(letter) => name.push(letter),
            KeyCode::Backspace => drop(name.pop()),
            KeyCode::Delete => name.clear(),
            KeyCode::Enter if !name.is_empty() => {
                let name = name.clone();
                self.load(&name);
            }
            KeyCode::Esc | KeyCode::Enter => self.mode = Mode::Play,
            _ => {}
        }
    }

    fn play_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right | KeyCode::Tab => self.step(1, 0),
            KeyCode::Up | KeyCode::BackTab => self.step(0, -1),
            KeyCode::Down => self.step(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.confirm(),
            KeyCode::Esc if self.tutorial.is_some() => self.leave_tutorial(),
            KeyCode::Backspace | KeyCode::Delete | KeyCode::Esc => self.back(),
            KeyCode::Char('0'..='9') => self.digit(code),
            KeyCode::Char('?') => self.mode = Mode::Help(0),
            KeyCode::Char('q') => self.quit(),
            KeyCode::Char(_) if self.tutorial.is_some() => self.remind(),
            KeyCode::Char('h') => {
                self.hints = !self.hints;
                self.message = (!self.hints).then(|| "no more hints".to_owned());
            }
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.save(),
            KeyCode::Char('l') => self.ask_for_file(),
            KeyCode::Char('n') => self.set_up(),
            KeyCode::Char('t') => self.begin_tutorial(),
            KeyCode::Char('v') => self.begin_review(),
            KeyCode::Char(letter) => {
                self.message = Some(format!("'{letter}' does nothing; ? shows the keys"));
            }
            _ => {}
        }
    }

    fn review_key(&mut self, code: KeyCode, at: usize) {
        self.seeks_mistake = false;
        let last = self.game.record().actions().len();
        self.mode = Mode::Review(match code {
            KeyCode::Left | KeyCode::Up => at.saturating_sub(1),
            KeyCode::Right | KeyCode::Down => last.min(at + 1),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Char(' ') => self.next_mistake(at).unwrap_or(at),
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('v') => {
                return self.mode = Mode::Play;
            }
            KeyCode::Char('q') => return self.leave = Some(Leave::Quit),
            KeyCode::Char(letter) => {
                return self.message = Some(format!(
                    "'{letter}' does nothing here; esc leaves the review"
                ));
            }
            _ => at,
        });
    }

    /// The square at a point of the screen.
    fn square_at(&self, point: Point) -> Option<Square> {
        let parts = Parts::of(self, self.area)?;
        let index = parts
            .squares
            .iter()
            .position(|square| parts::inside(*square).contains(point))?;
        Square::new(index)
    }

    fn click(&mut self, point: Point) {
        let Some(parts) = Parts::of(self, self.area) else {
            return;
        };
        if let Mode::Setup(setup) = &mut self.mode {
            return setup.click(
                usize::from(point.y)
                    .wrapping_sub(parts.board.y.into())
                    .wrapping_sub(2),
            );
        }
        let entry = parts::entry_at(self, &parts, point);
        match (&self.mode, entry) {
            (Mode::Review(_), Some(entry)) => self.mode = Mode::Review(entry + 1),
            (Mode::Play, Some(_)) => match &mut self.choice {
                Some(choice) if choice.at != entry => choice.at = entry,
                _ => self.confirm(),
            },
            (Mode::Play, None) => {
                if let Some(square) = self.square_at(point) {
                    self.message = None;
                    self.pick(square);
                }
            }
            _ => self.mode = Mode::Play,
        }
    }

    /// Leaves, but asks first if a game of a human is not over.
    fn quit(&mut self) {
        let game = self
            .tutorial
            .as_ref()
            .map_or(&self.game, |tutorial| &tutorial.later);
        let is_open = game.position().turns() > 0 && !game.is_over() && !game.is_watched();
        if is_open && !self.asks {
            self.asks = true;
            self.message = Some("this game is not over; q again leaves it".to_owned());
        } else {
            self.leave = Some(Leave::Quit);
        }
    }

    /// Begins the game that was set up.
    fn begin(&mut self) {
        let Mode::Setup(setup) = &self.mode else {
            return;
        };
        match setup.game(&self.seats) {
            Ok((game, players)) => {
                self.seats.take(game.kinds(), game.position().game());
                self.sit_down(game, players);
            }
            Err(error) => self.message = Some(error),
        }
    }

    /// Turns to a game with its players.
    fn sit_down(&mut self, game: Match, players: Players) {
        self.mode = Mode::Play;
        self.players = Some(players);
        self.saved = None;
        self.unjudged = None;
        self.turn_to(game);
    }

    /// Begins a review at the first mistake, or as long as none is known at the end of the game.
    fn begin_review(&mut self) {
        if self.game.is_over() {
            self.mode = Mode::Review(self.game.record().actions().len());
            self.seeks_mistake = true;
            self.go_to_first_mistake();
        } else {
            self.message = Some("the review comes when the game is over; h gives hints".to_owned());
        }
    }

    fn go_to_first_mistake(&mut self) {
        let seeks = self.seeks_mistake && matches!(self.mode, Mode::Review(_));
        if let (true, Some(at)) = (seeks, self.next_mistake(0)) {
            self.mode = Mode::Review(at);
            self.seeks_mistake = false;
        }
    }

    /// In a review, how many decisions have been taken right after the next mistake. After the last mistake comes
    /// the first again.
    fn next_mistake(&self, at: usize) -> Option<usize> {
        let judged = self.review()?;
        let mut after = (at..judged.len()).chain(0..at);
        after
            .find(|&index| judged[index].is_mistake())
            .map(|index| index + 1)
    }

    fn save(&mut self) {
        let path = self
            .saved
            .as_ref()
            .or(self.save_to.as_ref())
            .cloned()
            .unwrap_or_else(free_name);
        self.message = Some(match save(self.game.record(), &path) {
            Err(error) => error,
            Ok(()) => {
                let message = format!("saved to {}", path.display());
                // Once written, the file is this game's, and may be written again.
                self.saved = Some(path);
                message
            }
        });
    }

    fn ask_for_file(&mut self) {
        let file = self.saved.as_ref().or(self.save_to.as_ref());
        self.mode = Mode::Load(file.map_or_else(String::new, |path| path.display().to_string()));
    }

    /// Goes on with the game in a file, if it can be read; otherwise asks again.
    fn load(&mut self, name: &str) {
        match load(Path::new(name), self.position().game(), &self.seats) {
            Ok((game, players)) => {
                self.sit_down(game, players);
                self.message = Some(format!("loaded {name}"));
            }
            Err(error) => self.message = Some(error),
        }
    }
}

/// A name that no file has yet.
fn free_name() -> PathBuf {
    let mut names = (1..).map(|number| PathBuf::from(format!("gqt3-game-{number}.txt")));
    names.find(|path| !path.exists()).unwrap_or_default()
}
