//! Links between a series' two squares: thin curves on cells that have no text in or next to them.
//!
//! A link is dotted on a square that it only passes, so that it does not seem to belong to a piece
//! there.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Point, Rect};
use ratatui::style::Color;
use rustc_hash::FxHashMap;

use super::layout::inside;

const DOTS: (f64, f64) = (2.0, 4.0);

const POINTS: u32 = 240;

/// The distance between dots where a link passes a square, in points of the curve.
const GAP: u32 = 12;

/// What links may cover, and the cursor's frame, which they may run beside but not cover.
const FREE: &str = " ─│┌┐└┘├┤┬┴┼";
const CURSOR: &str = "═║╔╗╚╝";

pub struct Link {
    pub ends: [usize; 2],
    pub ports: [(u16, u16); 2],
    /// How many earlier links join the same squares, so that this link can avoid them.
    pub earlier: usize,
    pub colour: Color,
}

pub fn draw(links: &[Link], squares: &[Rect], buffer: &mut Buffer) {
    let before = buffer.clone();
    let is_one_of = |x: u16, y: u16, symbols: &str| {
        let cell = before.cell((x, y)).map_or(" ", |cell| cell.symbol());
        symbols.contains(cell)
    };
    let is_text = |x: u16, y: u16| !is_one_of(x, y, FREE) && !is_one_of(x, y, CURSOR);
    let is_passed = |(x, y): (u16, u16), link: &Link| {
        let at = Point::new(x, y);
        let square = squares
            .iter()
            .position(|square| inside(*square).contains(at));
        square.is_some_and(|square| !link.ends.contains(&square))
    };
    for link in links {
        let mut cells: FxHashMap<(u16, u16), u8> = FxHashMap::default();
        for step in 0..=POINTS {
            let (x, y) = link.point(f64::from(step) / f64::from(POINTS), squares);
            let cell = ((x / DOTS.0) as u16, (y / DOTS.1) as u16);
            if step % GAP == 0 || !is_passed(cell, link) {
                let dot = ((x as usize) % 2, (y as usize) % 4);
                *cells.entry(cell).or_default() |= braille(dot);
            }
        }
        for ((x, y), dots) in cells {
            let Some(symbol) = char::from_u32(0x2800 + u32::from(dots)) else {
                continue;
            };
            let beside = [x.saturating_sub(1), x, x + 1];
            // A link that passes directly below a piece would seem to begin at that piece.
            let rows = if is_passed((x, y), link) {
                y - 1..=y
            } else {
                y..=y
            };
            if rows
                .into_iter()
                .any(|y| beside.iter().any(|&x| is_text(x, y)))
                || is_one_of(x, y, CURSOR)
            {
                continue;
            }
            if let Some(cell) = buffer.cell_mut((x, y)) {
                cell.set_char(symbol).set_fg(link.colour);
            }
        }
    }
}

impl Link {
    /// A point on the curve, in dots; `t` goes from 0 to 1.
    ///
    /// The curve bends to the right if its ends are less than a square's width apart horizontally.
    /// Otherwise it bends down into the free rows of the first square, or slightly up if there are
    /// none, so that it does not run along a frame.
    fn point(&self, t: f64, squares: &[Rect]) -> (f64, f64) {
        let [from, to] = self
            .ports
            .map(|(x, y)| (f64::from(x) * DOTS.0 + 1.0, f64::from(y) * DOTS.1));
        let room = inside(squares[self.ends[0]]);
        let free = room.bottom().saturating_sub(self.ports[0].1.max(room.y)) as f64 * DOTS.1;
        let bend = 3.0 + 5.0 * self.earlier as f64;
        let (right, down) = if from.0.max(to.0) - from.0.min(to.0) < f64::from(room.width) * DOTS.0
        {
            (bend + 3.0, 0.0)
        } else {
            (0.0, (2.0 * bend).min(2.0 * free - 3.0))
        };
        let middle = ((from.0 + to.0) / 2.0 + right, (from.1 + to.1) / 2.0 + down);
        let [a, b, c] = [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
        let x = a * from.0 + b * middle.0 + c * to.0;
        let y = a * from.1 + b * middle.1 + c * to.1;
        (x.max(0.0), y.max(0.0))
    }
}

const fn braille((column, row): (usize, usize)) -> u8 {
    [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]][column][row]
}
