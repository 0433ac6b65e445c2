//! Results as data: a [`Table`] of typed columns with exact cells, and its text, CSV and JSON forms.
//!
//! Plots are in [`plot`], pictures of boards in [`diagram`]. Nothing here knows the game. A [`Report`] is what a command
//! found: one table (the rows of the CSV and JSON forms), the parameters that led to it, a summary, and the tables that
//! people see, where these are other ones. The forms say the same:
//!
//! | form | numbers | shape |
//! |---|---|---|
//! | [`Format::Table`] | digits in groups, aligned to the right | [`Report::views`], or the table itself |
//! | [`Format::Markdown`] | the same | the same, between pipes |
//! | [`Format::Latex`] | the same, fractions as `\\tfrac` | the same, with the rules of booktabs |
//! | [`Format::Csv`] | plain, exact | the rows, with a header |
//! | [`Format::Json`] | counts that may exceed a machine word and fractions are strings | one document |
//!
//! Where people read several rows, a count of more than 16 digits is shortened to `1.2346e20 (21 digits)`: no number is
//! ever broken over lines.
//!
//! Cost: each cell is computed once, when the report is written. The whole text is held in memory, so that an
//! interrupted command writes nothing.

mod cell;
pub mod diagram;
mod file;
mod format;
mod latex;
mod markdown;
pub mod plot;
mod table;
mod text;

use serde_json::{Value, json};

use crate::support::progress::{Interrupted, Progress};

pub use cell::{Cell, Tone};
pub use file::{AtomicFile, FileError, place};
pub use format::Format;
pub use table::{Column, Table};
pub use text::{Page, TIE};

/// What a command found.
pub struct Report<'a> {
    /// The command's name.
    pub command: &'static str,
    /// What was asked, by name.
    pub parameters: Value,
    /// What was found: the rows of CSV and JSON.
    pub table: Table<'a>,
    /// The tables that people see; if there are none, they see the table itself.
    pub views: Vec<Table<'a>>,
    /// What follows from all rows, by name.
    pub summary: Value,
}

impl<'a> Report<'a> {
    /// A report whose text is the table itself, without a summary.
    pub fn new(command: &'static str, parameters: Value, table: Table<'a>) -> Report<'a> {
        Report {
            command,
            parameters,
            table,
            views: Vec::new(),
            summary: json!({}),
        }
    }

    /// The report in a form; text is laid out for a page. `provenance` says what produced the report. It is
    /// the last part of the JSON form, and is called when everything else is there, so that it can tell the time that
    /// was taken.
    ///
    /// # Errors
    /// If it was interrupted.
    pub fn to_bytes(
        &self,
        format: Format,
        page: Page,
        provenance: impl FnOnce() -> Value,
        progress: &dyn Progress,
    ) -> Result<Vec<u8>, Interrupted> {
        let views = if self.views.is_empty() {
            std::slice::from_ref(&self.table)
        } else {
            &self.views
        };
        let each =
            |text: &dyn Fn(&Table) -> String| views.iter().map(text).collect::<Vec<_>>().join("\n");
        match format {
            Format::Table => Ok(each(&|view| view.on(page)).into_bytes()),
            Format::Markdown => Ok(each(&|view| view.to_markdown()).into_bytes()),
            Format::Latex => {
                Ok((latex::PACKAGES.to_owned() + &each(&|view| view.to_latex())).into_bytes())
            }
            Format::Csv => self.table.to_csv(progress),
            Format::Json => {
                let document = json!({
                    "command": self.command,
                    "parameters": self.parameters,
                    "rows": self.table.to_json(progress)?,
                    "summary": self.summary,
                    "provenance": provenance(),
                });
                Ok(
                    (serde_json::to_string_pretty(&document).expect("a document has a text")
                        + "\n")
                        .into_bytes(),
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_rational::BigRational;

    use super::*;
    use crate::support::progress::Silent;

    struct Row {
        squares: usize,
        games: Option<BigUint>,
        margin: Option<BigRational>,
        mark: &'static str,
    }

    fn written(format: Format) -> String {
        type Column = super::Column<'static, Row>;
        let mut columns = vec![
            Column::new("squares", |row| row.squares).headed("s"),
            Column::new("games", |row| row.games.clone()),
            Column::json("nodes", |_| 7_u64),
            Column::text("", |row| row.mark),
        ];
        columns.extend(Column::fraction("margin", |row| row.margin.clone()));
        let margin = Some(BigRational::new((-1).into(), 2.into()));
        let rows = [
            Row {
                squares: 9,
                games: Some(18_539_269_580_160_u64.into()),
                margin,
                mark: "most",
            },
            Row {
                squares: 10,
                games: None,
                margin: None,
                mark: "a,b",
            },
        ];
        let report = Report::new("test", json!({}), Table::of(columns, rows));
        let provenance = || json!({"version": "0"});
        String::from_utf8(
            report
                .to_bytes(format, Page::default(), provenance, &Silent)
                .unwrap(),
        )
        .unwrap()
    }

    #[test]
    fn csv_is_the_rows_with_a_header() {
        assert_eq!(
            written(Format::Csv),
            "squares,games,margin,margin_decimal\n9,18539269580160,-1/2,-0.500000000000\n10,,,\n"
        );
    }

    #[test]
    fn json_is_one_document_with_exact_values_as_strings() {
        let document: Value = serde_json::from_str(&written(Format::Json)).unwrap();
        let keys: Vec<&String> = document.as_object().unwrap().keys().collect();
        assert_eq!(
            keys,
            ["command", "parameters", "rows", "summary", "provenance"]
        );
        assert_eq!(
            document["rows"][0],
            json!({"squares": 9, "games": "18539269580160", "nodes": 7, "margin": "-1/2", "margin_decimal": -0.5})
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
