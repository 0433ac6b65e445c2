//! Typed columns, and tables of such columns over rows.
//!
//! A [`Column`] describes one property of a row type: its key in CSV and JSON, its heading in text,
//! the formats that show it, and its cell for a row. A [`Table`] is a list of columns over some
//! rows. It computes cells only when it is written, and only for the formats that show them. The
//! digits of a large count or the lowest terms of a fraction may take long to compute.

use serde_json::Value;

use super::cell::{Cell, Tone};
use super::format::Format;
use crate::support::progress::{Interrupted, Progress};

/// The formats that show a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    Everywhere,
    /// Text, Markdown and LaTeX.
    Text,
    Data,
}

impl Shown {
    const fn is_in(self, format: Format) -> bool {
        match self {
            Shown::Everywhere => true,
            Shown::Text => !format.is_data(),
            Shown::Data => format.is_data(),
        }
    }
}

/// A function from a row to its cell, or to the cell's tone.
type OfRow<'a, Row, Found = Cell> = Box<dyn Fn(&Row) -> Found + 'a>;

/// A column of a table whose rows are of type `Row`.
#[allow(missing_debug_implementations)] // It holds closures.
pub struct Column<'a, Row> {
    head: Head,
    cell: OfRow<'a, Row>,
    /// The cell in text, if it differs from the cell in data.
    in_text: Option<OfRow<'a, Row>>,
    tone: Option<OfRow<'a, Row, Tone>>,
}

/// The properties of a column as a whole.
#[derive(Clone)]
struct Head {
    /// The name in CSV and JSON.
    key: String,
    heading: String,
    shown: Shown,
    /// `true` if texts in its cells are aligned as numbers.
    is_numeric: bool,
}

/// The number of decimals in the column of decimals beside a column of fractions.
const DIGITS: usize = 12;

impl<'a, Row> Column<'a, Row> {
    fn shown<C: Into<Cell>>(shown: Shown, key: String, cell: impl Fn(&Row) -> C + 'a) -> Self {
        let head = Head {
            heading: key.replace('_', " "),
            key,
            shown,
            is_numeric: false,
        };
        Column {
            head,
            cell: Box::new(move |row| cell(row).into()),
            in_text: None,
            tone: None,
        }
    }

    /// Creates a column for all formats.
    ///
    /// Its heading is the key with spaces for underscores.
    pub fn new<C: Into<Cell>>(key: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::shown(Shown::Everywhere, key.into(), cell)
    }

    /// Creates a column of exact fractions, and one of their decimals for CSV and JSON.
    ///
    /// The key of the second column ends in `_decimal`. A cell without a fraction has no decimal.
    pub fn fraction<C: Into<Cell>>(key: &str, cell: impl Fn(&Row) -> C + Clone + 'a) -> [Self; 2] {
        let exact = cell.clone();
        let decimal = move |row: &Row| match cell(row).into() {
            Cell::Rational(ratio) => Cell::Decimal(ratio, DIGITS),
            _ => Cell::Absent,
        };
        [
            Column::new(key, exact),
            Column::data(format!("{key}_decimal"), decimal),
        ]
    }

    /// Creates a column for CSV and JSON only.
    pub fn data<C: Into<Cell>>(key: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::shown(Shown::Data, key.into(), cell)
    }

    /// Creates a column for text, Markdown and LaTeX only.
    ///
    /// Such columns hold marks, remarks, and results laid out for people.
    pub fn text<C: Into<Cell>>(heading: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::shown(Shown::Text, String::new(), cell).headed(heading)
    }

    /// Sets the heading in the text.
    pub fn headed(mut self, heading: impl Into<String>) -> Self {
        self.head.heading = heading.into();
        self
    }

    /// Sets the cell in the text.
    pub fn in_text<C: Into<Cell>>(mut self, cell: impl Fn(&Row) -> C + 'a) -> Self {
        self.in_text = Some(Box::new(move |row| cell(row).into()));
        self
    }

