use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use gqt3::engine::position::Action;
use gqt3::engine::rules::{Player, Variant};
use gqt3::support::number::counted;

use super::closing::closing;
use super::layout::{Parts, has_room};
use super::lesson;
use super::state::{App, State};
use super::{board, help, panes, words};

const OFFER: &str = "New to the game? t is a short lesson.";

/// The keys that the last line shows in each state, the most important ones first.
const KEYS_SETUP: &str = "enter begin, ? help, q quit, t lesson, esc back, arrows choose";
const KEYS_SQUARES: &str = "? help, q quit, h hints, u undo, n new game, s save, t lesson";
const KEYS_COLLAPSE: &str = "? help, q quit, left/right look, enter play it, h hints, u undo";
const KEYS_WATCHING: &str = "? help, q quit, u undo";
const KEYS_OVER: &str =
    "r rematch, x swap sides, v review, q quit, n new game, s save, u undo, ? help";
const KEYS_REVIEW: &str = "enter next mistake, q quit, left back, right on, esc leave";
const KEYS_LESSON: &str = "esc leave the lesson, q quit";

pub fn view(app: &App, frame: &mut Frame) {
    let area = frame.area();
    if !has_room(area, app.least()) {
        return too_small(app, frame);
    }
    if let Some(row) = app.help {
        return help::draw(app, row, frame);
    }
    let parts = Parts::new(area, app.side_length());
    let width = usize::from(area.width);
    let (title, prompt, news) = match &app.state {
        State::SetUp { page, .. } => {
            let place = Rect {
                y: panes::SETUP_ROW,
                height: parts.texts.y - panes::SETUP_ROW,
                ..parts.title
            };
            panes::set_up(&page.rows(app.most_side()), page.row, place, frame);
            let title = " Generalized Quantum Tic-Tac-Toe".to_owned();
            (title, String::new(), OFFER.to_owned())
        }
        _ => {
            board::draw(app, &parts, frame.buffer_mut());
            panes::draw(app, &parts, frame);
            (title(app, width), prompt(app, width), news(app, width))
        }
    };
    frame.render_widget(Line::styled(title, Modifier::REVERSED), parts.title);
    let side = app.position().to_move();
    let style = side.map_or(Style::new(), |side| board::style(app, side));
    let texts = vec![
        Line::styled(prompt, style.bold()),
        Line::raw(news),
        Line::raw(message(app, &parts)),
    ];
    frame.render_widget(Paragraph::new(texts).wrap(Wrap { trim: true }), parts.texts);
    // Texts that need all rows hide the keys.
    let last = Rect {
        y: parts.texts.bottom() - 1,
        height: 1,
        ..parts.texts
    };
    if last
        .positions()
        .all(|at| frame.buffer_mut()[at].symbol() == " ")
    {
        let keys = keys(app, width);
        frame.render_widget(Line::styled(keys, Modifier::DIM), last);
    }
}

fn too_small(app: &App, frame: &mut Frame) {
    let (area, least) = (frame.area().as_size(), app.least());
    let (what, way_out) = match app.state {
        State::SetUp { .. } => ("this page", "esc leaves it"),
        State::Lesson { .. } => ("the lesson", "esc leaves the lesson"),
        _ => ("this board", "gqt3 play --plain needs no screen"),
    };
    let text = format!(
        "The terminal is too small: {area}, {what} needs {least}. Make it larger, or q quits; {way_out}."
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), frame.area());
}

fn joined<'a>(parts: impl IntoIterator<Item = &'a str>, gap: &str, width: usize) -> String {
    let mut text = String::new();
    for part in parts {
        let gap = if text.is_empty() { "" } else { gap };
        if text.chars().count() + gap.len() + part.chars().count() > width {
            break;
        }
        text += gap;
        text += part;
    }
    text
}

fn title(app: &App, width: usize) -> String {
    let (side, position) = (app.side_length(), app.position());
    let players = match app.state {
        State::Lesson { at, .. } => format!(" Lesson, {}: you are X", lesson::progress(at)),
        _ => format!(" {}", words::players(&app.game)),
    };
    let size = format!("{side}x{side}, n = {}", position.pieces());
    let rules = *position.rules();
    let rules =
        Variant::from_rules(rules).map_or_else(|| rules.to_string(), |rules| rules.to_string());
    joined(
        [&players[..], &size, &format!("rules: {rules}")],
        "   ",
        width,
    )
}

