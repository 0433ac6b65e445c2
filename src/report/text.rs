//! A table as text: numbers to the right, words to the left, a rule below the headings.
//!
//! A table that is wider than the terminal would have its numbers broken over lines; each row becomes a block of
//! `heading  value` lines instead.

use comfy_table::{Cell as TextCell, CellAlignment, ContentArrangement, LineStyle, TableStyle};

use super::Cell;
use super::table::{Table, Wide};
use crate::number::{digit_count, group_digits, shorten};

/// Counts with more digits than this are shortened in text.
const LONGEST_COUNT: usize = 60;

/// The text of a table, ending in a newline.
pub(super) fn render(table: &Table, width: Option<usize>) -> String {
    let mut text = String::new();
    if !table.caption.is_empty() {
        text.push_str(&wrap(&table.caption, width));
    }
    let (headings, rows) = table.text_cells();
    if !headings.is_empty() && !rows.is_empty() {
        let whole = grid(&headings, &rows, None);
        let widest = whole.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        text.push_str(&match width.filter(|&width| widest > width) {
            None => whole,
            Some(_) if table.wide == Wide::Blocks => blocks(&headings, &rows),
            Some(width) => grid(&headings, &rows, Some(width)),
        });
    }
    for note in &table.notes {
        text.push_str(&wrap(note, width));
    }
    if rows.iter().flatten().any(is_shortened) {
        text.push_str(&wrap("Long counts are cut short; --format csv and json give every digit.", width));
    }
    text
}

fn is_shortened(cell: &Cell) -> bool {
    match cell {
        // A decimal digit holds more than three bits.
        Cell::Integer(count) => {
            count.bits() as usize > 3 * LONGEST_COUNT && digit_count(count) > LONGEST_COUNT
        }
        _ => false,
    }
}

fn cell_text(cell: &Cell) -> String {
    match cell {
        Cell::Number(number) => group_digits(&number.to_string()),
        Cell::Integer(count) => shorten(count, LONGEST_COUNT),
        Cell::Absent => "-".to_owned(),
        other => other.plain(),
    }
}

/// A column that holds numbers is aligned to the right, and so is one of words that all read like numbers.
fn alignment<'a>(mut cells: impl Iterator<Item = &'a Cell> + Clone) -> CellAlignment {
    let is_word = |cell: &Cell| matches!(cell, Cell::Text(_) | Cell::Truth(_) | Cell::Absent);
    let like_a_number = |cell: &Cell| match cell {
        Cell::Text(text) => {
            text.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit())
                && !text.contains(char::is_alphabetic)
        }
        Cell::Truth(_) => false,
        _ => true,
    };
    let right = !cells.clone().all(is_word) || cells.all(like_a_number);
    if right { CellAlignment::Right } else { CellAlignment::Left }
}

/// The table as a grid; with a width, long cells are wrapped to keep within it.
fn grid(headings: &[String], rows: &[Vec<Cell>], width: Option<usize>) -> String {
    let style = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));
    let mut grid = comfy_table::Table::new();
    grid.load_style(style).set_content_arrangement(ContentArrangement::Disabled);
    if let Some(width) = width {
        grid.set_content_arrangement(ContentArrangement::Dynamic);
        grid.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    let column = |place: usize| rows.iter().map(move |row| &row[place]);
    let alignments: Vec<_> = (0..headings.len()).map(|place| alignment(column(place))).collect();
    let aligned = |(text, &alignment): (String, &CellAlignment)| TextCell::new(text).set_alignment(alignment);
    if headings.iter().any(|heading| !heading.is_empty()) {
        grid.set_header(headings.iter().cloned().zip(&alignments).map(aligned));
    }
    for row in rows {
        grid.add_row(row.iter().map(cell_text).zip(&alignments).map(aligned));
    }
    lines(grid.lines())
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Each row as a block of lines.
fn blocks(headings: &[String], rows: &[Vec<Cell>]) -> String {
    let widest = headings.iter().map(|heading| heading.chars().count()).max().unwrap_or(0);
    let block = |row: &Vec<Cell>| -> String {
        let line = |(heading, cell): (&String, &Cell)| format!("{heading:<widest$}  {}", cell_text(cell));
        lines(headings.iter().zip(row).map(line).filter(|line| !line.trim().is_empty()))
    };
    rows.iter().map(block).collect::<Vec<_>>().join("\n")
}

/// Breaks a paragraph between words.
fn wrap(paragraph: &str, width: Option<usize>) -> String {
    let width = width.unwrap_or(100);
    let mut text = String::new();
    let mut column = 0;
    for word in paragraph.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += length;
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::super::Column;
    use super::*;

    fn table() -> Table<'static> {
        let columns = vec![
            Column::new("name", |row: &(&str, u64)| row.0),
            Column::new("games", |row: &(&str, u64)| row.1),
        ];
        let mut table = Table::of(columns, [("short", 7), ("a longer name", 1368)]).captioned("Two games");
        table.note("one two three four five six");
        table
    }

    #[test]
    fn numbers_stand_to_the_right() {
        let text = render(&table(), None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Two games");
        assert!(lines[3].ends_with("    7") && lines[4].ends_with("1,368"), "{text}");
        assert_eq!(lines[3].chars().count(), lines[4].chars().count());
    }

    #[test]
    fn a_narrow_terminal_gets_blocks_and_no_line_is_broken_in_a_number() {
        let text = render(&table(), Some(21));
        assert!(text.contains("games  1,368\n"), "{text}");
        assert!(text.contains("one two three four\nfive six"), "{text}");
    }

    #[test]
    fn a_block_has_no_line_for_a_mark_that_is_not_set() {
        let columns = vec![Column::new("games", |games: &u64| *games), Column::text("", |_: &u64| "")];
        assert_eq!(render(&Table::of(columns, [1368]), Some(5)), "games  1,368\n");
    }

    #[test]
    fn a_table_on_its_side_has_a_row_for_each_column() {
        let columns = vec![
            Column::new("squares", |games: &u64| *games).headed("s"),
            Column::text("Half", |games: &u64| games / 2),
        ];
        let text = render(&Table::of(columns, [10, 2000]).across(), None);
        assert_eq!(text, "  s      10    2000\n─────────────────────\n  Half    5   1,000\n");
    }

    #[test]
    fn an_empty_table_shows_its_caption_and_notes_alone() {
        let mut empty = Table::of(vec![Column::new("games", |&()| 7_u64)], []).captioned("Nothing");
        empty.note("No rows.");
        assert_eq!(render(&empty, None), "Nothing\nNo rows.\n");
    }
}
