//! The board on the screen.
//!
//! Colour only repeats what letters, marks (see [`help`](super::help)) and frames show. A double
//! frame is the cursor.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style, Stylize};
use ratatui::symbols::merge::MergeStrategy;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Paragraph, Widget, Wrap};

use gqt3::engine::board::{Square, SquareSet};
use gqt3::engine::position::{Action, Position, piece};
use gqt3::engine::rules::Player;

use super::closing::closing;
use super::layout::{Parts, inside};
use super::links::{self, Link};
use super::state::{App, State};
use super::words;

const LARGE: [[&str; 5]; 2] = [
    ["█   █", " █ █ ", "  █  ", " █ █ ", "█   █"],
    [" ███ ", "█   █", "█   █", "█   █", " ███ "],
];

const LARGE_ROOM: (u16, u16) = (11, 5);

/// Each side's colour on the terminal's own background, whether that is light or dark.
const COLOURS: [Color; 2] = [Color::Indexed(32), Color::Indexed(166)];

/// Each side's colour on coloured backgrounds, and the background of its lines.
const ON_GROUND: [Color; 2] = [Color::Indexed(153), Color::Indexed(222)];

const DARK: Color = Color::Indexed(16);

/// The dark backgrounds of connected squares.
const GROUNDS: [Color; 6] = [
    Color::Indexed(23),
    Color::Indexed(53),
    Color::Indexed(58),
    Color::Indexed(22),
    Color::Indexed(88),
    Color::Indexed(240),
];

const ROWS_WITH_LINKS: u16 = 3;

/// From this many rows upward, a square keeps the row below its number free for links.
const ROWS_WITH_TOP: u16 = 5;

pub fn style(app: &App, side: Player) -> Style {
    if app.colour {
        Style::new().fg(COLOURS[side as usize])
    } else {
        Style::new()
    }
}

pub fn draws_links(app: &App, parts: &Parts) -> bool {
    app.position().pieces() == 2 && inside(parts.squares[0]).height >= ROWS_WITH_LINKS
}

pub fn note(app: &App, parts: &Parts) -> &'static [&'static str] {
    if draws_links(app, parts) || app.position().connected().is_empty() {
        return &[];
    }
    match app.position().pieces() {
        2 => &[
            "No room for links:",
            "squares with the same",
            "letter are connected.",
        ],
        _ => &[
            "No links for n > 2:",
            "squares with the same",
            "letter are connected.",
        ],
    }
}

pub fn draw(app: &App, parts: &Parts, buffer: &mut Buffer) {
    let shown = app.shown();
    let lines = words::completed(&shown)
        .into_iter()
        .map(|(_, line, _)| line);
    let view = View {
        app,
        parts,
        here: app.here(),
        groups: shown.connected(),
        shown: &shown,
        collapsed: app.last_collapse(),
        lines: lines.fold(SquareSet::EMPTY, |all, line| all | line),
        marks: marks(app),
    };
    view.frames(buffer);
    for square in shown.board().all() {
        match shown.classical_series_on(square) {
            Some(series) => view.classical(square, series, buffer),
            None => view.quantum(square, buffer),
        }
    }
    if draws_links(app, parts) {
        links::draw(&view.links(), &parts.squares, buffer);
    }
    view.grounds(buffer);
}

/// The marks beside square numbers, in a long and a short form.
///
/// They show which squares complete an entangling series; with hints, the value of the best
/// placement on the square and on the squares chosen so far; in a review, a better placement.
fn marks(app: &App) -> Vec<(Square, [String; 2])> {
    if let Some(decision) = app.reviewed() {
        let Some(Action::Place(squares)) = decision.better.first() else {
            return Vec::new();
        };
        let mark = ["better", "!"].map(str::to_owned);
        return squares
            .iter()
            .map(|square| (square, mark.clone()))
            .collect();
    }
    let State::Squares { chosen } = app.turn() else {
        return Vec::new();
    };
    let closes = closing(app.position(), *chosen);
    let mark = |square: Square| {
        let squares = *chosen | SquareSet::single(square);
        let hint = hint(
            app,
            |action| matches!(action, Action::Place(series) if squares.is_subset(*series)),
        );
        let mark = match (closes.contains(square), hint.is_empty()) {
            (false, true) => return None,
            (false, false) => [hint.clone(), hint],
            (true, true) => ["closes".to_owned(), "↻".to_owned()],
            (true, false) => [format!("{hint} closes"), format!("{hint}↻")],
        };
        Some((square, mark))
    };
    app.position().quantum().iter().filter_map(mark).collect()
}

