//! A position as an SVG picture: a board with linked pieces.
//!
//! A series is drawn as one piece on each of its squares, joined by curved links. A classical piece
//! is a large letter on a tinted square. The players' quantum pieces and links differ even without
//! colours ([`Palette`]).

mod layout;
mod palette;

use std::fmt::Write;

use layout::{CLASSICAL, Layout, Link, MARGIN, Piece, Point, SQUARE, line_width, tenth};
pub use palette::{Palette, Theme};

/// Writing to a string cannot fail.
macro_rules! put {
    ($svg:expr, $($text:tt)*) => {
        writeln!($svg, $($text)*).expect("a string takes any text")
    };
}

/// A board and the pieces on it. Squares are counted from 0, row by row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// Describes the picture to people who cannot see it.
    pub title: String,
    pub side: usize,
    /// Oldest first.
    pub series: Vec<Series>,
    pub framed: Vec<usize>,
    /// The first and the last square of each complete line, with its owner's palette.
    pub lines: Vec<([usize; 2], Palette)>,
    pub theme: Theme,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Series {
    pub letter: char,
    /// Printed next to the letter, for example the turn.
    pub subscript: usize,
    pub palette: Palette,
    pub squares: Vec<usize>,
    /// Its only piece is classical.
    pub is_classical: bool,
}

