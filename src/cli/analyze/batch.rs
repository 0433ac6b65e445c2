//! `gqt3 analyze --batch`: many games, one in each line, and an answer to each in the same order.
//!
//! Each thread takes a line, and with it the promise of an answer, which stands in the order of the lines; it answers, and
//! takes the next. Answers are written out before anything is waited for: a program that writes one line and waits for
//! its answer gets it.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;

use crate::beyond::every_board::{Solver, default_table_bytes, warm_table_bytes};
use crate::beyond::players::Estimate;
use crate::engine::game::Game;
use crate::engine::notation::{Header, Record, action_text};
use crate::engine::position::Position;
use crate::perfect_play::MAX_SOLVED_SQUARES;
use crate::report::{self, Format};
use crate::support::number::group_digits;
use crate::support::progress::Progress;
use serde_json::{Map, Value};

use super::analysis::{self, Analysis, to_move};
use super::estimates::{self, Estimates};
use crate::cli::columns::interval;
use crate::cli::failure::{Failure, unproven};
use crate::cli::game_args::GameArgs;
use crate::cli::input::{InputLines, Next};
use crate::cli::limited::LimitArgs;
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// How many lines are taken before the first of them is answered: one may take long, and the others go on.
const MOST_AHEAD: usize = 1 << 12;

/// The number of games whose solvers a thread keeps, with what they have found.
const MOST_SOLVERS: usize = 2;

/// The word of a line with `#` that makes it a header.
const PROGRAM: &str = "gqt3";

/// How many bytes the tables of all threads take together, unless the games need more.
const MOST_BYTES: usize = 1 << 30;

/// What is asked about every line.
pub struct Asked<'a> {
    pub flags: &'a GameArgs,
    pub limits: LimitArgs,
    /// Whether every move is asked about, too.
    pub moves: bool,
    pub goff: bool,
    /// How moves are estimated, if they are.
    pub estimates: Option<Estimates>,
}

pub fn run(path: &Path, asked: &Asked, session: Session) -> Result<(), Failure> {
    let format = session.format();
    if asked.moves && format != Format::Json {
        return Err(Failure::BadInput("--moves needs --format json".to_owned()));
    }
    if session.asks_for(Format::Table) || matches!(format, Format::Markdown | Format::Latex) {
        return Err(Failure::BadInput(
            "--batch answers in --format csv or json; name one of them".to_owned(),
        ));
    }
    let game = Ok(asked.flags.game()?);
    let input = InputLines::open("--batch", path)?;
    let lines = Lines {
        input,
        flags: asked.flags,
        game,
        number: 0,
    };
    // A program that asks through a pipe has the terminal to itself, and answers on the terminal tell how far they are.
    let shows_progress = path != Path::new("-") && session.width().is_none();
    let mut written = Written {
        is_quiet: session.is_quiet(),
        ..Written::default()
    };
    session.finish_stream(|progress, out| {
        if shows_progress {
            progress.begin("answers", None);
        }
        if format != Format::Json {
            out.write_all(&in_csv(
                columns(asked).iter().map(|column| column.key().to_owned()),
            ))?;
        }
        answer_all(lines, asked, format, progress, out, &mut written)?;
        progress.end();
        Ok(())
    })?;
    match (written.bad, written.open) {
        (0, 0) => Ok(()),
        (0, open) => Err(Failure::Incomplete(unproven(open))),
        (1, _) => Err(Failure::BadInput("1 line of --batch is no game".to_owned())),
        (bad, _) => Err(Failure::BadInput(format!(
            "{bad} lines of --batch are no games"
        ))),
    }
}

/// How many answers were written, to lines that are no games, and with values that are not proven.
#[derive(Default)]
struct Written {
    /// `true` if no message names a bad line.
    is_quiet: bool,
    all: usize,
    bad: usize,
    open: usize,
}

/// Sets threads to work, and writes their answers. After an interruption the last ones are missing.
fn answer_all(
    lines: Lines,
    asked: &Asked,
    format: Format,
    progress: &dyn Progress,
    out: &mut dyn Write,
    written: &mut Written,
) -> io::Result<()> {
    let wanted = Wanted {
        progress,
        is_over: AtomicBool::new(false),
    };
    let lines = Mutex::new(lines);
    let work = |promise: SyncSender<Receiver<Answer>>| {
        let mut clerk = Clerk::new(asked, format);
        while let Some((question, answer)) = take(&lines, &promise, &wanted) {
            let Some(found) = clerk.answer(question, &wanted) else {
                break;
            };
            // Whoever waited may have gone.
            let _ = answer.send(found);
        }
    };
    scope(|scope| {
        let (promise, promises) = sync_channel(MOST_AHEAD);
        for _ in 0..rayon::current_num_threads() {
            let promise = promise.clone();
            scope.spawn(|| work(promise));
        }
        drop(promise);
        let mut write_all = || -> io::Result<()> {
            while let Some(answer) = receive(&promises, out)? {
                let Some(answer) = receive(&answer, out)? else {
                    break;
                };
                written.all += 1;
                written.open += usize::from(answer.is_open);
                if let Some(error) = &answer.error {
                    written.bad += 1;
                    if !written.is_quiet {
                        tell(error);
                    }
                }
                out.write_all(&answer.row)?;
                progress.note(&group_digits(written.all));
            }
            Ok(())
        };
        let ended = write_all();
        wanted.is_over.store(true, Ordering::Relaxed);
        ended
    })
}

