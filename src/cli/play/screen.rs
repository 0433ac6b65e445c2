//! A game on the screen: events in, drawings out, until it is left.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use gqt3::progress::Progress;
use ratatui::crossterm::event::{self, Event};

use super::app::{App, Leave};
use super::table::{Table, save_at_the_end};
use super::thinking::Thinker;
use super::{draw, words};
use crate::cli::board_view::{self, Numbers};
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::stderr::tell;
use crate::cli::terminal::Screen;

/// How long to wait for a key before the screen is drawn again.
const TICK: Duration = Duration::from_millis(80);

/// Plays until the game is left, then prints how it stands.
pub fn run(table: Table, session: Session) -> Result<(), Failure> {
    let path = table.save.clone();
    // See no-color.org: any value that is not empty.
    let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut thinker = Thinker::new(table.players);
    let mut app = App::new(table.game, table.save, colour);
    let left = play(&mut app, &mut thinker, session.progress());
    let text = standing(&app, session.width());
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

/// The board, whose turn it is or who won, and the game in the notation.
fn standing(app: &App, width: Option<usize>) -> String {
    let board = board_view::table(app.position(), Numbers::Quantum).captioned(words::situation(&app.game));
    let board = board.to_text(width);
    format!("{board}{}\n", app.game.record())
}

fn play(app: &mut App, thinker: &mut Thinker, progress: &dyn Progress) -> io::Result<Leave> {
    let mut screen = Screen::open()?;
    let events = read_events();
    loop {
        think(app, thinker)?;
        screen.terminal.draw(|frame| {
            app.area = frame.area();
            draw::draw(app, frame);
        })?;
        match events.recv_timeout(TICK) {
            Ok(event) => {
                app.handle(&event);
                // Everything else that has come is heard before the next drawing.
                events.try_iter().for_each(|event| app.handle(&event));
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("no more keys can be read")),
        }
        if progress.interrupted() {
            return Ok(Leave::Interrupted);
        }
        if let Some(leave) = app.leave {
            return Ok(leave);
        }
    }
}

/// The events, read on a thread of their own: once the terminal has gone, reading never returns, and only the signal tells.
fn read_events() -> Receiver<Event> {
    let (sender, events) = channel();
    std::thread::spawn(move || {
        while let Ok(event) = event::read() {
            if sender.send(event).is_err() {
                return;
            }
        }
    });
    events
}

/// Takes what has been thought out, and says what to think about next.
fn think(app: &mut App, thinker: &mut Thinker) -> io::Result<()> {
    ask(app, thinker);
    match thinker.poll(Duration::ZERO) {
        Some(Ok(answer)) => {
            app.learn(answer);
            ask(app, thinker);
        }
        Some(Err(_)) => return Err(io::Error::other("a computer player stopped")),
        None => {}
    }
    Ok(())
}

fn ask(app: &App, thinker: &mut Thinker) {
    thinker.want(app.wanted().map(|task| (task, app.position())));
}
