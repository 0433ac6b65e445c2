//! Columns beside one another: how wide each of them is, and their lines.

use super::cell::{Cell, LONGEST_COUNT, Tone};
use super::page::{Page, cut, length, longest_word, words, wrap};
use super::table::TextColumn;
use crate::number::{digit_count, leading};

/// Words are not broken into columns narrower than this.
const LEAST_WORDS: usize = 16;

/// How many digits of a count are shown on a page that is too narrow for all of them.
const LEADING: usize = 4;

/// What is tried to make columns fit a page, in this order: so many spaces between columns, and so many lines at most
/// for a heading.
const LOOKS: [Look; 5] = [(3, 1), (2, 1), (3, 2), (2, 2), (2, 3)];

type Look = (usize, usize);

/// A column whose cells are texts.
#[derive(Clone)]
pub(super) struct Laid {
    pub heading: String,
    pub cells: Vec<(String, Tone)>,
    pub is_right: bool,
    most_lines: usize,
    /// How wide the widest cell is.
    widest: usize,
    /// How narrow it can be made.
    least: usize,
}

impl Laid {
    /// Counts of more digits than `longest` are shortened.
    pub fn of(column: &TextColumn, longest: usize) -> Laid {
        let text = |cell: &Cell| match cell {
            Cell::Integer(count) if longest < LONGEST_COUNT && is_shortened(cell, longest) => {
                leading(count, LEADING)
            }
            cell => cell.shown(),
        };
        let cells: Vec<_> = column.cells.iter().map(|(cell, tone)| (text(cell), *tone)).collect();
        let is_right = is_aligned_right(column.cells.iter().map(|(cell, _)| cell));
        let widest = cells.iter().map(|(text, _)| length(text)).max().unwrap_or(0);
        let longest_word = cells.iter().map(|(text, _)| longest_word(text)).max().unwrap_or(0);
        Laid {
            heading: column.head.heading.clone(),
            is_right,
            most_lines: column.head.most_lines.unwrap_or(usize::MAX),
            widest,
            least: if is_right { widest } else { longest_word.max(LEAST_WORDS).min(widest) },
            cells,
        }
    }

    /// The least width at which no cell is broken and the heading has at most so many lines, if its words allow that.
    fn width(&self, lines: usize) -> usize {
        let least = self.widest.max(longest_word(&self.heading));
        (least..=length(&self.heading))
            .find(|&width| wrap(&self.heading, width).len() <= lines)
            .unwrap_or(least)
    }
}

/// Columns with the widths that they are shown in.
pub(super) struct Fit {
    columns: Vec<Laid>,
    widths: Vec<usize>,
    gap: usize,
}

impl Fit {
    /// Columns that fit the width without breaking anything but headings, if they can.
    pub fn whole(columns: Vec<Laid>, width: usize) -> Option<Fit> {
        let fit = |(gap, lines)| {
            let widths: Vec<usize> = columns.iter().map(|column| column.width(lines)).collect();
            (total(&widths, gap) <= width).then_some((gap, widths))
        };
        LOOKS.into_iter().find_map(fit).map(|(gap, widths)| Fit { columns, widths, gap })
    }

    /// Columns that fit the width, if they can: where needed cells of words are broken over lines, too, those of the
    /// widest column first.
    pub fn into(columns: Vec<Laid>, width: usize) -> Option<Fit> {
        if let Some(fit) = Fit::whole(columns.clone(), width) {
            return Some(fit);
        }
        let mut fit = Fit::at_ease(columns);
        while total(&fit.widths, fit.gap) > width {
            let least = |column: &Laid| column.least.max(longest_word(&column.heading));
            let places =
                (0..fit.widths.len()).filter(|&place| fit.widths[place] > least(&fit.columns[place]));
            let widest = places.max_by_key(|&place| fit.widths[place])?;
            fit.widths[widest] -= 1;
        }
        Some(fit)
    }

    /// Columns as wide as they are, whether that fits or not.
    pub fn at_ease(columns: Vec<Laid>) -> Fit {
        let (gap, lines) = (2, 2);
        Fit { widths: columns.iter().map(|column| column.width(lines)).collect(), columns, gap }
    }

