//! The board on the screen.
//!
//! Colour only repeats what letters, marks and frames say. The square under the cursor has a double frame, and its
//! partners, which are the other squares of the series on it, have thick frames. `*` marks the pieces of these series,
//! `~` a square that is entangled or was just collapsed, `?` a piece that is not placed or not decided yet, `< >` a
//! completed line, and `!` a square of the best move.

use crate::board::{Square, SquareSet};
use crate::position::{Action, Phase, Position, piece};
use crate::rules::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Widget};

use super::app::{App, Mode};
use super::layout::Layout;
use super::links;

/// The classical pieces of both sides, large and small, a string for each row.
const LARGE: [[&str; 5]; 2] =
    [["█   █", " █ █ ", "  █  ", " █ █ ", "█   █"], [" ███ ", "█   █", "█   █", "█   █", " ███ "]];
const SMALL: [[&str; 3]; 2] = [["╲ ╱", " ╳ ", "╱ ╲"], ["╭─╮", "│ │", "╰─╯"]];

/// The columns and rows that a large and a small piece need with a subscript beside them.
const LARGE_ROOM: (u16, u16) = (11, 5);
const SMALL_ROOM: (u16, u16) = (7, 3);

/// The colours of each side: the first is the side's own, and its series take all of them in turn.
const COLOURS: [[Color; 3]; 2] = [
    [Color::Cyan, Color::LightBlue, Color::LightGreen],
    [Color::Yellow, Color::LightRed, Color::LightMagenta],
];

/// The least rows of a square for links to be drawn.
const ROWS_WITH_LINKS: u16 = 3;

/// The colour of a side.
pub fn style(app: &App, side: Player) -> Style {
    coloured(app, COLOURS[side as usize][0])
}

/// The colour of a series.
pub fn series_style(app: &App, series: usize) -> Style {
    let colours = COLOURS[Player::of_turn(series + 1) as usize];
    coloured(app, colours[series / 2 % colours.len()])
}

fn coloured(app: &App, colour: Color) -> Style {
    if app.colour { Style::new().fg(colour) } else { Style::new() }
}

pub fn draw(app: &App, layout: &Layout, buffer: &mut Buffer) {
    let shown = app.shown();
    let near = shown.quantum_series_on(app.cursor).filter(|_| app.choice.is_none()).collect();
    let view = View {
        app,
        layout,
        here: app.here(),
        shown: &shown,
        near,
        collapsed: app.last_collapse(),
        lines: completed(&shown),
        hints: hints(app),
    };
    view.frames(buffer);
    for square in shown.board().all() {
        view.square(square, layout.square(square), buffer);
    }
    view.links(buffer);
}

/// The squares of completed lines.
fn completed(position: &Position) -> SquareSet {
    let owned = [Player::One, Player::Two].map(|side| position.owned_by(side));
    let lines = position.board().lines().iter().copied();
    lines
        .filter(|line| owned.iter().any(|&owned| line.is_subset(owned)))
        .fold(SquareSet::EMPTY, |all, line| all | line)
}

/// What is written beside the numbers of squares. With hints, it is the best value of a placement on the square and those
/// chosen so far, and `!` if no other placement is better. In a review, it marks the placement that was better.
fn hints(app: &App) -> Vec<(Square, String)> {
    if let Mode::Review(at) = app.mode {
        let better = match app.decision_before(at).and_then(|decision| decision.better.first()) {
            Some(Action::Place(squares)) => *squares,
            _ => SquareSet::EMPTY,
        };
        return better.iter().map(|square| (square, "better!".to_owned())).collect();
    }
    let position = app.position();
    let (Some(advice), Phase::Place, Some(side)) = (app.hint(), position.phase(), position.to_move()) else {
        return Vec::new();
    };
    let hint = |square: Square| {
        let wanted = app.chosen | SquareSet::single(square);
        let fits = |action: &Action| matches!(action, Action::Place(squares) if wanted.is_subset(*squares));
        match advice.mark(side, fits) {
            unknown if unknown.is_empty() => None,
            best if best == "!" => Some("hint!".to_owned()),
            value => Some(value),
        }
    };
    position.quantum().iter().filter_map(|square| Some((square, hint(square)?))).collect()
}

