//! Rows of cells under named columns.

use std::io::{self, Write};

use serde_json::Value;

use super::Cell;

/// Where a column appears.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// In every form.
    Everywhere,
    /// In JSON alone: what may differ from run to run.
    JsonOnly,
    /// In the text alone: marks and remarks.
    TextOnly,
    /// In CSV and JSON: what the text says in another way.
    DataOnly,
}

/// A named column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in CSV and JSON.
    pub key: &'static str,
    /// Its heading in the text.
    pub heading: String,
    /// Where it appears.
    pub shown: Shown,
}

impl Column {
    /// A column that appears everywhere, with its key for a heading.
    #[must_use]
    pub fn new(key: &'static str) -> Column {
        Column { key, heading: key.replace('_', " "), shown: Shown::Everywhere }
    }

    /// The same column with another heading in the text.
    #[must_use]
    pub fn headed(self, heading: impl Into<String>) -> Column {
        Column { heading: heading.into(), ..self }
    }

    /// The same column, shown elsewhere.
    #[must_use]
    pub fn shown(self, shown: Shown) -> Column {
        Column { shown, ..self }
    }

    pub(super) fn in_text(&self) -> bool {
        matches!(self.shown, Shown::Everywhere | Shown::TextOnly)
    }

    pub(super) fn in_csv(&self) -> bool {
        matches!(self.shown, Shown::Everywhere | Shown::DataOnly)
    }

    pub(super) fn in_json(&self) -> bool {
        self.shown != Shown::TextOnly
    }
}

/// What becomes of a table that is wider than the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Wide {
    /// Each row becomes a block of `heading  value` lines: numbers stay whole.
    #[default]
    Blocks,
    /// Long cells are wrapped: good for words.
    Wrap,
}

/// Rows of cells under named columns, with a caption above and notes below its text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// The rows; each as long as `columns`.
    pub rows: Vec<Vec<Cell>>,
    /// What the table shows; empty for nothing.
    pub caption: String,
    /// Remarks below the table, one paragraph each.
    pub notes: Vec<String>,
    /// How the text keeps to a narrow terminal.
    pub wide: Wide,
}

impl Table {
    /// A table with no rows yet.
    #[must_use]
    pub fn new(columns: Vec<Column>) -> Table {
        Table { columns, ..Table::default() }
    }

    /// Leaves out every column in which no cell shows anything.
    pub fn drop_empty_columns(&mut self) {
        for place in (0..self.columns.len()).rev() {
            if self.rows.iter().all(|row| row[place].plain().is_empty()) {
                self.columns.remove(place);
                self.rows.iter_mut().for_each(|row| drop(row.remove(place)));
            }
        }
    }

    /// The same table with a caption.
    #[must_use]
    pub fn captioned(self, caption: impl Into<String>) -> Table {
        Table { caption: caption.into(), ..self }
    }

    /// Adds a row.
    ///
    /// # Panics
    /// In debug builds, if the row is not as long as there are columns.
    pub fn push(&mut self, row: Vec<Cell>) {
        debug_assert_eq!(row.len(), self.columns.len(), "a cell for every column");
        self.rows.push(row);
    }

    /// Adds a remark below the table.
    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    /// The table as text for people, ending in a newline; `width` is how many columns they have, if that is known.
    #[must_use]
    pub fn to_text(&self, width: Option<usize>) -> String {
        super::text::render(self, width)
    }

    /// Writes the rows as CSV, with a header.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut writer = csv::Writer::from_writer(out);
        let shown: Vec<usize> = self.places(Column::in_csv);
        writer.write_record(shown.iter().map(|&place| self.columns[place].key)).map_err(io_error)?;
        for row in &self.rows {
            writer.write_record(shown.iter().map(|&place| row[place].plain())).map_err(io_error)?;
        }
        writer.flush()
    }

    pub(super) fn json_rows(&self) -> Value {
        let shown = self.places(Column::in_json);
        let row = |cells: &Vec<Cell>| -> Value {
            let fields = shown.iter().map(|&place| (self.columns[place].key.to_owned(), cells[place].json()));
            Value::Object(fields.collect())
        };
        Value::Array(self.rows.iter().map(row).collect())
    }

    pub(super) fn places(&self, shown: fn(&Column) -> bool) -> Vec<usize> {
        (0..self.columns.len()).filter(|&place| shown(&self.columns[place])).collect()
    }
}

/// The writer's own error, whose kind (a closed pipe, say) the conversion of the csv crate would hide.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
