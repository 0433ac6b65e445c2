//! A game on the screen: reads keys and the mouse and draws, until the game is left.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::support::progress::Progress;
use anstream::ColorChoice;
use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::style::force_color_output;
use ratatui::layout::{Position as Point, Rect};

use super::state::{App, Leave};
use super::table::{Table, save_at_the_end};
use super::thinking::Thinker;
use super::update::Message;
use super::{view, words};
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::stderr::tell;
use crate::cli::terminal::Screen;

/// How long to wait for a key or the mouse before the screen is drawn again.
const TICK: Duration = Duration::from_millis(80);

/// What the screen begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    Game,
    Setup,
    Tutorial,
}

/// Plays until the game is left, then prints how it stands.
pub fn run(table: Table, session: Session, opening: Opening) -> Result<(), Failure> {
    let path = table.save.clone();
    let colour = match ColorChoice::global() {
        ColorChoice::Never => false,
        // See no-color.org: any value that is not empty.
        ColorChoice::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ColorChoice::Always | ColorChoice::AlwaysAnsi => true,
    };
    // It would look at NO_COLOR alone.
    force_color_output(colour);
    let mut thinkers = Thinkers {
        players: Thinker::new(table.players),
        adviser: Thinker::new([None, None]),
    };
    let mut app = App::new(table.game, table.seats, table.save, colour);
    match opening {
        Opening::Game => {}
        Opening::Setup => app.set_up(),
        Opening::Tutorial => app.begin_tutorial(),
    }
    let left = play(&mut app, &mut thinkers, session.progress());
    app.leave_tutorial();
    let text = format!(
        "{}{}\n",
        words::standing(&app.game, session.width()),
        app.game.record()
    );
    let end = match left {
        Ok(Leave::Quit) => session.finish_text(text.as_bytes()),
        Ok(Leave::Interrupted) => {
            if let Err(failure) = session.finish_text(text.as_bytes()) {
                tell(format_args!("error: {failure}"));
            }
            Err(Failure::Interrupted("the game so far is above"))
        }
        Err(error) => {
            let record = app.game.record();
            Err(Failure::Incomplete(format!(
                "cannot use the terminal: {error}; try --plain. The game so far: {record}"
            )))
        }
    };
    save_at_the_end(app.game.record(), path.as_deref(), end)
}

/// The computer players of the game, and the adviser, who thinks at the same time.
struct Thinkers {
    players: Thinker,
    adviser: Thinker,
}

fn play(app: &mut App, thinkers: &mut Thinkers, progress: &dyn Progress) -> io::Result<Leave> {
    let mut screen = Screen::open()?;
    let (events, started) = (events(), Instant::now());
    loop {
        if let Some(players) = app.players.take() {
            thinkers.players = Thinker::new(players);
        }
        app.update(Message::Tick(
            started.elapsed(),
            Rect::from((Point::ORIGIN, screen.terminal.size()?)),
        ));
        think(app, thinkers)?;
        screen.terminal.draw(|frame| view::view(app, frame))?;
        match events.recv_timeout(TICK) {
            // All events that have come are handled before the next drawing.
            Ok(event) => [event]
                .into_iter()
                .chain(events.try_iter())
                .filter_map(message)
                .for_each(|message| app.update(message)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("no more keys can be read"));
            }
        }
        if progress.interrupted() {
            return Ok(Leave::Interrupted);
        }
        if let Some(leave) = app.leave {
            return Ok(leave);
        }
    }
}

/// Keys and the mouse, read on a thread of their own: once the terminal has gone, reading may never return.
fn events() -> Receiver<Event> {
    let (sender, events) = channel();
    std::thread::spawn(
        move || while event::read().is_ok_and(|event| sender.send(event).is_ok()) {},
    );
    events
}

/// What an event of the terminal means.
pub fn message(event: Event) -> Option<Message> {
    match event {
        Event::Key(KeyEvent {
            kind: KeyEventKind::Release,
            ..
        }) => None,
        Event::Key(KeyEvent {
            code: KeyCode::Char(letter),
            modifiers,
            ..
        }) if modifiers.contains(KeyModifiers::CONTROL) => {
            match letter {
                'c' => Some(Message::Interrupt),
                'u' => Some(Message::Key(KeyCode::Delete)),
                // What some terminals send for backspace and enter.
                'h' => Some(Message::Key(KeyCode::Backspace)),
                'j' => Some(Message::Key(KeyCode::Enter)),
                _ => None,
            }
        }
        Event::Key(key) => Some(Message::Key(key.code)),
        Event::Mouse(mouse) => {
            let point = Point {
                x: mouse.column,
                y: mouse.row,
            };
            match mouse.kind {
                MouseEventKind::Moved => Some(Message::Hover(point)),
                MouseEventKind::Down(MouseButton::Left) => Some(Message::Click(point)),
                MouseEventKind::ScrollDown => Some(Message::Wheel(KeyCode::Down)),
                MouseEventKind::ScrollUp => Some(Message::Wheel(KeyCode::Up)),
                _ => None,
            }
        }
        // The size of the screen is asked for before every drawing.
        _ => None,
    }
}

/// Takes the answers that have come, and hands out the next tasks.
fn think(app: &mut App, thinkers: &mut Thinkers) -> io::Result<()> {
    ask(app, thinkers);
    match thinkers.players.poll(Duration::ZERO) {
        Ok(answer) => {
            app.update(Message::Answer(answer));
            ask(app, thinkers);
        }
        Err(RecvTimeoutError::Timeout) => {}
        Err(RecvTimeoutError::Disconnected) => {
            return Err(io::Error::other("a computer player stopped"));
        }
    }
    if let Ok(answer) = thinkers.adviser.poll(Duration::ZERO) {
        app.update(Message::Answer(answer));
    }
    Ok(())
}

fn ask(app: &App, thinkers: &mut Thinkers) {
    thinkers.players.want(app.decision());
    thinkers.adviser.want(app.question());
}
