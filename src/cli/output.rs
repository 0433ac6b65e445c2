//! The output of commands: standard output, or an [`AtomicFile`].

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::mpsc::sync_channel;

use crate::report::{AtomicFile, Page};
use anstream::{AutoStream, ColorChoice};
use gqt3::support::progress::{Interrupted, Progress};
use gqt3::support::threads;

use super::failure::Failure;
use super::files::{is_pipe, is_stdout};
use super::input::wait;

/// Opens a file for writing. A pipe blocks until somebody reads it, but Ctrl-C ends the wait.
pub fn create(flag: &str, path: &Path, progress: &dyn Progress) -> Result<AtomicFile, Failure> {
    let (sender, opened) = sync_channel(1);
    let file = if is_pipe(path) {
        let path = path.to_owned();
        // The receiver is gone after Ctrl-C.
        threads::start(move || drop(sender.send(AtomicFile::create(&path))))?;
        wait(&opened, progress)
            .and_then(Result::ok)
            .ok_or(Interrupted)?
    } else {
        AtomicFile::create(path)
    };
    file.map_err(|error| Failure::of_file(flag, error))
}

#[derive(Debug)]
pub enum Output {
    Stdout,
    File(AtomicFile),
}

impl Output {
    /// `None` and the names of standard output (see [`is_stdout`]) are standard output.
    pub fn open(path: Option<&Path>, progress: &dyn Progress) -> Result<Output, Failure> {
        match path.filter(|path| !is_stdout(path)) {
            None => Ok(Output::Stdout),
            Some(path) => Ok(Output::File(create("--output", path, progress)?)),
        }
    }

    /// The file of `--output` has colours only with `--color always`.
    pub fn page(&self) -> Page {
        let coloured = match (ColorChoice::global(), self) {
            (ColorChoice::Auto, Output::File(_)) => false,
            (ColorChoice::Auto, Output::Stdout) => {
                AutoStream::choice(&io::stdout()) != ColorChoice::Never
            }
            (choice, _) => choice != ColorChoice::Never,
        };
        let terminal = matches!(self, Output::Stdout) && io::stdout().is_terminal();
        let size = terminal.then(terminal_size::terminal_size).flatten();
        Page {
            width: size.map(|(width, _)| usize::from(width.0)),
            coloured,
        }
    }

    /// An ordinary file appears only if `write` succeeds.
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