    /// Sets the tone of the cells.
    pub fn toned(mut self, tone: impl Fn(&Row) -> Tone + 'a) -> Self {
        self.tone = Some(Box::new(tone));
        self
    }

    /// Aligns texts in the cells as numbers, to the right.
    pub fn numeric(mut self) -> Self {
        self.head.is_numeric = true;
        self
    }

    /// Hides the column in text unless `is_shown` is `true`.
    ///
    /// Callers hide a column if all rows have one value, which the caption then states.
    pub fn in_text_if(mut self, is_shown: bool) -> Self {
        if !is_shown {
            self.head.shown = Shown::Data;
        }
        self
    }

    /// Returns the name in CSV and JSON, for callers that write row by row.
    pub fn key(&self) -> &str {
        &self.head.key
    }

    /// Returns the cell of a row in CSV and JSON.
    pub fn cell(&self, row: &Row) -> Cell {
        (self.cell)(row)
    }

    /// Returns the key and the value of a row, for an object in JSON.
    pub fn field(&self, row: &Row) -> (String, Value) {
        (self.head.key.clone(), (self.cell)(row).json())
    }

    fn cell_in(&self, row: &Row, format: Format) -> (Cell, Tone) {
        if format.is_data() {
            return ((self.cell)(row), Tone::Plain);
        }
        let tone = self.tone.as_ref().map_or(Tone::Plain, |tone| tone(row));
        (self.in_text.as_ref().unwrap_or(&self.cell)(row), tone)
    }
}

/// Rows under typed columns, with a caption above the text and notes below.
///
/// ```
/// use gqt3::report::{Column, Table};
/// let columns = vec![
///     Column::new("squares", |(squares, _): &(usize, u64)| *squares).headed("s"),
///     Column::new("games", |(_, games): &(usize, u64)| *games),
/// ];
/// let table = Table::of(columns, [(3, 42), (4, 1368)]);
/// assert_eq!(table.to_text(None), "  s   games\n───────────\n  3      42\n  4   1,368\n");
/// assert_eq!(table.to_csv(&gqt3::support::progress::Silent)?, b"squares,games\n3,42\n4,1368\n");
/// # Ok::<(), gqt3::support::progress::Interrupted>(())
/// ```
#[allow(missing_debug_implementations)] // It holds closures.
pub struct Table<'a> {
    heads: Vec<Head>,
    rows: usize,
    /// The cell of a row and a column.
    cell: Box<dyn Fn(usize, usize, Format) -> (Cell, Tone) + 'a>,
    pub(super) caption: String,
    pub(super) notes: Vec<String>,
}

/// A column in text, Markdown or LaTeX.
pub(super) struct TextColumn {
    pub heading: String,
    pub cells: Vec<(Cell, Tone)>,
    pub is_right: bool,
}

impl<'a> Table<'a> {
    /// Creates a table of some rows, borrowed or owned.
    pub fn of<Row: 'a>(columns: Vec<Column<'a, Row>>, rows: impl AsRef<[Row]> + 'a) -> Table<'a> {
        Table {
            heads: columns.iter().map(|column| column.head.clone()).collect(),
            rows: rows.as_ref().len(),
            cell: Box::new(move |row, column, format| {
                columns[column].cell_in(&rows.as_ref()[row], format)
            }),
            caption: String::new(),
            notes: Vec::new(),
        }
    }

