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