/// The next line, and where its answer is to be sent. One thread at a time takes lines, so that promises are in their
/// order. `None` if there is no more, or the answers are not wanted.
fn take(
    lines: &Mutex<Lines>,
    promise: &SyncSender<Receiver<Answer>>,
    wanted: &Wanted,
) -> Option<(Question, Sender<Answer>)> {
    let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    let question = lines.next(wanted)?;
    let (sender, answer) = channel();
    promise.send(answer).ok()?;
    Some((question, sender))
}

/// What comes next. Before it is waited for, what has been written is sent on.
fn receive<T>(from: &Receiver<T>, out: &mut dyn Write) -> io::Result<Option<T>> {
    if let Ok(found) = from.try_recv() {
        return Ok(Some(found));
    }
    out.flush()?;
    Ok(from.recv().ok())
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

/// A line that wants an answer.
struct Question {
    /// Its number, from 1.
    number: usize,
    /// The line as it was given.
    text: String,
    /// The game that the moves are of, or what is wrong with the line.
    game: Result<Game, String>,
    /// A header that is wrong has no row: the rows of the lines below it say what is wrong.
    is_header: bool,
}

impl Lines<'_> {
    /// Waits for the next line that wants an answer; `None` at the end, or if interrupted.
    fn next(&mut self, progress: &dyn Progress) -> Option<Question> {
        loop {
            let line = self.input.next(progress);
            self.number += 1;
            let number = self.number;
            let (text, game, is_header) = match line {
                Next::End | Next::Interrupted => return None,
                Next::Bad(error) => (error.text, Err(error.reason), false),
                // A header that is wrong, and meant as one, is no remark.
                Next::Line(text) if Header::is_in(&text) && !text.contains(PROGRAM) => continue,
                Next::Line(text) if Header::is_in(&text) => match self.turn_to(&text) {
                    Ok(()) => continue,
                    Err(error) => (text, Err(error), true),
                },
                Next::Line(text) => (text, self.game.clone(), false),
            };
            return Some(Question {
                number,
                text,
                game,
                is_header,
            });
        }
    }

    /// Goes on with the game that a header says; if it is wrong, no line has a game until the next one.
    fn turn_to(&mut self, header: &str) -> Result<(), String> {
        let header = header.parse::<Header>().map_err(|error| error.to_string());
        let agreed = |Header(game)| {
            self.flags
                .game_under(Some(game))
                .map_err(|error| error.to_string())
        };
        let game = header.and_then(agreed);
        self.game = game
            .clone()
            .map_err(|_| format!("the header in line {} is wrong", self.number));
        game.map(|_| ())
    }
}

/// What is written in answer to a line.
struct Answer {
    row: Vec<u8>,
    /// What is wrong with the line, for people.
    error: Option<String>,
    /// Whether the value is not proven.
    is_open: bool,
}

/// A line with what was found out.
struct AnsweredLine {
    number: usize,
    text: String,
    analysis: Result<Analysis, String>,
}

type Column = report::Column<'static, AnsweredLine>;

fn columns(asked: &Asked) -> Vec<Column> {
    fn of<T>(found: &AnsweredLine, tell: impl FnOnce(&Analysis) -> T) -> Option<T> {
        found.analysis.as_ref().ok().map(tell)
    }
    let mut columns = vec![
        Column::new("line_number", |found| found.number),
        Column::new("game", |found| found.text.clone()),
        Column::new("turn", |found| {
            of(found, |analysis| analysis.position().turn())
        }),
        Column::new("to_move", |found| {
            of(found, |analysis| to_move(analysis.position())).flatten()
        }),
    ];
    columns.extend(interval("value", |found: &AnsweredLine| {
        of(found, |analysis| analysis.bounds)
    }));
    let goff = asked.goff;
    columns.push(Column::new("line", move |found| {
        of(found, |analysis| analysis.continuation(goff))
    }));
    if asked.estimates.is_some() {
        let best = |found: &AnsweredLine| found.analysis.as_ref().ok()?.estimates.first().copied();
        let name = |found: &AnsweredLine, estimate: Estimate| {
            of(found, |analysis| {
                action_text(analysis.position(), &estimate.action)
            })
        };
        columns.push(Column::new("estimate_move", move |found| {
            name(found, best(found)?)
        }));
        columns.extend(estimates::columns(best));
    }
    columns.push(Column::new("error", |found| {
        found.analysis.as_ref().err().cloned()
    }));
    columns
}

