//! Draws the state of the screen. Its lines of text are made here.

use crate::engine::notation::action_text;
use crate::engine::position::Action;
use crate::engine::rules::{Player, Variant};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::parts::{Parts, least};
use super::setup::Setup;
use super::state::{App, Mode};
use super::{bar, board, help, panes, words};

/// What is told to somebody who plays for the first time.
const OFFER: &str = "New to the game? Press t";

/// The keys that the last line shows in each situation, the ones that matter most first.
const KEYS_PLACE: &str = "? help, q quit, h hints, u undo, s save, l load, n new, t tutorial";
const KEYS_COLLAPSE: &str =
    "? help, q quit, h hints, u undo, left/right look, enter play it, 1..9 a square";
const KEYS_OVER: &str = "? help, q quit, v review, n new, u undo, s save, l load, t tutorial";
const KEYS_REVIEW: &str = "esc leave, q quit, enter next mistake, left back, right on";
const KEYS_TUTORIAL: &str = "? help, q quit, esc leave the tutorial";
const KEYS_SETUP: &str =
    "enter begin, up/down/left/right choose, t tutorial, l load, esc back, q quit";
const KEYS_FILE: &str = "enter load, esc leave it";

/// Draws the screen.
pub fn view(app: &App, frame: &mut Frame) {
    let Some(parts) = Parts::of(app, frame.area()) else {
        return too_small(app, frame);
    };
    if let Mode::Help(first) = app.mode {
        return help::draw(app, first, frame);
    }
    frame.render_widget(
        Line::styled(keys(app, parts.keys.width.into()), Modifier::DIM),
        parts.keys,
    );
    if let Mode::Setup(setup) = &app.mode {
        return page(app, setup, &parts, frame);
    }
    line(frame, parts.title, &title(app), Modifier::REVERSED.into());
    board::draw(app, &parts, frame.buffer_mut());
    panes::draw(app, parts.pane, frame);
    bar::draw(app, parts.bar, frame);
    let side = app.position().to_move();
    let style = side
        .map_or(Style::new(), |side| board::style(app, side))
        .add_modifier(Modifier::BOLD);
    line(frame, parts.status, &status(app), style);
    let message = app
        .message
        .clone()
        .unwrap_or_else(|| message(app, parts.message.width.into()));
    line(frame, parts.message, &message, Style::new());
}

/// Draws the page that sets up a game.
fn page(app: &App, setup: &Setup, parts: &Parts, frame: &mut Frame) {
    line(
        frame,
        parts.title,
        " Generalized Quantum Tic-Tac-Toe",
        Modifier::REVERSED.into(),
    );
    let place = Rect {
        y: parts.title.bottom(),
        height: parts.status.y - parts.title.bottom(),
        ..parts.title
    };
    frame.render_widget(setup.page(), place);
    line(
        frame,
        parts.status,
        "Choose a game, and press enter.",
        Modifier::BOLD.into(),
    );
    let is_open = app.position().turns() > 0 && !app.game.is_over();
    let way_out = if is_open {
        "esc goes back to the game that is not over"
    } else {
        OFFER
    };
    line(
        frame,
        parts.message,
        app.message.as_deref().unwrap_or(way_out),
        Style::new(),
    );
}

/// Draws a text in one line. A text that is too long ends in `…`.
fn line(frame: &mut Frame, area: Rect, text: &str, style: Style) {
    let (count, width) = (text.chars().count(), usize::from(area.width));
    let text = if count <= width {
        format!("{text:width$}")
    } else {
        text.chars().take(width - 1).chain(['…']).collect()
    };
    frame.render_widget(Line::styled(text, style), area);
}

