//! The screen around the board: title, panes, status, keys, help.

use gqt3::board::Square;
use gqt3::position::{Action, Collapse, Phase, piece};
use gqt3::rules::{Player as Side, Variant};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::app::App;
use super::collapse::Choice;
use super::layout::{Layout, first_shown, least};
use super::thinking::Advice;
use super::{board, words};
use gqt3::notation::action_text;

const KEYS_PLACE: &str = "? help  q quit  h hints  u undo  r redo  s save  n new  arrows+space 1..9 choose";
const KEYS_COLLAPSE: &str = "? help  q quit  h hints  u undo  left/right look  enter play it  1..9 a square";
const KEYS_OTHER: &str = "? help  q quit  u undo  r redo  s save  n new game";

/// The most entangled squares that the status line names.
const NAMED: usize = 6;

const HELP: &str = "\
Each turn you place your piece on several squares at once: choose them with the arrows and space, by their numbers, or with \
the mouse. A square that is chosen again is let go.

When pieces are entangled (squares marked ~), somebody chooses how they collapse: left and right look at the ways, enter \
plays one. The number of a square keeps the ways that put the newest piece there; backspace takes it back.

X1   a quantum piece            X1*  one that is also under the cursor
X1?  not played yet             <1>  in a completed line
(+1/2)  with hints: X's points minus O's with best play, at best

h  hints on or off     u  take back     r  play again
s  save                n  new game      q  quit";

pub fn draw(app: &App, frame: &mut Frame) {
    let Some(layout) = app.layout() else {
        return too_small(app, frame);
    };
    frame.render_widget(Line::styled(title(app), Modifier::REVERSED), layout.title);
    board::draw(app, &layout, frame.buffer_mut());
    match &app.choice {
        Some(choice) => collapses(app, choice, &layout, frame),
        None => details(app, layout.details, frame),
    }
    log(app, layout.log, frame);
    let side = app.position().to_move();
    let style = side.map_or(Style::new(), |side| board::style(app, side)).add_modifier(Modifier::BOLD);
    line(frame, layout.status, &status(app), style);
    line(frame, layout.message, &message(app), Style::new());
    let keys = match (app.game.human(), &app.choice) {
        (Some(_), None) => KEYS_PLACE,
        (Some(_), Some(_)) => KEYS_COLLAPSE,
        (None, _) => KEYS_OTHER,
    };
    line(frame, layout.keys, keys, Style::new().add_modifier(Modifier::DIM));
    if app.help {
        help(frame);
    }
}

/// One line; what does not fit is cut with a mark.
fn line(frame: &mut Frame, area: Rect, text: &str, style: Style) {
    frame.render_widget(Line::styled(cut(text, area.width.into()), style), area);
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept: String = text.chars().take(width.saturating_sub(1)).collect();
    format!("{kept}…")
}

