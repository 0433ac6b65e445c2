//! Where results go: standard output, or a file that appears whole.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use gqt3::report::AtomicFile;

use super::failure::Failure;

/// The unfinished file, for the second Ctrl-C to clear away.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Where results go.
#[derive(Debug)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file.
    File(AtomicFile),
}

impl Output {
    /// Opens the output: `-` or nothing is standard output.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn open(path: Option<&Path>) -> Result<Output, Failure> {
        match path {
            None => Ok(Output::Stdout),
            Some(path) if path == Path::new("-") => Ok(Output::Stdout),
            Some(path) => {
                let file = AtomicFile::create(path)?;
                set_unfinished(file.temporary_path().map(Path::to_owned));
                Ok(Output::File(file))
            }
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

    /// Whether this is a file, which may be kept, and not standard output.
    pub const fn is_file(&self) -> bool {
        matches!(self, Output::File(_))
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
            Output::File(file) => {
                let written = file.commit(write);
                set_unfinished(None);
                written?;
            }
        }
        Ok(())
    }
}

fn set_unfinished(path: Option<PathBuf>) {
    *UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner) = path;
}

/// Removes the unfinished file of a command that ends at once.
pub fn clear_unfinished() {
    if let Some(path) = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner).take() {
        let _ = std::fs::remove_file(path);
    }
}
