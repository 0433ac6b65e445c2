//! Draws the screen. Its lines of text are made here: title, status, message and keys.

use crate::notation::action_text;
use crate::position::Action;
use crate::rules::{Player, Variant};
use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::app::{App, Mode, Target};
use super::layout::{Layout, least};
use super::{bar, board, help, panes, words};

/// The keys that the last line shows in each situation, the ones that matter most first.
const KEYS_PLACE: &str = "? help, q quit, h hints, u undo, r redo, s save, l load, n new, t tutorial";
const KEYS_COLLAPSE: &str = "? help, q quit, h hints, u undo, left/right look, enter play it, 1..9 a square";
const KEYS_OVER: &str = "? help, q quit, v review, n new, u undo, s save, l load, t tutorial";
const KEYS_REVIEW: &str = "esc leave, q quit, enter next mistake, left back, right on";
const KEYS_TUTORIAL: &str = "? help, q quit, esc leave the tutorial, enter go on";
const KEYS_FILE: &str = "enter load, esc leave it";

/// The columns and rows that the tutorial needs.
const TUTORIAL: (u16, u16) = (60, 20);

/// The most entangled squares that the status names one by one.
const NAMED: usize = 6;

/// Draws the screen, and sets what a click acts on.
pub fn draw(app: &mut App, frame: &mut Frame) {
    app.targets.clear();
    let side = app.side_length();
    let area = frame.area();
    let has_room = app.tutorial.is_none() || area.width >= TUTORIAL.0 && area.height >= TUTORIAL.1;
    let layout = Layout::of(area, side, app.shows_value()).filter(|_| has_room);
    app.too_small = layout.is_none();
    let Some(layout) = layout else { return too_small(app, frame) };
    if let Mode::Help(first) = app.mode {
        return app.mode = Mode::Help(help::draw(app, first, frame));
    }
    line(frame, layout.title, &title(app), Style::from(Modifier::REVERSED));
    board::draw(app, &layout, frame.buffer_mut());
    let squares = app.position().board().all().iter();
    let mut targets: Vec<_> = squares.map(|square| (layout.square(square), Target::Square(square))).collect();
    targets.extend(panes::draw(app, layout.pane, frame));
    bar::draw(app, layout.bar, frame);
    let side = app.position().to_move();
    let style = side.map_or(Style::new(), |side| board::style(app, side)).add_modifier(Modifier::BOLD);
    line(frame, layout.status, &status(app), style);
    line(frame, layout.message, &message(app, &layout), Style::new());
    targets.extend(keys(app, layout.keys, frame));
    app.targets = targets;
}

/// Draws a text in one line. A text that is too long ends in `…`.
fn line(frame: &mut Frame, area: Rect, text: &str, style: Style) {
    let (count, width) = (text.chars().count(), usize::from(area.width));
    let text = if count <= width {
        format!("{text:width$}")
    } else {
        text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
    };
    frame.render_widget(Line::styled(text, style), area);
}

