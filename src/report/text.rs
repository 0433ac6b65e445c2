//! A table as text: numbers to the right, words to the left, a rule below the headings.
//!
//! A table that is wider than the page has its columns moved together, then its headings broken over lines, then its
//! words. If that is not enough the columns that are marked for it are left out, which a note tells, and long counts are cut
//! short. On a page that is too narrow for all that each row becomes a block of `heading  value` lines. No number is ever
//! broken over lines.

use anstyle::{AnsiColor, Style};

use super::cell::{Cell, LONGEST_COUNT, Tone};
use super::table::{Table, TextColumn};
use crate::number::{digit_count, leading};

/// What a text is written on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Page {
    /// How many columns it has. Where that is not known, as in a pipe, lines are kept to 100 columns if nothing has to be
    /// left out for that.
    pub width: Option<usize>,
    /// Whether colours are shown.
    pub coloured: bool,
}

/// The width that is aimed at where none is known.
const USUAL_WIDTH: usize = 100;

/// On narrower pages rows become blocks of lines rather than that anything is left out.
const NARROW: usize = 60;

/// Words are not broken into columns narrower than this.
const LEAST_WORDS: usize = 16;

/// On pages that are too narrow for all columns, counts with more digits are shortened.
const LONG_COUNT: usize = 12;

/// And show so many of them.
const LEADING: usize = 4;

/// Spaces between columns, and the most lines of a heading; the first look that fits is taken.
const LOOKS: [Look; 5] = [(3, 1), (2, 1), (3, 2), (2, 2), (2, 3)];

type Look = (usize, usize);

/// A space at which no line is broken.
pub const TIE: &str = "\u{a0}";

