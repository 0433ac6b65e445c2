//! What keys and the mouse do.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position as Point;

use super::app::{App, Leave, Mode, Target};

impl App {
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            // Every drawing asks for the size of the terminal by itself.
            _ => {}
        }
    }

    fn key(&mut self, key: &KeyEvent) {
        let code = match key.code {
            KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::CONTROL) => match letter {
                'c' => return self.leave = Some(Leave::Interrupted),
                // What some terminals send for backspace and enter.
                'h' => KeyCode::Backspace,
                'j' => KeyCode::Enter,
                'u' if matches!(self.mode, Mode::Load(_)) => return self.mode = Mode::Load(String::new()),
                _ => return,
            },
            // With caps lock on, keys do the same; names of files may have large letters.
            code if matches!(self.mode, Mode::Load(_)) => code,
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            code => code,
        };
        if self.too_small {
            return self.unseen_key(code);
        }
        // A message stays until the next key.
        self.message = None;
        self.asks_for_new &= code == KeyCode::Char('n');
        match &mut self.mode {
            &mut Mode::Review(at) => self.review_key(code, at),
            Mode::Play => self.play_key(code),
            Mode::Help(first) => match code {
                // The drawing stops at the last page.
                KeyCode::Down | KeyCode::PageDown | KeyCode::Char(' ') => *first += 1,
                KeyCode::Up | KeyCode::PageUp => *first = first.saturating_sub(1),
                _ => self.mode = Mode::Play,
            },
            Mode::Load(name) => match code {
                KeyCode::Char(letter) => name.push(letter),
                KeyCode::Backspace => drop(name.pop()),
                KeyCode::Enter if !name.is_empty() => {
                    let name = name.clone();
                    self.load(&name);
                }
                KeyCode::Esc | KeyCode::Enter => self.mode = Mode::Play,
                _ => {}
            },
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
            KeyCode::Char(letter) => self.letter(letter),
            _ => {}
        }
    }

    /// A key while the screen is too small to show what it does.
    fn unseen_key(&mut self, code: KeyCode) {
        match code {
            KeyCode::Char('q') => self.leave = Some(Leave::Quit),
            KeyCode::Esc => self.leave_tutorial(),
            _ => {}
        }
    }

    fn review_key(&mut self, code: KeyCode, at: usize) {
        let last = self.game.record().actions().count();
        self.mode = Mode::Review(match code {
            KeyCode::Left | KeyCode::Up => at.saturating_sub(1),
            KeyCode::Right | KeyCode::Down => last.min(at + 1),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Enter | KeyCode::Char(' ') => self.next_mistake(at).unwrap_or(at),
            KeyCode::Esc | KeyCode::Backspace | KeyCode::Char('v') => return self.mode = Mode::Play,
            KeyCode::Char('q') => return self.leave = Some(Leave::Quit),
            KeyCode::Char(letter) => {
                return self.message = Some(format!("'{letter}' does nothing here; esc leaves the review"));
            }
            _ => at,
        });
    }

    fn letter(&mut self, letter: char) {
        if let Some(digit) = letter.to_digit(10) {
            return self.digit(digit as usize);
        }
        match letter {
            '?' => self.mode = Mode::Help(0),
            'q' => self.leave = Some(Leave::Quit),
            _ if self.tutorial.is_some() => self.remind(),
            'h' => {
                self.hints = !self.hints;
                self.message = (!self.hints).then(|| "no more hints".to_owned());
            }
            'u' => self.undo(),
            'r' => self.redo(),
            's' => self.save(),
            'l' => self.ask_for_file(),
            'n' => self.new_game(),
            't' => self.begin_tutorial(),
            'v' => self.begin_review(),
            _ => self.message = Some(format!("'{letter}' does nothing; ? shows the keys")),
        }
    }

    fn mouse(&mut self, mouse: &MouseEvent) {
        let point = Point { x: mouse.column, y: mouse.row };
        let target = self.targets.iter().find(|(place, _)| place.contains(point)).map(|(_, target)| *target);
        if self.too_small {
            return;
        }
        match (mouse.kind, target) {
            (MouseEventKind::Moved, Some(Target::Square(square))) if self.choice.is_none() => {
                self.cursor = square;
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Target::Key(key))) => {
                self.key(&KeyEvent::from(key));
            }
            (MouseEventKind::Down(MouseButton::Left), Some(Target::Entry(entry))) => self.look_at(entry),
            (MouseEventKind::Down(MouseButton::Left), _) if self.mode != Mode::Play => self.mode = Mode::Play,
            (MouseEventKind::Down(MouseButton::Left), Some(Target::Square(square))) => self.pick(square),
            (MouseEventKind::ScrollDown, _) => self.scroll(KeyCode::Down),
            (MouseEventKind::ScrollUp, _) => self.scroll(KeyCode::Up),
            _ => {}
        }
    }

    /// The wheel goes through collapses, the help and a review. It does not move the cursor.
    fn scroll(&mut self, key: KeyCode) {
        if self.choice.is_some() || matches!(self.mode, Mode::Help(_) | Mode::Review(_)) {
            self.key(&KeyEvent::from(key));
        }
    }

    /// A click on an entry of a list: shows a decision of a review, or looks at a collapse, which a second click plays.
    fn look_at(&mut self, entry: usize) {
        if let Mode::Review(at) = &mut self.mode {
            return *at = entry + 1;
        }
        let Some(choice) = &mut self.choice else { return };
        if choice.at == Some(entry) {
            self.confirm();
        } else {
            choice.at = Some(entry);
        }
    }
}
