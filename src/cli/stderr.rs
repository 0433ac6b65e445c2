//! Messages for people, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::AnsiColor;

/// Writes a line to standard error. Where that cannot be written nobody is told; no result is lost for it, as it would be by
/// `eprintln!`, which panics then.
pub fn tell(message: impl Display) {
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}

/// The same for what went wrong, coloured as clap colours what is wrong with the arguments.
pub fn tell_error(failure: impl Display) {
    let style = AnsiColor::Red.on_default().bold();
    let _ = anstream::stderr().write_all(format!("{style}error:{style:#} {failure}\n").as_bytes());
}
