use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::crossterm::style::force_color_output;
use ratatui::layout::{Position as Point, Rect};

use gqt3::support::progress::Progress;
use gqt3::support::threads::{self, NoThread};

use super::error::ScreenError;
use super::game::SeatedGame;
use super::seats::{Agents, Setting};
use super::state::{App, Leave};
use super::terminal::Screen;
use super::thinking::Thinker;
use super::update::Message;
use super::view;

const TICK: Duration = Duration::from_millis(80);

/// At most this many messages are handled between two drawings. People press fewer keys, so the
/// rest was pasted and is dropped, except for Ctrl-C and Ctrl-Z among the events already read.
const EVENTS: usize = 50;

/// At most this many events after the first one are read before the next drawing, so that a flood
/// of events can't freeze the screen.
const READ: usize = 10_000;

pub struct PreparedGame {
    pub game: SeatedGame,
    pub agents: Agents,
    pub setting: Setting,
    pub save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opening {
    Game,
    SetUp,
    Lesson,
}

pub struct Ended {
    pub game: SeatedGame,
    pub seed: u64,
    /// `true` if the user quit, `false` if the session was interrupted.
    pub left: Result<bool, ScreenError>,
}

pub fn run(
    prepared: PreparedGame,
    opening: Opening,
    colour: bool,
    progress: &dyn Progress,
) -> Ended {
    // By itself crossterm would look only at NO_COLOR.
    force_color_output(colour);
    let mut app = App::new(prepared.game, prepared.setting, prepared.save, colour);
    match opening {
        Opening::Game => {}
        Opening::SetUp => app.set_up(),
        Opening::Lesson => {
            app.set_up();
            app.begin_lesson();
        }
    }
    let left = play(&mut app, prepared.agents, progress);
    app.leave_lesson();
    Ended {
        seed: app.setting.seed,
        game: app.game,
        left: left.map(|left| left == Leave::Quit),
    }
}

struct Thinkers {
    players: Thinker,
    adviser: Thinker,
}

fn play(app: &mut App, agents: Agents, progress: &dyn Progress) -> Result<Leave, ScreenError> {
    let mut thinkers = Thinkers {
        players: Thinker::new(agents)?,
        adviser: Thinker::new([None, None])?,
    };
    let mut screen = Screen::open()?;
    let (events, started) = (events()?, Instant::now());
    loop {
        if let Some(agents) = app.agents.take() {
            thinkers.players = Thinker::new(agents)?;
        }
        app.update(Message::Tick(
            started.elapsed(),
            Rect::from((Point::ORIGIN, screen.terminal.size()?)),
        ));
        think(app, &mut thinkers)?;
        screen.terminal.draw(|frame| view::view(app, frame))?;
        match events.recv_timeout(TICK) {
            Ok(event) => {
                let events = [event].into_iter().chain(events.try_iter().take(READ));
                for (index, message) in events.filter_map(message).enumerate() {
                    if index == EVENTS {
                        screen.drop_input()?;
                    }
                    match message {
                        Message::Suspend => screen.suspend()?,
                        Message::Interrupt => app.update(message),
                        _ if index < EVENTS => app.update(message),
                        _ => {}
                    }
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(io::Error::other("no more keys can be read").into());
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

/// Reads keys and the mouse on a thread, because reading may never return once the terminal is
/// closed.
fn events() -> Result<Receiver<Event>, NoThread> {
    let (sender, events) = channel();
    threads::start(move || while event::read().is_ok_and(|event| sender.send(event).is_ok()) {})?;
    Ok(events)
}

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
                'z' => Some(Message::Suspend),
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
                MouseEventKind::Down(MouseButton::Left) => Some(Message::Click(point)),
                MouseEventKind::ScrollDown => Some(Message::Wheel(KeyCode::Down)),
                MouseEventKind::ScrollUp => Some(Message::Wheel(KeyCode::Up)),
                _ => None,
            }
        }
        // The size of the screen is looked up before every drawing.
        _ => None,
    }
}

fn think(app: &mut App, thinkers: &mut Thinkers) -> io::Result<()> {
    ask(app, thinkers);
    app.steps = thinkers.players.steps();
    match thinkers.players.poll(Duration::ZERO) {
        Ok(answer) => {
            app.update(Message::Reply(answer));
            ask(app, thinkers);
        }
        Err(RecvTimeoutError::Timeout) => {}
        Err(RecvTimeoutError::Disconnected) => {
            return Err(io::Error::other("a computer player stopped"));
        }
    }
    if let Ok(answer) = thinkers.adviser.poll(Duration::ZERO) {
        app.update(Message::Reply(answer));
    }
    Ok(())
}

fn ask(app: &App, thinkers: &mut Thinkers) {
    thinkers.players.want(app.decision());
    thinkers.adviser.want(app.question());
}
