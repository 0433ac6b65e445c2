//! `gqt3 analyze --batch`: many games, one in each line, and an answer to each in the same order.
//!
//! All threads answer lines. A program that writes one line and waits for its answer gets it: lines are read ahead only
//! while more of them are there already, and the answers so far are written out before anything is waited for.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;
use std::time::Duration;

use crate::game::Game;
use crate::notation::Header;
use crate::number::group_digits;
use crate::progress::Progress;
use crate::report::Format;

use super::answer::{Answer, Clerk, Question};
use super::args::AnalyzeArgs;
use crate::cli::failure::{Failure, unproven};
use crate::cli::game_args::GameArgs;
use crate::cli::input::{InputLines, Next};
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// How many lines for each thread may be under way: enough that one slow answer does not keep the other threads waiting.
const AHEAD: usize = 128;

/// How long the next answer is waited for before the answers so far are written out and the input is looked at again.
const TICK: Duration = Duration::from_millis(5);

/// The number of answers is told each time when so many more have been written.
const TOLD: usize = 1 << 10;

pub fn run(path: &Path, args: &AnalyzeArgs, session: Session) -> Result<(), Failure> {
    let format = session.format();
    if args.moves && format != Format::Json {
        return Err(Failure::BadInput("--moves needs --format json".to_owned()));
    }
    if session.asks_for(Format::Table) {
        return Err(Failure::BadInput(
            "--batch answers in --format csv or json; name one of them".to_owned(),
        ));
    }
    let game = Ok(args.flags.game()?);
    let input = InputLines::open("--batch", path)?;
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
                progress.note(&group_digits(all));
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
        (0, open) => Err(Failure::Incomplete(unproven(open))),
        (1, _) => Err(Failure::BadInput("1 line of --batch is no game".to_owned())),
        (bad, _) => Err(Failure::BadInput(format!("{bad} lines of --batch are no games"))),
    }
}

/// A question, and where to send its answer. If it is dropped without an answer, because nobody wants that any more,
/// the receiver learns of it.
type Asked = (Question, SyncSender<Answer>);

/// Sets threads to work, and writes their answers in the order of the lines. `written` learns of each.
fn answer_all(
    mut lines: Lines,
    args: &AnalyzeArgs,
    format: Format,
    progress: &dyn Progress,
    out: &mut dyn Write,
    written: &mut dyn FnMut(&Answer),
) -> io::Result<()> {
    let threads = rayon::current_num_threads();
    let wanted = Wanted { progress, is_over: AtomicBool::new(false) };
    let (ask, questions) = channel();
    let questions = Mutex::new(questions);
    let mut write = |out: &mut dyn Write, answer: &Answer| {
        written(answer);
        out.write_all(&answer.row)
    };
    scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work(Clerk::new(args, format), &questions, &wanted));
        }
        // Where the answers will come that are not yet written, in the order of the lines.
        let mut answers: VecDeque<Receiver<Answer>> = VecDeque::new();
        let mut go_on = || -> io::Result<()> {
            let mut is_read = false;
            while !progress.interrupted() {
                if answers.is_empty() {
                    out.flush()?;
                }
                is_read = is_read || lines.read(&mut answers, AHEAD * threads, &ask, progress);
                let Some(first) = answers.front() else { if is_read { break } else { continue } };
                match first.recv_timeout(TICK) {
                    Ok(answer) => {
                        answers.pop_front();
                        write(out, &answer)?;
                    }
                    Err(RecvTimeoutError::Timeout) => out.flush()?,
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            Ok(())
        };
        let ended = go_on();
        wanted.is_over.store(ended.is_err(), Ordering::Relaxed);
        // No more questions come: the threads end.
        drop(ask);
        ended?;
        // After Ctrl-C some answers may have been found already.
        answers.iter().map_while(|answer| answer.recv().ok()).try_for_each(|answer| write(out, &answer))
    })
}

/// Whether answers are wanted: neither has Ctrl-C come nor has the reader of the results gone.
struct Wanted<'a> {
    progress: &'a dyn Progress,
    is_over: AtomicBool,
}

impl Progress for Wanted<'_> {
    fn interrupted(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.progress.interrupted()
    }
}

/// Answers one question after the other until no more come.
fn work(mut clerk: Clerk, questions: &Mutex<Receiver<Asked>>, wanted: &Wanted) {
    loop {
        let next = questions.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((question, place)) = next else { return };
        if let Some(answer) = clerk.answer(question, wanted) {
            // Nobody may be waiting any more.
            let _ = place.send(answer);
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

impl Lines<'_> {
    /// Asks the questions of the lines that are there, until `most` answers are awaited. If no answer is awaited yet,
    /// waits for a line first. Returns whether there are no more lines.
    fn read(
        &mut self,
        answers: &mut VecDeque<Receiver<Answer>>,
        most: usize,
        ask: &Sender<Asked>,
        progress: &dyn Progress,
    ) -> bool {
        while answers.len() < most {
            let next = if answers.is_empty() { Some(self.input.next(progress)) } else { self.input.ready() };
            let Some(next) = next else { return false };
            self.number += 1;
            let number = self.number;
            let (place, answer) = sync_channel(1);
            let (text, game) = match next {
                Next::Line(text) if Header::is_in(&text) => {
                    if let Err(error) = self.turn_to(&text) {
                        let _ = place.send(Answer::refusal(number, &error));
                        answers.push_back(answer);
                    }
                    continue;
                }
                Next::Line(text) => (text, self.game.clone()),
                Next::Bad(error) => (error.text, Err(error.reason)),
                Next::End | Next::Interrupted => return true,
            };
            // The threads listen until no more questions come.
            let _ = ask.send((Question { number, text, game }, place));
            answers.push_back(answer);
        }
        false
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
