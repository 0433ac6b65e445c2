//! The formats of a report.

/// The format in which a report is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Text for people.
    #[default]
    Table,
    /// The rows as comma-separated values.
    Csv,
    /// One JSON document.
    Json,
    /// Tables of Markdown.
    Markdown,
    /// Tables of LaTeX.
    Latex,
}

impl Format {
    /// All formats.
    pub const ALL: &'static [Format] = &[
        Format::Table,
        Format::Csv,
        Format::Json,
        Format::Markdown,
        Format::Latex,
    ];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
        }
    }

    /// Returns a description in one line.
    pub const fn help(self) -> &'static str {
        match self {
            Format::Table => "aligned text for people",
            Format::Csv => "the rows with a header, every digit exact",
            Format::Json => "one document: command, parameters, rows, summary, provenance",
            Format::Markdown => "the tables of the text in Markdown, with all digits",
            Format::Latex => "the tables of the text in LaTeX with booktabs, with all digits",
        }
    }

    /// Returns the format for a file name extension.
    pub fn of_ending(ending: &str) -> Option<Format> {
        let endings = [
            ("csv", Format::Csv),
            ("json", Format::Json),
            ("md", Format::Markdown),
        ];
        let endings = endings.into_iter().chain([("tex", Format::Latex)]);
        endings
            .into_iter()
            .find(|(name, _)| ending.eq_ignore_ascii_case(name))
            .map(|(_, format)| format)
    }

    /// Returns `true` for the formats for programs, CSV and JSON.
    pub const fn is_data(self) -> bool {
        matches!(self, Format::Csv | Format::Json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_file_names_a_format() {
        let endings = ["csv", "JSON", "md", "tex", "txt"].map(Format::of_ending);
        let formats = [Format::Csv, Format::Json, Format::Markdown, Format::Latex];
        assert_eq!(endings[..4], formats.map(Some));
        assert_eq!(endings[4], None);
    }
}
