//! What commands read: files, pipes and what people type.
//!
//! Reading may wait for ever, for a person or for the writer of a pipe. It happens on a thread of its own, so that one Ctrl-C is
//! enough to stop the command that waits. No line may be longer than [`LONGEST`]: memory stays bounded whatever is read.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::time::Duration;

use crate::progress::{Interrupted, Progress};

use super::failure::Failure;

/// The most bytes of a line, and of a game that is read as a whole: 1 MiB.
pub const LONGEST: usize = 1 << 20;

/// How often Ctrl-C is looked for.
const TICK: Duration = Duration::from_millis(50);

/// How many lines are handed over together at most, if they come together.
const AT_ONCE: usize = 64;

/// How many such batches of lines are read ahead.
const AHEAD: usize = 4;

/// The lines of a file or of standard input.
pub struct InputLines {
    lines: Receiver<Vec<Line>>,
    /// The lines that have come.
    here: VecDeque<Line>,
}

/// What comes next.
#[derive(PartialEq, Eq, Debug)]
pub enum Next {
    /// A line, without what ends it.
    Line(String),
    /// A line that is no text; more may follow. After any other error comes the end.
    Bad(InputError),
    /// There is no more.
    End,
    /// Ctrl-C.
    Interrupted,
}

/// What is wrong with the input.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct InputError {
    /// The input, and the line if it is one line that is wrong.
    place: String,
    /// What is wrong there.
    pub reason: String,
    /// What can be read of a line that is no text.
    pub text: String,
}

fn too_long() -> String {
    format!("longer than {} MiB, which no game is; nothing after it is read", LONGEST >> 20)
}

fn unreadable(error: io::Error) -> String {
    format!("cannot be read: {error}")
}

impl Next {
    fn of(line: Line) -> Next {
        line.map_or_else(Next::Bad, Next::Line)
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::BadInput(error.to_string())
    }
}

impl InputLines {
    /// Opens a file that a flag names; `-` is standard input.
    ///
    /// # Errors
    /// If it cannot be opened or is a folder, or Ctrl-C came while the writer of a pipe was waited for.
    pub fn open(flag: &str, path: &Path, progress: &dyn Progress) -> Result<InputLines, Failure> {
        if path == Path::new("-") {
            return Ok(InputLines::stdin());
        }
        let input = format!("{flag} {}", path.display());
        let path = path.to_owned();
        let (opened, outcome) = sync_channel(1);
        let lines = on_a_thread(move |sender| match open_file(&path) {
            Ok(file) => {
                // Nobody listens any more after Ctrl-C.
                let _ = opened.send(Ok(()));
                send_lines(BufReader::new(file), &input, sender);
            }
            Err(reason) => {
                let _ = opened.send(Err(InputError { place: input, reason, text: String::new() }));
            }
        });
        match wait(&outcome, progress) {
            Some(Ok(opened)) => opened?,
            Some(Err(_)) => {}
            None => return Err(Interrupted.into()),
        }
        Ok(InputLines::of(lines))
    }

    /// The lines of standard input.
    pub fn stdin() -> InputLines {
        let lines = on_a_thread(|sender| send_lines(BufReader::new(io::stdin()), "standard input", sender));
        InputLines::of(lines)
    }

    fn of(lines: Receiver<Vec<Line>>) -> InputLines {
        InputLines { lines, here: VecDeque::new() }
    }

    /// The next line, if it is there already.
    pub fn ready(&mut self) -> Option<Next> {
        if self.here.is_empty() {
            match self.lines.try_recv() {
                Ok(lines) => self.here.extend(lines),
                Err(TryRecvError::Empty) => return None,
                Err(TryRecvError::Disconnected) => return Some(Next::End),
            }
        }
        self.here.pop_front().map(Next::of)
    }

    /// Waits for the next line, or for Ctrl-C.
    pub fn next(&mut self, progress: &dyn Progress) -> Next {
        if self.here.is_empty() {
            match wait(&self.lines, progress) {
                None => return Next::Interrupted,
                Some(Ok(lines)) => self.here.extend(lines),
                Some(Err(_)) => return Next::End,
            }
        }
        self.here.pop_front().map_or(Next::End, Next::of)
    }
}