/// Answers questions, and keeps what helps with the next ones.
struct Clerk<'a> {
    asked: &'a Asked<'a>,
    format: Format,
    columns: Vec<Column>,
    /// The one that was used last is the last.
    solvers: Vec<(Game, Solver)>,
}

impl<'a> Clerk<'a> {
    fn new(asked: &'a Asked, format: Format) -> Clerk<'a> {
        Clerk {
            asked,
            format,
            columns: columns(asked),
            solvers: Vec::new(),
        }
    }

    /// The answer to a question; `None` if it was interrupted.
    fn answer(&mut self, question: Question, progress: &dyn Progress) -> Option<Answer> {
        let Question {
            number,
            text,
            game,
            is_header,
        } = question;
        let record = game.and_then(|game| record(&text, game));
        let analysis = record.and_then(|record| {
            self.analysis(record, progress)
                .map_err(|failure| failure.to_string())
        });
        progress.check().ok()?;
        let error = analysis
            .as_ref()
            .err()
            .map(|error| format!("line {number}: {error}"));
        let is_open = analysis
            .as_ref()
            .is_ok_and(|analysis| analysis.bounds.value().is_none());
        let found = AnsweredLine {
            number,
            text,
            analysis,
        };
        let row = if is_header {
            Vec::new()
        } else {
            self.row(&found)
        };
        Some(Answer {
            row,
            error,
            is_open,
        })
    }

    fn analysis(&mut self, record: Record, progress: &dyn Progress) -> Result<Analysis, Failure> {
        let Asked {
            limits,
            moves,
            estimates,
            ..
        } = *self.asked;
        let game = *record.start().game();
        let solver = self.solver(game)?;
        let deadline = limits.begin(&game, solver, progress);
        let mut analysis = Analysis::of(record, moves, solver, &deadline);
        if let Some(how) = estimates.filter(|_| analysis.needs_estimates()) {
            let found = how.of(analysis.position(), progress)?;
            analysis.take_in(found, moves, solver, &deadline);
        }
        Ok(analysis)
    }

    fn solver(&mut self, game: Game) -> Result<&mut Solver, Failure> {
        let solver = match self.solvers.iter().position(|(of, _)| *of == game) {
            Some(place) => self.solvers.remove(place).1,
            None => Solver::new(game, self.table_bytes(&game))?,
        };
        if self.solvers.len() == MOST_SOLVERS {
            self.solvers.remove(0);
        }
        self.solvers.push((game, solver));
        let last = self.solvers.len() - 1;
        let solver = &mut self.solvers[last].1;
        // What is proven within a limit of nodes must not depend on the lines that the thread has answered before: they are others
        // each time.
        if self.asked.limits.node_limit.is_some() {
            solver.forget();
        }
        Ok(solver)
    }

    /// How large the table of a game is. The threads share a fixed amount of memory, however many they are.
    fn table_bytes(&self, game: &Game) -> usize {
        let share = MOST_BYTES / rayon::current_num_threads();
        match default_table_bytes(game) {
            least if self.asked.limits.node_limit.is_some() => least,
            _ if game.squares() > MAX_SOLVED_SQUARES => share,
            least => share.clamp(least, warm_table_bytes(game)),
        }
    }

    fn row(&self, found: &AnsweredLine) -> Vec<u8> {
        if self.format != Format::Json {
            return in_csv(self.columns.iter().map(|column| column.cell(found).plain()));
        }
        let mut object: Map<String, Value> = self
            .columns
            .iter()
            .map(|column| column.field(found))
            .collect();
        if let (true, Ok(analysis)) = (self.asked.moves, &found.analysis) {
            object.insert("moves".to_owned(), self.moves(analysis));
        }
        format!("{}\n", Value::Object(object)).into_bytes()
    }

    /// The moves; nothing if there are too many, and none of them was estimated.
    fn moves(&self, analysis: &Analysis) -> Value {
        let columns = analysis::columns(self.asked.estimates.is_some());
        let each = || {
            analysis
                .moves()
                .map(|of| columns.iter().map(|column| column.field(&of)).collect())
        };
        let is_listed = analysis.has_all || !analysis.groups.is_empty();
        is_listed
            .then(|| each().map(Value::Object).collect::<Vec<_>>())
            .into()
    }
}

/// The game of a line. A blank line is refused: an empty line at the end of a file is hardly meant as the start of a
/// game.
fn record(text: &str, game: Game) -> Result<Record, String> {
    if text.trim().is_empty() {
        return Err("the line is blank; a game without moves is the word 'start'".to_owned());
    }
    Record::parse(text, Position::new(game)).map_err(|error| error.to_string())
}

/// A record of CSV.
fn in_csv(fields: impl Iterator<Item = String>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(fields)
        .expect("memory takes every record");
    writer.into_inner().expect("memory takes every record")
}
