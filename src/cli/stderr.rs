//! Messages for people, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::AnsiColor;

/// Writes a line to standard error, and ignores errors.
///
/// `eprintln!` would panic instead, and a failed message would cost the result.
pub fn tell(message: impl Display) {
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}

/// Writes an error to standard error, coloured like clap's errors in the arguments.
pub fn tell_error(failure: impl Display) {
    let style = AnsiColor::Red.on_default().bold();
    let _ = anstream::stderr().write_all(format!("{style}error:{style:#} {failure}\n").as_bytes());
}
