//! A screen of the game as a picture in the documentation: what the program draws in a terminal, as SVG. Lines and links are
//! drawn, not written, so that they look the same with every font.

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

use vt100::{Cell, Color, Screen};

use crate::play::screen::{PATIENCE, Terminal};

/// The size of a character.
const WIDTH: f64 = 8.4;
const HEIGHT: f64 = 17.0;

const BACKGROUND: &str = "#15181d";
const FOREGROUND: &str = "#dfe3e8";

/// The sixteen colours that every terminal has; the program uses no others.
const COLOURS: [&str; 16] = [
    "#000000", "#e5534b", "#57ab5a", "#daaa3f", "#539bf5", "#b083f0", "#39c5cf", "#b8c0c8", //
    "#7d8590", "#ff938a", "#6bc46d", "#eac55f", "#6cb6ff", "#dcbdfb", "#56d4dd", "#ffffff",
];

/// Lines of boxes: the width of their strokes, how many there are, and the characters with their arms: 1 up, 2 right, 4 down,
/// 8 left.
const BOXES: [(f64, u8, &str, [u8; 11]); 3] = [
    (1.0, 1, "─│┌┐└┘├┤┬┴┼", [10, 5, 6, 12, 3, 9, 7, 13, 14, 11, 15]),
    (2.5, 1, "━┃┏┓┗┛┣┫┳┻╋", [10, 5, 6, 12, 3, 9, 7, 13, 14, 11, 15]),
    (1.0, 2, "═║╔╗╚╝╠╣╦╩╬", [10, 5, 6, 12, 3, 9, 7, 13, 14, 11, 15]),
];

/// How a character is drawn: its colour, that behind it, and whether it is bold.
type Look = (&'static str, &'static str, bool);

fn colour(colour: Color, default: &'static str) -> &'static str {
    match colour {
        Color::Idx(number) if usize::from(number) < COLOURS.len() => COLOURS[usize::from(number)],
        Color::Default => default,
        other => panic!("{other:?} is none of the sixteen colours that every terminal has"),
    }
}

fn look(cell: &Cell) -> Look {
    let dimmed = if cell.dim() { COLOURS[8] } else { FOREGROUND };
    let (fore, back) = (colour(cell.fgcolor(), dimmed), colour(cell.bgcolor(), BACKGROUND));
    if cell.inverse() { (back, fore, cell.bold()) } else { (fore, back, cell.bold()) }
}

/// A character that is drawn as a shape, in a box with this corner; nothing for one that is written.
fn shape(character: char, (x, y): (f64, f64), fill: &str) -> Option<String> {
    if let Some(dots) = u32::from(character).checked_sub(0x2800).filter(|dots| *dots < 0x100) {
        // The dots of Braille: three rows of two, and a fourth one that was added later.
        let places = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)];
        let set = places.into_iter().enumerate().filter(|(bit, _)| dots >> bit & 1 == 1);
        let circle = |(_, (column, row)): (usize, (i32, i32))| {
            let (cx, cy) =
                (x + WIDTH * (0.25 + 0.5 * f64::from(column)), y + HEIGHT * (0.125 + 0.25 * f64::from(row)));
            format!("<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"1.3\" fill=\"{fill}\"/>\n")
        };
        return Some(set.map(circle).collect());
    }
    if character == '█' {
        return Some(rectangle((x, y), 1, fill));
    }
    let (stroke, count, arms) = BOXES.iter().find_map(|(stroke, count, characters, arms)| {
        let at = characters.chars().position(|other| other == character)?;
        Some((*stroke, *count, arms[at]))
    })?;
    let (middle, centre) = (x + WIDTH / 2.0, y + HEIGHT / 2.0);
    let ends = [(middle, y), (x + WIDTH, centre), (middle, y + HEIGHT), (x, centre)];
    let path: String = (0..4)
        .filter(|arm| arms >> arm & 1 == 1)
        .map(|arm| format!("M{middle:.1} {centre:.1}L{:.1} {:.1}", ends[arm].0, ends[arm].1))
        .collect();
    let line = |stroke: f64, colour: &str| {
        format!(
            "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{stroke}\" stroke-linecap=\"square\" fill=\"none\"/>\n"
        )
    };
    // A double line is a wide one with a gap in it.
    Some(if count == 2 { line(4.0, fill) + &line(2.0, BACKGROUND) } else { line(stroke, fill) })
}

fn rectangle((x, y): (f64, f64), characters: usize, fill: &str) -> String {
    let width = WIDTH * characters as f64;
    format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{HEIGHT}\" fill=\"{fill}\"/>\n")
}

/// Characters that look the same, from a column on.
struct Run {
    look: Look,
    column: u16,
    text: String,
}

/// The runs of a row. Shapes stand alone.
fn runs(screen: &Screen, row: u16) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let alone = |text: &str| text.chars().any(|character| shape(character, (0.0, 0.0), "").is_some());
    for column in 0..screen.size().1.get() {
        let cell = screen.cell(row, column).unwrap();
        let text = if cell.has_contents() { cell.contents() } else { " " };
        match runs.last_mut() {
            Some(last) if last.look == look(cell) && !alone(text) && !alone(&last.text) => {
                last.text.push_str(text);
            }
            _ => runs.push(Run { look: look(cell), column, text: text.to_owned() }),
        }
    }
    runs
}

fn svg(screen: &Screen) -> String {
    let (rows, columns) = (screen.size().0.get(), screen.size().1.get());
    let (width, height) = (WIDTH * f64::from(columns) + 20.0, HEIGHT * f64::from(rows) + 20.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-size=\"14\" xml:space=\"preserve\" \
         font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n"
    );
    for row in 0..rows {
        for Run { look: (fore, back, bold), column, text } in runs(screen, row) {
            let (x, y) = (10.0 + WIDTH * f64::from(column), 10.0 + HEIGHT * f64::from(row));
            let characters = text.chars().count();
            if back != BACKGROUND {
                svg += &rectangle((x, y), characters, back);
            }
            let only = text.chars().next().filter(|_| characters == 1);
            if let Some(shape) = only.and_then(|character| shape(character, (x, y), fore)) {
                svg += &shape;
            } else if !text.trim().is_empty() {
                let weight = if bold { " font-weight=\"bold\"" } else { "" };
                let before = text.chars().take_while(|character| *character == ' ').count();
                let (x, y) = (x + WIDTH * before as f64, y + 13.0);
                let width = WIDTH * text.trim().chars().count() as f64;
                let text = text.trim().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                // Whatever the font is, the characters stand in their columns.
                let place = format!("x=\"{x:.1}\" y=\"{y}\" textLength=\"{width:.1}\"");
                writeln!(svg, "<text {place} fill=\"{fore}\"{weight}>{text}</text>").unwrap();
            }
        }
    }
    svg + "</svg>\n"
}

#[test]
fn the_picture_in_the_documentation_is_what_the_screen_shows() {
    let mut terminal = Terminal::in_colour("--player2 human");
    terminal.wait_for("Turn 1");
    terminal.press("1225593415");
    terminal.wait_for("collapses 1-2-5-9");
    terminal.press("h");
    terminal.wait_for("best: =1");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/screen.svg");
    if env::var_os("GQT3_BLESS").is_some() {
        // Whatever is still being drawn.
        terminal.wait_until(Duration::from_secs(2), |_| false);
        fs::write(&path, svg(terminal.screen())).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    let same = terminal.wait_until(PATIENCE, |screen| svg(screen) == kept);
    assert!(same, "docs/screen.svg is not this screen; GQT3_BLESS=1 draws it anew:\n{}", terminal.text());
}
