use ratatui::Frame;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::{Modifier, Stylize};
use ratatui::text::Line;
use ratatui::widgets::{Block, HighlightSpacing, List, ListState, Paragraph, Wrap};

use gqt3::engine::notation::action_text;
use gqt3::engine::position::{Action, Collapse, Phase, Position, piece};
use gqt3::engine::rules::Player;
use gqt3::perfect_play::Decision;

use super::board;
use super::collapse::Choice;
use super::layout::{Parts, inside};
use super::lesson;
use super::setup::Row;
use super::state::{App, State};
use super::words;

pub const SETUP_ROW: u16 = 2;

const RESULT: u16 = 11;

pub fn draw(app: &App, parts: &Parts, frame: &mut Frame) {
    if parts.pane.is_empty() {
        return;
    }
    let upper = upper(app, parts);
    match &app.state {
        State::Lesson { at, .. } => text_of_lesson(*at, parts.pane, frame),
        State::Review { at, decisions } => {
            review(app, *at, decisions.as_deref(), parts.pane, frame);
        }
        State::Collapse(choice) => {
            collapses(app, choice, upper[0], frame);
            log(app, parts, upper[1], frame);
        }
        State::Over => {
            result(app, upper[0], frame);
            log(app, parts, upper[1], frame);
        }
        _ => log(app, parts, parts.pane, frame),
    }
}

fn upper(app: &App, parts: &Parts) -> [Rect; 2] {
    parts.split(match app.state {
        State::Over => RESULT,
        _ => parts.pane.height * 3 / 5,
    })
}

/// The index of the collapse or decision at a point on the screen.
pub fn entry_at(app: &App, parts: &Parts, point: Point) -> Option<usize> {
    let (area, count, selected) = match &app.state {
        State::Review { at, .. } => {
            let count = app.game.record().actions().len();
            (parts.pane, count, at.checked_sub(1))
        }
        State::Collapse(choice) => (upper(app, parts)[0], choice.options.len(), choice.at),
        _ => return None,
    };
    let rows = inside(area);
    let first = selected.map_or(0, |at| (at + 1).saturating_sub(rows.height.into()));
    let entry = first + usize::from(point.y.saturating_sub(rows.y));
    (rows.contains(point) && entry < count).then_some(entry)
}

fn framed(title: &str) -> Block<'_> {
    Block::bordered().title(format!(" {title} "))
}

fn list(entries: Vec<Line>, selected: Option<usize>, block: Block, area: Rect, frame: &mut Frame) {
    let list = List::new(entries)
        .block(block)
        .highlight_symbol(">")
        .highlight_spacing(HighlightSpacing::Always)
        .highlight_style(Modifier::REVERSED);
    let mut state = ListState::default().with_selected(selected);
    frame.render_stateful_widget(list, area, &mut state);
}

fn text_of_lesson(at: usize, area: Rect, frame: &mut Frame) {
    let Some(step) = lesson::step(at) else { return };
    let title = format!("Lesson, {}", lesson::progress(at));
    let text = vec![
        Line::raw(step.text),
        Line::default(),
        Line::raw(step.todo).bold(),
    ];
    let text = Paragraph::new(text).wrap(Wrap { trim: true });
    frame.render_widget(text.block(framed(&title)), area);
}

fn collapses(app: &App, choice: &Choice, area: Rect, frame: &mut Frame) {
    let entries = |between: fn(&Collapse) -> String| -> Vec<String> {
        let entry = |collapse: &Collapse| {
            let hint = board::hint(app, |action| *action == Action::Collapse(*collapse));
            format!("{hint} {}", between(collapse))
                .trim_start()
                .to_owned()
        };
        choice.options.iter().map(entry).collect()
    };
    // One column marks the entry that is looked at.
    let columns = usize::from(inside(area).width).saturating_sub(1);
    let fits = |entries: &[String]| entries.iter().all(|text| text.chars().count() <= columns);
    let (mut title, mut texts) = (
        "Ways to collapse".to_owned(),
        entries(|collapse| words::places(collapse, ":", " ")),
    );
    if !fits(&texts) {
        // The title names the pieces, so that the rows keep what tells them apart.
        let newest_first = choice.position.entangled().iter().rev().map(piece);
        title = newest_first.collect::<Vec<_>>().join(" ");
        texts = entries(|collapse| {
            let squares = collapse
                .newest_first()
                .map(|(_, square)| square.to_string());
            squares.collect::<Vec<_>>().join(" ")
        });
    }
    let entries = texts.into_iter().map(Line::raw).collect();
    list(entries, choice.at, framed(&title), area, frame);
}

