//! A table as text: numbers to the right, words to the left, a rule below the headings.
//!
//! Every column is wide enough for its longest word or number, and a column of words can have
//! `LEAST_WORDS` characters if it needs them. If the page is too narrow for that, each row becomes
//! a block of `heading  value` lines. `comfy-table` breaks cells over lines, but we choose the
//! widths, because its own choice may leave space unused.

use comfy_table::{
    Attribute, Cell, CellAlignment, Color, ColumnConstraint, LineStyle, TableStyle, Width,
};
use crossterm::style::{Stylize, force_color_output};

use super::cell::{Tone, without_marks};
use super::table::{Table, TextColumn};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// In characters; `None` if unknown, for example for a pipe.
    pub width: Option<usize>,
    pub coloured: bool,
}

/// A no-break space.
pub const TIE: &str = "\u{a0}";

const USUAL_WIDTH: usize = 80;

/// Spaces between columns: the first if all lines then fit unbroken, otherwise the second.
const GAPS: [usize; 2] = [3, 2];

const LEAST_WORDS: usize = 16;

impl Table<'_> {
    pub fn to_text(&self, width: Option<usize>) -> String {
        self.on(Page {
            width,
            coloured: false,
        })
    }

    pub fn on(&self, page: Page) -> String {
        let width = page.width.unwrap_or(USUAL_WIDTH);
        let columns: Vec<Laid> = self
            .in_text()
            .into_iter()
            .map(|column| Laid::of(column, self.shows_all_digits()))
            .collect();
        let caption = without_marks(&self.caption);
        let mut lines: Vec<String> = wrap(&caption, width)
            .into_iter()
            .map(|line| page.strong(&line))
            .collect();
        if let Some(first) = columns.first() {
            let total = |gap: usize, get: fn(&Laid) -> usize| {
                columns
                    .iter()
                    .map(|column| get(column) + gap)
                    .sum::<usize>()
                    - 1
            };
            let gap = GAPS
                .into_iter()
                .find(|&gap| total(gap, |column| column.widest) <= width);
            let gap = gap.unwrap_or(GAPS[1]);
            match width.checked_sub(total(gap, |column| column.least)) {
                Some(room) => lines.extend(grid(&columns, &widths(&columns, room), gap, page)),
                None => {
                    let rows = first.cells.len();
                    lines.extend((0..rows).flat_map(|row| block(&columns, row, width, page)));
                }
            }
        }
        let notes = self.notes.iter();
        lines.extend(notes.flat_map(|note| wrap(&without_marks(note), width)));
        lines
            .iter()
            .map(|line| line.replace(TIE, " ") + "\n")
            .collect()
    }
}

struct Laid {
    heading: String,
    cells: Vec<(String, Tone)>,
    is_right: bool,
    /// The width if no line is broken.
    widest: usize,
    least: usize,
}

impl Laid {
    fn of(column: TextColumn, all_digits: bool) -> Laid {
        let TextColumn {
            heading,
            cells,
            is_right,
        } = column;
        let heading = without_marks(&heading);
        let cells: Vec<(String, Tone)> = cells
            .into_iter()
            .map(|(cell, tone)| (cell.shown(all_digits), tone))
            .collect();
        let most =
            |get: fn(&str) -> usize| cells.iter().map(|(text, _)| get(text)).max().unwrap_or(0);
        let widest = most(length);
        let least = most(longest_word).max(if is_right { 0 } else { LEAST_WORDS.min(widest) });
        Laid {
            widest: widest.max(length(&heading)),
            least: least.max(longest_word(&heading)),
            heading,
            cells,
            is_right,
        }
    }
}

const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─'));

/// Distributes the `room` that the columns' least widths leave over.
///
/// Each column gets an equal share, or less if less is enough.
fn widths(columns: &[Laid], mut room: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.least).collect();
    let need = |index: &usize| columns[*index].widest - columns[*index].least;
    let mut order: Vec<usize> = (0..columns.len()).collect();
    order.sort_by_key(need);
    for (done, index) in order.into_iter().enumerate() {
        let more = need(&index).min(room / (columns.len() - done));
        // The wrapped lines may need less than this width.
        let Laid { heading, cells, .. } = &columns[index];
        let texts = cells.iter().map(|(text, _)| text).chain([heading]);
        let lines = texts.flat_map(|text| wrap(text, widths[index] + more));
        let used = lines.map(|line| length(&line)).max().unwrap_or(0);
        room = room + widths[index] - used;
        widths[index] = used;
    }
    widths
}

fn grid(columns: &[Laid], widths: &[usize], gap: usize, page: Page) -> Vec<String> {
    let mut grid = comfy_table::Table::new();
    grid.load_style(STYLE).force_no_tty().style_text_only();
    if page.coloured {
        grid.enforce_styling();
        // The caller has decided to use colours, so `crossterm` must not decide again.
        force_color_output(true);
    }
    let cell = |text: &str, tone, column: &Laid| {
        let side = if column.is_right {
            CellAlignment::Right
        } else {
            CellAlignment::Left
        };
        toned(Cell::new(text).set_alignment(side), tone)
    };
    if columns.iter().any(|column| !column.heading.is_empty()) {
        let heading = |column: &Laid| cell(&column.heading, Tone::Strong, column);
        grid.set_header(columns.iter().map(heading).collect::<Vec<_>>());
    }
    for row in 0..columns[0].cells.len() {
        let get = |column: &Laid| cell(&column.cells[row].0, column.cells[row].1, column);
        grid.add_row(columns.iter().map(get).collect::<Vec<_>>());
    }
    for (index, (column, width)) in grid.column_iter_mut().zip(widths).enumerate() {
        let before = if index == 0 { gap - 1 } else { gap };
        column.set_padding((size(before), 0));
        column.set_constraint(ColumnConstraint::Absolute(Width::Fixed(size(
            before + width,
        ))));
    }
    grid.lines()
        .map(|line| line.trim_end().to_owned())
        .collect()
}

