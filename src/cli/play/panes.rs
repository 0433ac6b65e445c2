//! The panes beside the board: the game, the collapses, the review, the tutorial, and the pieces of a square.

use crate::board::Square;
use crate::notation::action_text;
use crate::position::{Action, Phase, Position, piece};
use crate::rules::Player;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Paragraph, Wrap};

use super::app::{App, Mode, Target};
use super::collapse::Choice;
use super::tutorial::Tutorial;
use super::{board, words};

/// Where a click acts on what.
type Targets = Vec<(Rect, Target)>;

/// The rows of the upper pane, unless it lists collapses.
const DETAILS: u16 = 8;

/// A list in a frame. Entries take as many rows as they need, and the list is scrolled to the selected one.
struct List {
    title: String,
    /// The text in the lower frame.
    below: String,
    entries: Vec<(String, Style)>,
    selected: Option<usize>,
}

impl List {
    /// Draws the list, and returns where a click finds its entries.
    fn draw(self, area: Rect, frame: &mut Frame) -> Targets {
        let block = Block::bordered().title(self.title).title_bottom(self.below);
        let inside = block.inner(area);
        frame.render_widget(block, area);
        let mut rows: Vec<(usize, Line)> = Vec::new();
        let mut end_of_selected = 0;
        for (index, (text, style)) in self.entries.into_iter().enumerate() {
            let texts = words::wrapped(&text, inside.width.into(), "    ");
            rows.extend(texts.into_iter().map(|text| (index, Line::styled(text, style))));
            if self.selected == Some(index) {
                end_of_selected = rows.len();
            }
        }
        let first = end_of_selected.saturating_sub(inside.height.into());
        let mut targets = Targets::new();
        for ((index, line), row) in rows.into_iter().skip(first).zip(inside.rows()) {
            frame.render_widget(line, row);
            targets.push((row, Target::Entry(index)));
        }
        targets
    }
}

/// Draws the panes, and returns where a click finds the entries of a list to choose from.
pub fn draw(app: &App, area: Rect, frame: &mut Frame) -> Targets {
    if area.is_empty() {
        return Targets::new();
    }
    if let Some(tutorial) = &app.tutorial {
        return lesson(tutorial, area, frame);
    }
    if let Mode::Review(at) = app.mode {
        return reviewed(app, at).draw(area, frame);
    }
    let upper = match &app.choice {
        Some(_) => area.height * 3 / 5,
        None => DETAILS,
    };
    let [upper, lower] = Layout::vertical([Constraint::Length(upper), Constraint::Min(0)]).areas(area);
    log(app).draw(lower, frame);
    match &app.choice {
        Some(choice) => collapses(app, choice).draw(upper, frame),
        None => details(app, app.cursor, upper, frame),
    }
}

/// The text of the tutorial's step.
fn lesson(tutorial: &Tutorial, area: Rect, frame: &mut Frame) -> Targets {
    let step = tutorial.step();
    let text = vec![Line::raw(step.text), Line::default(), Line::styled(step.todo, Modifier::BOLD)];
    let block = Block::bordered().title(format!(" Tutorial, {} ", tutorial.progress()));
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }).block(block), area);
    Targets::new()
}

/// The square under the cursor: whose pieces are on it, and where else they are.
fn details(app: &App, square: Square, area: Rect, frame: &mut Frame) -> Targets {
    let block = Block::bordered().title(format!(" Square {square} "));
    let position = app.here();
    let series: Vec<usize> = position.quantum_series_on(square).collect();
    let rows = usize::from(area.height.saturating_sub(2));
    let text = |&series: &usize| {
        let text = format!("{:<3} {}", piece(series), position.squares_of(series));
        Line::styled(text, board::series_style(app, series))
    };
    let lines: Vec<Line> = match (position.classical_series_on(square), series.len()) {
        (Some(series), _) => vec![Line::raw(format!("{}, classical", piece(series)))],
        (None, 0) => vec![Line::raw("no piece yet")],
        (None, all) if all > rows => {
            let more = Line::raw(format!("and {} more", all + 1 - rows));
            series.iter().take(rows - 1).map(text).chain([more]).collect()
        }
        (None, _) => series.iter().map(text).collect(),
    };
    frame.render_widget(Paragraph::new(lines).block(block), area);
    Targets::new()
}

