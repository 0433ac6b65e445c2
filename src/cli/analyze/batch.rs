//! `gqt3 analyze --batch`: many games, one in each line, and an answer to each in the same order.
//!
//! The lines are answered on all threads. Whoever writes a line and waits for its answer gets it: lines are read ahead only
//! as far as they are there, and what is written goes out before anything is waited for.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::scope;
use std::time::{Duration, Instant};

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
const AHEAD: usize = 128;

/// The most questions that a thread takes at a time.
const AT_ONCE: usize = 32;

/// Answers that take less than this are easy.
const QUICK: Duration = Duration::from_millis(1);

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
    let threads = rayon::current_num_threads();
    let desk = Desk {
        progress,
        pile: Mutex::default(),
        arrived: Condvar::new(),
        is_over: AtomicBool::new(false),
        threads,
    };
    let (answer, answers) = channel();
    scope(|scope| {
        for _ in 0..threads {
            let (answer, desk) = (answer.clone(), &desk);
            scope.spawn(move || work(Clerk::new(args, format), desk, &answer));
        }
        drop(answer);
        let mut queue = Queue { lines, answers, waiting: VecDeque::new(), taken: 0 };
        let mut ended = queue.run(&desk, out, written);
        desk.close(ended.is_err());
        // After Ctrl-C the threads hand in what they have.
        while let (Ok(()), Ok(answers)) = (&ended, queue.answers.recv()) {
            queue.sort_in(answers);
            ended = queue.write(out, written);
        }
        ended
    })
}

/// What the threads share: the questions that nobody has taken yet.
struct Desk<'a> {
    progress: &'a dyn Progress,
    pile: Mutex<Pile>,
    arrived: Condvar,
    /// Nobody wants the answers any more: the reader of the results has gone.
    is_over: AtomicBool,
    threads: usize,
}

#[derive(Default)]
struct Pile {
    questions: VecDeque<(usize, Question)>,
    is_closed: bool,
}

impl Desk<'_> {
    fn pile(&self) -> MutexGuard<'_, Pile> {
        self.pile.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, questions: Vec<(usize, Question)>) {
        self.pile().questions.extend(questions);
        self.arrived.notify_all();
    }

    /// Takes the next questions, at most so many and no more than leaves enough for the other threads. None once there will be
    /// no more.
    fn take(&self, most: usize) -> Vec<(usize, Question)> {
        let mut pile = self.pile();
        while pile.questions.is_empty() && !pile.is_closed {
            pile = self.arrived.wait(pile).unwrap_or_else(PoisonError::into_inner);
        }
        let fair = pile.questions.len().div_ceil(2 * self.threads);
        pile.questions.drain(..fair.min(most)).collect()
    }

    /// No more questions come; what is not yet answered is wanted no more.
    fn close(&self, is_over: bool) {
        self.is_over.store(is_over, Ordering::Relaxed);
        let mut pile = self.pile();
        pile.questions.clear();
        pile.is_closed = true;
        self.arrived.notify_all();
    }
}

impl Progress for Desk<'_> {
    fn interrupted(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.progress.interrupted()
    }
}

/// Answers questions, until there are no more or the answer is no longer wanted. Where they are easy, some at a time: handing
/// over takes longer then than the answer.
fn work(mut clerk: Clerk, desk: &Desk, answers: &Sender<Vec<(usize, Answer)>>) {
    let mut most = 1;
    loop {
        let questions = desk.take(most);
        let (began, count) = (Instant::now(), questions.len());
        if count == 0 {
            return;
        }
        let mut done = Vec::with_capacity(count);
        for (place, question) in questions {
            let Some(answer) = clerk.answer(question, desk) else { break };
            done.push((place, answer));
            if began.elapsed() > QUICK && answers.send(std::mem::take(&mut done)).is_err() {
                return;
            }
        }
        if answers.send(done).is_err() || desk.interrupted() {
            return;
        }
        most = if began.elapsed() < QUICK { AT_ONCE } else { 1 };
    }
}

/// The lines under way.
struct Queue<'a> {
    lines: Lines<'a>,
    answers: Receiver<Vec<(usize, Answer)>>,
    /// What is not yet written, in the order of the lines.
    waiting: VecDeque<Option<Answer>>,
    /// How many are written.
    taken: usize,
}

impl Queue<'_> {
    /// Goes on to the end of the lines or to Ctrl-C.
    fn run(&mut self, desk: &Desk, out: &mut dyn Write, written: &mut dyn FnMut(&Answer)) -> io::Result<()> {
        let mut is_read = false;
        while !desk.interrupted() {
            if self.waiting.is_empty() {
                out.flush()?;
            }
            is_read = is_read || self.read(desk);
            self.write(out, written)?;
            match self.waiting.is_empty() {
                true if is_read => break,
                true => {}
                false => self.wait(out)?,
            }
        }
        Ok(())
    }

    /// Takes in the lines that are there, as many as may be under way, and waits for one if none is; whether there are no more.
    fn read(&mut self, desk: &Desk) -> bool {
        let mut questions = Vec::new();
        let mut is_read = false;
        while self.waiting.len() < AHEAD * desk.threads {
            let place = self.taken + self.waiting.len();
            match self.lines.next(self.waiting.is_empty(), desk.progress) {
                Read::Question(question) => {
                    questions.push((place, question));
                    self.waiting.push_back(None);
                }
                Read::Refused(answer) => self.waiting.push_back(Some(answer)),
                Read::Nothing => break,
                Read::End => {
                    is_read = true;
                    break;
                }
            }
        }
        if !questions.is_empty() {
            desk.add(questions);
        }
        is_read
    }

    /// Waits for answers, for a moment.
    fn wait(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.answers.recv_timeout(TICK) {
            Ok(answers) => {
                self.sort_in(answers);
                Ok(())
            }
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => out.flush(),
        }
    }

    fn sort_in(&mut self, answers: Vec<(usize, Answer)>) {
        for (place, answer) in answers {
            self.waiting[place - self.taken] = Some(answer);
        }
    }

    /// Writes the answers whose turn it is.
    fn write(&mut self, out: &mut dyn Write, written: &mut dyn FnMut(&Answer)) -> io::Result<()> {
        while let Some(answer) = self.waiting.front_mut().and_then(Option::take) {
            self.waiting.pop_front();
            self.taken += 1;
            written(&answer);
            out.write_all(&answer.row)?;
        }
        Ok(())
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
    /// A line that is to be answered.
    Question(Question),
    /// A header that is wrong.
    Refused(Answer),
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
                    Err(error) => return Read::Refused(Answer::refusal(number, &error)),
                },
                Some(Next::Line(text)) => (text, self.game.clone()),
                Some(Next::Bad(error)) => (error.text().to_owned(), Err(error.reason())),
                Some(Next::End | Next::Interrupted) => return Read::End,
                None => {
                    self.number -= 1;
                    return Read::Nothing;
                }
            };
            return Read::Question(Question { number, text, game });
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