/// What drawing the squares needs to know.
struct View<'a> {
    app: &'a App,
    layout: &'a Layout,
    here: Position,
    /// The position after the collapse that is looked at.
    shown: &'a Position,
    /// The quantum series on the square under the cursor.
    near: Vec<usize>,
    /// The squares of the last collapse.
    collapsed: SquareSet,
    /// The squares of completed lines.
    lines: SquareSet,
    hints: Vec<(Square, String)>,
}

impl View<'_> {
    /// Draws links. For n = 2 all of them, to show the cycles. Longer series have too many: only those under the cursor
    /// and those that are entangled, or if there are none the newest.
    fn links(&self, buffer: &mut Buffer) {
        if self.layout.square(Square::default()).height < ROWS_WITH_LINKS {
            return;
        }
        let all = self.shown.quantum_series();
        let (far, near): (Vec<usize>, Vec<usize>) =
            all.iter().partition(|series| !self.near.contains(series) && !self.is_entangled(*series));
        let quiet = if self.app.colour { Color::DarkGray } else { Color::Reset };
        let far = far
            .into_iter()
            .filter(|series| self.shown.pieces() == 2 || (near.is_empty() && self.is_newest(*series)));
        let near = near.iter().map(|&series| (series, series_style(self.app, series).fg.unwrap_or_default()));
        let series: Vec<(usize, Color)> = far.map(|series| (series, quiet)).chain(near).collect();
        links::draw(
            self.shown,
            &series,
            self.layout.board,
            |square, series| self.port(square, series),
            buffer,
        );
    }

    /// Whether a series is to collapse now.
    fn is_entangled(&self, series: usize) -> bool {
        self.here.entangled().contains(series)
    }

    fn is_newest(&self, series: usize) -> bool {
        series + 1 == self.here.turns()
    }

    /// Where the links of a series leave a square: below its piece, if that is in the first row of pieces.
    fn port(&self, square: Square, series: usize) -> (u16, u16) {
        let room = self.layout.square(square);
        let before = self.pieces(square).into_iter().take_while(|(other, _)| *other != series);
        let column = before.map(|(_, span)| span.width() as u16 + 1).sum::<u16>();
        (room.x + column.min(room.width - 2), room.y + 2)
    }

    /// Draws the frames of the squares: double at the cursor, thick at its partners.
    fn frames(&self, buffer: &mut Buffer) {
        for square in self.shown.board().all() {
            let merged = Block::bordered().merge_borders(MergeStrategy::Exact);
            merged.render(self.layout.framed(square), buffer);
        }
        if self.app.choice.is_some() {
            return;
        }
        let squares_of = |all, &series: &usize| all | self.shown.squares_of(series);
        let partners = self.near.iter().fold(SquareSet::EMPTY, squares_of);
        let mut frame = |square, kind| {
            let block = Block::bordered().border_type(kind).border_style(Modifier::BOLD);
            block.render(self.layout.framed(square), buffer);
        };
        partners.iter().for_each(|square| frame(square, BorderType::Thick));
        frame(self.app.cursor, BorderType::Double);
    }

    fn square(&self, square: Square, room: Rect, buffer: &mut Buffer) {
        match self.shown.classical_series_on(square) {
            Some(series) => self.classical(square, series, room, buffer),
            None => self.quantum(square, room, buffer),
        }
    }

    /// Draws a classical piece, as large as there is room for.
    fn classical(&self, square: Square, series: usize, room: Rect, buffer: &mut Buffer) {
        let side = Player::of_turn(series + 1);
        // In a preview of a collapse the piece is not decided yet.
        let mark = if self.here.quantum().contains(square) { "?" } else { "" };
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
            let number = self.number(square);
            buffer.set_string(room.x, room.bottom() - 1, number.content, number.style);
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
        if usize::from(left - room.x) > number.width() {
            buffer.set_string(room.x, room.y, number.content, number.style);
        }
        let last = top + glyph.len() as u16 - 1;
        let rest = usize::from(room.right().saturating_sub(left + width));
        buffer.set_stringn(left + width, last, format!(" {subscript}"), rest, style);
    }

    /// Draws the number of a square, its hint and its quantum pieces.
    fn quantum(&self, square: Square, room: Rect, buffer: &mut Buffer) {
        let mut spans = vec![self.number(square)];
        if let Some((_, hint)) = self.hints.iter().find(|(with, _)| *with == square) {
            let gap = if usize::from(room.width) > spans[0].width() + hint.len() { " " } else { "" };
            let best = if hint.ends_with('!') { Modifier::BOLD } else { Modifier::empty() };
            spans.push(Span::styled(format!("{gap}{hint}"), best));
        }
        let pieces = self.pieces(square).into_iter().map(|(_, span)| span).collect();
        // In high squares the number has the first row for itself.
        let alone = if room.height > 2 { usize::from(room.width) } else { 0 };
        for (line, row) in
            flow(spans, alone, pieces, room.width.into(), room.height.into()).into_iter().zip(room.rows())
        {
            line.render(row, buffer);
        }
    }

    /// The number of a square, marked if it is entangled or was just collapsed.
    fn number(&self, square: Square) -> Span<'static> {
        if self.here.entangled_squares().contains(square) || self.collapsed.contains(square) {
            Span::styled(format!("{square}~"), Modifier::BOLD)
        } else {
            Span::styled(square.to_string(), Modifier::DIM)
        }
    }

    /// The quantum pieces on a square, each with its series: the oldest first, and last the one that is being placed.
    fn pieces(&self, square: Square) -> Vec<(usize, Span<'static>)> {
        let span = |series: usize| {
            let mut style = series_style(self.app, series);
            if self.is_newest(series) {
                style = style.add_modifier(Modifier::REVERSED);
            }
            if self.near.contains(&series) {
                let style = style.add_modifier(Modifier::BOLD | Modifier::UNDERLINED);
                Span::styled(format!("{}*", piece(series)), style)
            } else {
                Span::styled(piece(series), style)
            }
        };
        let mut pieces: Vec<_> =
            self.shown.quantum_series_on(square).map(|series| (series, span(series))).collect();
        if self.app.chosen.contains(square) {
            let series = self.shown.turns();
            let style = series_style(self.app, series).add_modifier(Modifier::BOLD);
            pieces.push((series, Span::styled(format!("{}?", piece(series)), style)));
        }
        pieces
    }
}

/// Lays a head, which takes at least `head_width` columns, and then pieces out in rows. Pieces that have no room are
/// counted at the end, `+3`.
fn flow(
    head: Vec<Span<'static>>,
    head_width: usize,
    pieces: Vec<Span<'static>>,
    width: usize,
    rows: usize,
) -> Vec<Line<'static>> {
    let mut lines = vec![Line::from(head)];
    let mut used = lines[0].width().max(head_width);
    let count = pieces.len();
    for (index, piece) in pieces.into_iter().enumerate() {
        let mut last = lines.len() - 1;
        let (is_last_row, left) = (lines.len() == rows, count - index);
        let more = format!(" +{left}");
        // The last row must keep room for the number of the pieces that are left.
        let reserve = if is_last_row && left > 1 { more.len() + 1 } else { 0 };
        if used + usize::from(used > 0) + piece.width() + reserve > width {
            if is_last_row {
                lines[last].push_span(more);
                return lines;
            }
            lines.push(Line::default());
            (last, used) = (last + 1, 0);
        }
        if used > 0 {
            lines[last].push_span(" ");
            used += 1;
        }
        used += piece.width();
        lines[last].push_span(piece);
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