/// The whole text of a game: of a file that a flag names, or of standard input (`-`).
///
/// # Errors
/// If it cannot be read, is no text or longer than [`LONGEST`], or Ctrl-C came first.
pub fn text(flag: &str, path: &Path, progress: &dyn Progress) -> Result<String, Failure> {
    let mut lines = InputLines::open(flag, path, progress)?;
    let mut text = String::new();
    loop {
        match lines.next(progress) {
            Next::Line(line) => {
                text.push_str(&line);
                text.push('\n');
            }
            Next::Bad(error) => return Err(error.into()),
            Next::End => return Ok(text),
            Next::Interrupted => return Err(Interrupted.into()),
        }
        if text.len() > LONGEST {
            let is_stdin = path == Path::new("-");
            let place =
                if is_stdin { "standard input".to_owned() } else { format!("{flag} {}", path.display()) };
            return Err(InputError { place, reason: too_long(), text: String::new() }.into());
        }
    }
}

fn open_file(path: &Path) -> Result<File, String> {
    let file = File::open(path).map_err(unreadable)?;
    let is_folder = file.metadata().map_err(unreadable)?.is_dir();
    if is_folder { Err("it is a folder; name a file".to_owned()) } else { Ok(file) }
}

type Line = Result<String, InputError>;

/// Reads on a thread. The thread may wait for ever for somebody to write more; the process does not wait for the
/// thread.
fn on_a_thread(read: impl FnOnce(&SyncSender<Vec<Line>>) + Send + 'static) -> Receiver<Vec<Line>> {
    let (sender, lines) = sync_channel(AHEAD);
    std::thread::spawn(move || read(&sender));
    lines
}

/// Waits for a message or the end of the messages; `None` after Ctrl-C.
pub fn wait<T>(messages: &Receiver<T>, progress: &dyn Progress) -> Option<Result<T, RecvTimeoutError>> {
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

/// Sends one line after the other, until the input ends, nothing can be read after an error, or nobody listens any
/// more. A line is kept back, to be sent with the next one, only if the next one is in the buffer already.
fn send_lines(mut input: BufReader<impl Read>, name: &str, sender: &SyncSender<Vec<Line>>) {
    let mut lines = Vec::new();
    for number in 1.. {
        let error = |reason, text| Err(InputError { place: format!("{name}, line {number}"), reason, text });
        let (line, goes_on) = match read_line(&mut input) {
            Ok(None) => return,
            Ok(Some(bytes)) if bytes.len() > LONGEST => (error(too_long(), String::new()), false),
            Ok(Some(bytes)) => match String::from_utf8(bytes) {
                // Some editors put a byte order mark before the first line.
                Ok(text) if number == 1 => (Ok(text.trim_start_matches('\u{feff}').to_owned()), true),
                Ok(text) => (Ok(text), true),
                Err(wrong) => {
                    let text = String::from_utf8_lossy(wrong.as_bytes()).into_owned();
                    (error("this is not UTF-8 text".to_owned(), text), true)
                }
            },
            Err(source) => (error(unreadable(source), String::new()), false),
        };
        lines.push(line);
        let next_is_here = goes_on && lines.len() < AT_ONCE && input.buffer().contains(&b'\n');
        if !next_is_here && (sender.send(std::mem::take(&mut lines)).is_err() || !goes_on) {
            return;
        }
    }
}

/// The next line without its end, or `None` at the end of the input. Of a line that is too long just so much is read
/// that it has more than [`LONGEST`] bytes.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    // Room for the longest line with its end.
    let read = input.take(LONGEST as u64 + 2).read_until(b'\n', &mut line)?;
    if line.last() == Some(&b'\n') {
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
    }
    Ok((read > 0).then_some(line))
}

#[cfg(test)]
mod tests {
    use crate::progress::Silent;

    use super::*;

    /// What a reader of these bytes gets.
    fn lines(bytes: &'static [u8]) -> Vec<Next> {
        let lines = on_a_thread(move |sender| send_lines(BufReader::new(bytes), "input", sender));
        let mut input = InputLines::of(lines);
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
        assert_eq!(lines(b"1-2\r\n\nlast"), [line("1-2"), line(""), line("last")]);
        assert_eq!(lines(b"\xef\xbb\xbf1-2\n3-4"), [line("1-2"), line("3-4")], "as some editors write it");
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
        struct Stop;
        impl Progress for Stop {
            fn interrupted(&self) -> bool {
                true
            }
        }
        let (_silent, lines) = sync_channel(1);
        assert_eq!(InputLines::of(lines).next(&Stop), Next::Interrupted);
    }
}
