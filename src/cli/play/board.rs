//! The board on the screen.
//!
//! Colour only repeats what letters, marks and frames say: a double frame is the cursor, `*` a piece of a series that is also on
//! the square under the cursor, `~` an entangled square, `?` what would become classical or be placed, `< >` a completed line.

use gqt3::board::{Square, SquareSet};
use gqt3::position::{Phase, Position, piece};
use gqt3::rules::Player as Side;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::app::App;
use super::layout::Layout;
use super::thinking::Advice;

/// Large pieces, for squares of at least so many rows.
const LARGE: [[&str; 5]; 2] =
    [["█   █", " █ █ ", "  █  ", " █ █ ", "█   █"], [" ███ ", "█   █", "█   █", "█   █", " ███ "]];
const SMALL: [[&str; 3]; 2] = [["╲ ╱", " ╳ ", "╱ ╲"], ["╭─╮", "│ │", "╰─╯"]];

/// The room that a large and a small one need with a subscript beside them: columns and rows.
const LARGE_ROOM: (u16, u16) = (11, 5);
const SMALL_ROOM: (u16, u16) = (7, 3);

/// A side's colour.
pub fn style(app: &App, side: Side) -> Style {
    let colour = match side {
        Side::One => Color::Cyan,
        Side::Two => Color::Yellow,
    };
    if app.colour { Style::new().fg(colour) } else { Style::new() }
}

pub fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    frame(app, layout, buffer);
    let shown = app.shown();
    let drawing = Drawing {
        app,
        shown: &shown,
        near: series_near(&shown, app.cursor),
        lines: completed(&shown),
        values: values(app),
    };
    for square in shown.board().all() {
        drawing.square(square, layout.square(square), buffer);
    }
}

/// The lines between the squares; the cursor's frame is double.
fn frame(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let board = layout.board;
    let square = layout.square(Square::default());
    let (columns, rows) = (square.width + 1, square.height + 1);
    for y in 0..board.height {
        for x in 0..board.width {
            let across = [x == 0, x == board.width - 1];
            let down = [y == 0, y == board.height - 1];
            let symbol = match (x % columns == 0, y % rows == 0) {
                (true, true) => corner(across, down),
                (true, false) => "│",
                (false, true) => "─",
                (false, false) => continue,
            };
            buffer[(board.x + x, board.y + y)].set_symbol(symbol);
        }
    }
    if app.choice.is_none() {
        let Rect { x, y, width, height } = layout.square(app.cursor);
        let (left, right, top, bottom) = (x - 1, x + width, y - 1, y + height);
        for row in top..=bottom {
            for column in left..=right {
                let symbol = match (column == left, column == right, row == top, row == bottom) {
                    (true, _, true, _) => "╔",
                    (_, true, true, _) => "╗",
                    (true, _, _, true) => "╚",
                    (_, true, _, true) => "╝",
                    (true, ..) | (_, true, ..) => "║",
                    (_, _, true, _) | (_, _, _, true) => "═",
                    _ => continue,
                };
                buffer[(column, row)].set_symbol(symbol).set_style(Modifier::BOLD);
            }
        }
    }
}

const fn corner([left, right]: [bool; 2], [top, bottom]: [bool; 2]) -> &'static str {
    match (left, right, top, bottom) {
        (true, _, true, _) => "┌",
        (_, true, true, _) => "┐",
        (true, _, _, true) => "└",
        (_, true, _, true) => "┘",
        (true, ..) => "├",
        (_, true, ..) => "┤",
        (_, _, true, _) => "┬",
        (_, _, _, true) => "┴",
        _ => "┼",
    }
}

/// The quantum series on a square.
fn series_near(position: &Position, square: Square) -> Vec<usize> {
    position.quantum_series_on(square).collect()
}

