//! The value of the position as a bar, from -2 (O) to +2 (X).

use crate::rules::{Margin, Player};
use crate::search::Interval;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::state::App;
use super::{board, words};

/// The cells on each side of the middle: two points of margin.
const CELLS: i64 = 8;

pub fn draw(app: &App, area: Rect, frame: &mut Frame) {
    if area.is_empty() {
        return;
    }
    let value = app.value();
    let mut spans = vec![Span::raw("O -2 ")];
    for at in -CELLS..=CELLS {
        let side = if at < 0 { Player::Two } else { Player::One };
        let (symbol, filled) = cell(value, at);
        spans.push(if filled { Span::styled(symbol, board::style(app, side)) } else { Span::raw(symbol) });
    }
    spans.push(Span::raw(" +2 X  "));
    let taken: usize = spans.iter().map(Span::width).sum();
    spans.push(Span::raw(text(app, value, usize::from(area.width).saturating_sub(taken))));
    frame.render_widget(Line::from(spans), area);
}

/// A cell of the bar, and whether it is filled. A known value fills the bar from the middle to the value. While the value
/// is not known, the cells where it may lie are shaded.
fn cell(value: Option<Interval>, at: i64) -> (&'static str, bool) {
    let Some(Interval { lower, upper }) = value else { return (if at == 0 { "┼" } else { "─" }, false) };
    let [lower, upper] = [lower, upper].map(cells);
    let reached = lower.min(0)..=upper.max(0);
    match at {
        0 => ("┼", false),
        _ if lower == upper && reached.contains(&at) => ("█", true),
        _ if lower != upper && (lower..=upper).contains(&at) => ("▒", true),
        _ => ("─", false),
    }
}

/// The cell that a margin falls into. Margins other than 0 fall into a cell beside the middle.
fn cells(margin: Margin) -> i64 {
    let cells = margin.to_ratio() * (CELLS / 2);
    let cells = if margin > Margin::ZERO { cells.ceil() } else { cells.floor() };
    cells.to_integer().clamp(-CELLS, CELLS)
}

/// The value in words and the best actions, as many as there is room for.
fn text(app: &App, value: Option<Interval>, columns: usize) -> String {
    let Some(value) = value else { return "looking ...".to_owned() };
    let better = match (value.lower > Margin::ZERO, value.upper < Margin::ZERO, value.value()) {
        (true, ..) => " X is better",
        (_, true, _) => " O is better",
        (_, _, Some(_)) => " even",
        _ => "",
    };
    let known = format!("{value}{better}");
    let Some(advice) = app.hint() else { return known };
    // Where the values of the actions are not known, the best one is what the heuristic player would do.
    let kind = if advice.values.is_empty() { "heuristic" } else { "best" };
    let room = columns.saturating_sub(known.chars().count() + kind.len() + 4);
    match words::listed_within(app.position(), &advice.best, room) {
        none if none.is_empty() => known,
        best => format!("{known}; {kind}: {best}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(lower: i64, upper: i64) -> String {
        let margin = |halves: i64| {
            (0..halves.abs()).fold(Margin::ZERO, |sum, _| {
                let half = Margin::of_rank(2);
                if halves > 0 { sum + half } else { sum - half }
            })
        };
        let value = Interval { lower: margin(lower), upper: margin(upper) };
        (-CELLS..=CELLS).map(|at| cell(Some(value), at).0).collect()
    }

    #[test]
    fn the_bar_is_full_to_the_value_and_shaded_where_it_may_lie() {
        assert_eq!(drawn(0, 0), "────────┼────────");
        assert_eq!(drawn(1, 1), "────────┼██──────");
        assert_eq!(drawn(-4, -4), "████████┼────────");
        assert_eq!(drawn(-1, 3), "──────▒▒┼▒▒▒▒▒▒──");
        assert_eq!(drawn(2, 9), "────────┼───▒▒▒▒▒", "what is beyond 2 is cut");
    }
}