    /// Creates notes without a table, one paragraph each.
    pub fn of_notes(notes: Vec<String>) -> Table<'a> {
        Table {
            notes,
            ..Table::of(Vec::new(), [(); 0])
        }
    }

    /// Sets the caption.
    pub fn captioned(self, caption: impl Into<String>) -> Table<'a> {
        Table {
            caption: caption.into(),
            ..self
        }
    }

    /// Adds a note below the table, as a paragraph.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Returns the columns of the text, except columns that are empty in every row.
    pub(super) fn in_text(&self) -> Vec<TextColumn> {
        let column = |column: usize| {
            let head = &self.heads[column];
            let cells = (0..self.rows).map(|row| (self.cell)(row, column, Format::Table));
            let cells: Vec<(Cell, Tone)> = cells.collect();
            let has_number = cells.iter().any(|(cell, _)| cell.is_number());
            TextColumn {
                heading: head.heading.clone(),
                cells,
                is_right: head.is_numeric || has_number,
            }
        };
        let is_shown = |column: &TextColumn| column.cells.iter().any(|(cell, _)| !cell.is_empty());
        self.shown(Format::Table)
            .into_iter()
            .map(column)
            .filter(is_shown)
            .collect()
    }

    /// Returns `true` if plain text shows all digits: if there is a single row.
    pub(super) fn shows_all_digits(&self) -> bool {
        self.rows == 1
    }

    /// Returns the rows as CSV, with a header.
    ///
    /// # Errors
    /// Fails if interrupted.
    pub fn to_csv(&self, progress: &dyn Progress) -> Result<Vec<u8>, Interrupted> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |record: Vec<String>| {
            writer
                .write_record(record)
                .expect("memory takes every record")
        };
        let keys = self
            .shown(Format::Csv)
            .into_iter()
            .map(|column| self.heads[column].key.clone());
        write(keys.collect());
        self.each_row(Format::Csv, progress, |cells| {
            write(cells.iter().map(Cell::plain).collect())
        })?;
        Ok(writer.into_inner().expect("memory takes every record"))
    }

    /// Returns the rows as an array of JSON objects.
    pub(super) fn to_json(&self, progress: &dyn Progress) -> Result<Value, Interrupted> {
        let keys: Vec<&String> = self
            .shown(Format::Json)
            .into_iter()
            .map(|column| &self.heads[column].key)
            .collect();
        let mut rows = Vec::new();
        self.each_row(Format::Json, progress, |cells| {
            let fields = keys
                .iter()
                .zip(cells)
                .map(|(&key, cell)| (key.clone(), cell.json()));
            rows.push(Value::Object(fields.collect()));
        })?;
        Ok(Value::Array(rows))
    }

    /// Computes the cells row by row.
    ///
    /// There may be a hundred thousand rows, so the loop can be interrupted.
    fn each_row(
        &self,
        format: Format,
        progress: &dyn Progress,
        mut take: impl FnMut(Vec<Cell>),
    ) -> Result<(), Interrupted> {
        let shown = self.shown(format);
        progress.begin("rows", Some(self.rows as u64));
        for row in 0..self.rows {
            progress.check()?;
            take(
                shown
                    .iter()
                    .map(|&column| (self.cell)(row, column, format).0)
                    .collect(),
            );
            progress.advance(1);
        }
        progress.end();
        Ok(())
    }

    fn shown(&self, format: Format) -> Vec<usize> {
        (0..self.heads.len())
            .filter(|&column| self.heads[column].shown.is_in(format))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_in_text_if_it_is_wanted_and_has_a_value() {
        let games = || Column::new("games", |row: &u64| *row);
        let text = |column| Table::of(vec![games(), column], [7]).to_text(None);
        let with = |heading: &str| format!("  games{heading}\n");
        assert!(text(games().headed("T").in_text_if(true)).starts_with(&with("   T")));
        assert!(text(games().headed("T").in_text_if(false)).starts_with(&with("")));
        assert!(text(Column::new("empty", |_| "")).starts_with(&with("")));
        assert!(text(Column::new("absent", |_| None::<u64>)).starts_with(&with("")));
    }

    #[test]
    fn a_column_gives_key_and_value_of_a_row() {
        let column = Column::new("games", |row: &u64| *row).headed("T");
        assert_eq!(column.key(), "games");
        assert_eq!(column.field(&7), ("games".to_owned(), 7.into()));
    }

    #[test]
    fn notes_need_no_table() {
        let notes = Table::of_notes(vec!["One.".to_owned(), "Two.".to_owned()]);
        assert_eq!(notes.to_text(None), "One.\nTwo.\n");
    }
}
