//! The forms of a report.

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
    /// Tables of Markdown.
    Markdown,
    /// Tables of LaTeX.
    Latex,
}

impl Format {
    /// Every form.
    pub const ALL: &'static [Format] = &[
        Format::Table,
        Format::Csv,
        Format::Json,
        Format::Markdown,
        Format::Latex,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
        }
    }

    /// What it is, in one line.
    pub const fn help(self) -> &'static str {
        match self {
            Format::Table => "aligned text for people",
            Format::Csv => "the rows with a header, every digit exact",
            Format::Json => "one document: command, parameters, rows, summary, provenance",
            Format::Markdown => "what the text shows, as tables of Markdown",
            Format::Latex => "what the text shows, as tables of LaTeX with booktabs",
        }
    }

    /// The form of a file whose name ends so.
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

    /// Whether it is one of the forms for programs, which have every row and every digit.
    pub const fn is_data(self) -> bool {
        matches!(self, Format::Csv | Format::Json)
    }
}