impl Table<'_> {
    /// The table as plain text for people, ending in a newline; `width` is how many columns they have, if that is known.
    #[must_use]
    pub fn to_text(&self, width: Option<usize>) -> String {
        self.on(Page { width, coloured: false })
    }

    /// The table as text on a page, ending in a newline.
    #[must_use]
    pub fn on(&self, page: Page) -> String {
        let width = page.width.unwrap_or(USUAL_WIDTH);
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

impl Page {
    fn paint(self, text: &str, tone: Tone) -> String {
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
    if is_across && let Some(fit) = Fit::whole(whole(&across(&columns)), page.width.unwrap_or(USUAL_WIDTH)) {
        lines.extend(fit.lines(page));
        return notes(&[], LONGEST_COUNT);
    }
    let Some(width) = page.width else {
        let laid: Vec<Laid> = whole(&columns);
        lines.extend(Fit::into(laid.clone(), USUAL_WIDTH).unwrap_or_else(|| Fit::at_ease(laid)).lines(page));
        return notes(&[], LONGEST_COUNT);
    };
    let spare: Vec<usize> = (0..columns.len()).rev().filter(|&place| columns[place].head.is_spare).collect();
    for longest in [LONGEST_COUNT, LONG_COUNT] {
        for left_out in 0..=spare.len() {
            let is_left = |place: &usize| !spare[..left_out].contains(place);
            let laid = (0..columns.len()).filter(is_left).map(|place| Laid::of(&columns[place], longest));
            if let Some(fit) = Fit::into(laid.collect(), width) {
                lines.extend(fit.lines(page));
                let heading = |&place: &usize| columns[place].head.heading.clone();
                return notes(&spare[..left_out].iter().rev().map(heading).collect::<Vec<_>>(), longest);
            }
            if width < NARROW {
                lines.extend(blocks(&whole(&columns), page));
                return notes(&[], LONGEST_COUNT);
            }
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

fn is_shortened(cell: &Cell, longest: usize) -> bool {
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

/// A column whose cells are texts.
#[derive(Clone)]
struct Laid {
    heading: String,
    cells: Vec<(String, Tone)>,
    is_right: bool,
    most_lines: usize,
    /// How wide the widest cell is.
    widest: usize,
    /// How narrow it can be made.
    least: usize,
}

impl Laid {
    /// Counts of more digits than `longest` are shortened.
    fn of(column: &TextColumn, longest: usize) -> Laid {
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

    /// The least width at which the heading has so many lines, or one for each of its words.
    fn width(&self, lines: usize) -> usize {
        let least = self.widest.max(longest_word(&self.heading));
        (least..=length(&self.heading))
            .find(|&width| wrap(&self.heading, width).len() <= lines)
            .unwrap_or(least)
    }
}

/// Columns with the widths that they are shown in.
struct Fit {
    columns: Vec<Laid>,
    widths: Vec<usize>,
    gap: usize,
}

impl Fit {
    /// Without breaking anything but headings.
    fn whole(columns: Vec<Laid>, width: usize) -> Option<Fit> {
        let fit = |(gap, lines)| {
            let widths: Vec<usize> = columns.iter().map(|column| column.width(lines)).collect();
            (total(&widths, gap) <= width).then_some((gap, widths))
        };
        LOOKS.into_iter().find_map(fit).map(|(gap, widths)| Fit { columns, widths, gap })
    }

    /// Words broken, too, if that is needed: those of the widest column first.
    fn into(columns: Vec<Laid>, width: usize) -> Option<Fit> {
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

    /// As wide as it is.
    fn at_ease(columns: Vec<Laid>) -> Fit {
        let (gap, lines) = (2, 2);
        Fit { widths: columns.iter().map(|column| column.width(lines)).collect(), columns, gap }
    }

    fn lines(&self, page: Page) -> Vec<String> {
        let mut lines = Vec::new();
        if self.columns.iter().any(|column| !column.heading.is_empty()) {
            let headings: Vec<Vec<String>> = self
                .columns
                .iter()
                .zip(&self.widths)
                .map(|(column, &width)| wrap(&column.heading, width))
                .collect();
            let height = headings.iter().map(Vec::len).max().unwrap_or(0);
            for row in 0..height {
                // Headings stand on the rule.
                let text = |heading: &Vec<String>| {
                    (row + heading.len())
                        .checked_sub(height)
                        .map_or(String::new(), |row| heading[row].clone())
                };
                lines.push(self.line(headings.iter().map(|heading| (text(heading), Tone::Strong)), page));
            }
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
        let cells: Vec<(Vec<String>, Tone)> = self.columns.iter().zip(&self.widths).map(broken).collect();
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

/// The first lines of a cell, with dots where more would follow.
fn cut(mut lines: Vec<String>, most: usize, width: usize) -> Vec<String> {
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

/// Each row as a block of lines.
fn blocks(columns: &[Laid], page: Page) -> Vec<String> {
    let widest = columns.iter().map(|column| length(&column.heading)).max().unwrap_or(0);
    let room = page.width.unwrap_or(USUAL_WIDTH).saturating_sub(widest + 2).max(LEAST_WORDS);
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

fn length(text: &str) -> usize {
    text.chars().count()
}

fn longest_word(text: &str) -> usize {
    words(text).map(length).max().unwrap_or(0)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c.is_whitespace() && !TIE.contains(c)).filter(|word| !word.is_empty())
}

/// Breaks a paragraph between words.
fn wrap(paragraph: &str, width: usize) -> Vec<String> {
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
    fn numbers_stand_to_the_right() {
        let text = table().to_text(None);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "Two games");
        assert!(lines[3].ends_with("    7") && lines[4].ends_with("1,368"), "{text}");
        assert_eq!(lines[3].chars().count(), lines[4].chars().count());
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

    #[test]
    fn colours_change_no_word() {
        let columns = || vec![Column::new("games", |games: &u64| *games).toned(|_| Tone::Good)];
        let plain = Table::of(columns(), [7]).captioned("One game").to_text(None);
        let coloured =
            Table::of(columns(), [7]).captioned("One game").on(Page { width: None, coloured: true });
        assert!(coloured.contains("\u{1b}[32m7\u{1b}[0m"), "{coloured:?}");
        let words = coloured.replace("\u{1b}[32m", "").replace("\u{1b}[1m", "").replace("\u{1b}[0m", "");
        assert_eq!(words, plain);
    }
}
