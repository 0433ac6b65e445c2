//! Reads the expected values in `tests/expected`. An error in a row panics with its file and line.

use std::collections::HashMap;
use std::path::Path;

/// Returns the folder of the workspace.
fn root() -> &'static Path {
    let mut folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    folders
        .find(|folder| folder.join("Cargo.lock").is_file())
        .unwrap()
}

pub fn rows(file: &str) -> Vec<Row> {
    let path = root().join("tests/expected").join(file);
    let mut reader =
        csv::Reader::from_path(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let headers = reader
        .headers()
        .unwrap_or_else(|error| panic!("{file}: {error}"))
        .clone();
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
            row.check_source();
            row
        })
        .collect();
    assert!(!rows.is_empty(), "{file} has no rows");
    rows
}

pub struct Row {
    /// File and line, for messages.
    pub place: String,
    cells: HashMap<String, String>,
}

impl Row {
    fn check_source(&self) {
        let source = self.text("source");
        assert!(!source.is_empty(), "{}: no source", self.place);
        match self.text("kind") {
            "paper" | "literature" | "regression" => {}
            "independent" => {
                let root = root();
                let mut words = source.split([' ', ',']);
                assert!(
                    words.any(|word| word.contains('/') && root.join(word).is_file()),
                    "{}: no program of this repository: {source}",
                    self.place
                );
            }
            kind => panic!("{}: kind {kind}", self.place),
        }
    }

    pub fn text(&self, column: &str) -> &str {
        self.cells
            .get(column)
            .unwrap_or_else(|| panic!("{}: no column {column}", self.place))
    }

    pub fn value<T: std::str::FromStr>(&self, column: &str) -> T {
        let text = self.text(column);
        text.parse()
            .unwrap_or_else(|_| panic!("{}: cannot read '{text}' in column {column}", self.place))
    }
}
