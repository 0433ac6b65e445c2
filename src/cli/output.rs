//! The output of commands: standard output, or a file that appears whole.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc::sync_channel;

use crate::report::{AtomicFile, Page};
use crate::support::progress::{Interrupted, Progress};
use anstream::{AutoStream, ColorChoice};

use super::failure::Failure;
use super::files::{is_pipe, is_stdout};
use super::input::wait;

/// Opens a file to be written that a flag names. To open a pipe waits until somebody reads it, which Ctrl-C ends.
pub fn create(flag: &str, path: &Path, progress: &dyn Progress) -> Result<AtomicFile, Failure> {
    let (sender, opened) = sync_channel(1);
    let file = if is_pipe(path) {
        let path = path.to_owned();
        std::thread::spawn(move || sender.send(AtomicFile::create(&path)));
        wait(&opened, progress)
            .and_then(Result::ok)
            .ok_or(Interrupted)?
    } else {
        AtomicFile::create(path)
    };
    file.map_err(|error| Failure::of_file(flag, error))
}

/// The place of the results.
#[derive(Debug)]
pub enum Output {
    /// Standard output.
    Stdout,
    /// A file.
    File(AtomicFile),
}

impl Output {
    /// Opens the output: `-`, nothing, or a name such as `/dev/stdout` is standard output.
    pub fn open(path: Option<&Path>, progress: &dyn Progress) -> Result<Output, Failure> {
        match path.filter(|path| !is_stdout(path)) {
            None => Ok(Output::Stdout),
            Some(path) => Ok(Output::File(create("--output", path, progress)?)),
        }
    }

    /// The width of the page that the reader sees, if that is known, and whether it is coloured. A file is coloured
    /// only if that was asked for.
    pub fn page(&self) -> Page {
        let coloured = match (ColorChoice::global(), self) {
            (ColorChoice::Auto, Output::File(_)) => false,
            (ColorChoice::Auto, Output::Stdout) => {
                AutoStream::choice(&io::stdout()) != ColorChoice::Never
            }
            (asked, _) => asked != ColorChoice::Never,
        };
        let terminal = matches!(self, Output::Stdout) && io::stdout().is_terminal();
        let size = terminal.then(terminal_size::terminal_size).flatten();
        Page {
            width: size.map(|(width, _)| usize::from(width.0)),
            coloured,
        }
    }

    /// Writes everything at once.
    ///
    /// # Errors
    /// If it cannot be written; a reader that has gone is [`Failure::ClosedPipe`].
    pub fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
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