/// The squares of completed lines.
fn completed(position: &Position) -> SquareSet {
    let owned = [Side::One, Side::Two].map(|side| position.owned_by(side));
    let lines = position.board().lines().iter().copied();
    lines
        .filter(|line| owned.iter().any(|&owned| line.is_subset(owned)))
        .fold(SquareSet::EMPTY, |all, line| all | line)
}

/// With hints, for each square the best value of a placement with it and with what is chosen.
fn values(app: &App) -> Vec<(Square, String)> {
    let position = app.position();
    if position.phase() != Phase::Place || !app.hints {
        return Vec::new();
    }
    let with = |square: Square| app.chosen | SquareSet::single(square);
    let value = |square: Square| match app.advice.as_ref()? {
        Advice::Choice(action) => {
            let chosen = matches!(action, gqt3::position::Action::Place(squares) if squares.contains(square));
            chosen.then(|| "here".to_owned())
        }
        Advice::Values(values) => {
            let fits = values.iter().filter_map(|(action, value)| match action {
                gqt3::position::Action::Place(squares) => with(square).is_subset(*squares).then_some(*value),
                gqt3::position::Action::Collapse(_) => None,
            });
            position.to_move()?.best(fits).map(|value| value.to_string())
        }
    };
    position.quantum().iter().filter_map(|square| Some((square, value(square)?))).collect()
}

/// What one drawing of the squares needs.
struct Drawing<'a> {
    app: &'a App,
    shown: &'a Position,
    /// The quantum series on the square under the cursor.
    near: Vec<usize>,
    /// The squares of completed lines.
    lines: SquareSet,
    values: Vec<(Square, String)>,
}

impl Drawing<'_> {
    fn square(&self, square: Square, room: Rect, buffer: &mut Buffer) {
        match self.shown.classical_series_on(square) {
            Some(series) => self.classical(square, series, room, buffer),
            None => self.quantum(square, room, buffer),
        }
    }

    /// A classical piece, as large as there is room for.
    fn classical(&self, square: Square, series: usize, room: Rect, buffer: &mut Buffer) {
        let side = Side::of_turn(series + 1);
        // In a preview it is not decided yet.
        let only_looked_at = self.app.position().quantum().contains(square);
        let mark = if only_looked_at { "?" } else { "" };
        let in_line = self.lines.contains(square);
        let style = style(self.app, side).add_modifier(Modifier::BOLD);
        let around = |text: String| if in_line { format!("<{text}>{mark}") } else { format!("{text}{mark}") };
        let fits = |(columns, rows): (u16, u16)| room.width >= columns && room.height >= rows;
        let glyph: &[&str] = if fits(LARGE_ROOM) {
            &LARGE[side as usize]
        } else if fits(SMALL_ROOM) {
            &SMALL[side as usize]
        } else {
            let text = around(format!("[{}]", piece(series)));
            buffer.set_string(room.x, room.y, text, style);
            buffer.set_string(room.x, room.bottom() - 1, self.number(square), Modifier::DIM);
            return;
        };
        let width = glyph[0].chars().count() as u16;
        let subscript = around((series + 1).to_string());
        let all = width + 1 + subscript.len() as u16;
        let left = room.x + room.width.saturating_sub(all) / 2;
        let top = room.y + (room.height - glyph.len() as u16) / 2;
        for (row, text) in (top..).zip(glyph) {
            buffer.set_string(left, row, text, style);
        }
        let number = self.number(square);
        if usize::from(left - room.x) > number.len() {
            buffer.set_string(room.x, room.y, number, Modifier::DIM);
        }
        let last = top + glyph.len() as u16 - 1;
        let rest = usize::from(room.right().saturating_sub(left + width));
        buffer.set_stringn(left + width, last, format!(" {subscript}"), rest, style);
    }

    /// The number of a square, its marks, its quantum pieces.
    fn quantum(&self, square: Square, room: Rect, buffer: &mut Buffer) {
        let mut spans = vec![Span::styled(self.number(square), Modifier::DIM)];
        if let Some((_, value)) = self.values.iter().find(|(with, _)| *with == square) {
            let gap = if usize::from(room.width) > spans[0].width() + value.len() + 2 { " " } else { "" };
            spans.push(Span::raw(format!("{gap}({value})")));
        }
        let pieces = self.pieces(square);
        // High squares keep the first row for the number.
        let alone = if room.height > 2 { usize::from(room.width) } else { 0 };
        for (line, row) in
            flow(spans, alone, pieces, room.width.into(), room.height.into()).into_iter().zip(room.rows())
        {
            line.render(row, buffer);
        }
    }

    /// A square's number, marked if it is entangled.
    fn number(&self, square: Square) -> String {
        let position = self.app.position();
        let entangled = position.phase() == Phase::Collapse && position.entangled_squares().contains(square);
        format!("{square}{}", if entangled { "~" } else { "" })
    }

    fn pieces(&self, square: Square) -> Vec<Span<'static>> {
        let mut pieces = Vec::new();
        if self.app.chosen.contains(square) {
            let side = self.app.position().to_move().unwrap_or(Side::One);
            let text = format!("{}?", piece(self.app.position().turns()));
            pieces.push(Span::styled(text, style(self.app, side).add_modifier(Modifier::REVERSED)));
        }
        for series in self.shown.quantum_series_on(square) {
            let side = Side::of_turn(series + 1);
            pieces.push(if self.near.contains(&series) && self.app.choice.is_none() {
                let style = style(self.app, side).add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
                Span::styled(format!("{}*", piece(series)), style)
            } else {
                Span::styled(piece(series), style(self.app, side))
            });
        }
        pieces
    }
}

