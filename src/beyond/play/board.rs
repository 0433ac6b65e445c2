//! The board on the screen.
//!
//! Colour only repeats what letters, marks and frames say. The square under the cursor has a double frame, and its
//! partners, which are the other squares of the series on it, have thick frames. `*` marks the pieces of these series,
//! `~` a square that is entangled or was just collapsed, `?` a piece that is not placed or not decided yet, `< >` a
//! completed line, and `!` a square of the best move.

use crate::engine::board::{Square, SquareSet};
use crate::engine::position::{Action, Phase, Position, piece};
use crate::engine::rules::Player;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Widget, Wrap};

use super::links;
use super::parts::{Parts, inside};
use super::state::{App, Mode};
use super::thinking::Judged;

/// The classical pieces of both sides, large and small, a string for each row.
const LARGE: [[&str; 5]; 2] = [
    ["█   █", " █ █ ", "  █  ", " █ █ ", "█   █"],
    [" ███ ", "█   █", "█   █", "█   █", " ███ "],
];
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
    let colours = COLOURS[Player::from_turn(series + 1) as usize];
    coloured(app, colours[series / 2 % colours.len()])
}

fn coloured(app: &App, colour: Color) -> Style {
    if app.colour {
        Style::new().fg(colour)
    } else {
        Style::new()
    }
}

pub fn draw(app: &App, parts: &Parts, buffer: &mut Buffer) {
    let shown = app.shown();
    let near = shown
        .quantum_series_on(app.cursor)
        .filter(|_| app.choice.is_none())
        .collect();
    let view = View {
        app,
        parts,
        here: app.here(),
        shown: &shown,
        near,
        collapsed: app.last_collapse(),
        lines: completed(&shown),
        hints: hints(app),
    };
    view.frames(buffer);
    for square in shown.board().all() {
        match shown.classical_series_on(square) {
            Some(series) => view.classical(square, series, buffer),
            None => view.quantum(square, buffer),
        }
    }
    view.links(buffer);
}

/// The squares of completed lines.
fn completed(position: &Position) -> SquareSet {
    let sides = [Player::One, Player::Two].into_iter();
    let lines = sides.flat_map(|side| position.board().lines_in(position.owned_by(side)));
    lines.fold(SquareSet::EMPTY, |all, line| all | line)
}