fn too_small(app: &App, frame: &mut Frame) {
    let (area, least) = (frame.area().as_size(), least(app));
    let (what, way_out) = match (&app.tutorial, &app.mode) {
        (Some(_), _) => ("the tutorial", "esc leaves the tutorial"),
        (_, Mode::Setup(_)) => ("this page", "esc leaves it"),
        _ => ("this board", "gqt3 play --plain needs no screen"),
    };
    let text = format!(
        "The terminal is too small: {area}, {what} needs {least}. Make it larger, or q quits; {way_out}."
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

fn title(app: &App) -> String {
    let (side, position) = (app.side_length(), app.position());
    let rules = *position.rules();
    let rules =
        Variant::from_rules(rules).map_or_else(|| rules.to_string(), |variant| variant.to_string());
    let game = match &app.tutorial {
        Some(tutorial) => format!("tutorial, {}", tutorial.progress()),
        None => {
            let [one, two] = [Player::One, Player::Two].map(|side| app.game.kind(side).name());
            format!("X {one} against O {two}")
        }
    };
    format!(
        " {side}x{side}, n = {}   {game}   rules: {rules}",
        position.pieces()
    )
}

fn status(app: &App) -> String {
    if let Some(tutorial) = &app.tutorial {
        return tutorial.step().todo.to_owned();
    }
    if let Mode::Review(at) = app.mode {
        let all = app.game.record().actions().len();
        return format!("Review, {at} of {all}: {}", words::news(&app.past()));
    }
    let mut text = words::turn(&app.game);
    if app.is_paused() && !app.game.is_watched() {
        let past = app.past();
        return format!(
            "{}: a key goes on",
            words::news(&past[past.len().saturating_sub(1)..])
        );
    }
    if let Some(since) = app.thinking {
        let thought = app.now.saturating_sub(since);
        text += &format!(
            ", thinking{}",
            &"..."[..(thought.as_millis() / 400 % 4) as usize]
        );
        if thought.as_secs() > 0 {
            text += &format!(" {} s", thought.as_secs());
        }
    }
    if !app.chosen.is_empty() {
        text += &format!(", chosen: {}", app.chosen);
    }
    if let Some(choice) = &app.choice {
        let count = format!(
            "{}{}",
            choice.options.len(),
            if choice.more { "+" } else { "" }
        );
        text += &match (choice.current(), choice.at) {
            (Some(current), Some(at)) => {
                let current = action_text(app.position(), &Action::Collapse(*current));
                format!(": {current} ({} of {count})", at + 1)
            }
            _ => format!(": {count} ways"),
        };
    }
    text
}

fn message(app: &App, width: usize) -> String {
    if let Mode::Review(at) = app.mode {
        return match (app.review(), app.judged_before(at)) {
            (None, _) => "looking ...".to_owned(),
            (Some(_), None) => "enter goes to the first mistake".to_owned(),
            (_, Some(judged)) => words::judged(judged),
        };
    }
    if let Mode::Load(name) = &app.mode {
        let asked = "Load which file? ";
        // Only the end of a long name is shown.
        let hidden = name
            .chars()
            .count()
            .saturating_sub(width.saturating_sub(asked.len() + 1));
        return format!("{asked}{}_", name.chars().skip(hidden).collect::<String>());
    }
    if app.is_paused() && !app.game.is_watched() {
        return String::new();
    }
    if let Some(digit) = app.typed {
        return format!("{digit}_: a second digit, or enter for square {digit}");
    }
    if app.game.is_over() && app.tutorial.is_none() {
        return "v reviews the game: its mistakes, and what was better".to_owned();
    }
    if app.position().turns() == 0 && app.tutorial.is_none() && app.hint().is_none() {
        let choose = "Choose squares: arrows and space, digits, or mouse. ";
        return format!(
            "{}{OFFER}",
            if choose.len() + OFFER.len() <= width {
                choose
            } else {
                ""
            }
        );
    }
    words::news(&app.past())
}

/// The keys that can be pressed now, as many as there is room for.
fn keys(app: &App, width: usize) -> String {
    let keys = match (&app.mode, &app.tutorial, &app.choice) {
        (Mode::Load(_), ..) => KEYS_FILE,
        (Mode::Setup(_), ..) => KEYS_SETUP,
        (Mode::Review(_), ..) => KEYS_REVIEW,
        (_, Some(tutorial), _) => &format!("{KEYS_TUTORIAL}, {}", tutorial.step().keys()),
        (_, None, Some(_)) => KEYS_COLLAPSE,
        (_, None, None) if app.game.is_over() => KEYS_OVER,
        (_, None, None) => KEYS_PLACE,
    };
    let all = keys.replace(", ", "  ");
    let ends = all
        .match_indices("  ")
        .map(|(end, _)| end)
        .chain([all.len()]);
    ends.filter(|&end| end <= width)
        .last()
        .map_or_else(String::new, |end| all[..end].to_owned())
}