/// Lays pieces out in rows after a head; what has no room becomes a number, `+3`. The head takes at least `head_width` columns.
fn flow(
    head: Vec<Span<'static>>,
    head_width: usize,
    pieces: Vec<Span<'static>>,
    width: usize,
    rows: usize,
) -> Vec<Line<'static>> {
    let mut used = head.iter().map(Span::width).sum::<usize>().max(head_width);
    let mut lines = vec![Line::from(head)];
    let count = pieces.len();
    for (index, piece) in pieces.into_iter().enumerate() {
        let last_row = lines.len() == rows;
        let left = count - index;
        let more = format!("+{left}");
        // In the last row there must be room for the number of the others.
        let reserve = if last_row && left > 1 { more.len() + 2 } else { 0 };
        let gap = usize::from(used > 0);
        if used + gap + piece.width() + reserve > width {
            if last_row {
                if let Some(line) = lines.last_mut() {
                    line.push_span(Span::raw(format!(" {more}")));
                }
                return lines;
            }
            lines.push(Line::default());
            used = 0;
        }
        if let Some(line) = lines.last_mut() {
            if used > 0 {
                line.push_span(" ");
                used += 1;
            }
            used += piece.width();
            line.push_span(piece);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flowed(pieces: usize, width: usize, rows: usize) -> Vec<String> {
        let pieces = (0..pieces).map(|series| Span::raw(piece(series))).collect();
        let lines = flow(vec![Span::raw("7")], 0, pieces, width, rows);
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn pieces_that_have_no_room_are_counted() {
        assert_eq!(flowed(2, 7, 2), ["7 X1 O2"]);
        assert_eq!(flowed(3, 7, 2), ["7 X1 O2", "X3"]);
        assert_eq!(flowed(4, 7, 2), ["7 X1 O2", "X3 O4"]);
        assert_eq!(flowed(6, 7, 2), ["7 X1 O2", "X3 +3"]);
        for (width, rows, pieces) in
            (7..12).flat_map(|w| (2..5).flat_map(move |r| (0..40).map(move |p| (w, r, p))))
        {
            let lines = flowed(pieces, width, rows);
            assert!(lines.len() <= rows && lines.iter().all(|line| line.len() <= width), "{lines:?}");
        }
    }
}
