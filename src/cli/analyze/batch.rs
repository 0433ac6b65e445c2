//! `gqt3 analyze --batch`: many games, one in each line, and an answer to each in the same order.
//!
//! Lines that are there already are answered together, by all threads. Answers are written out before anything is waited
//! for: a program that writes one line and waits for its answer gets it. How many lines are answered together depends on
//! how long the last ones took.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::scope;
use std::time::{Duration, Instant};

use crate::game::Game;
use crate::notation::Header;
use crate::number::group_digits;
use crate::progress::Progress;
use crate::report::Format;

use super::answer::{Answer, Clerk, Question, columns, heading};
use super::args::AnalyzeArgs;
use crate::cli::failure::{Failure, unproven};
use crate::cli::game_args::GameArgs;
use crate::cli::input::{InputLines, Next};
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// How many lines for each thread are answered together at most.
const MOST_TOGETHER: usize = 1 << 10;

/// Fewer lines are answered together if the last ones took longer than this, else more.
const SOON: Duration = Duration::from_millis(50);

pub fn run(path: &Path, args: &AnalyzeArgs, session: Session) -> Result<(), Failure> {
    let format = session.format();
    if args.moves && format != Format::Json {
        return Err(Failure::BadInput("--moves needs --format json".to_owned()));
    }
    if session.asks_for(Format::Table) || matches!(format, Format::Markdown | Format::Latex) {
        return Err(Failure::BadInput(
            "--batch answers in --format csv or json; name one of them".to_owned(),
        ));
    }
    let game = Ok(args.flags.game()?);
    let input = InputLines::open("--batch", path)?;
    let mut lines = Lines { input, flags: &args.flags, game, number: 0 };
    let (mut all, mut bad, mut open) = (0_usize, 0, 0);
    // A program that asks through a pipe has the terminal to itself, and answers on the terminal tell how far they are.
    let shows_progress = path != Path::new("-") && session.width().is_none();
    session.finish_stream(|progress, out| {
        if shows_progress {
            progress.begin("answers", None);
        }
        let mut clerks: Vec<Clerk> =
            (0..rayon::current_num_threads()).map(|_| Clerk::new(args, format)).collect();
        out.write_all(&heading(&columns(args.goff), format))?;
        out.flush()?;
        let mut together = clerks.len();
        loop {
            let questions = lines.read(together, progress);
            if questions.is_empty() {
                break;
            }
            let started = Instant::now();
            answer_all(&questions, &mut clerks, args.goff, progress, out, &mut |answer| {
                all += 1;
                open += usize::from(answer.is_open);
                if let Some(error) = &answer.error {
                    bad += 1;
                    tell(error);
                }
            })?;
            progress.note(&group_digits(all));
            together = if started.elapsed() < SOON { 2 * together } else { together / 2 };
            together = together.clamp(clerks.len(), MOST_TOGETHER * clerks.len());
        }
        progress.end();
        Ok(())
    })?;
    match (bad, open) {
        (0, 0) => Ok(()),
        (0, open) => Err(Failure::Incomplete(unproven(open))),
        (1, _) => Err(Failure::BadInput("1 line of --batch is no game".to_owned())),
        (bad, _) => Err(Failure::BadInput(format!("{bad} lines of --batch are no games"))),
    }
}

/// Sets threads to work, and writes their answers in the order of the questions, each as soon as it can be; `written` learns
/// of it. After an interruption some are missing.
fn answer_all(
    questions: &[Question],
    clerks: &mut [Clerk],
    goff: bool,
    progress: &dyn Progress,
    out: &mut dyn Write,
    written: &mut dyn FnMut(&Answer),
) -> io::Result<()> {
    let next = AtomicUsize::new(0);
    let wanted = Wanted { progress, is_over: AtomicBool::new(false) };
    let work = |clerk: &mut Clerk, done: Sender<(usize, Answer)>| {
        let columns = columns(goff);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(question) = questions.get(number) else { break };
            let Some(answer) = clerk.answer(question, &columns, &wanted) else { break };
            // The other end listens until all threads are done.
            let _ = done.send((number, answer));
        }
    };
    scope(|scope| {
        let (done, answers) = channel();
        for clerk in clerks.iter_mut().take(questions.len()) {
            let done = done.clone();
            scope.spawn(|| work(clerk, done));
        }
        drop(done);
        let mut waiting: BTreeMap<usize, Answer> = BTreeMap::new();
        let mut first = 0;
        let mut write_all = || -> io::Result<()> {
            loop {
                let answer = match answers.try_recv() {
                    Ok(answer) => Ok(answer),
                    // Before anything is waited for, what is there is written out.
                    Err(_) => out.flush().map(|()| answers.recv())?,
                };
                let Ok((number, answer)) = answer else { return Ok(()) };
                waiting.insert(number, answer);
                while let Some(answer) = waiting.remove(&first) {
                    written(&answer);
                    out.write_all(&answer.row)?;
                    first += 1;
                }
            }
        };
        let ended: io::Result<()> = write_all();
        wanted.is_over.store(ended.is_err(), Ordering::Relaxed);
        ended
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

/// The lines that are read.
struct Lines<'a> {
    input: InputLines,
    flags: &'a GameArgs,
    /// The game of the lines to come, that of the flags or of the last header; or why they have none.
    game: Result<Game, String>,
    number: usize,
}

impl Lines<'_> {
    /// Waits for a line, and takes the others that are there already, `most` at most. There are none at the end, or if it
    /// was interrupted.
    fn read(&mut self, most: usize, progress: &dyn Progress) -> Vec<Question> {
        let mut questions = Vec::new();
        while questions.len() < most {
            let next =
                if questions.is_empty() { Some(self.input.next(progress)) } else { self.input.ready() };
            let (text, game, is_header) = match next {
                None | Some(Next::End | Next::Interrupted) => break,
                Some(Next::Line(text)) if Header::is_in(&text) => {
                    self.number += 1;
                    match self.turn_to(&text) {
                        Ok(()) => continue,
                        Err(error) => (text, Err(error), true),
                    }
                }
                Some(Next::Line(text)) => {
                    self.number += 1;
                    (text, self.game.clone(), false)
                }
                Some(Next::Bad(error)) => {
                    self.number += 1;
                    (error.text, Err(error.reason), false)
                }
            };
            questions.push(Question { number: self.number, text, game, is_header });
        }
        questions
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
