//! Links between the squares of a series: thin curves on the cells of the screen where nothing else is drawn.

use crate::engine::board::Square;
use crate::engine::position::Position;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::symbols::Marker;
use ratatui::widgets::Widget;
use ratatui::widgets::canvas::{Canvas, Context, Line};

/// The dots in a cell of the screen: columns and rows.
const DOTS: (f64, f64) = (2.0, 4.0);

/// How far a curve leaves the straight line, as a part of its length. So two links between the same squares differ, and a
/// link avoids squares that lie between its ends.
const BOW: f64 = 0.14;

/// The number of straight pieces that a curve is drawn by.
const PIECES: u32 = 16;

type Point = (f64, f64);

/// Draws the links of some series, later ones over earlier ones, each in its colour. `port` tells where the links of a
/// series leave a square.
pub fn draw(
    shown: &Position,
    series: &[(usize, Color)],
    area: Rect,
    port: impl Fn(Square, usize) -> (u16, u16),
    buffer: &mut Buffer,
) {
    let point = |square, series| {
        let (x, y) = port(square, series);
        (
            DOTS.0 * f64::from(x - area.x) + 1.0,
            DOTS.1 * f64::from(area.bottom() - y) - 2.0,
        )
    };
    let paint = |context: &mut Context| {
        for &(series, colour) in series {
            let points: Vec<Point> = shown
                .squares_of(series)
                .iter()
                .map(|square| point(square, series))
                .collect();
            for (index, &from) in points.iter().enumerate().skip(1) {
                curve(points[index - 1], from, series, colour, context);
            }
            if let [first, _, .., last] = points[..] {
                curve(last, first, series, colour, context);
            }
        }
    };
    let mut layer = Buffer::empty(area);
    Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, DOTS.0 * f64::from(area.width) - 1.0])
        .y_bounds([0.0, DOTS.1 * f64::from(area.height) - 1.0])
        .paint(paint)
        .render(area, &mut layer);
    for at in area.positions() {
        if buffer[at].symbol() == " " {
            buffer[at] = layer[at].clone();
        }
    }
}

/// A quadratic Bézier curve, bent to one side or the other.
fn curve(from: Point, to: Point, series: usize, colour: Color, context: &mut Context) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let bow = if series.is_multiple_of(2) { BOW } else { -BOW };
    let middle = (from.0 + dx / 2.0 - dy * bow, from.1 + dy / 2.0 + dx * bow);
    let at = |step: u32| {
        let t = f64::from(step) / f64::from(PIECES);
        let [a, b, c] = [(1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t];
        (
            a * from.0 + b * middle.0 + c * to.0,
            a * from.1 + b * middle.1 + c * to.1,
        )
    };
    for step in 0..PIECES {
        let ((x1, y1), (x2, y2)) = (at(step), at(step + 1));
        context.draw(&Line::new(x1, y1, x2, y2, colour));
    }
}