fn prompt(app: &App, width: usize) -> String {
    match &app.state {
        State::Lesson { at, .. } => {
            lesson::step(*at).map_or(String::new(), |step| step.todo.to_owned())
        }
        State::Squares { chosen } if !chosen.is_empty() => words::placing(app.position(), *chosen),
        State::Collapse(choice) if choice.at.is_some() || !choice.named.is_empty() => {
            words::collapsing(choice)
        }
        State::Watching { from, .. } if *from > app.now => {
            "Look at the collapse; enter goes on.".to_owned()
        }
        State::Watching { since, .. } => thinking(app, app.now.saturating_sub(*since).as_millis()),
        State::Over => {
            let lines = words::lines_of(app.position());
            let result = words::result(&app.game).join(", ");
            words::fitting([format!("{result}. {lines}"), result], width)
        }
        State::Review { at, .. } => {
            let all = app.game.record().actions().len();
            format!(
                "Review, {at} of {all}: {}",
                words::news(&app.past(), None, width.saturating_sub(19))
            )
        }
        _ => words::turn(&app.game),
    }
}

fn thinking(app: &App, millis: u128) -> String {
    let Some(side) = app.game.computer() else {
        return String::new();
    };
    let dots = &"..."[..(millis / 400 % 4) as usize];
    let mut text = format!("{} ({}) thinks", side.letter(), app.game.seat(side).name());
    if millis >= 1000 {
        text += &format!(" {} s", millis / 1000);
        if app.steps > 0 {
            text += &format!(", {}", counted(app.steps, "position"));
        }
    }
    text + dots
}

fn news(app: &App, width: usize) -> String {
    let player = match &app.state {
        State::Review { .. } => {
            return app
                .reviewed()
                .map_or(String::new(), |one| words::judged(one, width));
        }
        State::Over | State::Lesson { .. } => None,
        // After one's own collapse, the opponent's last move belongs to an earlier position.
        _ if app.past().last().is_some_and(|(before, action)| {
            matches!(action, Action::Collapse(_)) && before.to_move() == app.game.you()
        }) =>
        {
            None
        }
        _ => app.game.you().map(|you| you.opponent()),
    };
    words::news(&app.past(), player, width)
}

fn message(app: &App, parts: &Parts) -> String {
    let width = usize::from(parts.texts.width);
    if app.typed > 0 {
        return format!("Square {}_: another digit, or enter.", app.typed);
    }
    if let Some(message) = &app.message {
        return message.clone();
    }
    let mistake = app.mistake.as_ref();
    let mistake = mistake.filter(|_| !matches!(app.state, State::SetUp { .. }));
    if let Some(mistake) = mistake.and_then(|one| words::mistake(one, width)) {
        return mistake;
    }
    if let Some(advice) = app.hint() {
        return words::advice(advice, width);
    }
    match &app.state {
        State::Squares { chosen } => {
            let position = app.position();
            if !closing(position, *chosen).is_empty() {
                let chooser = position
                    .to_move()
                    .map(|mover| position.game().chooser(mover));
                let chooser = chooser.map_or(' ', Player::letter);
                let long = format!(
                    "Squares marked \"closes\" close a cycle: then {chooser} chooses the collapse."
                );
                return words::fitting(
                    [long, format!("↻ closes: {chooser} chooses the collapse.")],
                    width,
                );
            }
            match (app.hints, position.turns()) {
                (true, _) => "looking for a hint ...".to_owned(),
                (_, 0) => {
                    let how = "Choose squares: arrows and space, digits, or mouse.";
                    words::fitting(
                        [
                            format!("{how} {OFFER}"),
                            how.to_owned(),
                            "Digits choose squares.".to_owned(),
                        ],
                        width,
                    )
                }
                _ if parts.pane.is_empty() => board::note(app, parts).join(" "),
                _ => String::new(),
            }
        }
        State::Collapse(_) => {
            "Press a square or left and right to look, enter to play it.".to_owned()
        }
        State::Review {
            decisions: None, ..
        } => "looking for mistakes ...".to_owned(),
        State::Review { .. } => {
            let advice = app.advice.as_ref();
            let advice = advice.filter(|advice| advice.position == app.here());
            advice.map_or(String::new(), |advice| words::advice(advice, width))
        }
        _ => String::new(),
    }
}

fn keys(app: &App, width: usize) -> String {
    let lesson;
    let keys = match &app.state {
        State::SetUp { .. } => KEYS_SETUP,
        State::Lesson { at, .. } => {
            let step = lesson::step(*at).map_or("", |step| step.keys());
            lesson = format!("{step}, {KEYS_LESSON}");
            &lesson
        }
        State::Squares { .. } => KEYS_SQUARES,
        State::Collapse(_) => KEYS_COLLAPSE,
        State::Watching { .. } => KEYS_WATCHING,
        State::Over => KEYS_OVER,
        State::Review { .. } => KEYS_REVIEW,
    };
    joined(keys.split(", "), "  ", width)
}
