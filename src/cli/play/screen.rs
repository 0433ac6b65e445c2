//! A game on the screen: reads keys and the mouse and draws, until the game is left.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use crate::progress::Progress;
use anstream::ColorChoice;
use ratatui::crossterm::event::{self, Event};
use ratatui::crossterm::style::force_color_output;

use super::app::{App, Leave};
use super::table::{Table, save_at_the_end};
use super::thinking::Thinker;
use super::{draw, words};
use crate::cli::failure::Failure;
use crate::cli::session::Session;
use crate::cli::stderr::tell;
use crate::cli::terminal::Screen;

/// How long to wait for a key or the mouse before the screen is drawn again.
const TICK: Duration = Duration::from_millis(80);

/// Plays until the game is left, then prints how it stands.
pub fn run(table: Table, session: Session, tutorial: bool) -> Result<(), Failure> {
    let path = table.save.clone();
    let colour = match ColorChoice::global() {
        ColorChoice::Never => false,
        // See no-color.org: any value that is not empty.
        ColorChoice::Auto => std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        ColorChoice::Always | ColorChoice::AlwaysAnsi => true,
    };
    // It would look at NO_COLOR alone.
    force_color_output(colour);
    let mut thinkers = Thinkers { players: Thinker::new(table.players), adviser: Thinker::new([None, None]) };
    let mut app = App::new(table.game, table.save, colour);
    app.seats = table.seats;
    if tutorial {
        app.begin_tutorial();
    }
    let left = play(&mut app, &mut thinkers, session.progress());
    app.leave_tutorial();
    let text = format!("{}{}\n", words::standing(&app.game, session.width()), app.game.record());
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
    let events = events();
    loop {
        if let Some(players) = app.players.take() {
            thinkers.players = Thinker::new(players);
        }
        think(app, thinkers)?;
        screen.terminal.draw(|frame| draw::draw(app, frame))?;
        match events.recv_timeout(TICK) {
            Ok(event) => {
                app.handle(&event);
                // All events that have come are handled before the next drawing.
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

/// Keys and the mouse, read on a thread of their own: once the terminal has gone, reading may never return.
fn events() -> Receiver<Event> {
    let (sender, events) = channel();
    std::thread::spawn(move || while event::read().is_ok_and(|event| sender.send(event).is_ok()) {});
    events
}

/// Takes the answers that have come, and hands out the next tasks.
fn think(app: &mut App, thinkers: &mut Thinkers) -> io::Result<()> {
    ask(app, thinkers);
    match thinkers.players.poll(Duration::ZERO) {
        Ok(answer) => {
            app.learn(answer);
            ask(app, thinkers);
        }
        Err(RecvTimeoutError::Timeout) => {}
        Err(RecvTimeoutError::Disconnected) => return Err(io::Error::other("a computer player stopped")),
    }
    if let Ok(answer) = thinkers.adviser.poll(Duration::ZERO) {
        app.learn(answer);
    }
    Ok(())
}

fn ask(app: &App, thinkers: &mut Thinkers) {
    thinkers.players.want(app.decision());
    thinkers.adviser.want(app.question());
}
