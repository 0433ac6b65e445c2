//! A table as text: numbers to the right, words to the left, a rule below the headings.
//!
//! A table that is wider than the page has its columns moved together, then its headings broken over lines, then its
//! words. If that is not enough the columns that are marked for it are left out, which a note tells, and long counts are cut
//! short. On a page that is too narrow for all that each row becomes a block of `heading  value` lines. No number is ever
//! broken over lines.

use super::cell::{Cell, LONGEST_COUNT, Tone};
use super::layout::{Fit, Laid, is_shortened};
use super::page::{Page, length, wrap};
use super::table::{Table, TextColumn};

/// On pages that are too narrow for all columns, counts with more digits are shortened.
const LONG_COUNT: usize = 12;

/// On pages narrower than this no column is left out: rows become blocks of lines at once.
const NARROW: usize = 60;

impl Table<'_> {
    /// The table as plain text for people, ending in a newline; `width` is the number of columns of the
    /// terminal, if that is known.
    #[must_use]
    pub fn to_text(&self, width: Option<usize>) -> String {
        self.on(Page { width, coloured: false })
    }

    /// The table as text on a page, ending in a newline.
    #[must_use]
    pub fn on(&self, page: Page) -> String {
        let width = page.aim();
        let (caption, columns) = self.in_text();
        let mut lines: Vec<String> =
            wrap(&caption, width).into_iter().map(|line| page.paint(&line, Tone::Strong)).collect();
        let mut notes = self.notes.clone();
        if columns.iter().any(|column| !column.cells.is_empty()) {
            notes.extend(grid(columns, self.is_across, page, &mut lines));
        }
        lines.extend(notes.iter().flat_map(|note| wrap(note, width)));
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Writes the columns in the form that fits the page, and returns the notes that it needs.
fn grid(columns: Vec<TextColumn>, is_across: bool, page: Page, lines: &mut Vec<String>) -> Vec<String> {
    let whole =
        |columns: &[TextColumn]| columns.iter().map(|column| Laid::of(column, LONGEST_COUNT)).collect();
    let is_long = |longest: usize| {
        let mut cells = columns.iter().flat_map(|column| &column.cells);
        cells.any(|(cell, _)| is_shortened(cell, longest))
    };
    let notes = |left_out: &[String], longest| {
        let left_out =
            (!left_out.is_empty()).then(|| format!("Left out for lack of room: {}.", left_out.join(", ")));
        let cut = "Long counts are cut short; --format csv and json give every digit.";
        left_out.into_iter().chain(is_long(longest).then(|| cut.to_owned())).collect()
    };
    if is_across && let Some(fit) = Fit::whole(whole(&across(&columns)), page.aim()) {
        lines.extend(fit.lines(page));
        return notes(&[], LONGEST_COUNT);
    }
    let Some(width) = page.width else {
        let laid: Vec<Laid> = whole(&columns);
        lines.extend(Fit::into(laid.clone(), page.aim()).unwrap_or_else(|| Fit::at_ease(laid)).lines(page));
        return notes(&[], LONGEST_COUNT);
    };
    let spare: Vec<usize> = (0..columns.len()).rev().filter(|&place| columns[place].head.is_spare).collect();
    let attempts = [LONGEST_COUNT, LONG_COUNT]
        .into_iter()
        .flat_map(|longest| (0..=spare.len()).map(move |left_out| (longest, left_out)));
    let allowed = if width < NARROW { 1 } else { usize::MAX };
    for (longest, left_out) in attempts.take(allowed) {
        let left_out = &spare[..left_out];
        let is_left = |place: &usize| !left_out.contains(place);
        let laid = (0..columns.len()).filter(is_left).map(|place| Laid::of(&columns[place], longest));
        if let Some(fit) = Fit::into(laid.collect(), width) {
            lines.extend(fit.lines(page));
            let heading = |&place: &usize| columns[place].head.heading.clone();
            return notes(&left_out.iter().rev().map(heading).collect::<Vec<_>>(), longest);
        }
    }
    lines.extend(blocks(&whole(&columns), page));
    notes(&[], LONGEST_COUNT)
}

/// The columns turned on their side.
fn across(columns: &[TextColumn]) -> Vec<TextColumn> {
    let Some((first, rest)) = columns.split_first() else { return Vec::new() };
    let names = rest.iter().map(|column| (Cell::from(&column.head.heading), Tone::Strong)).collect();
    let turned = first.cells.iter().enumerate().map(|(row, (cell, _))| {
        let mut head = first.head.clone();
        head.heading = cell.shown();
        TextColumn { head, cells: rest.iter().map(|column| column.cells[row].clone()).collect() }
    });
    std::iter::once(TextColumn { head: first.head.clone(), cells: names }).chain(turned).collect()
}

/// Each row as a block of lines.
fn blocks(columns: &[Laid], page: Page) -> Vec<String> {
    let widest = columns.iter().map(|column| length(&column.heading)).max().unwrap_or(0);
    let room = page.aim().saturating_sub(widest + 2);
    let mut lines = Vec::new();
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        lines.extend((row > 0).then(String::new));
        for Laid { heading, cells, is_right, .. } in columns {
            let (text, tone) = &cells[row];
            if text.is_empty() {
                continue;
            }
            let texts = if *is_right { vec![text.clone()] } else { wrap(text, room) };
            let headings = std::iter::once(heading.as_str()).chain(std::iter::repeat(""));
            lines.extend(texts.iter().zip(headings).map(|(text, heading)| {
                let blank = " ".repeat(widest - length(heading) + 2);
                page.paint(heading, Tone::Strong) + &blank + &page.paint(text, *tone)
            }));
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
            Column::new("name", |row: &(&str, u64)| row.0),
            Column::new("games", |row: &(&str, u64)| row.1),
        ];
        let mut table = Table::of(columns, [("short", 7), ("a longer name", 1368)]).captioned("Two games");
        table.note("one two three four five six");
        table
    }

    #[test]
    fn a_narrow_page_gets_blocks_and_no_line_is_broken_in_a_number() {
        let text = table().to_text(Some(18));
        assert!(text.contains("games  1,368\n"), "{text}");
        assert!(text.contains("one two three four\nfive six"), "{text}");
    }

    #[test]
    fn a_block_has_no_line_for_a_mark_that_is_not_set() {
        let columns = vec![Column::new("games", |games: &u64| *games), Column::text("", |_: &u64| "")];
        assert_eq!(Table::of(columns, [1368]).to_text(Some(5)), "games  1,368\n");
    }

    fn on_its_side() -> Table<'static> {
        let columns = vec![
            Column::new("squares", |games: &u64| *games).headed("s"),
            Column::text("Half", |games: &u64| games / 2),
        ];
        Table::of(columns, [10, 2000]).across()
    }

    #[test]
    fn a_table_on_its_side_has_a_row_for_each_column() {
        let text = on_its_side().to_text(None);
        assert_eq!(text, "  s      10   2,000\n─────────────────────\n  Half    5   1,000\n");
    }

    #[test]
    fn a_table_on_its_side_stands_upright_where_that_is_too_wide() {
        assert_eq!(
            on_its_side().to_text(Some(16)),
            "     s   Half\n──────────────\n    10      5\n 2,000  1,000\n"
        );
    }

    #[test]
    fn an_empty_table_shows_its_caption_and_notes_alone() {
        let mut empty = Table::of(vec![Column::new("games", |&()| 7_u64)], []).captioned("Nothing");
        empty.note("No rows.");
        assert_eq!(empty.to_text(None), "Nothing\nNo rows.\n");
    }

    #[test]
    fn what_all_rows_share_is_said_once() {
        let columns = || {
            vec![
                Column::new("pieces", |row: &(u64, u64)| row.0).once("n = {}"),
                Column::new("games", |row: &(u64, u64)| row.1),
            ]
        };
        let same = Table::of(columns(), [(2, 42), (2, 1368)]).captioned("Games");
        assert!(same.to_text(None).starts_with("Games (n = 2)\n  games\n"));
        assert!(Table::of(columns(), [(2, 42), (3, 108)]).to_text(None).starts_with("  pieces   games\n"));
    }

    /// A name of several words, and counts of 20 digits of which one column can be spared.
    fn wide() -> Table<'static> {
        let count = |row: &u64| num_bigint::BigUint::from(10_000_000_000_000_000_000 + row);
        Table::of(
            vec![
                Column::text("name", |_| "a name of words, none of them long"),
                Column::new("games", count),
                Column::new("games again", count).spare(),
            ],
            [1, 2],
        )
    }

    #[test]
    fn what_can_be_spared_is_left_out_with_a_note_and_counts_are_cut_where_there_is_no_room() {
        let fits = |width| wide().to_text(Some(width)).lines().all(|line| line.chars().count() <= width);
        assert!((60..120).all(fits));
        assert!(!wide().to_text(Some(94)).contains("Left out"));
        assert!(!wide().to_text(Some(75)).contains("words, none"), "words are broken first");
        assert!(!wide().to_text(Some(75)).contains("Left out"));
        assert!(wide().to_text(Some(70)).contains("Left out for lack of room: games again."));
        assert!(!wide().to_text(Some(70)).contains("cut short"));
    }

    #[test]
    fn a_pipe_loses_nothing() {
        let text = wide().to_text(None);
        assert_eq!(text.matches("10,000,000,000,000,000,002").count(), 2, "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }

    #[test]
    fn a_cell_of_many_words_is_cut_where_its_column_says_so() {
        let columns = vec![Column::text("", |_: &u64| "one two three four five six seven eight").at_most(2)];
        assert_eq!(Table::of(columns, [1]).to_text(Some(20)), " one two three four\n five six seven ...\n");
    }
}
