use std::path::PathBuf;
use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as Point, Rect};

use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, piece};
use gqt3::support::progress::Silent;

use super::files::save;
use super::game::{Seat, SeatedGame};
use super::layout::{Parts, has_room};
use super::lesson::{self, Step, Wanted};
use super::setup::{ROWS, SetUp};
use super::state::{App, Leave, State};
use super::thinking::Reply;
use super::words;
use super::{help, panes};

/// How long a computer's collapse is shown before a computer goes on.
const COLLAPSE: Duration = Duration::from_millis(1500);

const PAUSE: Duration = Duration::from_secs(1);

pub enum Message {
    Key(KeyCode),
    Click(Point),
    Wheel(KeyCode),
    Reply(Reply),
    Tick(Duration, Rect),
    Interrupt,
    /// Ctrl-Z, which `screen` handles in its loop.
    Suspend,
}

impl App {
    pub fn update(&mut self, message: Message) {
        match message {
            Message::Key(code) => self.key(code),
            Message::Click(point) => self.click(point),
            // The wheel goes through collapses, the help and a review, but does not move the
            // cursor.
            Message::Wheel(key) => {
                let is_list = matches!(self.turn(), State::Collapse(_) | State::Review { .. });
                if is_list || self.help.is_some() {
                    self.key(key);
                }
            }
            Message::Reply(answer) => self.learn(answer),
            Message::Tick(now, area) => {
                (self.now, self.area) = (now, area);
                if now >= self.typed_at + PAUSE {
                    self.end_number();
                }
            }
            Message::Interrupt => self.leave = Some(Leave::Interrupted),
            Message::Suspend => {}
        }
    }

    fn learn(&mut self, answer: Reply) {
        match (answer, &mut self.state) {
            (Reply::Decision(action), State::Watching { .. }) => self.play(action),
            (Reply::Advice(advice), _) => self.advice = Some(*advice),
            (Reply::Review(result), State::Review { decisions, .. }) => {
                *decisions = Some(result);
                self.next_mistake(0);
            }
            (Reply::Review(mut result), _) => {
                let record = self.unjudged.take();
                let judged = result.pop().filter(|judged| {
                    let steps = record.as_ref().map(|record| record.steps().next());
                    steps == Some(Some((judged.position, judged.action)))
                });
                self.mistake = judged.filter(|judged| judged.is_mistake());
            }
            (Reply::Decision(_), _) => {}
        }
    }

    fn key(&mut self, code: KeyCode) {
        // With caps lock on, keys do the same.
        let code = match code {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            code => code,
        };
        if !has_room(self.area, self.least()) {
            // Nobody sees what other keys would do.
            return match code {
                KeyCode::Char('q') => self.leave = Some(Leave::Quit),
                KeyCode::Esc => self.escape(),
                _ => {}
            };
        }
        self.message = None;
        self.asks = self.asks.filter(|&key| key == code);
        match (self.help, code) {
            (Some(row), _) => return self.help_key(row, code),
            (_, KeyCode::Char('?')) => return self.help = Some(0),
            (_, KeyCode::Char('q')) => return self.quit(),
            (_, KeyCode::Esc | KeyCode::Backspace | KeyCode::Delete) if self.typed > 0 => {
                return self.typed = 0;
            }
            (_, KeyCode::Esc) => return self.escape(),
            (_, KeyCode::Enter | KeyCode::Char(' ')) if self.typed > 0 => {
                return self.end_number();
            }
            (_, KeyCode::Char('0'..='9')) => {}
            _ => self.end_number(),
        }
        match &self.state {
            State::SetUp { .. } => self.setup_key(code),
            State::Lesson { .. } => self.lesson_key(code),
            State::Review { .. } => self.review_key(code),
            State::Watching { since, .. }
                if code == KeyCode::Enter || code == KeyCode::Char(' ') =>
            {
                // Whoever has seen the collapse may go on.
                self.state = State::Watching {
                    since: *since,
                    from: self.now,
                };
            }
            State::Over if code == KeyCode::Char('r') => self.rematch(code, self.game.seats()),
            State::Over if code == KeyCode::Char('x') => {
                let [one, two] = self.game.seats();
                self.rematch(code, [two, one]);
            }
            State::Over if code == KeyCode::Char('v') => {
                let at = self.game.record().actions().len();
                self.state = State::Review {
                    at,
                    decisions: None,
                };
            }
            _ => self.play_key(code),
        }
    }

