//! Results as data: a [`Table`] of named columns with exact cells, and its text, CSV and JSON forms.
//!
//! Plots are in [`plot`]. Nothing here knows the game. A [`Report`] is what a command found: one table (the rows of the CSV and JSON
//! forms), the parameters that led to it, a summary, and how people should see it, which may be other tables
//! with headings and marks of their own. The three forms say the same:
//!
//! | form | numbers | shape |
//! |---|---|---|
//! | [`Format::Table`] | digits in groups, aligned to the right | [`Report::views`], or the table itself |
//! | [`Format::Csv`] | plain, exact | the rows, with a header |
//! | [`Format::Json`] | counts that may exceed a machine word and fractions are strings | one document |
//!
//! Cost: one pass over the cells; the text form holds a table in memory to align it.

mod file;
mod partial;
mod place;
pub mod plot;
mod table;
mod text;

use std::io::{self, Write};

use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Map, Value, json};

pub use crate::number::{decimal, digit_count, digits, group_digits, log10, shorten};
pub use file::{AtomicFile, FileError};
pub use partial::remove_unfinished;
pub use place::Place;
pub use table::{Column, Shown, Table, Wide};

/// One cell: a value, not yet its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A small whole number (a size, say): a number in JSON.
    Number(u64),
    /// A count that may be large: a string in JSON, so that no reader rounds it.
    Integer(BigUint),
    /// An exact fraction, `1/2`: a string in JSON.
    Rational(BigRational),
    /// A fraction rounded to so many digits behind the point, halves away from zero. The column's name must
    /// say that it is a decimal.
    Decimal(BigRational, usize),
    /// `true` or `false`.
    Truth(bool),
    /// No value: empty in text and CSV, `null` in JSON.
    Absent,
}

impl Cell {
    /// A cell of words.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A cell with a size. Sizes are machine words.
    #[must_use]
    pub const fn size(size: usize) -> Cell {
        Cell::Number(size as u64)
    }

    /// The value in CSV: exact, without grouping.
    ///
    /// ```
    /// use gqt3::report::Cell;
    /// assert_eq!(Cell::Integer(1368_u32.into()).plain(), "1368");
    /// assert_eq!(Cell::Absent.plain(), "");
    /// ```
    #[must_use]
    pub fn plain(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number.to_string(),
            Cell::Integer(integer) => integer.to_string(),
            Cell::Rational(ratio) => ratio.to_string(),
            Cell::Decimal(ratio, digits) => decimal(ratio, *digits),
            Cell::Truth(truth) => truth.to_string(),
            Cell::Absent => String::new(),
        }
    }

    pub fn json(&self) -> Value {
        match self {
            Cell::Number(number) => json!(number),
            Cell::Truth(truth) => json!(truth),
            // Written as the digits of the text say: the nearest float prints back the same.
            Cell::Decimal(..) => self.plain().parse::<f64>().map_or(Value::Null, |float| json!(float)),
            Cell::Absent => Value::Null,
            Cell::Text(_) | Cell::Integer(_) | Cell::Rational(_) => Value::String(self.plain()),
        }
    }
}

/// The form a report is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Text for people.
    #[default]
    Table,
    /// The rows as comma-separated values.
    Csv,
    /// One JSON document.
    Json,
}

impl Format {
    /// Every form.
    pub const ALL: &'static [Format] = &[Format::Table, Format::Csv, Format::Json];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Csv => "csv",
            Format::Json => "json",
        }
    }

    /// What it is, in one line.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Format::Table => "aligned text for people",
            Format::Csv => "the rows with a header, every digit exact",
            Format::Json => "one document: command, parameters, rows, summary, provenance",
        }
    }
}

/// What produced a report: the last part of the JSON form, and of that alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Provenance {
    /// The version of the program.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// The number of threads it used.
    pub threads: usize,
    /// How long the computation took.
    pub seconds: f64,
}