fn result(app: &App, area: Rect, frame: &mut Frame) {
    let [how, points] = words::result(&app.game);
    let mut text: Vec<Line> = how.split(' ').flat_map(large).map(Line::raw).collect();
    text.push(Line::raw(points).bold());
    let lines = words::completed(app.position()).into_iter();
    text.extend(lines.map(|line| Line::styled(words::line(line), board::style(app, line.0))));
    let text = Paragraph::new(text).wrap(Wrap { trim: false });
    frame.render_widget(text.block(framed("Result")), area);
}

fn large(word: &str) -> [String; 3] {
    let glyph = |letter: char| match letter {
        'A' => ["▄▀▄", "█▀█", "▀ ▀"],
        'D' => ["█▀▄", "█ █", "▀▀ "],
        'E' => ["█▀▀", "█▀▀", "▀▀▀"],
        'I' => ["▀█▀", " █ ", "▀▀▀"],
        'L' => ["█  ", "█  ", "▀▀▀"],
        'N' => ["█▄ █", "█ ▀█", "▀  ▀"],
        'O' => ["█▀█", "█ █", "▀▀▀"],
        'R' => ["█▀▄", "█▀▄", "▀ ▀"],
        'S' => ["█▀▀", "▀▀█", "▀▀▀"],
        'U' => ["█ █", "█ █", "▀▀▀"],
        'W' => ["█ █ █", "█ █ █", " ▀ ▀ "],
        'X' => ["█ █", " █ ", "▀ ▀"],
        'Y' => ["█ █", "▀█▀", " ▀ "],
        _ => [""; 3],
    };
    [0, 1, 2].map(|row| {
        let letters = word.to_uppercase();
        let rows = letters.chars().map(|letter| glyph(letter)[row]);
        rows.collect::<Vec<_>>().join(" ")
    })
}

fn review(app: &App, at: usize, decisions: Option<&[Decision]>, area: Rect, frame: &mut Frame) {
    let decisions = decisions.unwrap_or_default();
    let names: Vec<(String, String)> = app
        .game
        .record()
        .steps()
        .map(|(before, action)| {
            let who = match &action {
                Action::Place(_) => Some(piece(before.turns())),
                Action::Collapse(_) => before.to_move().map(|side| side.letter().to_string()),
            };
            (who.unwrap_or_default(), action_text(&before, &action))
        })
        .collect();
    let widest = |column: fn(&(String, String)) -> &String| {
        names
            .iter()
            .map(|name| column(name).chars().count())
            .max()
            .unwrap_or(0)
    };
    let (who, what) = (widest(|name| &name.0), widest(|name| &name.1).min(9));
    let entry = |(index, name): (usize, &(String, String))| {
        let judged = decisions.get(index).map_or_else(String::new, |decision| {
            let value = decision.after.value().map(|value| value.to_string());
            let mark = words::mark(decision);
            format!("{:>4} {mark}", value.unwrap_or_else(|| "open".to_owned()))
        });
        let text = name.1.chars().take(what).collect::<String>();
        Line::raw(format!("{:<who$} {text:<what$} {judged}", name.0))
    };
    let entries = names.iter().enumerate().map(entry).collect();
    let mistakes = |side: Player| {
        let wrong = |one: &&Decision| one.player == side && one.is_mistake();
        decisions.iter().filter(wrong).count()
    };
    let below = match decisions {
        [] => " looking ... ".to_owned(),
        _ => format!(
            " mistakes: X {}, O {} ",
            mistakes(Player::One),
            mistakes(Player::Two)
        ),
    };
    let block = framed("Review: value for X").title_bottom(below);
    list(entries, at.checked_sub(1), block, area, frame);
}

fn log(app: &App, parts: &Parts, area: Rect, frame: &mut Frame) {
    let block = framed("Game");
    let room = block.inner(area);
    let record = app.game.record().to_string();
    let mut entries: Vec<Line> = record
        .split_whitespace()
        .enumerate()
        .map(|(series, text)| {
            let side = Player::from_turn(series + 1);
            Line::styled(
                format!("{:>3} {text}", piece(series)),
                board::style(app, side),
            )
        })
        .collect();
    let position: &Position = app.position();
    let note = board::note(app, parts);
    let rows = usize::from(room.height).saturating_sub(note.len());
    let hidden = entries.len().saturating_sub(rows);
    entries.drain(..hidden);
    if position.phase() != Phase::Over {
        entries.extend(note.iter().copied().map(Line::raw));
    }
    frame.render_widget(Paragraph::new(entries).block(block), area);
}

pub fn set_up(rows: &[Row], selected: usize, area: Rect, frame: &mut Frame) {
    let line = |row: &Row| Line::raw(format!("{:<7}<{}>", row.name, row.choice));
    let mut lines: Vec<Line> = rows.iter().map(line).collect();
    lines[selected] = std::mem::take(&mut lines[selected]).style(Modifier::REVERSED);
    lines.extend([Line::default(), Line::raw(&*rows[selected].help)]);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), area);
}
