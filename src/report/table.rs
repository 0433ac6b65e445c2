//! Typed columns, and tables that apply them to rows. Here "text" includes Markdown and LaTeX.
//!
//! Cells are computed only when a format is written, and only for the columns that it shows,
//! because a large count's digits or a fraction's lowest terms may take long.

use serde_json::Value;

use super::cell::{Cell, Content, Tone};
use super::field::{Field, Kind, object_schema, properties};
use super::format::Format;
use gqt3::support::progress::{Interrupted, Progress};

type OfRow<'a, Row, Found = Cell> = Box<dyn Fn(&Row) -> Found + 'a>;

#[allow(missing_debug_implementations)] // It holds closures.
pub struct Column<'a, Row> {
    head: Head,
    cell: OfRow<'a, Row>,
    in_text: Option<OfRow<'a, Row>>,
    tone: Option<OfRow<'a, Row, Tone>>,
}

#[derive(Clone)]
struct Head {
    field: Field,
    heading: String,
    in_text: bool,
    in_csv: bool,
    in_json: bool,
    is_numeric: bool,
}

impl Head {
    fn new(key: String, help: String, kind: Kind, is_optional: bool) -> Head {
        Head {
            heading: key.replace('_', " "),
            field: Field {
                key,
                help,
                kind,
                is_list: false,
                is_optional,
                values: Vec::new(),
            },
            in_text: true,
            in_csv: true,
            in_json: true,
            is_numeric: false,
        }
    }

    const fn is_in(&self, format: Format) -> bool {
        match format {
            Format::Csv => self.in_csv,
            Format::Json => self.in_json,
            Format::Table | Format::Markdown | Format::Latex => self.in_text,
        }
    }
}

/// The number of decimals in the column next to exact fractions.
pub(crate) const DIGITS: usize = 12;

impl<'a, Row> Column<'a, Row> {
    /// Creates a column for all formats, headed by its key with spaces for underscores.
    pub fn new<C: Content>(
        key: impl Into<String>,
        help: impl Into<String>,
        cell: impl Fn(&Row) -> C + 'a,
    ) -> Self {
        Column {
            head: Head::new(key.into(), help.into(), C::KIND, C::IS_OPTIONAL),
            cell: Box::new(move |row| cell(row).into()),
            in_text: None,
            tone: None,
        }
    }

    /// Creates a column of exact fractions, and for data another with their decimals. A cell that
    /// is no fraction has no decimal.
    pub fn fraction<C: Content>(
        key: &str,
        help: &str,
        cell: impl Fn(&Row) -> C + Clone + 'a,
    ) -> [Self; 2] {
        let exact = cell.clone();
        let decimal = move |row: &Row| match cell(row).into() {
            Cell::Rational(ratio) => Cell::Decimal(ratio, DIGITS),
            _ => Cell::Absent,
        };
        let mut columns = [
            Column::new(key, help, exact),
            Column::decimal(key, decimal).in_text_if(false),
        ];
        columns[1].head.field.is_optional = C::IS_OPTIONAL;
        columns
    }

    /// Appends `_decimal` to the key.
    pub fn decimal<C: Content>(key: &str, cell: impl Fn(&Row) -> C + 'a) -> Self {
        let help = format!("{key} as a decimal");
        Column::new(format!("{key}_decimal"), help, cell).of_kind(Kind::Decimal)
    }

    pub fn data<C: Content>(
        key: impl Into<String>,
        help: impl Into<String>,
        cell: impl Fn(&Row) -> C + 'a,
    ) -> Self {
        Column::new(key, help, cell).in_text_if(false)
    }

    /// Creates a column for text only: marks, remarks, and results laid out for people.
    pub fn text<C: Content>(heading: impl Into<String>, cell: impl Fn(&Row) -> C + 'a) -> Self {
        let mut column = Column::new("", "", cell).in_csv_if(false).headed(heading);
        column.head.in_json = false;
        column
    }

    /// Sets the values' type, if the cells' Rust type does not determine it.
    pub fn of_kind(mut self, kind: Kind) -> Self {
        self.head.field.kind = kind;
        self
    }

    pub fn one_of<V: Into<Value>>(mut self, values: impl IntoIterator<Item = V>) -> Self {
        self.head.field.values = values.into_iter().map(Into::into).collect();
        self
    }

    pub fn headed(mut self, heading: impl Into<String>) -> Self {
        self.head.heading = heading.into();
        self
    }

    pub fn in_text<C: Into<Cell>>(mut self, cell: impl Fn(&Row) -> C + 'a) -> Self {
        self.in_text = Some(Box::new(move |row| cell(row).into()));
        self
    }

    pub fn toned(mut self, tone: impl Fn(&Row) -> Tone + 'a) -> Self {
        self.tone = Some(Box::new(tone));
        self
    }

    /// Aligns texts to the right, like numbers.
    pub fn numeric(mut self) -> Self {
        self.head.is_numeric = true;
        self
    }

