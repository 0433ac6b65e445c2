//! The panes beside the board: the game, the collapses, the review, the tutorial, and the pieces of a square.

use crate::engine::notation::action_text;
use crate::engine::position::{Action, Phase, Position, piece};
use crate::engine::rules::Player;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, HighlightSpacing, List, ListState, Paragraph, Wrap};

use super::collapse::Choice;
use super::parts::{inside, split};
use super::state::{App, Mode};
use super::thinking::Judged;
use super::tutorial::Tutorial;
use super::{board, words};

pub fn draw(app: &App, area: Rect, frame: &mut Frame) {
    match (&app.tutorial, &app.mode, &app.choice) {
        (Some(tutorial), ..) => lesson(tutorial, area, frame),
        (_, &Mode::Review(at), _) => reviewed(app, at, area, frame),
        (.., choice) => {
            let [upper, lower] = split(app, area);
            match choice {
                Some(choice) => collapses(app, choice, upper, frame),
                None => details(app, upper, frame),
            }
            log(app, lower, frame);
        }
    }
}

fn framed(title: &str) -> Block<'_> {
    Block::bordered().title(format!(" {title} "))
}

/// Draws a list in a frame, scrolled to the selected entry.
fn list(entries: Vec<Line>, selected: Option<usize>, block: Block, area: Rect, frame: &mut Frame) {
    let list = List::new(entries)
        .block(block)
        .highlight_symbol(">")
        .highlight_spacing(HighlightSpacing::Always)
        .highlight_style(Modifier::REVERSED);
    frame.render_stateful_widget(
        list,
        area,
        &mut ListState::default().with_selected(selected),
    );
}

/// The text of the tutorial's step.
fn lesson(tutorial: &Tutorial, area: Rect, frame: &mut Frame) {
    let step = tutorial.step();
    let text = vec![
        Line::raw(step.text),
        Line::default(),
        Line::styled(step.todo, Modifier::BOLD),
    ];
    let title = format!("Tutorial, {}", tutorial.progress());
    frame.render_widget(
        Paragraph::new(text)
            .wrap(Wrap { trim: true })
            .block(framed(&title)),
        area,
    );
}

/// The square under the cursor: whose pieces are on it, and where else they are.
fn details(app: &App, area: Rect, frame: &mut Frame) {
    let (position, square) = (app.here(), app.cursor);
    let text = |series: usize| {
        let text = format!("{:<3} {}", piece(series), position.squares_of(series));
        Line::styled(text, board::series_style(app, series))
    };
    let mut lines: Vec<Line> = position.quantum_series_on(square).map(text).collect();
    let rows = usize::from(inside(area).height);
    if let Some(series) = position.classical_series_on(square) {
        lines.push(Line::raw(format!("{}, classical", piece(series))));
    } else if lines.is_empty() {
        lines.push(Line::raw("no piece yet"));
    } else if lines.len() > rows {
        let more = lines.len() + 1 - rows;
        lines.truncate(rows.saturating_sub(1));
        lines.push(Line::raw(format!("and {more} more")));
    }
    frame.render_widget(
        Paragraph::new(lines).block(framed(&format!("Square {square}"))),
        area,
    );
}

/// The collapses to choose from, with hints if they are wanted.
fn collapses(app: &App, choice: &Choice, area: Rect, frame: &mut Frame) {
    let position = app.position();
    let hint = app.hint().zip(position.to_move());
    let entry = |collapse| {
        let action = Action::Collapse(collapse);
        let hint = hint.map(|(advice, side)| advice.mark(side, |other| *other == action));
        let hint = hint
            .filter(|hint| !hint.is_empty())
            .map_or_else(String::new, |hint| hint + " ");
        Line::raw(hint + &words::places(&collapse, ":", " "))
    };
    let below = if choice.more {
        format!(" first {} ways ", choice.options.len())
    } else {
        String::new()
    };
    let entries = choice.options.iter().copied().map(entry).collect();
    list(
        entries,
        choice.at,
        framed(&asked(choice)).title_bottom(below),
        area,
        frame,
    );
}

