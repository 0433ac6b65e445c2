//! Messages for people, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

/// Writes a line to standard error. Where that cannot be written nobody is told; no result is lost for it, as it would be by
/// `eprintln!`, which panics then.
pub fn tell(message: impl Display) {
    let _ = io::stderr().write_all(format!("{message}\n").as_bytes());
}
