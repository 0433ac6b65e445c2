//! Typed columns, and the tables that they make of rows.
//!
//! A [`Column`] says all about one property of a row type: its key in CSV and JSON, its heading in text, where it is
//! shown, and how its cell follows from the row. A [`Table`] is a list of columns over some rows. Its cells are
//! computed when it is written, and only those that the form shows: the digits of a large count, or a fraction's lowest
//! terms, may take long.

use serde_json::Value;

use super::cell::{Cell, Tone};
use super::format::Format;
use crate::support::progress::{Interrupted, Progress};

/// Where a column is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    Everywhere,
    /// In what people read: text, Markdown and LaTeX.
    Text,
    Data,
    Json,
}

impl Shown {
    const fn is_in(self, format: Format) -> bool {
        match self {
            Shown::Everywhere => true,
            Shown::Text => !format.is_data(),
            Shown::Data => format.is_data(),
            Shown::Json => matches!(format, Format::Json),
        }
    }
}

/// How a cell, or its tone, follows from its row.
type OfRow<'a, Row, Found = Cell> = Box<dyn Fn(&Row) -> Found + 'a>;

/// A column of a table whose rows are of type `Row`.
pub struct Column<'a, Row> {
    head: Head,
    cell: OfRow<'a, Row>,
    /// The cell in text, if that is another one.
    in_text: Option<OfRow<'a, Row>>,
    tone: Option<OfRow<'a, Row, Tone>>,
}

/// What belongs to a column as a whole.
#[derive(Clone)]
struct Head {
    /// The name in CSV and JSON.
    key: String,
    heading: String,
    shown: Shown,
}

/// Digits behind the point of the decimal beside a fraction.
const DIGITS: usize = 12;

impl<'a, Row> Column<'a, Row> {
    fn shown<C: Into<Cell>>(shown: Shown, key: String, cell: impl Fn(&Row) -> C + 'a) -> Self {
        let head = Head {
            heading: key.replace('_', " "),
            key,
            shown,
        };
        Column {
            head,
            cell: Box::new(move |row| cell(row).into()),
            in_text: None,
            tone: None,
        }
    }

    /// A column that is shown everywhere, with its key for a heading.
    pub fn new<C: Into<Cell>>(key: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::shown(Shown::Everywhere, key.into(), cell)
    }

    /// A column of exact fractions, and beside it one of CSV and JSON with the same as decimals: its key ends in `_decimal`.
    /// Cells that are no fractions have no decimal.
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

    /// A column of CSV and JSON: what the text leaves out or says in another way.
    pub fn data<C: Into<Cell>>(key: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::shown(Shown::Data, key.into(), cell)
    }

    /// A column of JSON alone: what may differ from run to run.
    pub fn json<C: Into<Cell>>(key: &'static str, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::shown(Shown::Json, key.into(), cell)
    }

    /// A column of the text alone: marks, remarks, and views that show results in their own way.
    pub fn text<C: Into<Cell>>(heading: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::shown(Shown::Text, String::new(), cell).headed(heading)
    }

    /// The same column with another heading in the text.
    pub fn headed(mut self, heading: impl Into<String>) -> Self {
        self.head.heading = heading.into();
        self
    }

    /// The same column with another cell in the text.
    pub fn in_text<C: Into<Cell>>(mut self, cell: impl Fn(&Row) -> C + 'a) -> Self {
        self.in_text = Some(Box::new(move |row| cell(row).into()));
        self
    }

    /// The same column, its cells with a tone.
    pub fn toned(mut self, tone: impl Fn(&Row) -> Tone + 'a) -> Self {
        self.tone = Some(Box::new(tone));
        self
    }

    /// The same column, in the text only if that is true: a caption may say what all rows have in common.
    pub fn in_text_if(mut self, is_shown: bool) -> Self {
        if !is_shown {
            self.head.shown = Shown::Data;
        }
        self
    }

