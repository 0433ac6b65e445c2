//! What a text is written on, and how its lines are broken and coloured.

use anstyle::{AnsiColor, Style};

use super::cell::Tone;

/// What a text is written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// How many columns it has. Where that is not known, as in a pipe, lines are kept to 100 columns if nothing has to be
    /// left out for that.
    pub width: Option<usize>,
    /// Whether colours are shown.
    pub coloured: bool,
}

/// A space at which no line is broken.
pub const TIE: &str = "\u{a0}";

/// The width that is aimed at where none is known.
const USUAL_WIDTH: usize = 100;

impl Page {
    /// How many columns are aimed at.
    pub(super) fn aim(self) -> usize {
        self.width.unwrap_or(USUAL_WIDTH)
    }

    /// A text with its tone.
    pub(super) fn paint(self, text: &str, tone: Tone) -> String {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        let style = match tone {
            Tone::Plain => Style::new(),
            Tone::Good => colour(AnsiColor::Green),
            Tone::Notice => colour(AnsiColor::Yellow),
            Tone::Bad => colour(AnsiColor::Red).bold(),
            Tone::Strong => Style::new().bold(),
        };
        let text = text.replace(TIE, " ");
        if self.coloured && !text.is_empty() { format!("{style}{text}{style:#}") } else { text }
    }
}

/// The first lines of a cell, with dots where more would follow.
pub(super) fn cut(mut lines: Vec<String>, most: usize, width: usize) -> Vec<String> {
    const DOTS: &str = " ...";
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            let room = width.saturating_sub(DOTS.len());
            *last = wrap(last, room).swap_remove(0).trim_end_matches([',', ';', ':', '.']).to_owned() + DOTS;
        }
    }
    lines
}

/// How many columns a text takes.
pub(super) fn length(text: &str) -> usize {
    text.chars().count()
}

/// The length of the longest piece that is never broken.
pub(super) fn longest_word(text: &str) -> usize {
    words(text).map(length).max().unwrap_or(0)
}

/// The pieces of a text that are never broken.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() && !TIE.contains(c)).filter(|word| !word.is_empty())
}

/// Breaks a paragraph between words.
pub(super) fn wrap(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words(paragraph) {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
