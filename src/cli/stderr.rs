//! Messages for people, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

use anstyle::AnsiColor;

/// Writes a line to standard error. If that fails, the command goes on: `eprintln!` would panic, and a result would be
/// lost for the sake of a message.
pub fn tell(message: impl Display) {
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}

/// Does the same for an error, coloured as clap colours errors in the arguments.
pub fn tell_error(failure: impl Display) {
    let style = AnsiColor::Red.on_default().bold();
    let _ = anstream::stderr().write_all(format!("{style}error:{style:#} {failure}\n").as_bytes());
}