fn too_small(app: &App, frame: &mut Frame) {
    let area = frame.area();
    let (what, (columns, rows), way_out) = match app.tutorial {
        Some(_) => ("the tutorial", TUTORIAL, "esc leaves the tutorial"),
        None => ("this board", least(app.side_length()), "gqt3 play --plain needs no screen"),
    };
    let text = format!(
        "The terminal is too small: {}x{}, {what} needs {columns}x{rows}. Make it larger, or q quits; {way_out}.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn title(app: &App) -> String {
    let side = app.side_length();
    let position = app.position();
    let rules = *position.rules();
    let rules = Variant::of(rules).map_or_else(|| rules.to_string(), |variant| variant.to_string());
    let game = match &app.tutorial {
        Some(tutorial) => format!("tutorial, {}", tutorial.progress()),
        None => {
            let [one, two] = [Player::One, Player::Two].map(|side| app.game.kind(side).name());
            format!("X {one} against O {two}")
        }
    };
    format!(" {side}x{side}, n = {}   {game}   rules: {rules}", position.pieces())
}

fn status(app: &App) -> String {
    if let Some(tutorial) = &app.tutorial {
        return tutorial.step().todo.to_owned();
    }
    if let Mode::Review(at) = app.mode {
        let all = app.game.record().actions().count();
        return format!("Review, {at} of {all}: {}", words::news(&app.past()));
    }
    let squares = app.position().entangled_squares().len();
    let mut text = match (&app.choice, app.position().to_move()) {
        // Many squares would leave no room for the rest of the line; the board marks them.
        (Some(_), Some(side)) if squares > NAMED => {
            let turn = app.position().turns();
            format!("Turn {turn}: {} collapses {squares} squares", words::who(&app.game, side))
        }
        _ => words::situation(&app.game),
    };
    if let Some(since) = app.thinking {
        let dots = since.elapsed().as_millis() / 400 % 4;
        text.push_str(&format!(", thinking{}", &"..."[..dots as usize]));
        let seconds = since.elapsed().as_secs();
        if seconds > 0 {
            text.push_str(&format!(" {seconds} s"));
        }
    }
    if !app.chosen.is_empty() {
        text.push_str(&format!(", chosen: {}", app.chosen));
    }
    if let Some(choice) = &app.choice {
        let count = format!("{}{}", choice.options.len(), if choice.more { "+" } else { "" });
        text.push_str(&match (choice.current(), choice.at) {
            (Some(current), Some(at)) => {
                let current = action_text(app.position(), &Action::Collapse(*current));
                format!(": {current} ({} of {count})", at + 1)
            }
            _ => format!(": {count} ways"),
        });
    }
    text
}

fn message(app: &App, layout: &Layout) -> String {
    if let Some(message) = &app.message {
        return message.clone();
    }
    if let Mode::Review(at) = app.mode {
        return match (app.review(), app.decision_before(at)) {
            (None, _) => "looking ...".to_owned(),
            (Some(_), None) => "enter goes to the next mistake".to_owned(),
            (_, Some(decision)) => words::judged(decision),
        };
    }
    if let Mode::Load(name) = &app.mode {
        let asked = "Load which file? ";
        // Only the end of a long name is shown.
        let most = usize::from(layout.message.width).saturating_sub(asked.len() + 1);
        let hidden = name.chars().count().saturating_sub(most);
        return format!("{asked}{}_", name.chars().skip(hidden).collect::<String>());
    }
    if let Some(digit) = app.typed {
        return format!("{digit}_: a second digit, or enter for square {digit}");
    }
    if app.game.is_over() && app.tutorial.is_none() {
        return "v reviews the game: its mistakes, and what was better".to_owned();
    }
    match app.hint() {
        // If the bar is shown, it says this.
        Some(advice) if layout.bar.is_empty() => format!("Hint: {}", words::advice(app.position(), advice)),
        _ if app.position().turns() == 0 && app.tutorial.is_none() => {
            let choose = "Choose squares: arrows and space, digits, or mouse. ";
            let offer = "New to the game? Press t";
            let width = usize::from(layout.message.width);
            format!("{}{offer}", if choose.len() + offer.len() <= width { choose } else { "" })
        }
        _ => words::news(&app.past()),
    }
}

/// Draws the keys that can be pressed now, as many as there is room for, and returns where a click presses them.
fn keys(app: &App, area: Rect, frame: &mut Frame) -> Vec<(Rect, Target)> {
    let keys = match (&app.mode, &app.tutorial, &app.choice) {
        (Mode::Load(_), ..) => KEYS_FILE,
        (Mode::Review(_), ..) => KEYS_REVIEW,
        (_, Some(_), _) => KEYS_TUTORIAL,
        (_, None, Some(_)) => KEYS_COLLAPSE,
        (_, None, None) if app.game.is_over() => KEYS_OVER,
        (_, None, None) => KEYS_PLACE,
    };
    let (mut x, mut targets) = (area.x, Vec::new());
    for text in keys.split(", ") {
        let place = Rect { x, width: text.len() as u16, ..area };
        if place.right() > area.right() {
            break;
        }
        frame.render_widget(Line::styled(text, Modifier::DIM), place);
        targets.extend(key_of(text).map(|key| (place, Target::Key(key))));
        x = place.right() + 2;
    }
    targets
}

/// The key that a text such as `u undo` begins with.
fn key_of(text: &str) -> Option<KeyCode> {
    match text.split(' ').next()? {
        "left" => Some(KeyCode::Left),
        "right" | "left/right" => Some(KeyCode::Right),
        "enter" => Some(KeyCode::Enter),
        "esc" => Some(KeyCode::Esc),
        key if key.len() == 1 => key.chars().next().map(KeyCode::Char),
        _ => None,
    }
}
