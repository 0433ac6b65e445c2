//! The picture of the screen in the documents.

use std::fmt::Write;

use ratatui::buffer::Cell;
use ratatui::style::Modifier;

use super::*;

/// The sizes in pixels of a cell, of its letters, and of the margin.
///
/// Letters of DejaVu Sans Mono are as wide as cells, and rows touch, so that frames are whole.
const CELL: (f64, f64) = (8.43, 16.0);
const LETTERS: f64 = 14.0;
const MARGIN: f64 = 10.0;

const GROUND: &str = "#15181d";
const INK: &str = "#dfe3e8";

#[test]
fn the_picture_of_the_screen_shows_the_screen() {
    let mut app = app(3, 2, [Seat::Human, EASY], "1-2 2-5 5-9 3-4");
    press(&mut app, "1");
    let picture = svg(&drawn(&mut app, 80, 24));
    assert_file("docs/screen.svg", &picture);
}

fn svg(buffer: &Buffer) -> String {
    let Rect { width, height, .. } = buffer.area;
    let size =
        [f64::from(width) * CELL.0, f64::from(height) * CELL.1].map(|length| length + 2.0 * MARGIN);
    let [wide, high] = size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide:.0}\" height=\"{high:.0}\" viewBox=\"0 0 {wide:.0} {high:.0}\" \
         font-size=\"{LETTERS}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" xml:space=\"preserve\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n"
    );
    for row in 0..height {
        let cells: Vec<&Cell> = (0..width).map(|column| &buffer[(column, row)]).collect();
        let mut column = 0;
        for run in cells.chunk_by(|one, other| one.style() == other.style()) {
            put(
                &mut svg,
                run,
                MARGIN + f64::from(column) * CELL.0,
                MARGIN + f64::from(row) * CELL.1,
            );
            column += run.len() as u16;
        }
    }
    svg + "</svg>\n"
}

fn put(svg: &mut String, run: &[&Cell], x: f64, y: f64) {
    let text: String = run.iter().map(|cell| cell.symbol()).collect();
    let style = run[0].modifier;
    let (mut ink, width) = (colour(run[0].fg), run.len() as f64 * CELL.0);
    let ground = match style.contains(Modifier::REVERSED) {
        true => Some(std::mem::replace(&mut ink, GROUND)),
        false => Some(run[0].bg)
            .filter(|ground| *ground != Color::Reset)
            .map(colour),
    };
    if let Some(ground) = ground {
        let high = CELL.1;
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{high}\" fill=\"{ground}\"/>"
        )
        .unwrap();
    }
    let blanks = text.chars().take_while(|letter| *letter == ' ').count() as f64;
    let (text, x) = (text.trim(), x + blanks * CELL.0);
    if text.is_empty() {
        return;
    }
    let looks = [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::DIM, " opacity=\"0.6\""),
    ];
    let looks: String = looks
        .into_iter()
        .filter(|(look, _)| style.contains(*look))
        .map(|(_, text)| text)
        .collect();
    let (width, base) = (text.chars().count() as f64 * CELL.0, y + 0.8 * CELL.1);
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{base:.1}\" textLength=\"{width:.1}\" lengthAdjust=\"spacingAndGlyphs\" fill=\"{ink}\"{looks}>\
         {text}</text>"
    )
    .unwrap();
}

fn colour(colour: Color) -> &'static str {
    match colour {
        Color::White => "#ffffff",
        Color::Reset => INK,
        Color::Indexed(32) => "#0087d7",
        Color::Indexed(166) => "#d75f00",
        Color::Indexed(153) => "#afd7ff",
        Color::Indexed(222) => "#ffd787",
        Color::Indexed(23) => "#005f5f",
        Color::Indexed(53) => "#5f005f",
        Color::Indexed(58) => "#5f5f00",
        other => panic!("the screen has a new colour, {other}"),
    }
}
