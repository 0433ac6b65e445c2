//! `gqt3 analyze --batch`: many games, one in each line, and an answer to each in the same order.
//!
//! The lines are answered on all threads. Whoever writes a line and waits for its answer gets it: lines are read ahead only
//! as far as they are there, and what is written goes out before anything is waited for.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;
use std::time::Duration;

use gqt3::game::Game;
use gqt3::notation::Header;
use gqt3::number::group_digits;
use gqt3::progress::Progress;
use gqt3::report::Format;

use super::answer::{Answer, Clerk, Question};
use super::args::AnalyzeArgs;
use crate::cli::failure::Failure;
use crate::cli::game_args::GameArgs;
use crate::cli::input::{InputLines, Next};
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// How many lines for each thread may be under way: enough that one slow answer does not keep the other threads waiting.
const AHEAD: usize = 64;

/// How long answers are waited for before the next look at the input.
const TICK: Duration = Duration::from_millis(5);

/// After so many answers their number is told anew.
const TOLD: usize = 1 << 10;

pub fn run(path: &Path, args: &AnalyzeArgs, session: Session) -> Result<(), Failure> {
    let format = session.format();
    if args.moves && format != Format::Json {
        return Err(Failure::BadInput("--moves needs --format json".to_owned()));
    }
    let game = Ok(args.flags.game()?);
    let input = InputLines::open("--batch", path, session.progress())?;
    let lines = Lines { input, flags: &args.flags, game, number: 0 };
    let (mut all, mut bad, mut open) = (0_usize, 0, 0);
    // A program that asks through a pipe has the terminal to itself, and answers on the terminal tell how far they are.
    let shows_progress = path != Path::new("-") && session.width().is_none();
    session.finish_stream(|progress, out| {
        if shows_progress {
            progress.begin("answers", None);
        }
        out.write_all(&Clerk::new(args, format).heading())?;
        let ended = answer_all(lines, args, format, progress, out, &mut |answer| {
            all += 1;
            if all.is_multiple_of(TOLD) {
                progress.note(&group_digits(&all.to_string()));
            }
            open += usize::from(answer.is_open);
            if let Some(error) = &answer.error {
                bad += 1;
                tell(error);
            }
        });
        progress.end();
        ended
    })?;
    match (bad, open) {
        (0, 0) => Ok(()),
        (0, open) => Err(Failure::Incomplete(format!("{open} of the values are not proven"))),
        (1, _) => Err(Failure::BadInput("1 line of --batch is no game".to_owned())),
        (bad, _) => Err(Failure::BadInput(format!("{bad} lines of --batch are no games"))),
    }
}

/// Sets threads to work, and writes their answers in the order of the lines. `written` learns of each.
fn answer_all(
    lines: Lines,
    args: &AnalyzeArgs,
    format: Format,
    progress: &dyn Progress,
    out: &mut dyn Write,
    written: &mut dyn FnMut(&Answer),
) -> io::Result<()> {
    let (ask, questions) = channel();
    let (answer, answers) = channel();
    let (questions, is_over) = (Mutex::new(questions), AtomicBool::new(false));
    let until = Until { progress, is_over: &is_over };
    let threads = rayon::current_num_threads();
    scope(|scope| {
        for _ in 0..threads {
            let (questions, answer, until) = (&questions, answer.clone(), &until);
            scope.spawn(move || work(Clerk::new(args, format), questions, &answer, until));
        }
        drop(answer);
        let mut queue = Queue { lines, ask, answers, waiting: VecDeque::new(), taken: 0 };
        let ended = queue.run(AHEAD * threads, progress, out, written);
        is_over.store(true, Ordering::Relaxed);
        ended
    })
}

/// Answers one question after the other, until there are no more or the answer is no longer wanted.
fn work(
    mut clerk: Clerk,
    questions: &Mutex<Receiver<(usize, Question)>>,
    answers: &Sender<(usize, Answer)>,
    progress: &dyn Progress,
) {
    loop {
        let next = questions.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((place, question)) = next else { return };
        let Some(answer) = clerk.answer(question, progress) else { return };
        if answers.send((place, answer)).is_err() {
            return;
        }
    }
}

