//! What keys and the mouse do.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::app::{App, Leave};
use super::layout::first_shown;

impl App {
    pub fn handle(&mut self, event: &Event) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key),
            Event::Mouse(mouse) => self.mouse(mouse),
            // The next drawing learns the size by itself.
            _ => {}
        }
    }

    fn key(&mut self, key: &KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.leave = Some(Leave::Interrupted);
            }
            return;
        }
        if self.help {
            self.help = false;
            return;
        }
        // A message stays until the next key.
        self.message = None;
        self.asks_for_new &= key.code == KeyCode::Char('n');
        match key.code {
            KeyCode::Left => self.step(-1, 0),
            KeyCode::Right | KeyCode::Tab => self.step(1, 0),
            KeyCode::Up | KeyCode::BackTab => self.step(0, -1),
            KeyCode::Down => self.step(0, 1),
            KeyCode::Enter | KeyCode::Char(' ') => self.confirm(),
            KeyCode::Backspace | KeyCode::Delete | KeyCode::Esc => self.back(),
            KeyCode::Char(letter) => self.letter(letter),
            _ => {}
        }
    }

    fn letter(&mut self, letter: char) {
        if let Some(digit) = letter.to_digit(10) {
            return self.digit(digit as usize);
        }
        match letter.to_ascii_lowercase() {
            'h' => {
                self.hints = !self.hints;
                self.message = (!self.hints).then(|| "no more hints".to_owned());
            }
            'u' => self.undo(),
            'r' => self.redo(),
            's' => self.save(),
            'n' => self.new_game(),
            '?' => self.help = true,
            'q' => self.leave = Some(Leave::Quit),
            _ => self.message = Some(format!("'{letter}' does nothing; ? shows the keys")),
        }
    }

    fn mouse(&mut self, mouse: &MouseEvent) {
        let Some(layout) = self.layout() else { return };
        let square = layout.square_at(mouse.column, mouse.row);
        match (mouse.kind, square) {
            (MouseEventKind::Moved, Some(square)) if self.choice.is_none() => self.cursor = square,
            (MouseEventKind::Down(MouseButton::Left), _) if self.help => self.help = false,
            (MouseEventKind::Down(MouseButton::Left), Some(square)) => self.pick(square),
            (MouseEventKind::Down(MouseButton::Left), None) => self.click_beside(mouse.column, mouse.row),
            (MouseEventKind::ScrollDown, _) if self.choice.is_some() => self.step(0, 1),
            (MouseEventKind::ScrollUp, _) if self.choice.is_some() => self.step(0, -1),
            _ => {}
        }
    }

    /// A click on a collapse in the list looks at it, another one plays it.
    fn click_beside(&mut self, column: u16, row: u16) {
        let Some(layout) = self.layout() else { return };
        let rows = layout.detail_rows();
        let Some(choice) = self.choice.as_mut().filter(|_| rows.contains((column, row).into())) else {
            return;
        };
        let clicked = first_shown(choice.at.unwrap_or(0), rows.height.into()) + usize::from(row - rows.y);
        if choice.at == Some(clicked) {
            self.confirm();
        } else if clicked < choice.options.len() {
            choice.at = Some(clicked);
        }
    }
}
