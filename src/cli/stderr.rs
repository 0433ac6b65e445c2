//! Messages for people, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::AnsiColor;

use super::failure::Failure;

/// Writes a line to standard error, and ignores errors.
///
/// `eprintln!` would panic instead, and a failed message would cost the result.
pub fn tell(message: impl Display) {
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}

/// Writes the end of a command to standard error, coloured like clap's errors in the arguments.
pub fn tell_failure(failure: &Failure) {
    let (label, color) = match failure {
        Failure::Reported => return,
        Failure::Incomplete(_) => ("incomplete", AnsiColor::Yellow),
        _ => ("error", AnsiColor::Red),
    };
    let style = color.on_default().bold();
    let message = format!("{style}{label}:{style:#} {failure}\n");
    let _ = anstream::stderr().write_all(message.as_bytes());
}
