//! Where results go: standard output, or a file that appears whole.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use gqt3::report::{AtomicFile, Place};

use super::failure::Failure;

/// Where results go.
#[derive(Debug)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file.
    File(AtomicFile),
}

impl Output {
    /// Opens the output: `-`, nothing, or a name such as `/dev/stdout` is standard output.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        match path {
            None => Ok(Output::Stdout),
            Some(path) if path == Path::new("-") => Ok(Output::Stdout),
            Some(path) if Place::of(path).is_ok_and(|place| place.is_stdout()) => Ok(Output::Stdout),
            Some(path) => Ok(Output::File(AtomicFile::create(path)?)),
        }
    }

    /// How many columns the reader has, if it is a terminal.
    pub fn width(&self) -> Option<usize> {
        match self {
            Output::Stdout if io::stdout().is_terminal() => {
                terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
            }
            _ => None,
        }
    }

    /// Writes everything at once.
    ///
    /// # Errors
    /// If it cannot be written; a reader that has gone is [`Failure::ClosedPipe`].
    pub fn write(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
        match self {
            Output::Stdout => {
                let mut out = BufWriter::new(io::stdout().lock());
                write(&mut out)?;
                out.flush()?;
            }
            Output::File(file) => file.commit(write)?,
        }
        Ok(())
    }
}