fn size(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}

fn toned(cell: Cell, tone: Tone) -> Cell {
    match tone {
        _ if cell.content().is_empty() => cell,
        Tone::Plain => cell,
        Tone::Good => cell.fg(Color::DarkGreen),
        Tone::Notice => cell.fg(Color::DarkYellow),
        Tone::Bad => cell.fg(Color::DarkRed).add_attribute(Attribute::Bold),
        Tone::Strong => cell.add_attribute(Attribute::Bold),
    }
}

fn block(columns: &[Laid], row: usize, width: usize, page: Page) -> Vec<String> {
    let widest = columns
        .iter()
        .map(|column| length(&column.heading))
        .max()
        .unwrap_or(0);
    let mut lines = Vec::from_iter((row > 0).then(String::new));
    for Laid { heading, cells, .. } in columns {
        let blank = " ".repeat(widest - length(heading) + 2);
        let mut begin = page.strong(heading) + &blank;
        for line in wrap(&cells[row].0, width.saturating_sub(widest + 2)) {
            lines.push(begin + &line);
            begin = " ".repeat(widest + 2);
        }
    }
    lines
}

impl Page {
    fn strong(self, text: &str) -> String {
        if self.coloured && !text.is_empty() {
            text.bold().to_string()
        } else {
            text.to_owned()
        }
    }
}

/// Takes every character to be one column wide.
fn length(text: &str) -> usize {
    text.chars().count()
}

fn longest_word(text: &str) -> usize {
    text.split(' ').map(length).max().unwrap_or(0)
}

/// A word that is longer than `width` stays whole on its own line.
pub fn wrap(paragraph: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if length(line) + 1 + length(word) <= width => *line += &format!(" {word}"),
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Column;

    fn table() -> Table<'static> {
        let columns = vec![
            Column::new("name", "", |row: &(&str, u64)| row.0),
            Column::new("games", "", |row: &(&str, u64)| row.1),
        ];
        let mut table =
            Table::text(columns, [("short", 7), ("a longer name", 1368)]).captioned("Two games");
        table.note("one two three four five six");
        table
    }

    #[test]
    fn a_table_is_a_grid_or_one_block_for_each_row() {
        let grid = "Two games
  name            games
───────────────────────
  short               7
  a longer name   1,368
one two three four five six
";
        assert_eq!(table().to_text(None), grid);
        let blocks = "Two games
name   short
games  7

name   a longer
       name
games  1,368
one two three
four five six
";
        assert_eq!(table().to_text(Some(16)), blocks);
    }

    #[test]
    fn a_page_that_is_too_narrow_gets_blocks_and_no_number_is_broken() {
        let text = table().to_text(Some(18));
        assert!(text.contains("games  1,368\n"), "{text}");
        assert!(text.contains("one two three four\nfive six"), "{text}");
    }

    #[test]
    fn a_block_has_no_line_for_a_mark_that_is_not_set() {
        let columns = vec![
            Column::new("games", "", |games: &u64| *games),
            Column::text("", |_: &u64| ""),
        ];
        assert_eq!(
            Table::text(columns, [1368]).to_text(Some(5)),
            "games  1,368\n"
        );
    }

    #[test]
    fn an_empty_table_shows_its_caption_and_notes_alone() {
        let mut empty =
            Table::text(vec![Column::new("games", "", |&()| 7_u64)], []).captioned("Nothing");
        empty.note("No rows.");
        assert_eq!(empty.to_text(None), "Nothing\nNo rows.\n");
    }

    fn wide(rows: Vec<u64>) -> Table<'static> {
        let count = |row: &u64| num_bigint::BigUint::from(10_000_000_000_000_000_000 + row);
        let name = Column::text("name", |_| "a name of words, none of them long");
        Table::text(
            vec![
                name,
                Column::new("games", "", count),
                Column::new("games again", "", count),
            ],
            rows,
        )
    }

    #[test]
    fn words_are_broken_between_one_another_and_long_counts_are_short_but_in_a_single_row() {
        let fits = |width| {
            wide(vec![1, 2])
                .to_text(Some(width))
                .lines()
                .all(|line| length(line) <= width)
        };
        assert!((40..120).all(fits));
        let text = wide(vec![1, 2]).to_text(Some(75));
        assert!(
            text.contains("\n them long") && text.contains("1.0000e19 (20 digits)"),
            "{text}"
        );
        let text = wide(vec![1]).to_text(Some(75));
        assert!(text.contains("10,000,000,000,000,000,001"), "{text}");
    }

    #[test]
    fn colours_change_no_word() {
        let columns = vec![
            Column::new("value", "", |value: &u64| *value),
            Column::text("", |_| "won").toned(|_| Tone::Good),
        ];
        let table = Table::text(columns, [1, 2]).captioned("Values");
        let coloured = table.on(Page {
            width: None,
            coloured: true,
        });
        let mut plain = String::new();
        for (number, part) in coloured.split("\u{1b}[").enumerate() {
            plain += if number == 0 {
                part
            } else {
                part.split_once('m').unwrap().1
            };
        }
        assert_eq!(plain, table.to_text(None));
        assert!(
            coloured.contains("\u{1b}[1mValues") && coloured.contains("won"),
            "{coloured}"
        );
    }
}