/// What a command found.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The command's name.
    pub command: &'static str,
    /// What was asked, by name.
    pub parameters: Map<String, Value>,
    /// What was found: the rows of CSV and JSON.
    pub table: Table,
    /// How people see it; where there is nothing, the table itself is shown.
    pub views: Vec<Table>,
    /// What follows from all rows, by name.
    pub summary: Map<String, Value>,
}

impl Report {
    /// Writes the report. Text is laid out for `width` columns if that is known: a table that is wider shows
    /// each row as a block of lines instead, and notes are wrapped.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(
        &self,
        format: Format,
        width: Option<usize>,
        provenance: &Provenance,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match format {
            Format::Table => self.write_text(width, out),
            Format::Csv => self.table.write_csv(out),
            Format::Json => {
                serde_json::to_writer_pretty(&mut *out, &self.document(provenance))?;
                writeln!(out)
            }
        }
    }

    fn write_text(&self, width: Option<usize>, out: &mut dyn Write) -> io::Result<()> {
        let views = if self.views.is_empty() { std::slice::from_ref(&self.table) } else { &self.views };
        for (place, view) in views.iter().enumerate() {
            if place > 0 {
                writeln!(out)?;
            }
            out.write_all(text::render(view, width).as_bytes())?;
        }
        Ok(())
    }

    fn document(&self, provenance: &Provenance) -> Value {
        json!({
            "command": self.command,
            "parameters": self.parameters,
            "rows": self.table.json_rows(),
            "summary": self.summary,
            "provenance": {
                "version": provenance.version,
                "commit": provenance.commit,
                "threads": provenance.threads,
                "seconds": provenance.seconds,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half() -> BigRational {
        BigRational::new((-1).into(), 2.into())
    }

    fn table() -> Table {
        let mut table = Table::new(vec![
            Column::new("squares").headed("s"),
            Column::new("games"),
            Column::new("margin"),
            Column::new("margin_decimal").shown(Shown::DataOnly),
            Column::new("nodes").shown(Shown::JsonOnly),
            Column::new("mark").headed("").shown(Shown::TextOnly),
        ]);
        let games = Cell::Integer(BigUint::from(18_539_269_580_160_u64));
        let ratio = Cell::Rational(half());
        table.push(vec![
            Cell::size(9),
            games,
            ratio,
            Cell::Decimal(half(), 3),
            Cell::Number(7),
            Cell::text("most"),
        ]);
        table.push(vec![
            Cell::size(10),
            Cell::Absent,
            Cell::Absent,
            Cell::Absent,
            Cell::Absent,
            Cell::text("a,b"),
        ]);
        table
    }

    fn written(format: Format) -> String {
        let report = Report { command: "test", table: table(), ..Report::default() };
        let provenance =
            Provenance { version: "0".to_owned(), commit: "c".to_owned(), threads: 1, seconds: 0.5 };
        let mut out = Vec::new();
        report.write(format, None, &provenance, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn csv_is_the_rows_with_a_header() {
        assert_eq!(
            written(Format::Csv),
            "squares,games,margin,margin_decimal\n9,18539269580160,-1/2,-0.500\n10,,,\n"
        );
    }

    #[test]
    fn json_is_one_document_with_exact_values_as_strings() {
        let document: Value = serde_json::from_str(&written(Format::Json)).unwrap();
        let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["command", "parameters", "rows", "summary", "provenance"]);
        assert_eq!(
            document["rows"][0],
            json!({"squares": 9, "games": "18539269580160", "margin": "-1/2", "margin_decimal": -0.5, "nodes": 7})
        );
        assert_eq!(document["rows"][1]["games"], Value::Null);
    }

    #[test]
    fn text_groups_digits_and_shows_its_own_columns() {
        let text = written(Format::Table);
        assert!(text.contains("18,539,269,580,160"), "{text}");
        assert!(text.contains("most") && !text.contains("-0.500"), "{text}");
    }
}