    /// Hides the column in text unless `is_shown`. A column with the same value in every row is
    /// noise: hide it and put the value into the caption.
    pub fn in_text_if(mut self, is_shown: bool) -> Self {
        self.head.in_text = is_shown;
        self
    }

    /// Hides the column in CSV unless `is_shown`, but not in JSON, whose keys are the same on every
    /// run.
    pub fn in_csv_if(mut self, is_shown: bool) -> Self {
        self.head.in_csv = is_shown;
        self
    }

    pub fn is_in(&self, format: Format) -> bool {
        self.head.is_in(format)
    }

    pub fn key(&self) -> &str {
        &self.head.field.key
    }

    /// Returns the cell in data, which may differ from the text's.
    pub fn cell(&self, row: &Row) -> Cell {
        (self.cell)(row)
    }

    pub fn entry(&self, row: &Row) -> (String, Value) {
        (self.head.field.key.clone(), (self.cell)(row).json())
    }

    fn cell_in(&self, row: &Row, format: Format) -> (Cell, Tone) {
        if format.is_data() {
            return ((self.cell)(row), Tone::Plain);
        }
        let tone = self.tone.as_ref().map_or(Tone::Plain, |tone| tone(row));
        (self.in_text.as_ref().unwrap_or(&self.cell)(row), tone)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Rows,
    /// One line for each column, as the paper prints its tables.
    Across,
    Data,
}

/// Rows under typed columns, with a caption above and notes below.
///
/// ```
/// use gqt3_cli::report::{Column, Table};
/// let columns = vec![
///     Column::new("squares", "s", |(squares, _): &(usize, u64)| *squares).headed("s"),
///     Column::new("games", "T(s,1)", |(_, games): &(usize, u64)| *games),
/// ];
/// let table = Table::of("sizes", columns, [(3, 42), (4, 1368)]);
/// assert_eq!(table.to_text(None), "  s   games\n───────────\n  3      42\n  4   1,368\n");
/// assert_eq!(table.to_csv(&gqt3::support::progress::Silent)?, b"squares,games\n3,42\n4,1368\n");
/// let across = "  S        3       4\n────────────────────\n  Games   42   1,368\n";
/// assert_eq!(table.across().to_text(None), across);
/// # Ok::<(), gqt3::support::progress::Interrupted>(())
/// ```
#[allow(missing_debug_implementations)] // It holds closures.
pub struct Table<'a> {
    pub(super) name: &'static str,
    heads: Vec<Head>,
    rows: usize,
    listed: Option<Vec<usize>>,
    cell: Box<dyn Fn(usize, usize, Format) -> (Cell, Tone) + 'a>,
    shape: Shape,
    pub(super) caption: String,
    pub(super) notes: Vec<String>,
}

pub(super) struct TextColumn {
    pub heading: String,
    pub cells: Vec<(Cell, Tone)>,
    pub is_right: bool,
}