fn too_small(app: &App, frame: &mut Frame) {
    let (columns, rows) = least(app.side_length());
    let area = frame.area();
    let text = format!(
        "The terminal is too small: {}x{}, this board needs {columns}x{rows}. Make it larger, or q quits; gqt3 play --plain needs no \
         screen.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

fn title(app: &App) -> String {
    let side = app.side_length();
    let position = app.position();
    let [one, two] = [Side::One, Side::Two].map(|side| app.game.kind(side).name());
    let rules = *position.rules();
    let rules = Variant::of(rules).map_or_else(|| rules.to_string(), |variant| variant.to_string());
    format!(" {side}x{side}, n = {}   X {one} against O {two}   rules: {rules}", position.pieces())
        + &" ".repeat(app.area.width.into())
}

fn status(app: &App) -> String {
    let squares = app.position().entangled_squares().len();
    let mut text = match (&app.choice, app.position().to_move()) {
        // Many squares would push the rest off the line; they are marked on the board.
        (Some(_), Some(side)) if squares > NAMED => {
            let turn = app.position().turns();
            format!("Turn {turn}: {} collapses {squares} squares", words::who(&app.game, side))
        }
        _ => words::situation(&app.game),
    };
    if let Some(since) = app.thinking {
        text.push_str(match since.elapsed().as_millis() / 400 % 4 {
            0 => ", thinking",
            1 => ", thinking.",
            2 => ", thinking..",
            _ => ", thinking...",
        });
        let seconds = since.elapsed().as_secs();
        if seconds > 0 {
            text.push_str(&format!(" {seconds} s"));
        }
    }
    if !app.chosen.is_empty() {
        text.push_str(&format!(", chosen: {}", app.chosen));
    }
    if let Some(digit) = app.typed {
        text.push_str(&format!(", square {digit}_"));
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

fn message(app: &App) -> String {
    if let Some(message) = &app.message {
        return message.clone();
    }
    match (&app.advice, app.hints && app.game.human().is_some()) {
        (Some(advice), true) => format!("Hint: {}", words::advice(app.position(), advice)),
        (None, true) => "Hint: looking ...".to_owned(),
        _ if app.game.is_over() => "n new game, u takes back your last move, q quits".to_owned(),
        _ => match app.game.last() {
            Some((before, action)) => words::played(&before, &action),
            None => String::new(),
        },
    }
}

/// The square under the cursor: whose pieces are on it, and where else they are.
fn details(app: &App, area: Rect, frame: &mut Frame) {
    if area.is_empty() {
        return;
    }
    let block = Block::bordered().title(format!(" Square {} ", app.cursor));
    let text = lines_of(app, app.cursor, usize::from(area.height.saturating_sub(2)));
    frame.render_widget(Paragraph::new(text).block(block), area);
}

fn lines_of(app: &App, square: Square, rows: usize) -> Vec<Line<'static>> {
    let position = app.position();
    if let Some(series) = position.classical_series_on(square) {
        return vec![Line::raw(format!("{}, classical", piece(series)))];
    }
    let all: Vec<usize> = position.quantum_series_on(square).collect();
    if all.is_empty() {
        return vec![Line::raw("no piece yet")];
    }
    let shown = if all.len() > rows { rows.saturating_sub(1) } else { all.len() };
    let text = |&series: &usize| {
        let style = board::style(app, Side::of_turn(series + 1));
        Line::styled(format!("{:<3} {}", piece(series), position.squares_of(series)), style)
    };
    let mut lines: Vec<Line> = all.iter().take(shown).map(text).collect();
    if shown < all.len() {
        lines.push(Line::raw(format!("and {} more", all.len() - shown)));
    }
    lines
}

/// The collapses to choose from.
fn collapses(app: &App, choice: &Choice, layout: &Layout, frame: &mut Frame) {
    let area = layout.details;
    if area.is_empty() {
        return;
    }
    let position = app.position();
    let rows = layout.detail_rows();
    let first = first_shown(choice.at.unwrap_or(0), rows.height.into());
    let shown = choice.options.iter().enumerate().skip(first).take(rows.height.into());
    let lines = shown.map(|(index, collapse)| {
        let action = Action::Collapse(*collapse);
        let current = choice.at == Some(index);
        let value = match &app.advice {
            Some(Advice::Values(values)) if app.hints => {
                let value = values.iter().find(|(other, _)| *other == action);
                value.map_or_else(String::new, |(_, value)| format!("({value}) "))
            }
            Some(Advice::Choice(best)) if app.hints && *best == action => "(hint) ".to_owned(),
            _ => String::new(),
        };
        let mark = if current { ">" } else { " " };
        let text = format!("{mark} {} {value}{}", action_text(position, &action), places(collapse));
        let style = if current { Modifier::REVERSED } else { Modifier::empty() };
        Line::styled(cut(&text, rows.width.into()), style)
    });
    let lines: Vec<Line> = lines.collect();
    let more = if choice.more { format!(" first {} ways ", choice.options.len()) } else { String::new() };
    let block = Block::bordered().title(format!(" {} ", collapse_title(app, choice))).title_bottom(more);
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

/// Where a collapse puts the pieces, newest first, in few columns.
fn places(collapse: &Collapse) -> String {
    let places = collapse.newest_first().map(|(series, square)| format!("{}:{square}", piece(series)));
    places.collect::<Vec<_>>().join(" ")
}

fn collapse_title(app: &App, choice: &Choice) -> String {
    let position = app.position();
    let named: Vec<String> = position
        .entangled()
        .iter()
        .rev()
        .zip(&choice.named)
        .map(|(series, square)| format!("{} on {square}", piece(series)))
        .collect();
    match choice.next_series(position) {
        _ if choice.options.len() == 1 => "Collapse".to_owned(),
        Some(next) if named.is_empty() => format!("Where is {}?", piece(next)),
        Some(next) => format!("{}; {}?", named.join(", "), piece(next)),
        None => named.join(", "),
    }
}

/// The game in the notation, a move a line.
fn log(app: &App, area: Rect, frame: &mut Frame) {
    if area.is_empty() {
        return;
    }
    let record = app.game.record().to_string();
    let moves: Vec<Line> = (1..)
        .zip(record.split_whitespace())
        .map(|(turn, text)| {
            let side = Side::of_turn(turn);
            Line::styled(format!("{:>3} {text}", piece(turn - 1)), board::style(app, side))
        })
        .collect();
    let rows = usize::from(area.height.saturating_sub(2));
    let first = moves.len().saturating_sub(rows);
    let points = app.position().points();
    let points = format!(" X {}, O {} ", points.player_1.to_ratio(), points.player_2.to_ratio());
    let mut block = Block::bordered().title(" Game ");
    if app.position().phase() == Phase::Over || app.position().margin().units() != 0 {
        block = block.title_bottom(points);
    }
    frame.render_widget(Paragraph::new(moves[first..].to_vec()).block(block), area);
}

fn help(frame: &mut Frame) {
    let area = frame.area();
    let (width, height) = (area.width.min(78), area.height.min(20));
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    frame.render_widget(Clear, place);
    let block = Block::bordered().title(" Help (any key closes it) ");
    frame.render_widget(Paragraph::new(HELP).wrap(Wrap { trim: false }).block(block), place);
}