    /// The name in CSV and JSON, for those who write row by row.
    pub fn key(&self) -> &str {
        &self.head.key
    }

    /// The cell of a row, as CSV and JSON have it.
    pub fn cell(&self, row: &Row) -> Cell {
        (self.cell)(row)
    }

    /// The key and the value of a row, for an object in JSON.
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

/// Rows under typed columns, with a caption above and notes below its text.
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
pub struct Table<'a> {
    heads: Vec<Head>,
    rows: usize,
    /// The cell of a row and a column.
    cell: Box<dyn Fn(usize, usize, Format) -> (Cell, Tone) + 'a>,
    pub(super) caption: String,
    pub(super) notes: Vec<String>,
}

/// A column as people see it.
pub(super) struct TextColumn {
    pub heading: String,
    pub cells: Vec<(Cell, Tone)>,
    pub is_right: bool,
}

impl<'a> Table<'a> {
    /// A table of some rows, which may be borrowed or not.
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

    /// Remarks without a table, a paragraph each.
    pub fn of_notes(notes: Vec<String>) -> Table<'a> {
        Table {
            notes,
            ..Table::of(Vec::new(), [(); 0])
        }
    }

    /// The same table with a caption.
    pub fn captioned(self, caption: impl Into<String>) -> Table<'a> {
        Table {
            caption: caption.into(),
            ..self
        }
    }

    /// Adds a remark below the table, a paragraph.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The columns that people see. Those that say nothing of any row are left out.
    pub(super) fn in_text(&self) -> Vec<TextColumn> {
        let column = |column: usize| {
            let cells = (0..self.rows).map(|row| (self.cell)(row, column, Format::Table));
            let cells: Vec<(Cell, Tone)> = cells.collect();
            let is_right = is_right(cells.iter().map(|(cell, _)| cell));
            TextColumn {
                heading: self.heads[column].heading.clone(),
                cells,
                is_right,
            }
        };
        let says = |column: &TextColumn| column.cells.iter().any(|(cell, _)| !cell.is_empty());
        self.shown(Format::Table)
            .into_iter()
            .map(column)
            .filter(says)
            .collect()
    }

    /// Whether all digits of a long count are shown: in a single result.
    pub(super) fn shows_all_digits(&self) -> bool {
        self.rows == 1
    }

    /// The rows as CSV, with a header.
    ///
    /// # Errors
    /// If it was interrupted.
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

    /// The rows as an array of JSON objects.
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

    /// Computes the cells of one row after the other, and can be interrupted: there may be a hundred thousand rows.
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

/// A column that holds a number is aligned to the right, and so is one of words that all read like numbers.
fn is_right<'a>(cells: impl Iterator<Item = &'a Cell> + Clone) -> bool {
    let is_number = |cell: &Cell| !matches!(cell, Cell::Text(_) | Cell::Truth(_) | Cell::Absent);
    let reads_like_one =
        |cell: &Cell| matches!(cell, Cell::Text(text) if reads_like_a_number(text));
    cells.clone().any(is_number) || cells.filter(|cell| !cell.is_empty()).all(reads_like_one)
}

/// `-1/2`, `+0.45 ± 0.01` and `0..1/2` read like numbers; words, moves and lists do not.
fn reads_like_a_number(text: &str) -> bool {
    let begins = |text: &str| {
        text.trim_start_matches(['+', '-', '<', '>'])
            .starts_with(|first: char| first.is_ascii_digit())
    };
    let is_list = text.split(' ').count() > 1 && text.split(' ').all(begins);
    let is_move = text.trim_start_matches('-').contains('-') && !text.contains("..");
    begins(text) && !is_list && !is_move && !text.contains(char::is_alphabetic)
}

impl Cell {
    /// Whether it shows nothing.
    fn is_empty(&self) -> bool {
        matches!(self, Cell::Absent) || matches!(self, Cell::Text(text) if text.is_empty())
    }
}