impl<'a> Table<'a> {
    pub fn of<Row: 'a>(
        name: &'static str,
        columns: Vec<Column<'a, Row>>,
        rows: impl AsRef<[Row]> + 'a,
    ) -> Table<'a> {
        Table {
            name,
            heads: columns.iter().map(|column| column.head.clone()).collect(),
            rows: rows.as_ref().len(),
            listed: None,
            cell: Box::new(move |row, column, format| {
                columns[column].cell_in(&rows.as_ref()[row], format)
            }),
            shape: Shape::Rows,
            caption: String::new(),
            notes: Vec::new(),
        }
    }

    pub fn text<Row: 'a>(columns: Vec<Column<'a, Row>>, rows: impl AsRef<[Row]> + 'a) -> Table<'a> {
        Table::of("", columns, rows)
    }

    /// Creates notes without a table, one paragraph each.
    pub fn of_notes(notes: Vec<String>) -> Table<'a> {
        Table {
            notes,
            ..Table::text(Vec::new(), [(); 0])
        }
    }

    pub fn across(self) -> Table<'a> {
        Table {
            shape: Shape::Across,
            ..self
        }
    }

    pub fn for_text_only(self) -> Table<'a> {
        Table { name: "", ..self }
    }

    pub fn in_text_if(self, is_shown: bool) -> Table<'a> {
        let shape = if is_shown { self.shape } else { Shape::Data };
        Table { shape, ..self }
    }

    /// Shows only the rows with these indices in text.
    pub fn listing(self, rows: Vec<usize>) -> Table<'a> {
        Table {
            listed: Some(rows),
            ..self
        }
    }

    pub fn captioned(self, caption: impl Into<String>) -> Table<'a> {
        Table {
            caption: caption.into(),
            ..self
        }
    }

    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// Returns the name in JSON and for `--table`; empty if only text shows the table.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn is_in_text(&self) -> bool {
        self.shape != Shape::Data && (self.rows > 0 || !self.notes.is_empty())
    }

    /// Leaves out columns that are empty in every shown row.
    pub(super) fn in_text(&self) -> Vec<TextColumn> {
        let rows = || match &self.listed {
            Some(rows) => rows.clone(),
            None => (0..self.rows).collect(),
        };
        let column = |column: usize| {
            let head = &self.heads[column];
            let cells = rows().into_iter();
            let cells: Vec<(Cell, Tone)> = cells
                .map(|row| (self.cell)(row, column, Format::Table))
                .collect();
            let has_number = cells.iter().any(|(cell, _)| cell.is_number());
            TextColumn {
                heading: head.heading.clone(),
                cells,
                is_right: head.is_numeric || has_number,
            }
        };
        let is_shown = |column: &TextColumn| column.cells.iter().any(|(cell, _)| !cell.is_empty());
        let columns: Vec<TextColumn> = self
            .shown(Format::Table)
            .into_iter()
            .map(column)
            .filter(is_shown)
            .collect();
        if self.shape == Shape::Across {
            transposed(&columns)
        } else {
            columns
        }
    }

    pub(super) fn shows_all_digits(&self) -> bool {
        self.listed.as_ref().map_or(self.rows, Vec::len) == 1
    }

    pub fn to_csv(&self, progress: &dyn Progress) -> Result<Vec<u8>, Interrupted> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |record: Vec<String>| {
            writer
                .write_record(record)
                .expect("memory takes every record")
        };
        write(self.keys(Format::Csv));
        self.each_row(Format::Csv, progress, |cells| {
            write(cells.iter().map(Cell::plain).collect())
        })?;
        Ok(writer.into_inner().expect("memory takes every record"))
    }

    pub(super) fn to_json(&self, progress: &dyn Progress) -> Result<Value, Interrupted> {
        let keys = self.keys(Format::Json);
        let mut rows = Vec::new();
        self.each_row(Format::Json, progress, |cells| {
            let entries = keys
                .iter()
                .zip(cells)
                .map(|(key, cell)| (key.clone(), cell.json()));
            rows.push(Value::Object(entries.collect()));
        })?;
        Ok(Value::Array(rows))
    }

    pub fn row_schema(&self) -> Value {
        let shown = self.shown(Format::Json);
        object_schema(properties(
            shown.iter().map(|&column| &self.heads[column].field),
        ))
    }

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
            .filter(|&column| self.heads[column].is_in(format))
            .collect()
    }

    fn keys(&self, format: Format) -> Vec<String> {
        self.shown(format)
            .into_iter()
            .map(|column| self.heads[column].field.key.clone())
            .collect()
    }
}

/// Turns the first column into headings, and each other one into a line that starts with its
/// capitalized heading.
fn transposed(columns: &[TextColumn]) -> Vec<TextColumn> {
    let [first, lines @ ..] = columns else {
        return Vec::new();
    };
    let capital = |text: &str| {
        let mut letters = text.chars();
        let first = letters.next().into_iter().flat_map(char::to_uppercase);
        first.chain(letters).collect::<String>()
    };
    let names = TextColumn {
        heading: capital(&first.heading),
        cells: lines
            .iter()
            .map(|line| (capital(&line.heading).into(), Tone::Plain))
            .collect(),
        is_right: false,
    };
    let column = |(row, (cell, _)): (usize, &(Cell, Tone))| TextColumn {
        heading: cell.whole(),
        cells: lines.iter().map(|line| line.cells[row].clone()).collect(),
        is_right: true,
    };
    let rows = first.cells.iter().enumerate().map(column);
    std::iter::once(names).chain(rows).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_is_in_text_if_it_is_wanted_and_has_a_value() {
        let games = || Column::new("games", "", |row: &u64| *row);
        let text = |column| Table::text(vec![games(), column], [7]).to_text(None);
        let with = |heading: &str| format!("  games{heading}\n");
        assert!(text(games().headed("T").in_text_if(true)).starts_with(&with("   T")));
        assert!(text(games().headed("T").in_text_if(false)).starts_with(&with("")));
        assert!(text(Column::new("empty", "", |_| "")).starts_with(&with("")));
        assert!(text(Column::new("absent", "", |_| None::<u64>)).starts_with(&with("")));
    }

    #[test]
    fn a_column_gives_key_and_value_of_a_row() {
        let column = Column::new("games", "", |row: &u64| *row).headed("T");
        assert_eq!(column.key(), "games");
        assert_eq!(column.entry(&7), ("games".to_owned(), 7.into()));
    }

    #[test]
    fn notes_need_no_table() {
        let notes = Table::of_notes(vec!["One.".to_owned(), "Two.".to_owned()]);
        assert_eq!(notes.to_text(None), "One.\nTwo.\n");
    }

    #[test]
    fn text_may_list_some_rows_of_the_data() {
        let columns = vec![Column::new("games", "", |row: &u64| *row)];
        let table = Table::of("all", columns, [7, 8, 9]).listing(vec![2]);
        assert_eq!(table.to_text(None), "  games\n───────\n      9\n");
        let csv = table.to_csv(&gqt3::support::progress::Silent).unwrap();
        assert_eq!(csv, b"games\n7\n8\n9\n");
    }
}
