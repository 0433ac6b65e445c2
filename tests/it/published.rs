//! The only reader of the published values in `tests/expected`.
//!
//! It panics with the file and the line of an error.

use std::collections::HashMap;
use std::path::Path;

/// Returns the rows of a file, which map columns to text.
pub fn rows(file: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/expected")
        .join(file);
    let mut reader =
        csv::Reader::from_path(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let headers = reader
        .headers()
        .unwrap_or_else(|error| panic!("{file}: {error}"))
        .clone();
    assert!(
        headers.iter().any(|name| name == "source"),
        "{file}: every published value names its source"
    );
    let rows: Vec<Row> = reader
        .records()
        .enumerate()
        .map(|(index, record)| {
            let record = record.unwrap_or_else(|error| panic!("{file}:{}: {error}", index + 2));
            let cells = headers
                .iter()
                .zip(&record)
                .map(|(name, cell)| (name.to_owned(), cell.to_owned()));
            let row = Row {
                place: format!("{file}:{}", index + 2),
                cells: cells.collect(),
            };
            assert!(!row.text("source").is_empty(), "{}: no source", row.place);
            row
        })
        .collect();
    assert!(!rows.is_empty(), "{file} has no rows");
    rows
}

/// One published row.
pub struct Row {
    /// File and line, for messages.
    pub place: String,
    cells: HashMap<String, String>,
}

impl Row {
    /// Returns the text of a cell.
    pub fn text(&self, column: &str) -> &str {
        self.cells
            .get(column)
            .unwrap_or_else(|| panic!("{}: no column {column}", self.place))
    }

    /// Parses a cell as a number or another value.
    pub fn value<T: std::str::FromStr>(&self, column: &str) -> T {
        let text = self.text(column);
        text.parse()
            .unwrap_or_else(|_| panic!("{}: cannot read '{text}' in column {column}", self.place))
    }
}
