//! A table as text: numbers to the right, words to the left, a rule below the headings.
//!
//! A table that is wider than the terminal would have its numbers broken over lines; each row becomes a block of
//! `heading  value` lines instead.

use comfy_table::{Cell as TextCell, CellAlignment, ContentArrangement, LineStyle, TableStyle};

use super::{Cell, Column, Table, Wide, digit_count, group_digits, shorten};

/// Counts with more digits than this are shortened in text.
const LONGEST_COUNT: usize = 60;

/// The text of a table, ending in a newline.
pub(super) fn render(table: &Table, width: Option<usize>) -> String {
    let mut text = String::new();
    if !table.caption.is_empty() {
        text.push_str(&wrap(&table.caption, width));
    }
    let shown = table.places(Column::in_text);
    if !shown.is_empty() && !table.rows.is_empty() {
        let whole = grid(table, &shown, None);
        let widest = whole.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        text.push_str(&match width.filter(|&width| widest > width) {
            None => whole,
            Some(_) if table.wide == Wide::Blocks => blocks(table, &shown),
            Some(width) => grid(table, &shown, Some(width)),
        });
    }
    for note in table.notes.iter().cloned().chain(shortened(table, &shown)) {
        text.push_str(&wrap(&note, width));
    }
    text
}

fn shortened(table: &Table, shown: &[usize]) -> Option<String> {
    let long = |cell: &Cell| match cell {
        // A decimal digit holds more than three bits.
        Cell::Integer(count) => {
            count.bits() as usize > 3 * LONGEST_COUNT && digit_count(count) > LONGEST_COUNT
        }
        _ => false,
    };
    let any = table.rows.iter().any(|row| shown.iter().any(|&place| long(&row[place])));
    any.then(|| "Long counts are cut short; --format csv and json give every digit.".to_owned())
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
fn alignment(table: &Table, place: usize) -> CellAlignment {
    let mut cells = table.rows.iter().map(|row| &row[place]);
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
fn grid(table: &Table, shown: &[usize], width: Option<usize>) -> String {
    let style = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));
    let mut grid = comfy_table::Table::new();
    grid.load_style(style).set_content_arrangement(ContentArrangement::Disabled);
    if let Some(width) = width {
        grid.set_content_arrangement(ContentArrangement::Dynamic);
        grid.set_width(u16::try_from(width).unwrap_or(u16::MAX));
    }
    let aligned = |text: String, place: usize| TextCell::new(text).set_alignment(alignment(table, place));
    if shown.iter().any(|&place| !table.columns[place].heading.is_empty()) {
        grid.set_header(shown.iter().map(|&place| aligned(table.columns[place].heading.clone(), place)));
    }
    for row in &table.rows {
        grid.add_row(shown.iter().map(|&place| aligned(cell_text(&row[place]), place)));
    }
    lines(grid.lines())
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Each row as a block of lines.
fn blocks(table: &Table, shown: &[usize]) -> String {
    let heading = |place: usize| table.columns[place].heading.as_str();
    let widest = shown.iter().map(|&place| heading(place).chars().count()).max().unwrap_or(0);
    let block = |row: &Vec<Cell>| -> String {
        let line = |&place: &usize| format!("{:<widest$}  {}", heading(place), cell_text(&row[place]));
        lines(shown.iter().map(line).filter(|line| !line.trim().is_empty()))
    };
    table.rows.iter().map(block).collect::<Vec<_>>().join("\n")
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
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(vec![Column::new("name"), Column::new("games")]).captioned("Two games");
        table.push(vec![Cell::text("short"), Cell::Integer(7_u32.into())]);
        table.push(vec![Cell::text("a longer name"), Cell::Integer(1368_u32.into())]);
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
        let mut table = Table::new(vec![Column::new("games"), Column::new("mark").headed("")]);
        table.push(vec![Cell::Number(1368), Cell::text("")]);
        assert_eq!(render(&table, Some(5)), "games  1,368\n");
    }

    #[test]
    fn an_empty_table_shows_its_caption_and_notes_alone() {
        let mut empty = Table::new(vec![Column::new("games")]).captioned("Nothing");
        empty.note("No rows.");
        assert_eq!(render(&empty, None), "Nothing\nNo rows.\n");
    }
}