/// Interrupts, too, once nobody wants the answers any more: the reader of the results has gone.
struct Until<'a> {
    progress: &'a dyn Progress,
    is_over: &'a AtomicBool,
}

impl Progress for Until<'_> {
    fn begin(&self, _what: &str, _steps: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
    fn interrupted(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.progress.interrupted()
    }
}

/// The lines under way.
struct Queue<'a> {
    lines: Lines<'a>,
    ask: Sender<(usize, Question)>,
    answers: Receiver<(usize, Answer)>,
    /// What is not yet written, in the order of the lines.
    waiting: VecDeque<Option<Answer>>,
    /// How many are written.
    taken: usize,
}

impl Queue<'_> {
    /// Goes on to the end of the lines or to Ctrl-C.
    fn run(
        &mut self,
        most: usize,
        progress: &dyn Progress,
        out: &mut dyn Write,
        written: &mut dyn FnMut(&Answer),
    ) -> io::Result<()> {
        let mut is_read = false;
        while !progress.interrupted() {
            while !is_read && self.waiting.len() < most {
                let waits = self.waiting.is_empty();
                if waits {
                    out.flush()?;
                }
                match self.lines.next(waits, progress) {
                    Read::Line(line) => self.take_in(line),
                    Read::Nothing => break,
                    Read::End => is_read = true,
                }
            }
            if self.waiting.is_empty() && is_read {
                break;
            }
            while let Some(answer) = self.waiting.front_mut().and_then(Option::take) {
                self.waiting.pop_front();
                self.taken += 1;
                written(&answer);
                out.write_all(&answer.row)?;
            }
            if !self.waiting.is_empty() {
                self.wait(out)?;
            }
        }
        Ok(())
    }

    fn take_in(&mut self, line: Result<Question, Answer>) {
        let place = self.taken + self.waiting.len();
        self.waiting.push_back(match line {
            // The threads end after this queue, or after Ctrl-C.
            Ok(question) => self.ask.send((place, question)).err().and(None),
            Err(answer) => Some(answer),
        });
    }

    /// Waits for an answer, for a moment.
    fn wait(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.answers.recv_timeout(TICK) {
            Ok(answer) => {
                let more = std::iter::once(answer).chain(self.answers.try_iter());
                more.for_each(|(place, answer)| self.waiting[place - self.taken] = Some(answer));
                Ok(())
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => out.flush(),
        }
    }
}

/// The lines that are read.
struct Lines<'a> {
    input: InputLines,
    flags: &'a GameArgs,
    /// The game of the lines to come, that of the flags or of the last header; or why they have none.
    game: Result<Game, String>,
    number: usize,
}

enum Read {
    /// A line that is to be answered, or is: a header that is wrong.
    Line(Result<Question, Answer>),
    /// There is no line yet.
    Nothing,
    End,
}

impl Lines<'_> {
    /// The next line that is no header, if need be after a wait.
    fn next(&mut self, waits: bool, progress: &dyn Progress) -> Read {
        loop {
            let next = if waits { Some(self.input.next(progress)) } else { self.input.ready() };
            self.number += 1;
            let number = self.number;
            let (text, game) = match next {
                Some(Next::Line(text)) if Header::is_in(&text) => match self.turn_to(&text) {
                    Ok(()) => continue,
                    Err(error) => return Read::Line(Err(Answer::refusal(number, &error))),
                },
                Some(Next::Line(text)) => (text, self.game.clone()),
                Some(Next::Bad(error)) => (error.text().to_owned(), Err(error.reason())),
                Some(Next::End | Next::Interrupted) => return Read::End,
                None => {
                    self.number -= 1;
                    return Read::Nothing;
                }
            };
            return Read::Line(Ok(Question { number, text, game }));
        }
    }

    /// Goes on with the game that a header says; if it is wrong, no line has a game until the next one.
    fn turn_to(&mut self, header: &str) -> Result<(), String> {
        let header = header.parse::<Header>().map_err(|error| error.to_string());
        let agreed = |Header(game)| self.flags.game_under(Some(game)).map_err(|error| error.to_string());
        let game = header.and_then(agreed);
        self.game = game.clone().map_err(|_| format!("the header in line {} is wrong", self.number));
        game.map(|_| ())
    }
}
