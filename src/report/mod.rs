//! Results of commands as tables, and the formats in which they are written.
//!
//! A [`Report`] is the result of a command. It has one [`Table`] of typed columns with exact cells
//! (the rows of CSV and JSON), its parameters and a summary. If people should see other tables than
//! programs, it has these as well. Plots are in [`plot`], pictures of boards in [`diagram`]. This
//! module does not depend on the rules of the game. The formats are:
//!
//! | format | numbers | contents |
//! |---|---|---|
//! | [`Format::Table`] | digits in groups, aligned to the right | the tables of [`Report::views`], or the table itself |
//! | [`Format::Markdown`] | all digits, in groups | the tables of the text, between pipes |
//! | [`Format::Latex`] | all digits, in groups; fractions as `\tfrac` | the tables of the text, with the horizontal rules of `booktabs` |
//! | [`Format::Csv`] | plain, exact except in columns of decimals | the rows, with a header |
//! | [`Format::Json`] | small numbers and decimals as numbers; large counts and fractions as strings | one document |
//!
//! A text table with several rows shortens a count of more than 16 digits to `1.2346e20 (21
//! digits)`. No number is ever broken over lines. Markdown and LaTeX begin with a comment: version,
//! commit and command line. JSON has the version and the commit, but omits the command line. So
//! equal results give identical documents, byte for byte.
//!
//! # Cost
//!
//! Each cell is computed once, when the report is written. The whole output is held in memory, so
//! that an interrupted command writes nothing.

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

pub use cell::{Cell, Tone, formula};
pub use file::{AtomicFile, FileError, place};
pub use format::Format;
pub use table::{Column, Table};
pub use text::{Page, TIE};

/// The result of a command.
#[allow(missing_debug_implementations)] // Tables hold closures.
pub struct Report<'a> {
    /// The command's name.
    pub command: &'static str,
    /// The flags that shaped the result, by name.
    pub parameters: Value,
    /// The rows of CSV and JSON.
    pub table: Table<'a>,
    /// The tables for people. If there are none, the text shows `table`.
    pub views: Vec<Table<'a>>,
    /// Results about all rows together, by name.
    pub summary: Value,
}

/// The program and the command line that produced a report.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    /// The version of the program.
    pub version: &'static str,
    /// The commit that it was built from.
    pub commit: &'static str,
    /// The command line.
    pub command_line: String,
}

impl Origin {
    /// Returns one line that is a comment at the top of a file.
    fn comment(&self) -> String {
        let Origin {
            version,
            commit,
            command_line,
        } = self;
        let line = command_line.replace(char::is_control, " ");
        format!("gqt3 {version} ({commit}): {line}")
    }
}

impl<'a> Report<'a> {
    /// Creates a report whose text is the table itself, without a summary.
    pub fn new(command: &'static str, parameters: Value, table: Table<'a>) -> Report<'a> {
        Report {
            command,
            parameters,
            table,
            views: Vec::new(),
            summary: json!({}),
        }
    }

    /// Returns the report in a format. `page` is used for text.
    ///
    /// # Errors
    /// Fails if interrupted.
    pub fn to_bytes(
        &self,
        format: Format,
        page: Page,
        origin: &Origin,
        progress: &dyn Progress,
    ) -> Result<Vec<u8>, Interrupted> {
        let views = if self.views.is_empty() {
            std::slice::from_ref(&self.table)
        } else {
            &self.views
        };
        let each = |text: &dyn Fn((usize, &Table)) -> String| {
            let texts: Vec<String> = views.iter().enumerate().map(text).collect();
            texts.join("\n")
        };
        let text = match format {
            Format::Csv => return self.table.to_csv(progress),
            Format::Table => each(&|(_, view)| view.on(page)),
            Format::Markdown => {
                // `-->` would end the comment.
                let comment = origin.comment().replace("-->", "--\\>");
                format!("<!-- {comment} -->\n\n") + &each(&|(_, view)| view.to_markdown())
            }
            Format::Latex => {
                let label = |place| match place {
                    0 => format!("tab:{}", self.command),
                    place => format!("tab:{}-{}", self.command, place + 1),
                };
                let tables = each(&|(place, view)| view.to_latex(&label(place)));
                format!("% {}\n{}{tables}", origin.comment(), latex::PACKAGES)
            }
            Format::Json => {
                let document = json!({
                    "command": self.command,
                    "parameters": self.parameters,
                    "rows": self.table.to_json(progress)?,
                    "summary": self.summary,
                    "provenance": {"version": origin.version, "commit": origin.commit},
                });
                serde_json::to_string_pretty(&document).expect("a document has a text") + "\n"
            }
        };
        Ok(text.into_bytes())
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
        let origin = Origin {
            version: "0",
            commit: "abc",
            command_line: "gqt3 test -->\nmore".to_owned(),
        };
        String::from_utf8(
            report
                .to_bytes(format, Page::default(), &origin, &Silent)
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
            json!({"squares": 9, "games": "18539269580160", "margin": "-1/2", "margin_decimal": -0.5})
        );
        assert_eq!(document["rows"][1]["games"], Value::Null);
        assert_eq!(
            document["provenance"],
            json!({"version": "0", "commit": "abc"})
        );
    }

    #[test]
    fn a_file_for_a_document_names_its_origin_in_its_first_line() {
        let first = |format| written(format).lines().next().unwrap().to_owned();
        assert_eq!(first(Format::Latex), "% gqt3 0 (abc): gqt3 test --> more");
        assert_eq!(
            first(Format::Markdown),
            "<!-- gqt3 0 (abc): gqt3 test --\\> more -->"
        );
    }

    #[test]
    fn text_groups_digits_and_shows_its_own_columns() {
        let text = written(Format::Table);
        assert!(text.contains("18,539,269,580,160"), "{text}");
        assert!(text.contains("most") && !text.contains("-0.500"), "{text}");
    }
}
