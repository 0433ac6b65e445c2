//! A command's results as tables, in every format.
//!
//! A [`Report`] has the command's parameters and [`Table`]s with typed columns. A table without a
//! name is laid out for people, so CSV and JSON leave it out.
//!
//! CSV and JSON have exact numbers, except in columns of decimals. A text table with several rows
//! shortens long counts to `1.2346e20 (21 digits)`, but never breaks a number over lines. Markdown
//! and LaTeX show the text's tables with all digits, below a comment with the version, the commit
//! and the command line. JSON omits the command line, so that the same program writes equal
//! parameters and results as identical bytes.

mod cell;
pub mod diagram;
mod field;
mod file;
mod format;
mod latex;
mod markdown;
pub mod plot;
mod table;
mod text;

use serde_json::{Map, Value, json};

use gqt3::support::progress::{Interrupted, Progress};

pub use cell::{Cell, Content, Tone, formula};
pub use field::{Field, Kind, Parameters, object_schema};
pub use file::{AtomicFile, FileError, place};
pub use format::Format;
pub(crate) use table::DIGITS;
pub use table::{Column, Table};
pub use text::{Page, TIE, wrap};

#[allow(missing_debug_implementations)] // Tables hold closures.
pub struct Report<'a> {
    pub command: &'a str,
    pub parameters: Parameters,
    pub tables: Vec<Table<'a>>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Origin {
    pub version: &'static str,
    pub commit: &'static str,
    pub command_line: String,
}

impl Origin {
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
    pub fn named(&self) -> impl Iterator<Item = &Table<'a>> {
        self.tables.iter().filter(|table| !table.name().is_empty())
    }

    /// `page` is for [`Format::Table`] only. CSV has the table named `table`, by default the first
    /// with a name, and is empty if there is no such table.
    pub fn to_bytes(
        &self,
        format: Format,
        table: Option<&str>,
        page: Page,
        origin: &Origin,
        progress: &dyn Progress,
    ) -> Result<Vec<u8>, Interrupted> {
        let each = |text: &dyn Fn((usize, &Table)) -> String| {
            let shown = self.tables.iter().filter(|table| table.is_in_text());
            let texts: Vec<String> = shown.enumerate().map(text).collect();
            texts.join("\n")
        };
        let text = match format {
            Format::Csv => {
                let is_chosen = |other: &&Table| table.is_none_or(|name| name == other.name());
                return match self.named().find(is_chosen) {
                    Some(table) => table.to_csv(progress),
                    None => Ok(Vec::new()),
                };
            }
            Format::Table => each(&|(_, table)| table.on(page)),
            Format::Markdown => {
                // `-->` would end the comment.
                let comment = origin.comment().replace("-->", "--\\>");
                format!("<!-- {comment} -->\n\n") + &each(&|(_, table)| table.to_markdown())
            }
            Format::Latex => {
                let label = |index| match index {
                    0 => format!("tab:{}", self.command),
                    index => format!("tab:{}-{}", self.command, index + 1),
                };
                let tables = each(&|(index, table)| table.to_latex(&label(index)));
                format!("% {}\n{}{tables}", origin.comment(), latex::PACKAGES)
            }
            Format::Json => {
                let mut tables = Map::new();
                for table in self.named() {
                    tables.insert(table.name().to_owned(), table.to_json(progress)?);
                }
                let document = json!({
                    "command": self.command,
                    "parameters": self.parameters.json(),
                    "tables": tables,
                    "provenance": {"version": origin.version, "commit": origin.commit},
                });
                serde_json::to_string_pretty(&document).expect("a document has a text") + "\n"
            }
        };
        Ok(text.into_bytes())
    }

    pub fn schema(&self) -> Value {
        let tables = self.named().map(|table| {
            let rows = json!({"type": "array", "items": table.row_schema()});
            (table.name().to_owned(), rows)
        });
        let provenance = json!({
            "version": {"type": "string", "description": "the version of the program"},
            "commit": {"type": "string", "description": "the commit that it was built from"},
        });
        let properties = json!({
            "command": {"enum": [self.command]},
            "parameters": self.parameters.schema(),
            "tables": object_schema(tables.collect()),
            "provenance": object_schema(provenance.as_object().cloned().unwrap_or_default()),
        });
        object_schema(properties.as_object().cloned().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_rational::BigRational;

    use super::*;
    use gqt3::support::progress::Silent;

    struct Row {
        squares: usize,
        games: Option<BigUint>,
        margin: Option<BigRational>,
        mark: &'static str,
    }

    fn written(format: Format) -> String {
        type Column = super::Column<'static, Row>;
        let mut columns = vec![
            Column::new("squares", "s", |row| row.squares).headed("s"),
            Column::new("games", "T(s,2)", |row| row.games.clone()),
            Column::text("", |row| row.mark),
            Column::data("found", "the source", |_| "book").in_csv_if(false),
        ];
        columns.extend(Column::fraction("margin", "the margin", |row| {
            row.margin.clone()
        }));
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
        let report = Report {
            command: "test",
            parameters: Parameters::default(),
            tables: vec![Table::of("sizes", columns, rows)],
        };
        let origin = Origin {
            version: "0",
            commit: "abc",
            command_line: "gqt3 test -->\nmore".to_owned(),
        };
        String::from_utf8(
            report
                .to_bytes(format, None, Page::default(), &origin, &Silent)
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
        assert_eq!(keys, ["command", "parameters", "tables", "provenance"]);
        let rows = &document["tables"]["sizes"];
        assert_eq!(
            rows[0],
            json!({
                "squares": 9, "games": "18539269580160", "found": "book",
                "margin": "-1/2", "margin_decimal": -0.5
            })
        );
        assert_eq!(rows[1]["games"], Value::Null);
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