    fn help_key(&mut self, row: u16, code: KeyCode) {
        self.help = match code {
            KeyCode::Down | KeyCode::PageDown | KeyCode::Char(' ') => {
                Some(help::last_row(self, self.area).min(row + 1))
            }
            KeyCode::Up | KeyCode::PageUp => Some(row.saturating_sub(1)),
            _ => None,
        };
    }

    fn escape(&mut self) {
        match &mut self.state {
            State::SetUp { back, .. } => match back.take() {
                Some(back) => self.state = *back,
                None => self.leave = Some(Leave::Quit),
            },
            State::Lesson { .. } => self.leave_lesson(),
            State::Review { .. } => self.state = State::Over,
            _ => self.back(),
        }
    }

    fn setup_key(&mut self, code: KeyCode) {
        let most = self.most_side();
        let State::SetUp { page, .. } = &mut self.state else {
            return;
        };
        match code {
            KeyCode::Up | KeyCode::BackTab => page.step(false),
            KeyCode::Down | KeyCode::Tab => page.step(true),
            KeyCode::Left => page.change(false, most),
            KeyCode::Right | KeyCode::Char(' ') => page.change(true, most),
            KeyCode::Char('t') => self.begin_lesson(),
            KeyCode::Enter => match page.game() {
                Ok(game) => self.begin(code, game),
                Err(error) => self.message = Some(error.to_string()),
            },
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
            KeyCode::Backspace | KeyCode::Delete => self.back(),
            KeyCode::Char(digit @ '0'..='9') => self.type_digit(digit as usize - '0' as usize),
            KeyCode::Char('h') => self.hints = !self.hints,
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('s') => self.save(),
            KeyCode::Char('n') => {
                let game = Some(Box::new(std::mem::replace(&mut self.state, State::Over)));
                self.set_up();
                if let State::SetUp { back, .. } = &mut self.state {
                    *back = game;
                }
            }
            KeyCode::Char('t') => self.begin_lesson(),
            KeyCode::Char(letter) => {
                self.message = Some(format!("'{letter}' does nothing; ? shows the keys"));
            }
            _ => {}
        }
    }

    fn review_key(&mut self, code: KeyCode) {
        let last = self.game.record().actions().len();
        let State::Review { at, .. } = &mut self.state else {
            return;
        };
        *at = match code {
            KeyCode::Left | KeyCode::Up => at.saturating_sub(1),
            KeyCode::Right | KeyCode::Down => last.min(*at + 1),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Char(' ') => {
                let at = *at;
                return self.next_mistake(at);
            }
            KeyCode::Backspace | KeyCode::Char('v') => return self.state = State::Over,
            _ => *at,
        };
    }

    fn next_mistake(&mut self, from: usize) {
        let State::Review {
            at,
            decisions: Some(decisions),
        } = &mut self.state
        else {
            return;
        };
        let mut after = (from..decisions.len()).chain(0..from);
        if let Some(mistake) = after.find(|&index| decisions[index].is_mistake()) {
            *at = mistake + 1;
        }
    }

    fn click(&mut self, point: Point) {
        if self.help.take().is_some() || !has_room(self.area, self.least()) {
            return;
        }
        self.message = None;
        self.asks = None;
        let most = self.most_side();
        if let State::SetUp { page, .. } = &mut self.state {
            let row = usize::from(point.y).wrapping_sub(panes::SETUP_ROW.into());
            if row < ROWS {
                page.row = row;
                page.change(true, most);
            }
            return;
        }
        let parts = Parts::new(self.area, self.side_length());
        let entry = panes::entry_at(self, &parts, point);
        let square = parts.square_at(point).and_then(Square::new);
        match (self.turn_mut(), entry, square) {
            (State::Review { at, .. }, Some(entry), _) => *at = entry + 1,
            (State::Collapse(choice), Some(entry), _) if choice.at != Some(entry) => {
                choice.at = Some(entry);
            }
            (State::Collapse(_), Some(_), _) => self.confirm(),
            (State::Squares { .. } | State::Collapse(_), _, Some(square)) => self.pick(square),
            _ => {}
        }
    }