/// The best value that the player to move can get from an action for which `is_one` holds, if
/// known, and `!` if such an action is recommended. Empty without hints.
pub fn hint(app: &App, is_one: impl Fn(&Action) -> bool) -> String {
    let (Some(advice), Some(side)) = (app.hint(), app.position().to_move()) else {
        return String::new();
    };
    let values = advice.values.iter().filter(|(action, _)| is_one(action));
    let best = side.best(values.map(|(_, value)| *value));
    let value = best.map(|value| words::for_side(side, value).to_string());
    let mark = if advice.best.iter().any(is_one) {
        "!"
    } else {
        ""
    };
    value.unwrap_or_default() + mark
}

struct View<'a> {
    app: &'a App,
    parts: &'a Parts,
    here: Position,
    shown: &'a Position,
    groups: Vec<SquareSet>,
    collapsed: SquareSet,
    lines: SquareSet,
    marks: Vec<(Square, [String; 2])>,
}

impl View<'_> {
    fn room(&self, square: Square) -> Rect {
        inside(self.parts.squares[square.index()])
    }

    fn frames(&self, buffer: &mut Buffer) {
        for &square in &self.parts.squares {
            Block::bordered()
                .merge_borders(MergeStrategy::Exact)
                .render(square, buffer);
        }
        if let State::Squares { .. } | State::Watching { .. } = self.app.turn() {
            Block::bordered()
                .border_type(BorderType::Double)
                .border_style(Modifier::BOLD)
                .render(self.parts.squares[self.app.cursor.index()], buffer);
        }
    }

    fn grounds(&self, buffer: &mut Buffer) {
        for square in self.lines {
            let style = match self.shown.classical_series_on(square) {
                Some(series) if self.app.colour => {
                    let side = Player::from_turn(series + 1);
                    Style::new().fg(DARK).bg(ON_GROUND[side as usize])
                }
                _ => Modifier::REVERSED.into(),
            };
            buffer.set_style(self.room(square), style);
        }
        let groups = self.groups.iter().filter(|_| self.app.colour);
        for (group, ground) in groups.zip(GROUNDS.iter().cycle()) {
            for square in group.iter() {
                for at in self.room(square).positions() {
                    let cell = &mut buffer[at];
                    let ink = match cell.fg {
                        ink if ink == COLOURS[0] => ON_GROUND[0],
                        ink if ink == COLOURS[1] => ON_GROUND[1],
                        _ => Color::White,
                    };
                    cell.set_fg(ink).set_bg(*ground);
                }
            }
        }
    }

    fn links(&self) -> Vec<Link> {
        let mut links: Vec<Link> = Vec::new();
        for series in self.shown.quantum_series() {
            let squares: Vec<Square> = self.shown.squares_of(series).iter().collect();
            let &[one, other] = &squares[..] else {
                continue;
            };
            let ends = [one.index(), other.index()];
            let colour = style(self.app, Player::from_turn(series + 1)).fg;
            links.push(Link {
                ends,
                ports: [self.port(one, series, other), self.port(other, series, one)],
                earlier: links.iter().filter(|link| link.ends == ends).count(),
                colour: colour.unwrap_or_default(),
            });
        }
        links
    }

    fn first_row(&self, square: Square) -> u16 {
        if self.room(square).height >= ROWS_WITH_TOP {
            2
        } else {
            1
        }
    }

    /// Where a link leaves a square: below the square's pieces, or above them if the link goes up
    /// and the square has at least [`ROWS_WITH_TOP`] rows.
    fn port(&self, square: Square, series: usize, to: Square) -> (u16, u16) {
        let (room, first) = (self.room(square), self.first_row(square));
        let (mut column, mut row) = (0, first);
        let mut port = 0;
        for (other, piece) in self.pieces(square) {
            let width = piece.width() as u16;
            if column > 0 && column + width > room.width {
                (column, row) = (0, row + 1);
            }
            if other == Some(series) {
                port = column;
            }
            column += width + 1;
        }
        let goes_up = self.room(to).y < room.y && first > 1;
        let row = if goes_up {
            first - 1
        } else {
            (row + 1).min(room.height)
        };
        (room.x + port.min(room.width - 2), room.y + row)
    }

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
        let number = self.number(square);
        let is_line = self.lines.contains(square);
        if room.width < LARGE_ROOM.0 || room.height < LARGE_ROOM.1 {
            let name = piece(series);
            let text = if is_line {
                format!("<{name}>{mark}")
            } else {
                format!("[{name}]{mark}")
            };
            let lines = vec![Line::from(number), Line::styled(text, style)];
            return Paragraph::new(lines).render(room, buffer);
        }
        let subscript = series + 1;
        let subscript = if is_line {
            format!("<{subscript}>{mark}")
        } else {
            format!("{subscript}{mark}")
        };
        let glyph = &LARGE[side as usize];
        let width = glyph[0].chars().count() as u16;
        let left = (room
            .width
            .saturating_sub(width + 1 + subscript.len() as u16))
            / 2;
        let (left, top) = (
            room.x + left,
            room.y + (room.height - glyph.len() as u16) / 2,
        );
        for (row, text) in (top..).zip(glyph) {
            buffer.set_string(left, row, text, style);
        }
        let (column, row) = (left + width + 1, top + glyph.len() as u16 - 1);
        let rest = usize::from(room.right().saturating_sub(column));
        buffer.set_stringn(column, row, subscript, rest, style);
        buffer.set_span(room.x, room.y, &number, room.width.min(left - room.x));
    }

    fn quantum(&self, square: Square, buffer: &mut Buffer) {
        let room = self.room(square);
        let mut head = vec![self.number(square)];
        if let Some((_, [long, short])) = self.marks.iter().find(|(with, _)| *with == square) {
            let left = usize::from(room.width) - head[0].width();
            let text = if long.chars().count() < left {
                long
            } else {
                short
            };
            let gap = if text.chars().count() < left { " " } else { "" };
            let best = if text.contains('!') {
                Modifier::BOLD
            } else {
                Modifier::empty()
            };
            head.push(Span::styled(format!("{gap}{text}"), best));
        }
        let pieces = self.pieces(square).into_iter();
        let pieces = pieces.flat_map(|(_, piece)| [Span::raw(" "), piece]);
        let pieces = Line::from(pieces.skip(1).collect::<Vec<_>>());
        let mut lines = vec![Line::default(); self.first_row(square).into()];
        lines[0] = Line::from(head);
        lines.push(pieces);
        Paragraph::new(lines)
            .wrap(Wrap { trim: true })
            .render(room, buffer);
    }

    fn number(&self, square: Square) -> Span<'static> {
        if self.here.entangled_squares().contains(square) || self.collapsed.contains(square) {
            return Span::styled(format!("{square}~"), Modifier::BOLD);
        }
        let group = self.groups.iter().position(|group| group.contains(square));
        let letter = group.and_then(|group| ('a'..='z').chain('A'..='Z').nth(group));
        let letter = String::from_iter(letter);
        Span::styled(format!("{square}{letter}"), Modifier::DIM)
    }

    /// The quantum pieces on a square, each with its series, from the oldest to the one being
    /// placed. If not all fit, the first word counts the hidden ones: `+3`.
    fn pieces(&self, square: Square) -> Vec<(Option<usize>, Span<'static>)> {
        let mut pieces: Vec<_> = self
            .shown
            .quantum_series_on(square)
            .map(|series| (Some(series), self.piece(series, "")))
            .collect();
        if self.app.chosen().contains(square) {
            let series = self.shown.turns();
            pieces.push((Some(series), self.piece(series, "?").bold()));
        }
        let room = self.room(square);
        let more = |hidden: usize| (hidden > 0).then(|| Span::raw(format!("+{hidden}")));
        let fits = |hidden: &usize| {
            let shown = pieces[*hidden..].iter().map(|(_, piece)| piece.width());
            let widths = more(*hidden)
                .map(|more| more.width())
                .into_iter()
                .chain(shown);
            fit(
                widths,
                room.width.into(),
                room.height - self.first_row(square),
            )
        };
        let hidden = (0..pieces.len()).find(fits).unwrap_or(pieces.len());
        let shown = pieces.split_off(hidden);
        more(hidden)
            .map(|more| (None, more))
            .into_iter()
            .chain(shown)
            .collect()
    }

    fn piece(&self, series: usize, mark: &str) -> Span<'static> {
        let style = style(self.app, Player::from_turn(series + 1));
        let newest = series + 1 == self.here.turns();
        let newest = if newest {
            Modifier::UNDERLINED
        } else {
            Modifier::empty()
        };
        Span::styled(
            format!("{}{mark}", piece(series)),
            style.add_modifier(newest),
        )
    }
}

fn fit(widths: impl Iterator<Item = usize>, columns: usize, rows: u16) -> bool {
    let place = |(row, used): (u16, usize), width: usize| match used + usize::from(used > 0) + width
    {
        end if end <= columns => (row, end),
        _ => (row + 1, width),
    };
    widths.fold((1, 0), place).0 <= rows
}

#[cfg(test)]
mod tests {
    use super::fit;

    #[test]
    fn words_fit_as_a_paragraph_breaks_them() {
        assert!(fit([2, 2].into_iter(), 5, 1) && !fit([2, 3].into_iter(), 5, 1));
        assert!(fit([2, 3].into_iter(), 5, 2) && fit([5].into_iter(), 5, 1));
        assert!(fit([3, 3].into_iter(), 7, 1) && !fit([3, 3, 3].into_iter(), 4, 2));
    }
}
