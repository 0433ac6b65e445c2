//! Typed columns, and the tables that they make of rows.
//!
//! A [`Column`] says all about one property of a row type: its key in CSV and JSON, its heading in text, where it is
//! shown, and how its cell follows from the row. A [`Table`] is a list of columns over some rows. Its cells are
//! computed when it is written, and only those that the form shows: the digits of a large count, or a fraction's lowest
//! terms, may take long.

use serde_json::Value;

use super::cell::{Cell, Tone};
use super::format::Format;
use crate::number::digits;
use crate::progress::{Interrupted, Progress};

/// Where a column is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    Everywhere,
    Text,
    Data,
    Json,
}

impl Shown {
    const fn is_in(self, format: Format) -> bool {
        match self {
            Shown::Everywhere => true,
            Shown::Text => matches!(format, Format::Table),
            Shown::Data => matches!(format, Format::Csv | Format::Json),
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
struct Head {
    /// The name in CSV and JSON.
    key: String,
    shown: Shown,
    in_text: TextHead,
}

/// How a column is shown in text.
#[derive(Clone, Default)]
pub(super) struct TextHead {
    pub heading: String,
    /// Left out where there is no room for it.
    pub is_spare: bool,
    /// How many lines a cell may have at most.
    pub most_lines: Option<usize>,
    /// If all rows have the same cell, the caption says this with the cell for `{}`, and the column is left out.
    once: Option<&'static str>,
}

/// A column as text.
pub(super) struct TextColumn {
    pub head: TextHead,
    pub cells: Vec<(Cell, Tone)>,
}

/// Digits behind the point of the decimal beside a fraction.
const DIGITS: usize = 12;

impl<'a, Row> Column<'a, Row> {
    /// A column that is shown everywhere, with its key for a heading.
    pub fn new<C: Into<Cell>>(key: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        let key = key.into();
        let in_text = TextHead { heading: key.replace('_', " "), ..TextHead::default() };
        let head = Head { key, shown: Shown::Everywhere, in_text };
        Column { head, cell: Box::new(move |row| cell(row).into()), in_text: None, tone: None }
    }

    /// A column of exact fractions, and beside it one of CSV and JSON with the same as decimals: its key ends in `_decimal`.
    /// Cells that are no fractions have no decimal.
    pub fn fraction<C: Into<Cell>>(key: &str, cell: impl Fn(&Row) -> C + Clone + 'a) -> [Self; 2] {
        let exact = cell.clone();
        let decimal = move |row: &Row| match cell(row).into() {
            Cell::Rational(ratio) => Cell::Decimal(ratio, DIGITS),
            _ => Cell::Absent,
        };
        [Column::new(key, exact), Column::data(format!("{key}_decimal"), decimal)]
    }

    /// A column of CSV and JSON: what the text leaves out or says in another way.
    pub fn data<C: Into<Cell>>(key: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::new(key, cell).only_data()
    }

    /// A column of JSON alone: what may differ from run to run.
    pub fn json<C: Into<Cell>>(key: &'static str, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::new(key, cell).shown(Shown::Json)
    }

    /// A column of the text alone: marks, remarks, and views that show results in their own way.
    pub fn text<C: Into<Cell>>(heading: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        Column::new("", cell).shown(Shown::Text).headed(heading)
    }

    /// The same column with another heading in the text.
    #[must_use]
    pub fn headed(mut self, heading: impl Into<String>) -> Self {
        self.head.in_text.heading = heading.into();
        self
    }

    /// The same column. Where all rows have the same cell, the text leaves the column out and its caption says `phrase`
    /// instead, with the cell for `{}`.
    #[must_use]
    pub fn once(mut self, phrase: &'static str) -> Self {
        self.head.in_text.once = Some(phrase);
        self
    }

    /// The same column, left out of a text that has no room for all columns.
    #[must_use]
    pub fn spare(mut self) -> Self {
        self.head.in_text.is_spare = true;
        self
    }

    /// The same column, whose cells are cut in text after so many lines.
    #[must_use]
    pub fn at_most(mut self, lines: usize) -> Self {
        self.head.in_text.most_lines = Some(lines);
        self
    }

    /// The same column, its cells with a tone.
    #[must_use]
    pub fn toned(mut self, tone: impl Fn(&Row) -> Tone + 'a) -> Self {
        self.tone = Some(Box::new(tone));
        self
    }

    /// The same column with another cell in the text.
    #[must_use]
    pub fn in_text<C: Into<Cell>>(mut self, cell: impl Fn(&Row) -> C + 'a) -> Self {
        self.in_text = Some(Box::new(move |row| cell(row).into()));
        self
    }

    /// The same column, left out of the text.
    #[must_use]
    pub fn only_data(self) -> Self {
        self.shown(Shown::Data)
    }

    /// The name in CSV and JSON, for those who write row by row.
    #[must_use]
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

    fn shown(mut self, shown: Shown) -> Self {
        self.head.shown = shown;
        self
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
/// assert_eq!(table.to_text(None), "  s   games\n─────────────\n  3      42\n  4   1,368\n");
/// assert_eq!(table.to_csv(&gqt3::progress::Silent)?, b"squares,games\n3,42\n4,1368\n");
/// # Ok::<(), gqt3::progress::Interrupted>(())
/// ```
pub struct Table<'a> {
    heads: Vec<Head>,
    rows: usize,
    /// The cell of a row and a column.
    cell: Box<dyn Fn(usize, usize, Format) -> (Cell, Tone) + 'a>,
    hides_empty: bool,
    pub(super) is_across: bool,
    caption: String,
    /// What the caption adds in brackets.
    said: Vec<String>,
    pub(super) notes: Vec<String>,
}

impl<'a> Table<'a> {
    /// The table of these columns over some rows.
    #[must_use]
    pub fn of<Row: 'a>(columns: Vec<Column<'a, Row>>, rows: impl AsRef<[Row]> + 'a) -> Table<'a> {
        let (heads, cells): (Vec<_>, Vec<_>) = columns
            .into_iter()
            .map(|Column { head, cell, in_text, tone }| (head, (cell, in_text, tone)))
            .unzip();
        Table {
            heads,
            rows: rows.as_ref().len(),
            cell: Box::new(move |row, column, format| {
                let (row, (cell, in_text, tone)) = (&rows.as_ref()[row], &cells[column]);
                if format != Format::Table {
                    return (cell(row), Tone::Plain);
                }
                (in_text.as_ref().unwrap_or(cell)(row), tone.as_ref().map_or(Tone::Plain, |tone| tone(row)))
            }),
            hides_empty: false,
            is_across: false,
            caption: String::new(),
            said: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// A caption over notes, and no rows.
    #[must_use]
    pub fn of_notes(notes: Vec<String>) -> Table<'a> {
        Table { notes, ..Table::of(Vec::new(), [(); 0]) }
    }

    /// The same table with a caption.
    #[must_use]
    pub fn captioned(self, caption: impl Into<String>) -> Table<'a> {
        Table { caption: caption.into(), ..self }
    }

    /// The same table, which leaves columns out of its text that show nothing in any row.
    #[must_use]
    pub fn hiding_empty_columns(self) -> Table<'a> {
        Table { hides_empty: true, ..self }
    }

    /// The same table, whose caption adds something in brackets; an empty text adds nothing.
    #[must_use]
    pub fn saying(mut self, said: impl Into<String>) -> Table<'a> {
        self.said.push(said.into());
        self
    }

    /// The same table, its text turned on its side if there is room: each column becomes a row that begins with its heading,
    /// and the first column gives the headings.
    #[must_use]
    pub fn across(self) -> Table<'a> {
        Table { is_across: true, ..self }
    }

    /// Adds a remark below the table, a paragraph.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The caption and the columns of the text. A column that is said [once](Column::once) has become part of the
    /// caption.
    pub(super) fn in_text(&self) -> (String, Vec<TextColumn>) {
        let column = |column: usize| {
            let cells = (0..self.rows).map(|row| (self.cell)(row, column, Format::Table)).collect();
            TextColumn { head: self.heads[column].in_text.clone(), cells }
        };
        let mut columns: Vec<TextColumn> = self.shown(Format::Table).into_iter().map(column).collect();
        let mut said = self.said.clone();
        columns.retain(|TextColumn { head, cells }| {
            let is_empty = |(cell, _): &(Cell, Tone)| cell.plain().is_empty();
            let same = cells.iter().all(|(cell, _)| *cell == cells[0].0);
            match head.once.filter(|_| same && !cells.is_empty()) {
                Some(phrase) if !is_empty(&cells[0]) => said.push(phrase.replace("{}", &cells[0].0.shown())),
                Some(_) => {}
                None => return !(self.hides_empty && cells.iter().all(is_empty)),
            }
            false
        });
        said.retain(|phrase| !phrase.is_empty());
        let said = said.join(", ");
        let caption = match (self.caption.is_empty(), said.is_empty()) {
            (_, true) => self.caption.clone(),
            (true, _) => said,
            _ => format!("{} ({said})", self.caption),
        };
        (caption, columns)
    }

    /// The rows as CSV, with a header.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn to_csv(&self, progress: &dyn Progress) -> Result<Vec<u8>, Interrupted> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |record: Vec<String>| writer.write_record(record).expect("memory takes every record");
        let keys = self.shown(Format::Csv).into_iter().map(|column| self.heads[column].key.clone());
        write(keys.collect());
        self.each_row(Format::Csv, progress, |_, cells| write(cells.iter().map(Cell::plain).collect()))?;
        Ok(writer.into_inner().expect("memory takes every record"))
    }

