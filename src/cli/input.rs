//! The input of commands: files, pipes and the keyboard.
//!
//! A separate thread reads, because reading may block for ever, but a single Ctrl-C should still
//! stop the command. No line may be longer than [`LONGEST`], because an endless one would fill the
//! memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

use gqt3::support::progress::{Interrupted, Progress};
use gqt3::support::threads;

use super::failure::Failure;
use super::files::is_pipe;

/// The most bytes in a line, and in a game.
pub const LONGEST: usize = 1 << 20;

const TICK: Duration = Duration::from_millis(50);

type Piece = io::Result<Vec<u8>>;
const MOST_BYTES: usize = 1 << 16;

const AHEAD: usize = 4;

pub struct InputLines {
    name: String,
    pieces: Receiver<Piece>,
    /// Bytes that were read. The next line begins at `begin`.
    bytes: Vec<u8>,
    begin: usize,
    number: usize,
    is_over: bool,
}

#[derive(PartialEq, Eq, Debug)]
pub enum Next {
    /// A line without its end, and the first also without a byte order mark.
    Line(String),
    /// More lines may follow a line that is not UTF-8, but only [`Next::End`] follows other errors.
    Bad(InputError),
    End,
    Interrupted,
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct InputError {
    /// For example `--file game.txt, line 2`.
    place: String,
    pub reason: String,
    /// A line that is not UTF-8, with its bad bytes replaced; empty for other errors.
    pub text: String,
}

fn too_long() -> String {
    format!(
        "longer than {} MiB, which no game is; nothing after it is read",
        LONGEST >> 20
    )
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

impl InputLines {
    /// Opens the file that a flag names, or an argument if `flag` is empty; `-` is standard input.
    ///
    /// # Errors
    /// Fails if the file cannot be opened or is a folder, or if no thread can be started. But
    /// opening a pipe blocks until it has a writer, so the reading thread does that, and an error
    /// is the first [`Next`].
    pub fn open(flag: &str, path: &Path) -> Result<InputLines, Failure> {
        if path == Path::new("-") {
            return InputLines::stdin();
        }
        let name = format!("{flag} {}", path.display()).trim_start().to_owned();
        let refused = |reason: String| Failure::BadInput(format!("{name}: {reason}"));
        if is_pipe(path) {
            let path = path.to_owned();
            return InputLines::of(name, || File::open(path));
        }
        let file = File::open(path).map_err(|error| refused(unreadable(&error)))?;
        if path.is_dir() {
            return Err(refused("it is a folder; name a file".to_owned()));
        }
        InputLines::of(name, || Ok(file))
    }

    pub fn stdin() -> Result<InputLines, Failure> {
        InputLines::of("standard input".to_owned(), || Ok(io::stdin()))
    }

    fn of<R: Read>(
        name: String,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> Result<InputLines, Failure> {
        let (sender, pieces) = sync_channel(AHEAD);
        threads::start(move || {
            let read = || -> io::Result<()> {
                let mut input = open()?;
                let mut piece = vec![0; MOST_BYTES];
                loop {
                    let count = input.read(&mut piece)?;
                    if count == 0 || sender.send(Ok(piece[..count].to_vec())).is_err() {
                        return Ok(());
                    }
                }
            };
            if let Err(error) = read() {
                let _ = sender.send(Err(error));
            }
        })?;
        Ok(InputLines {
            name,
            pieces,
            bytes: Vec::new(),
            begin: 0,
            number: 0,
            is_over: false,
        })
    }

    pub fn next(&mut self, progress: &dyn Progress) -> Next {
        loop {
            let rest = &self.bytes[self.begin..];
            let end = rest.iter().position(|&byte| byte == b'\n');
            let line = &rest[..end.unwrap_or(rest.len())];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            if line.len() > LONGEST {
                return self.stop(too_long());
            }
            if end.is_some() || self.is_over && !rest.is_empty() {
                let line = line.to_vec();
                self.begin += end.map_or(rest.len(), |end| end + 1);
                return self.line(line);
            }
            if self.is_over {
                return Next::End;
            }
            self.bytes.drain(..std::mem::take(&mut self.begin));
            match wait(&self.pieces, progress) {
                None => return Next::Interrupted,
                Some(Ok(Ok(piece))) => self.bytes.extend(piece),
                Some(Ok(Err(error))) => return self.stop(unreadable(&error)),
                Some(Err(_)) => self.is_over = true,
            }
        }
    }

    fn line(&mut self, line: Vec<u8>) -> Next {
        self.number += 1;
        match String::from_utf8(line) {
            // Some editors put a byte order mark before the first line.
            Ok(text) if self.number == 1 => {
                Next::Line(text.trim_start_matches('\u{feff}').to_owned())
            }
            Ok(text) => Next::Line(text),
            Err(wrong) => {
                let text = String::from_utf8_lossy(wrong.as_bytes()).into_owned();
                Next::Bad(InputError {
                    text,
                    ..self.error("this is not UTF-8 text".to_owned())
                })
            }
        }
    }

    fn error(&self, reason: String) -> InputError {
        InputError {
            place: format!("{}, line {}", self.name, self.number),
            reason,
            text: String::new(),
        }
    }

    fn stop(&mut self, reason: String) -> Next {
        (self.begin, self.is_over) = (0, true);
        self.bytes.clear();
        self.number += 1;
        Next::Bad(self.error(reason))
    }
}

fn unreadable(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

/// Reads a whole game, of at most [`LONGEST`] bytes.
pub fn text(flag: &str, path: &Path, progress: &dyn Progress) -> Result<String, Failure> {
    let mut lines = InputLines::open(flag, path)?;
    let mut text = String::new();
    loop {
        match lines.next(progress) {
            Next::Line(line) if text.len() + line.len() > LONGEST => {
                return Err(Failure::BadInput(format!("{}: {}", lines.name, too_long())));
            }
            Next::Line(line) => text.extend([&line, "\n"]),
            Next::Bad(error) => return Err(error.into()),
            Next::End => return Ok(text),
            Next::Interrupted => return Err(Interrupted.into()),
        }
    }
}

/// Returns `None` after Ctrl-C.
pub fn wait<T>(
    messages: &Receiver<T>,
    progress: &dyn Progress,
) -> Option<Result<T, RecvTimeoutError>> {
    loop {
        if progress.interrupted() {
            return None;
        }
        match messages.recv_timeout(TICK) {
            Err(RecvTimeoutError::Timeout) => {}
            other => return Some(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use gqt3::support::progress::{Silent, Stopped};

    use super::*;

    fn lines(bytes: &'static [u8]) -> Vec<Next> {
        let mut input = InputLines::of("input".to_owned(), move || Ok(bytes)).unwrap();
        let mut all = Vec::new();
        loop {
            match input.next(&Silent) {
                Next::End => return all,
                next => all.push(next),
            }
        }
    }

    fn bad(next: &Next) -> String {
        match next {
            Next::Bad(error) => error.to_string(),
            other => panic!("{other:?} is no error"),
        }
    }

    #[test]
    fn lines_come_one_by_one_and_what_is_no_text_is_named() {
        let line = |text: &str| Next::Line(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(
            lines(b"1-2\r\n\nlast"),
            [line("1-2"), line(""), line("last")]
        );
        assert_eq!(
            lines(b"\xef\xbb\xbf1-2\n3-4"),
            [line("1-2"), line("3-4")],
            "as some editors write it"
        );
        let mixed = lines(b"1-2\n\xff\n3-4\n");
        assert_eq!([&mixed[0], &mixed[2]], [&line("1-2"), &line("3-4")]);
        assert_eq!(bad(&mixed[1]), "input, line 2: this is not UTF-8 text");
    }

    #[test]
    fn a_line_may_be_so_long_and_no_longer() {
        let longest = vec![b'x'; LONGEST];
        let with = |end: &[u8]| -> &'static [u8] { [&longest, end].concat().leak() };
        for end in [&b""[..], b"\n", b"\r\n"] {
            assert!(matches!(&lines(with(end))[..], [Next::Line(line)] if line.len() == LONGEST));
        }
        let after = lines(with(b"x\nmore\n"));
        assert_eq!(after.len(), 1, "nothing is read after it");
        assert_eq!(
            bad(&after[0]),
            "input, line 1: longer than 1 MiB, which no game is; nothing after it is read"
        );
    }

    #[test]
    fn a_wait_for_input_that_never_comes_ends_at_an_interrupt() {
        let (_silent, pieces) = sync_channel(1);
        let mut input = InputLines {
            pieces,
            ..InputLines::of(String::new(), || Ok(&b""[..])).unwrap()
        };
        assert_eq!(input.next(&Stopped), Next::Interrupted);
    }
}