    pub fn lines(&self, page: Page) -> Vec<String> {
        let mut lines = Vec::new();
        if self.columns.iter().any(|column| !column.heading.is_empty()) {
            let columns = self.columns.iter().zip(&self.widths);
            let headings: Vec<_> = columns.map(|(column, &width)| wrap(&column.heading, width)).collect();
            let height = headings.iter().map(Vec::len).max().unwrap_or(0);
            let on_the_rule = |mut heading: Vec<String>| {
                heading.splice(..0, vec![String::new(); height - heading.len()]);
                (heading, Tone::Strong)
            };
            lines.extend(self.beside(&headings.into_iter().map(on_the_rule).collect::<Vec<_>>(), page));
            lines.push("─".repeat(total(&self.widths, self.gap)));
        }
        for row in 0..self.columns.first().map_or(0, |column| column.cells.len()) {
            lines.extend(self.row(row, page));
        }
        lines
    }

    fn row(&self, row: usize, page: Page) -> Vec<String> {
        let broken = |(column, &width): (&Laid, &usize)| {
            let (text, tone) = &column.cells[row];
            let lines = if length(text) > width { wrap(text, width) } else { vec![text.clone()] };
            (cut(lines, column.most_lines, width), *tone)
        };
        self.beside(&self.columns.iter().zip(&self.widths).map(broken).collect::<Vec<_>>(), page)
    }

    /// The lines of cells that stand beside one another.
    fn beside(&self, cells: &[(Vec<String>, Tone)], page: Page) -> Vec<String> {
        let height = cells.iter().map(|(lines, _)| lines.len()).max().unwrap_or(0);
        let line = |line: usize| {
            let text =
                |(lines, tone): &(Vec<String>, Tone)| (lines.get(line).cloned().unwrap_or_default(), *tone);
            self.line(cells.iter().map(text), page)
        };
        (0..height).map(line).collect()
    }

    /// One line, without spaces at its end.
    fn line(&self, texts: impl Iterator<Item = (String, Tone)>, page: Page) -> String {
        let (mut line, mut blank) = (String::new(), self.gap - 1);
        for ((text, tone), (column, width)) in texts.zip(self.columns.iter().zip(&self.widths)) {
            let room = width.saturating_sub(length(&text));
            let (before, after) = if column.is_right { (room, 0) } else { (0, room) };
            blank += before;
            if !text.is_empty() {
                line.extend(std::iter::repeat_n(' ', blank));
                line += &page.paint(&text, tone);
                blank = 0;
            }
            blank += after + self.gap;
        }
        line
    }
}

/// How wide a table is, with some space at both ends.
fn total(widths: &[usize], gap: usize) -> usize {
    widths.iter().sum::<usize>() + gap * widths.len() + gap - 2
}

/// Whether a count has more than so many digits.
pub(super) fn is_shortened(cell: &Cell, longest: usize) -> bool {
    // A decimal digit holds more than three bits.
    matches!(cell, Cell::Integer(count) if count.bits() as usize > 3 * longest && digit_count(count) > longest)
}

/// A column that holds numbers is aligned to the right, and so is one of words that all read like numbers.
fn is_aligned_right<'a>(cells: impl Iterator<Item = &'a Cell> + Clone) -> bool {
    let mut cells = cells.filter(|cell| !cell.plain().is_empty() || **cell == Cell::Absent);
    let is_word = |cell: &Cell| matches!(cell, Cell::Text(_) | Cell::Truth(_) | Cell::Absent);
    let begins_a_number =
        |text: &str| text.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit());
    let like_a_number = |cell: &Cell| match cell {
        Cell::Text(text) => {
            let is_list = words(text).nth(1).is_some() && words(text).all(begins_a_number);
            begins_a_number(text) && !text.contains(char::is_alphabetic) && !is_list
        }
        Cell::Truth(_) => false,
        _ => true,
    };
    !cells.clone().all(is_word) || (cells.clone().next().is_some() && cells.all(like_a_number))
}