/// The collapses to choose from, with hints if they are wanted.
fn collapses(app: &App, choice: &Choice) -> List {
    let position = app.position();
    let entry = |(index, collapse)| {
        let action = Action::Collapse(collapse);
        let hint = app.hint().zip(position.to_move());
        let hint = hint.map(|(advice, side)| advice.mark(side, |other| *other == action));
        let hint = hint.filter(|hint| !hint.is_empty()).map_or_else(String::new, |hint| hint + " ");
        let current = choice.at == Some(index);
        let mark = if current { ">" } else { " " };
        let places = words::places(&collapse, ":", " ");
        let text = format!("{mark} {} {hint}{places}", action_text(position, &action));
        (text, Style::from(if current { Modifier::REVERSED } else { Modifier::empty() }))
    };
    List {
        title: format!(" {} ", collapse_title(choice)),
        below: if choice.more { format!(" first {} ways ", choice.options.len()) } else { String::new() },
        entries: choice.options.iter().copied().enumerate().map(entry).collect(),
        selected: choice.at,
    }
}

/// The squares named so far, and the piece whose square comes next.
fn collapse_title(choice: &Choice) -> String {
    let series = choice.position.entangled();
    let named = series.iter().rev().zip(&choice.named);
    let named: Vec<String> = named.map(|(series, square)| format!("{} on {square}", piece(series))).collect();
    match choice.next_series() {
        _ if choice.options.len() == 1 => "Collapse".to_owned(),
        Some(next) if named.is_empty() => format!("Where is {}?", piece(next)),
        Some(next) => format!("{}; {}?", named.join(", "), piece(next)),
        None => named.join(", "),
    }
}

/// Every decision of the game that is reviewed, with the value before and after it.
fn reviewed(app: &App, at: usize) -> List {
    let entry = |(index, (before, action)): (usize, (Position, Action))| {
        let who = match &action {
            Action::Place(_) => piece(before.turns()),
            Action::Collapse(_) => {
                before.to_move().map_or_else(String::new, |side| side.letter().to_string())
            }
        };
        let judged = app.review().and_then(|review| review.decisions.get(index));
        let judged = judged.map_or_else(String::new, |decision| {
            let mark = if decision.is_mistake() { " ??" } else { "" };
            format!("{} → {}{mark}", decision.before, decision.after)
        });
        let style = board::series_style(app, before.turns() - usize::from(before.phase() == Phase::Collapse));
        let style = if index + 1 == at { style.add_modifier(Modifier::REVERSED) } else { style };
        (format!("{who:<3} {:<5} {judged}", action_text(&before, &action)), style)
    };
    let mistakes = app.review().map_or_else(String::new, |review| {
        let [one, two] = [Player::One, Player::Two].map(|side| review.mistakes(side).count());
        let decisions = review.decisions.iter();
        let open = decisions.filter(|decision| !decision.is_mistake() && !decision.is_judged()).count();
        let open = if open == 0 { String::new() } else { format!("; {open} open") };
        format!(" mistakes: X {one}, O {two}{open} ")
    });
    List {
        title: " Review ".to_owned(),
        below: mistakes,
        entries: app.game.record().steps().enumerate().map(entry).collect(),
        selected: at.checked_sub(1),
    }
}

/// The game in the notation, one move in a line.
fn log(app: &App) -> List {
    let record = app.game.record().to_string();
    let entry = |(series, text): (usize, &str)| {
        (format!("{:>3} {text}", piece(series)), board::series_style(app, series))
    };
    let entries: Vec<_> = record.split_whitespace().enumerate().map(entry).collect();
    let position = app.position();
    let points = position.points();
    let any = position.phase() == Phase::Over || !position.completed_lines().as_slice().is_empty();
    let points = format!(" X {}, O {} ", points.player_1.to_ratio(), points.player_2.to_ratio());
    List {
        title: " Game ".to_owned(),
        below: if any { points } else { String::new() },
        selected: entries.len().checked_sub(1),
        entries,
    }
}