    fn step(&mut self, columns: isize, rows: isize) {
        if let State::Collapse(choice) = self.turn_mut() {
            return choice.step(columns + rows > 0);
        }
        let side = self.side_length() as isize;
        let at = self.cursor.index() as isize;
        let row = (at / side + rows).rem_euclid(side);
        let column = (at % side + columns).rem_euclid(side);
        self.cursor = Square::new((row * side + column) as usize).unwrap_or(self.cursor);
    }

    fn confirm(&mut self) {
        match self.turn_mut() {
            State::Collapse(choice) => match choice.current().copied() {
                Some(collapse) => self.play(Action::Collapse(collapse)),
                None => choice.step(true),
            },
            _ => self.pick(self.cursor),
        }
    }

    /// Waits for another digit only if some square has a longer number that begins with this one.
    fn type_digit(&mut self, digit: usize) {
        let squares = self.position().board().squares();
        if self.typed > 0 && 10 * self.typed + digit > squares {
            self.end_number();
        }
        self.typed = 10 * self.typed + digit;
        self.typed_at = self.now;
        let is_choosing = matches!(self.turn(), State::Squares { .. } | State::Collapse(_));
        if 10 * self.typed > squares || !is_choosing {
            self.end_number();
        }
    }

    fn end_number(&mut self) {
        let index = std::mem::take(&mut self.typed).checked_sub(1);
        if let Some(square) = index.and_then(Square::new) {
            self.pick(square);
        }
    }

    fn pick(&mut self, square: Square) {
        let position = *self.position();
        if !position.board().all().contains(square) {
            return;
        }
        self.cursor = square;
        if self
            .step_of_lesson()
            .is_some_and(|step| !step.wants(square))
        {
            return self.remind();
        }
        match self.turn_mut() {
            State::Collapse(choice) => {
                if !choice.narrow(square) {
                    let piece = choice.next_series().map_or_else(String::new, piece);
                    self.message = Some(format!("No way left puts {piece} on {square}."));
                }
            }
            State::Squares { .. } if !position.quantum().contains(square) => {
                self.message = Some(format!("Square {square} is classical; choose another one."));
            }
            State::Squares { chosen } => {
                *chosen = *chosen ^ SquareSet::single(square);
                let chosen = *chosen;
                if chosen.len() == position.pieces_to_place() {
                    self.play(Action::Place(chosen));
                }
            }
            State::Over => self.message = Some("The game is over; r plays another.".to_owned()),
            _ => self.message = Some("It is the computer's turn.".to_owned()),
        }
    }

    fn back(&mut self) {
        match self.turn_mut() {
            State::Collapse(choice) => choice.widen(),
            State::Squares { chosen } => *chosen = SquareSet::EMPTY,
            _ => {}
        }
    }

    fn play(&mut self, action: Action) {
        let (before, human) = (*self.position(), self.game.human());
        let step = self.step_of_lesson();
        if step.is_some_and(|step| !step.allows(&before, &action)) {
            *self.turn_mut() = State::of(&self.game, self.now);
            return self.remind();
        }
        if let Err(error) = self.game.play(action) {
            return self.message = Some(error.to_string());
        }
        if step.is_some() {
            return self.next_step();
        }
        if human.is_some() {
            self.mistake = None;
            let record = Record::from_actions(before, [action]).ok();
            self.unjudged = record.filter(|_| self.hints);
            // Between two people, and at the end, other lines of the screen show the gain already.
            let gained = words::gained(&before, &action);
            let is_new = self.game.you().is_some() && !self.game.is_over() && !gained.is_empty();
            self.message = is_new.then(|| gained.trim().to_owned());
        }
        self.state = State::of(&self.game, self.now);
        if let (State::Watching { from, .. }, None, Action::Collapse(_)) =
            (&mut self.state, human, action)
        {
            *from += COLLAPSE;
        }
    }

    fn undo(&mut self) {
        self.unjudged = None;
        self.mistake = None;
        let undone = self.game.undo();
        if undone {
            self.state = State::of(&self.game, self.now);
        }
        let text = if undone {
            "Taken back."
        } else {
            "There is no move of yours to take back."
        };
        self.message = Some(text.to_owned());
    }