impl Diagram {
    /// Equal diagrams give identical text.
    ///
    /// # Cost
    /// If there are at most 128 links, each takes time in proportion to the number of links, pieces
    /// and squares. Joining a series' k pieces takes up to k³ steps, and so does arranging k pieces
    /// on one square.
    pub fn to_svg(&self) -> String {
        let series = self
            .series
            .iter()
            .map(|series| (&series.squares[..], series.is_classical));
        let layout = Layout {
            side: self.side,
            series: series.collect(),
        };
        let width = layout.width();
        let pieces = layout.pieces();
        let mut text = String::new();
        let svg = &mut text;
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{width}\" viewBox=\"0 0 {width} {width}\" \
             role=\"img\" font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">"
        );
        put!(svg, "<title>{}</title>", escaped(&self.title));
        put!(
            svg,
            "<rect width=\"{width}\" height=\"{width}\" fill=\"{}\"/>",
            self.theme.ground()
        );
        self.put_squares(svg, &layout);
        let links = layout.links(&pieces);
        let width = line_width(links.len());
        for link in links {
            self.put_link(svg, &link, width);
        }
        self.put_numbers(svg, &layout);
        for piece in &pieces {
            self.put_piece(svg, piece);
        }
        for (series, square) in self.classical() {
            let colour = series.palette.classical(self.theme).0;
            // The letter itself is in the middle, because the bar of a complete line runs there.
            let (centre, size) = (layout.centre(square), 2.0 * CLASSICAL);
            let at = Point {
                x: centre.x - size * width_of(series) / 2.0,
                y: centre.y + 0.36 * size,
            };
            // A subscript of two digits is smaller, to fit into the square.
            let small = if series.subscript < 10 { 0.62 } else { 0.46 };
            put_label(svg, series, at, [size, small * size], colour);
        }
        put!(svg, "</svg>");
        text
    }

    fn classical(&self) -> impl Iterator<Item = (&Series, usize)> {
        let classical = self.series.iter().filter(|series| series.is_classical);
        classical.flat_map(|series| series.squares.iter().map(move |&square| (series, square)))
    }

    fn put_squares(&self, svg: &mut String, layout: &Layout) {
        for (series, square) in self.classical() {
            let Point { x, y } = layout.corner(square);
            let tint = series.palette.classical(self.theme).1;
            put!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{tint}\"/>"
            );
        }
        let (low, high) = (MARGIN, MARGIN + SQUARE * self.side as f64);
        let grid: String = (0..=self.side)
            .map(|number| MARGIN + SQUARE * number as f64)
            .map(|at| format!("M{low} {at}H{high}M{at} {low}V{high}"))
            .collect();
        let colour = self.theme.grid();
        put!(
            svg,
            "<path d=\"{grid}\" stroke=\"{colour}\" stroke-width=\"1.5\" stroke-linecap=\"square\"/>"
        );
        for &square in &self.framed {
            let Point { x, y } = layout.corner(square);
            let size = SQUARE - 6.0;
            put!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"4\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"2.5\"/>",
                x + 3.0,
                y + 3.0,
                self.theme.frame()
            );
        }
        for ([first, last], palette) in &self.lines {
            let (first, last) = (layout.centre(*first), layout.centre(*last));
            let (from, to) = (first.toward(last, -0.16), last.toward(first, -0.16));
            put!(
                svg,
                "<path d=\"M{from}L{to}\" stroke=\"{}\" stroke-width=\"9\" stroke-linecap=\"round\" opacity=\"0.35\"/>",
                palette.classical(self.theme).0
            );
        }
    }

    fn put_numbers(&self, svg: &mut String, layout: &Layout) {
        let (colour, ground) = (self.theme.number(), self.theme.ground());
        // The outline is a separate text, because not every renderer supports `paint-order`.
        let outline = format!("stroke=\"{ground}\" stroke-width=\"3\"");
        for look in [
            format!("fill=\"{ground}\" {outline}"),
            format!("fill=\"{colour}\""),
        ] {
            put!(svg, "<g font-size=\"13\" text-anchor=\"start\" {look}>");
            for square in 0..self.side * self.side {
                let Point { x, y } = layout.corner(square);
                put!(
                    svg,
                    "<text x=\"{}\" y=\"{}\">{}</text>",
                    x + 6.0,
                    y + 16.0,
                    square + 1
                );
            }
            put!(svg, "</g>");
        }
    }

    fn put_link(&self, svg: &mut String, link: &Link, width: f64) {
        let Link { from, bend, to, .. } = link;
        let way = format!("M{from}Q{bend} {to}");
        let (colour, dashes) = (
            self.shade(link.series).0,
            self.series[link.series].palette.dashes(),
        );
        let ground = self.theme.ground();
        put!(
            svg,
            "<path d=\"{way}\" fill=\"none\" stroke=\"{ground}\" stroke-width=\"{}\"/>",
            tenth(width + 4.0)
        );
        put!(
            svg,
            "<path d=\"{way}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"{dashes}/>",
            tenth(width)
        );
    }

    fn put_piece(&self, svg: &mut String, piece: &Piece) {
        let Piece {
            series, at, radius, ..
        } = *piece;
        let (colour, ink) = self.shade(series);
        let look = format!(
            "fill=\"{colour}\" stroke=\"{}\" stroke-width=\"2\"",
            self.theme.ground()
        );
        match self.series[series].palette {
            Palette::Blue => {
                let half = 0.9 * radius;
                put!(
                    svg,
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {look}/>",
                    tenth(at.x - half),
                    tenth(at.y - half),
                    tenth(2.0 * half),
                    tenth(2.0 * half),
                    tenth(0.25 * radius)
                );
            }
            Palette::Orange => put!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {look}/>",
                tenth(at.x),
                tenth(at.y),
                tenth(radius)
            ),
        }
        let series = &self.series[series];
        let small = 0.62;
        let subscript = small * 0.56 * series.subscript.to_string().len() as f64;
        let start = Point {
            x: at.x - radius * (width_of(series) + subscript) / 2.0,
            y: at.y + 0.3 * radius,
        };
        put_label(svg, series, start, [radius, small * radius], ink);
    }

    /// Returns the colours for a quantum series' pieces and links, and for its letters.
    fn shade(&self, series: usize) -> (&'static str, &'static str) {
        let palette = self.series[series].palette;
        let shades = palette.shades(self.theme);
        let before = self.series[..series]
            .iter()
            .filter(|other| other.palette == palette)
            .count();
        shades[before % shades.len()]
    }
}

/// The letter's width in bold Helvetica, as a fraction of its size.
fn width_of(series: &Series) -> f64 {
    if series.letter == 'O' { 0.78 } else { 0.67 }
}

/// Draws a series' letter, with its baseline starting at `at`, and its subscript.
fn put_label(svg: &mut String, series: &Series, at: Point, sizes: [f64; 2], colour: &str) {
    let [size, small] = sizes;
    let (letter, subscript) = (
        escaped(&series.letter.to_string()),
        series.subscript.to_string(),
    );
    // Letter and subscript are placed separately, because renderers disagree on a centred text with
    // shifted parts.
    let after = at.x + size * width_of(series);
    for (x, y, size, text) in [
        (at.x, at.y, size, letter),
        (after, at.y + 0.18 * size, small, subscript),
    ] {
        put!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"start\" \
             fill=\"{colour}\">{text}</text>",
            tenth(x),
            tenth(y),
            tenth(size),
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