/// The squares named so far, and the piece whose square comes next.
fn asked(choice: &Choice) -> String {
    let named = choice.position.entangled().iter().rev().zip(&choice.named);
    let named: Vec<String> = named
        .map(|(series, square)| format!("{} on {square}", piece(series)))
        .collect();
    match choice.next_series() {
        _ if choice.options.len() == 1 => "Collapse".to_owned(),
        Some(next) if named.is_empty() => format!("Where is {}?", piece(next)),
        Some(next) => format!("{}; {}?", named.join(", "), piece(next)),
        None => named.join(", "),
    }
}

/// Every decision of the game that is reviewed, with the value before and after it.
fn reviewed(app: &App, at: usize, area: Rect, frame: &mut Frame) {
    // One column is for the sign of the selected entry.
    let columns = usize::from(inside(area).width).saturating_sub(1);
    let of_piece = if app.position().board().squares() > 9 {
        3
    } else {
        2
    };
    let entry = |(index, (before, action)): (usize, (Position, Action))| {
        let who = match &action {
            Action::Place(_) => piece(before.turns()),
            Action::Collapse(_) => before
                .to_move()
                .map_or_else(String::new, |side| side.letter().to_string()),
        };
        let taken = format!("{who:<of_piece$} {:<5} ", action_text(&before, &action));
        let room = columns.saturating_sub(taken.chars().count());
        let judged = app.judged_before(index + 1);
        let judged = judged.map_or_else(String::new, |judged| words::course(judged, room));
        let series = before.turns() - usize::from(before.phase() == Phase::Collapse);
        Line::styled(taken + &judged, board::series_style(app, series))
    };
    let review = app.review().unwrap_or_default();
    let is_estimated = review.iter().any(|judged| judged.estimate.is_some());
    let title = if is_estimated {
        "Review, ≈ by estimate"
    } else {
        "Review"
    };
    let entries = app.game.record().steps().enumerate().map(entry).collect();
    list(
        entries,
        at.checked_sub(1),
        framed(title).title_bottom(mistakes(review)),
        area,
        frame,
    );
}

/// How many mistakes each side made, for certain and by estimate, and how many decisions are open.
fn mistakes(review: &[Judged]) -> String {
    if review.is_empty() {
        return String::new();
    }
    let of = |side: Player, test: fn(&Judged) -> bool| {
        review
            .iter()
            .filter(|judged| judged.decision.player == side && test(judged))
            .count()
    };
    let [one, two] = [Player::One, Player::Two].map(|side| {
        let proven = of(side, |judged| judged.decision.is_mistake());
        let estimated = match of(side, |judged| judged.by_estimate().is_some()) {
            0 => String::new(),
            number => format!(" + ≈{number}"),
        };
        format!("{} {proven}{estimated}", side.letter())
    });
    let is_open = |judged: &&Judged| judged.decision.is_open() && judged.estimate.is_none();
    let open = match review.iter().filter(is_open).count() {
        0 => String::new(),
        open => format!("; {open} open"),
    };
    format!(" mistakes: {one}, {two}{open} ")
}

/// The game in the notation, one move in a line, as much of its end as there is room for.
fn log(app: &App, area: Rect, frame: &mut Frame) {
    let record = app.game.record().to_string();
    let entry = |(series, text): (usize, &str)| {
        Line::styled(
            format!("{:>3} {text}", piece(series)),
            board::series_style(app, series),
        )
    };
    let entries: Vec<Line> = record.split_whitespace().enumerate().map(entry).collect();
    let position = app.position();
    let points = position.points();
    let any = position.phase() == Phase::Over || !position.completed_lines().as_slice().is_empty();
    let points = format!(
        " X {}, O {} ",
        points.player_1.to_ratio(),
        points.player_2.to_ratio()
    );
    let block = framed("Game").title_bottom(if any { points } else { String::new() });
    let hidden = entries
        .len()
        .saturating_sub(block.inner(area).height.into());
    let paragraph = Paragraph::new(entries)
        .scroll((hidden as u16, 0))
        .block(block);
    frame.render_widget(paragraph.style(Style::new()), area);
}