    /// The rows as an array of JSON objects.
    pub(super) fn to_json(&self, progress: &dyn Progress) -> Result<Value, Interrupted> {
        let mut rows = Vec::new();
        self.each_row(Format::Json, progress, |keys, cells| {
            let fields = keys.iter().zip(cells).map(|(&key, cell)| (key.to_owned(), cell.json()));
            rows.push(Value::Object(fields.collect()));
        })?;
        Ok(Value::Array(rows))
    }

    /// Computes the cells of one row after the other, and can be interrupted: there may be a hundred thousand rows, and
    /// writing a large count in digits may take longer than it took to compute.
    fn each_row(
        &self,
        format: Format,
        progress: &dyn Progress,
        mut take: impl FnMut(&[&str], Vec<Cell>),
    ) -> Result<(), Interrupted> {
        let shown = self.shown(format);
        let keys: Vec<&str> = shown.iter().map(|&column| self.heads[column].key.as_str()).collect();
        progress.begin("rows", Some(self.rows as u64));
        for row in 0..self.rows {
            let cell = |&column: &usize| {
                progress.check()?;
                Ok(match (self.cell)(row, column, format).0 {
                    Cell::Integer(count) => Cell::Text(digits(&count, progress)?),
                    cell => cell,
                })
            };
            take(&keys, shown.iter().map(cell).collect::<Result<_, _>>()?);
            progress.advance(1);
        }
        progress.end();
        Ok(())
    }

    fn shown(&self, format: Format) -> Vec<usize> {
        (0..self.heads.len()).filter(|&column| self.heads[column].shown.is_in(format)).collect()
    }
}
