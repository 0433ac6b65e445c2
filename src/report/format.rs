#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    #[default]
    Table,
    Csv,
    Json,
    Markdown,
    Latex,
}

impl Format {
    pub const ALL: &'static [Format] = &[
        Format::Table,
        Format::Csv,
        Format::Json,
        Format::Markdown,
        Format::Latex,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "markdown",
            Format::Latex => "latex",
        }
    }

    pub const fn ending(self) -> &'static str {
        match self {
            Format::Table => "txt",
            Format::Csv => "csv",
            Format::Json => "json",
            Format::Markdown => "md",
            Format::Latex => "tex",
        }
    }

    pub const fn help(self) -> &'static str {
        match self {
            Format::Table => "aligned text for people",
            Format::Csv => "one table with a header, every digit exact",
            Format::Json => "one document: command, parameters, tables, provenance",
            Format::Markdown => "the tables of the text in Markdown, with all digits",
            Format::Latex => "the tables of the text in LaTeX with booktabs, with all digits",
        }
    }

    /// Ignores case.
    pub fn of_ending(ending: &str) -> Option<Format> {
        Format::ALL
            .iter()
            .copied()
            .find(|format| ending.eq_ignore_ascii_case(format.ending()))
    }

    pub const fn is_data(self) -> bool {
        matches!(self, Format::Csv | Format::Json)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_file_names_a_format() {
        assert_eq!(Format::of_ending("JSON"), Some(Format::Json));
        assert_eq!(Format::of_ending("xyz"), None);
        for &format in Format::ALL {
            assert_eq!(Format::of_ending(format.ending()), Some(format));
        }
    }
}
