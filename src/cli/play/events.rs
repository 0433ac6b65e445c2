//! Keys and the mouse, read on a thread of their own: once the terminal has gone, reading may never return.

use std::sync::mpsc::{Receiver, channel};

use ratatui::crossterm::event::Event;

/// The events, until nothing more can be read.
pub fn read() -> Receiver<Event> {
    let (sender, events) = channel();
    std::thread::spawn(move || read_all(|event| sender.send(event).is_ok()));
    events
}

#[cfg(not(unix))]
fn read_all(tell: impl Fn(Event) -> bool) {
    while ratatui::crossterm::event::read().is_ok_and(&tell) {}
}

/// Reads by itself: crossterm waits for the end of a pasted text and is deaf to all keys, Ctrl-C included, if that
/// never comes.
#[cfg(unix)]
fn read_all(tell: impl Fn(Event) -> bool) {
    use std::io::Read;

    let (mut bytes, mut waiting) = ([0; 1024], Vec::new());
    while let Ok(count @ 1..) = std::io::stdin().read(&mut bytes) {
        waiting.extend_from_slice(&bytes[..count]);
        if !super::bytes::take(&mut waiting).into_iter().all(&tell) {
            return;
        }
    }
}