/// What is written beside the numbers of squares. With hints, it is the best value of a placement on the square and those
/// chosen so far, and `!` if no other placement is better. In a review, it marks the placement that was better, or
/// with `?` the one that looks better by estimate.
fn hints(app: &App) -> Vec<(Square, String)> {
    if let Mode::Review(at) = app.mode {
        let better = app.judged_before(at).and_then(Judged::better);
        let Some((Action::Place(squares), sure)) = better else {
            return Vec::new();
        };
        return squares
            .iter()
            .map(|square| (square, format!("better{sure}")))
            .collect();
    }
    let position = app.position();
    let (Some(advice), Phase::Place, Some(side)) =
        (app.hint(), position.phase(), position.to_move())
    else {
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
    position
        .quantum()
        .iter()
        .filter_map(|square| Some((square, hint(square)?)))
        .collect()
}

/// What drawing the squares needs to know.
struct View<'a> {
    app: &'a App,
    parts: &'a Parts,
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
    /// A square without its frame.
    fn room(&self, square: Square) -> Rect {
        inside(self.parts.squares[square.index()])
    }

    /// Draws the frames of the squares: double at the cursor, thick at its partners.
    fn frames(&self, buffer: &mut Buffer) {
        for &square in &self.parts.squares {
            Block::bordered()
                .merge_borders(MergeStrategy::Exact)
                .render(square, buffer);
        }
        if self.app.choice.is_some() {
            return;
        }
        let mut frame = |square: Square, kind| {
            let block = Block::bordered()
                .border_type(kind)
                .border_style(Modifier::BOLD);
            block.render(self.parts.squares[square.index()], buffer);
        };
        let partners = self
            .near
            .iter()
            .flat_map(|&series| self.shown.squares_of(series));
        partners.for_each(|square| frame(square, BorderType::Thick));
        frame(self.app.cursor, BorderType::Double);
    }

    /// Draws links. For n = 2 all of them, to show the cycles. Longer series have too many: only those under the cursor
    /// and those that are entangled, or if there are none the newest.
    fn links(&self, buffer: &mut Buffer) {
        if self.room(Square::default()).height < ROWS_WITH_LINKS {
            return;
        }
        let is_near =
            |series: &usize| self.near.contains(series) || self.here.entangled().contains(*series);
        let (near, far): (Vec<usize>, Vec<usize>) =
            self.shown.quantum_series().iter().partition(is_near);
        let far = far.into_iter().filter(|&series| {
            self.shown.pieces() == 2 || (near.is_empty() && self.is_newest(series))
        });
        let quiet = if self.app.colour {
            Color::DarkGray
        } else {
            Color::Reset
        };
        let near = near.iter().map(|&series| {
            (
                series,
                series_style(self.app, series).fg.unwrap_or_default(),
            )
        });
        let series: Vec<(usize, Color)> = far.map(|series| (series, quiet)).chain(near).collect();
        let port = |square, series| self.port(square, series);
        links::draw(self.shown, &series, self.parts.board, port, buffer);
    }

    fn is_newest(&self, series: usize) -> bool {
        series + 1 == self.here.turns()
    }

    /// Where the links of a series leave a square: below its piece, if that is in the first row of pieces.
    fn port(&self, square: Square, series: usize) -> (u16, u16) {
        let room = self.room(square);
        let before = self
            .pieces(square)
            .into_iter()
            .take_while(|(other, _)| *other != Some(series));
        let column = before
            .map(|(_, piece)| piece.width() as u16 + 1)
            .sum::<u16>();
        (room.x + column.min(room.width - 2), room.y + 2)
    }

    /// Draws a classical piece, as large as there is room for.
    fn classical(&self, square: Square, series: usize, buffer: &mut Buffer) {
        let room = self.room(square);
        let side = Player::from_turn(series + 1);
        let style = style(self.app, side).add_modifier(Modifier::BOLD);
        // In a preview of a collapse the piece is not decided yet.
        let mark = if self.here.quantum().contains(square) {
            "?"
        } else {
            ""
        };
        let around = |text: String| match self.lines.contains(square) {
            true => format!("<{text}>{mark}"),
            false => format!("{text}{mark}"),
        };
        let fits = |(columns, rows): (u16, u16)| room.width >= columns && room.height >= rows;
        let glyph: &[&str] = if fits(LARGE_ROOM) {
            &LARGE[side as usize]
        } else if fits(SMALL_ROOM) {
            &SMALL[side as usize]
        } else {
            let text = Line::styled(around(format!("[{}]", piece(series))), style);
            let lines = vec![text, Line::from(self.number(square))];
            return Paragraph::new(lines).render(room, buffer);
        };
        let width = glyph[0].chars().count() as u16;
        let subscript = around((series + 1).to_string());
        let left = room.x
            + room
                .width
                .saturating_sub(width + 1 + subscript.len() as u16)
                / 2;
        let top = room.y + (room.height - glyph.len() as u16) / 2;
        let mut last = top;
        for (row, text) in (top..).zip(glyph) {
            buffer.set_string(left, row, text, style);
            last = row;
        }
        let rest = usize::from(room.right().saturating_sub(left + width));
        buffer.set_stringn(left + width, last, format!(" {subscript}"), rest, style);
        let number = self.number(square);
        buffer.set_span(room.x, room.y, &number, left - room.x);
    }

    /// Draws the number of a square, its hint and its quantum pieces.
    fn quantum(&self, square: Square, buffer: &mut Buffer) {
        let room = self.room(square);
        let mut words = vec![self.number(square)];
        if let Some((_, hint)) = self.hints.iter().find(|(with, _)| *with == square) {
            let best = if hint.ends_with('!') {
                Modifier::BOLD
            } else {
                Modifier::empty()
            };
            let fits = usize::from(room.width) > words[0].width() + hint.len();
            // Of a word without room there is its sign; a value needs no gap.
            let is_word = hint.starts_with(char::is_alphabetic);
            let from = if fits || !is_word { 0 } else { hint.len() - 1 };
            let gap = (fits || is_word).then(|| Span::raw(" "));
            words.extend(
                gap.into_iter()
                    .chain([Span::styled(hint[from..].to_owned(), best)]),
            );
        }
        let pieces = self
            .pieces(square)
            .into_iter()
            .flat_map(|(_, piece)| [Span::raw(" "), piece]);
        // In high squares the number has the first row for itself.
        let mut lines = Vec::new();
        if room.height > 2 {
            lines.push(Line::from(std::mem::take(&mut words)));
        }
        words.extend(pieces.skip(usize::from(words.is_empty())));
        lines.push(Line::from(words));
        Paragraph::new(lines)
            .wrap(Wrap { trim: true })
            .render(room, buffer);
    }

    /// The number of a square, marked if it is entangled or was just collapsed.
    fn number(&self, square: Square) -> Span<'static> {
        if self.here.entangled_squares().contains(square) || self.collapsed.contains(square) {
            Span::styled(format!("{square}~"), Modifier::BOLD)
        } else {
            Span::styled(square.to_string(), Modifier::DIM)
        }
    }

    /// The quantum pieces on a square, each with its series: the oldest first, and last the one that is being placed. If
    /// there is no room for all, the first word is the number of the oldest ones, which are left out: `+3`.
    fn pieces(&self, square: Square) -> Vec<(Option<usize>, Span<'static>)> {
        let mut pieces: Vec<_> = self
            .shown
            .quantum_series_on(square)
            .map(|series| (Some(series), self.piece(series)))
            .collect();
        if self.app.chosen.contains(square) {
            let series = self.shown.turns();
            let style = series_style(self.app, series).add_modifier(Modifier::BOLD);
            pieces.push((
                Some(series),
                Span::styled(format!("{}?", piece(series)), style),
            ));
        }
        let room = self.room(square);
        // In low squares the number takes some of the room.
        let (taken, rows) = if room.height > 2 {
            (0, room.height - 1)
        } else {
            (3, room.height)
        };
        let more = |hidden: usize| {
            Span::raw(if hidden > 0 {
                format!("+{hidden}")
            } else {
                String::new()
            })
        };
        let fits = |hidden: &usize| {
            let shown = pieces[*hidden..].iter().map(|(_, piece)| piece.width());
            fit(
                taken,
                [more(*hidden).width()].into_iter().chain(shown),
                room.width.into(),
                rows,
            )
        };
        let hidden = (0..pieces.len()).find(fits).unwrap_or(pieces.len());
        let shown = pieces.split_off(hidden);
        let more = (hidden > 0).then(|| (None, more(hidden)));
        more.into_iter().chain(shown).collect()
    }

    fn piece(&self, series: usize) -> Span<'static> {
        let mut style = series_style(self.app, series);
        if self.is_newest(series) {
            style = style.add_modifier(Modifier::REVERSED);
        }
        if self.near.contains(&series) {
            return Span::styled(format!("{}*", piece(series)), style.bold().underlined());
        }
        Span::styled(piece(series), style)
    }
}

/// Whether words of some widths fit into rows, one space between two of them. So many columns of the first row are taken.
fn fit(taken: usize, widths: impl Iterator<Item = usize>, columns: usize, rows: u16) -> bool {
    let place = |(row, used): (u16, usize), width: usize| match used + usize::from(used > 0) + width
    {
        _ if width == 0 => (row, used),
        end if end <= columns => (row, end),
        _ => (row + 1, width),
    };
    widths.fold((1, taken), place).0 <= rows
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn words_fit_as_a_paragraph_breaks_them() {
        assert!(fit(0, [2, 2].into_iter(), 5, 1) && !fit(0, [2, 3].into_iter(), 5, 1));
        assert!(fit(0, [2, 3].into_iter(), 5, 2) && fit(0, [0, 5].into_iter(), 5, 1));
        assert!(fit(3, [3, 3].into_iter(), 7, 2) && !fit(3, [4, 4].into_iter(), 7, 1));
    }
}