    /// Returns `true` if the key is pressed again, or else shows the question.
    fn is_sure(&mut self, code: KeyCode, question: &str) -> bool {
        let is_sure = self.asks.take().is_some();
        if !is_sure {
            self.asks = Some(code);
            self.message = Some(question.to_owned());
        }
        is_sure
    }

    fn quit(&mut self) {
        let game = match &self.state {
            State::Lesson { later, .. } => later,
            _ => &self.game,
        };
        let is_open = game.position().turns() > 0 && !game.is_over();
        if !is_open
            || self.is_sure(
                KeyCode::Char('q'),
                "This game is not over; q again leaves it.",
            )
        {
            self.leave = Some(Leave::Quit);
        }
    }

    pub fn set_up(&mut self) {
        let page = SetUp::new(&self.game);
        self.state = State::SetUp { page, back: None };
    }

    fn begin(&mut self, code: KeyCode, game: SeatedGame) {
        let key = match code {
            KeyCode::Char(letter) => letter.to_string(),
            _ => "enter".to_owned(),
        };
        let state = if self.game.is_over() { "saved" } else { "over" };
        let question = format!("The last game is not {state}; {key} again discards it.");
        if self.is_unsaved() && !self.is_sure(code, &question) {
            return;
        }
        if self.position().turns() > 0 {
            self.setting.seed = self.setting.seed.wrapping_add(1);
        }
        match self.setting.agents(game.position(), game.seats(), &Silent) {
            Ok(agents) => {
                self.agents = Some(agents);
                self.saved = None;
                self.turn_to(game);
            }
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    fn rematch(&mut self, code: KeyCode, seats: [Seat; 2]) {
        let start = Record::new(*self.game.record().start());
        self.begin(code, SeatedGame::new(start, seats));
    }

    fn save(&mut self) {
        let saved = self.saved.as_ref().map(|(path, _)| path);
        let known = saved.or(self.save_to.as_ref());
        let path = known.cloned().unwrap_or_else(free_name);
        self.message = Some(match save(&self.game, &path) {
            Err(error) => error.to_string(),
            Ok(()) => {
                let message = format!("saved to {}", path.display());
                // Once written, the file is this game's, and may be written again.
                self.saved = Some((path, self.game.record().clone()));
                message
            }
        });
    }

    pub fn begin_lesson(&mut self) {
        let later = Box::new(std::mem::take(&mut self.game));
        let back = Box::new(std::mem::replace(&mut self.state, State::Over));
        self.turn_to(SeatedGame::default());
        let turn = Box::new(std::mem::replace(&mut self.state, State::Over));
        self.state = State::Lesson {
            at: 0,
            turn,
            later,
            back,
        };
    }

    fn step_of_lesson(&self) -> Option<&'static Step> {
        match self.state {
            State::Lesson { at, .. } => lesson::step(at),
            _ => None,
        }
    }

    fn lesson_key(&mut self, code: KeyCode) {
        let waits = self
            .step_of_lesson()
            .is_some_and(|step| step.wanted == Wanted::Enter);
        match code {
            KeyCode::Enter | KeyCode::Char(' ') if waits => self.next_step(),
            KeyCode::Char(letter) if letter.is_alphabetic() => self.remind(),
            code => self.play_key(code),
        }
    }

    fn next_step(&mut self) {
        let State::Lesson { at, turn, .. } = &mut self.state else {
            return;
        };
        if let Some(step) = lesson::step(*at) {
            step.reply(&mut self.game);
        }
        *at += 1;
        **turn = State::of(&self.game, self.now);
        if lesson::step(*at).is_none() {
            self.leave_lesson();
        }
    }

    pub fn leave_lesson(&mut self) {
        let State::Lesson { later, back, .. } = &mut self.state else {
            return;
        };
        let game = std::mem::take(&mut **later);
        let back = std::mem::replace(&mut **back, State::Over);
        self.turn_to(game);
        self.state = back;
    }

    fn remind(&mut self) {
        let step = self.step_of_lesson();
        self.message = step.map(|step| format!("Not yet. {}", step.todo));
    }
}

fn free_name() -> PathBuf {
    let mut names = (1..).map(|number| PathBuf::from(format!("gqt3-game-{number}.txt")));
    names.find(|path| !path.exists()).unwrap_or_default()
}
