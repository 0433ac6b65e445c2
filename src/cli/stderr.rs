use std::fmt::Display;
use std::io::{self, Write};

use anstyle::AnsiColor;

use super::failure::Failure;

/// Ignores errors, where `eprintln!` would panic, because a lost message must not cost the result.
pub fn tell(message: impl Display) {
    let message = escaped(&message.to_string());
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}

/// Escapes control characters except line feeds, and the embeddings, overrides and isolates of
/// bidirectional text, because a name from a file could steer the terminal with these.
pub fn escaped(text: &str) -> String {
    let steers = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match steers(c) {
            true => escaped.extend(c.escape_unicode()),
            false => escaped.push(c),
        }
    }
    escaped
}

pub fn tell_failure(failure: &Failure) {
    let (label, color) = match failure {
        Failure::Reported => return,
        Failure::Incomplete(_) => ("incomplete", AnsiColor::Yellow),
        _ => ("error", AnsiColor::Red),
    };
    let style = color.on_default().bold();
    let failure = escaped(&failure.to_string());
    let message = format!("{style}{label}:{style:#} {failure}\n");
    let _ = anstream::stderr().write_all(message.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn text_from_outside_cannot_steer_the_terminal() {
        let name = "a\u{1b}[31mb\u{202e}c\nd – é";
        assert_eq!(escaped(name), "a\\u{1b}[31mb\\u{202e}c\nd – é");
    }
}
