//! What a terminal on Unix sends, as keys and clicks.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

const ESCAPE: u8 = 0x1b;

/// No sequence that is of interest is longer; what begins a longer one is skipped.
const LONGEST: usize = 32;

/// Takes the events from the beginning of some bytes; a sequence that has not ended stays.
pub fn take(bytes: &mut Vec<u8>) -> Vec<Event> {
    let (mut events, mut at) = (Vec::new(), 0);
    while let Some((event, length)) = first(&bytes[at..]) {
        events.extend(event);
        at += length;
    }
    bytes.drain(..at);
    events
}

/// The first event, if it is one of interest, and how many bytes it takes. What is pasted counts as typed.
fn first(bytes: &[u8]) -> Option<(Option<Event>, usize)> {
    let key = |code| Some(Event::Key(KeyEvent::from(code)));
    Some(match bytes {
        [] => return None,
        [ESCAPE, b'[', b'M', rest @ ..] => {
            let [button, column, row] = *rest.first_chunk()?;
            (
                mouse(
                    [button.saturating_sub(32), column.saturating_sub(32), row.saturating_sub(32)]
                        .map(u16::from),
                    false,
                ),
                6,
            )
        }
        [ESCAPE, b'[', rest @ ..] => match rest.iter().position(|byte| (0x40..=0x7e).contains(byte)) {
            Some(end) => (sequence(&rest[..end], rest[end]), end + 3),
            None if bytes.len() > LONGEST => (None, bytes.len()),
            None => return None,
        },
        [ESCAPE, b'O', rest @ ..] => (sequence(&[], *rest.first()?), 3),
        [ESCAPE, ESCAPE, ..] | [ESCAPE] => (key(KeyCode::Esc), 1),
        // A key with Alt is the key.
        [ESCAPE, ..] => (None, 1),
        [0x03, ..] => (Some(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))), 1),
        [b'\r' | b'\n', ..] => (key(KeyCode::Enter), 1),
        [b'\t', ..] => (key(KeyCode::Tab), 1),
        [0x7f | 0x08, ..] => (key(KeyCode::Backspace), 1),
        [0..0x20, ..] => (None, 1),
        _ => return letter(bytes),
    })
}

/// The first letter, in UTF-8.
fn letter(bytes: &[u8]) -> Option<(Option<Event>, usize)> {
    let chunk = bytes.utf8_chunks().next()?;
    match chunk.valid().chars().next() {
        Some(letter) => Some((Some(Event::Key(KeyEvent::from(KeyCode::Char(letter)))), letter.len_utf8())),
        // The rest of the letter is still to come.
        None if chunk.invalid().len() == bytes.len() && bytes.len() < 4 => None,
        None => Some((None, chunk.invalid().len())),
    }
}

/// What comes after `ESC [`: parameters and the last byte.
fn sequence(parameters: &[u8], last: u8) -> Option<Event> {
    let text = std::str::from_utf8(parameters).ok()?;
    let code = match (text, last) {
        (_, b'A') => KeyCode::Up,
        (_, b'B') => KeyCode::Down,
        (_, b'C') => KeyCode::Right,
        (_, b'D') => KeyCode::Left,
        (_, b'H') | ("1" | "7", b'~') => KeyCode::Home,
        (_, b'F') | ("4" | "8", b'~') => KeyCode::End,
        (_, b'Z') => KeyCode::BackTab,
        (_, b'M' | b'm') => return mouse_sequence(text, last == b'm'),
        ("3", b'~') => KeyCode::Delete,
        ("5", b'~') => KeyCode::PageUp,
        ("6", b'~') => KeyCode::PageDown,
        _ => return None,
    };
    Some(Event::Key(KeyEvent::from(code)))
}

/// `<button;column;row`, or without `<` and with 32 added to the button.
fn mouse_sequence(text: &str, is_release: bool) -> Option<Event> {
    let (numbers, offset) = text.strip_prefix('<').map_or((text, 32), |numbers| (numbers, 0));
    let numbers: Vec<u16> = numbers.split(';').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [button, column, row] = numbers[..] else { return None };
    mouse([button.checked_sub(offset)?, column, row], is_release)
}

/// Columns and rows from 1. Of the button bit 32 is a movement, bit 64 the wheel, and bits 4, 8 and 16 are keys held
/// down.
fn mouse([button, column, row]: [u16; 3], is_release: bool) -> Option<Event> {
    let kind = match button & !0b1_1100 {
        0 if !is_release => MouseEventKind::Down(MouseButton::Left),
        32..64 => MouseEventKind::Moved,
        64 => MouseEventKind::ScrollUp,
        65 => MouseEventKind::ScrollDown,
        _ => return None,
    };
    let (column, row) = (column.checked_sub(1)?, row.checked_sub(1)?);
    Some(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn keys(bytes: &[u8]) -> String {
        let name = |event| match event {
            Event::Key(KeyEvent { code: KeyCode::Char(letter), modifiers: KeyModifiers::NONE, .. }) => {
                letter.to_string()
            }
            Event::Key(KeyEvent { code, modifiers, .. }) => format!("<{modifiers:?}{code:?}>"),
            Event::Mouse(MouseEvent { kind, column, row, .. }) => format!("<{kind:?} {column} {row}>"),
            other => format!("<{other:?}>"),
        };
        take(&mut bytes.to_vec()).into_iter().map(name).collect::<String>().replace("KeyModifiers(0x0)", "")
    }

    #[test]
    fn keys_and_clicks_are_read() {
        assert_eq!(
            keys(b"1q\x1b[A\x1bOB\x1b[1;5C\x1b[Z\r\t\x7f"),
            "1q<Up><Down><Right><BackTab><Enter><Tab><Backspace>"
        );
        assert_eq!(keys("ü\u{1b}".as_bytes()), "ü<Esc>");
        assert_eq!(keys(b"\x1b[<0;6;4M\x1b[<0;6;4m\x1b[<35;1;1M"), "<Down(Left) 5 3><Moved 0 0>");
        assert_eq!(keys(b"\x1b[M !!\x1b[32;6;4M"), "<Down(Left) 0 0><Down(Left) 5 3>");
        assert!(keys(b"\x03").contains("CONTROL"), "{}", keys(b"\x03"));
        assert_eq!(keys(b"\x1b[<0;6"), "", "the end is to come");
    }

    #[test]
    fn what_is_pasted_counts_as_typed_even_if_the_end_never_comes() {
        assert_eq!(keys(b"\x1b[200~12\x1b[201~3"), "123");
        assert_eq!(keys(b"\x1b[200~12q"), "12q");
    }

    proptest! {
        #[test]
        fn after_any_bytes_keys_are_heard_again(bytes: Vec<u8>) {
            let mut bytes = bytes;
            bytes.extend([b' '; LONGEST + 4].iter().chain(b"qqqqq"));
            prop_assert!(keys(&bytes).contains('q'));
        }
    }
}
