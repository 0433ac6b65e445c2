//! `gqt3 batch`: reads one game per line and answers each, in order.
//!
//! Each thread takes a line and queues a channel for its answer, so that answers are written in the
//! order of the lines. The writer flushes before it waits, because another program may send a line
//! only after the answer to the last one.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::scope;

use crate::report::{self, Format, Table};
use clap::Args;
use gqt3::beyond::every_board::{AnyBoardSolver, default_table_bytes, warm_table_bytes};
use gqt3::engine::board::Square;
use gqt3::engine::game::Game;
use gqt3::engine::notation::{Header, Record, action_text, players};
use gqt3::engine::position::{Position, piece};
use gqt3::perfect_play::MAX_SOLVED_SQUARES;
use gqt3::support::number::group_digits;
use gqt3::support::progress::Progress;
use gqt3::support::threads;
use serde_json::{Value, json};

use super::analyze::analysis::{self, Analysis, Move};
use super::analyze::estimates::{self, EstimateArgs, Estimates};
use super::analyze::moves;
use super::failure::{Failure, unproven};
use super::files::Named;
use super::game_args::{GameArgs, record};
use super::input::{InputLines, Next};
use super::limited::LimitArgs;
use super::session::{ADVANCED, SHORT_HELP, Session};
use super::stderr::tell;

/// How many answers may wait for one that takes long.
const MOST_AHEAD: usize = 1 << 12;

/// Replaces the shared help of `--format`, because other commands have more formats.
pub const FORMAT: &str =
    "Set the format: csv or json [default: by the extension of --output, or csv]";

const MOST_SOLVERS: usize = 2;

/// How many bytes the threads share for their tables of one game.
const MOST_BYTES: usize = 1 << 30;

/// Answer one game per line: its value, best play and pieces
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct BatchArgs {
    /// Read the games from FILE, one per line; - is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Add the moves and their values, in JSON
    #[arg(long)]
    moves: bool,
    /// Write best play in Goff's notation
    #[arg(long)]
    goff: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    game: GameArgs,
    /// Estimate positions without known best play
    #[arg(long, hide_short_help = true, help_heading = ADVANCED)]
    estimate: bool,
    #[command(flatten)]
    estimates: EstimateArgs,
}

const EXAMPLES: &str = "\
A line is a game, as gqt3 help analyze explains, and may end with an id of your own: 1-2 2-5 # game 17. Answers come in \
the order of the lines, as CSV or with --format json as one object per line: the line, its id, the pieces, the value, and \
best play or an error. Errors also go to standard error, unless --quiet, and make the exit code 2. Each answer is flushed \
before the next line is awaited, so that another program can send lines one by one (examples/oracle.py).

A header such as # gqt3 game: board 4, pieces 3, variant goff applies to the lines up to the next header. It has no answer, \
and flags that contradict it are refused. Other lines that begin with # are comments.

Examples:
  gqt3 batch examples/games.txt
  gqt3 batch examples/games.txt --format json --moves --output answers.json
  gqt3 batch examples/games.txt --node-limit 100000 --estimate";

struct Request<'a> {
    args: &'a BatchArgs,
    estimates: Option<Estimates>,
}

pub fn run(args: &BatchArgs, session: Session) -> Result<(), Failure> {
    session.distinct(&[Named::input("FILE", Some(&args.file))])?;
    let format = session.one_of("gqt3 batch", &[Format::Csv, Format::Json])?;
    if args.moves && format != Format::Json {
        return Err(Failure::BadInput("--moves needs --format json".to_owned()));
    }
    let estimates = args.estimates.estimates(args.estimate, "add --estimate")?;
    let request = Request { args, estimates };
    let game = Ok(args.game.game()?);
    let input = InputLines::open("", &args.file)?;
    let lines = Lines {
        input,
        flags: &args.game,
        game,
        number: 0,
    };
    // No progress for a program that sends the lines, nor on a terminal that shows the answers.
    let shows_progress = args.file != Path::new("-") && session.width().is_none();
    let mut written = Written {
        is_quiet: session.is_quiet(),
        ..Written::default()
    };
    session.finish_stream(|progress, out| {
        if shows_progress {
            progress.begin("answers", None);
        }
        answer_all(lines, &request, format, progress, out, &mut written)?;
        progress.end();
        Ok(())
    })?;
    match (written.bad, written.open, written.all) {
        (0, 0, 0) => Err(Failure::BadInput(
            "there are no games; write one on each line".to_owned(),
        )),
        (0, 0, _) => Ok(()),
        (0, open, _) => Err(Failure::Incomplete(unproven(open))),
        (bad, ..) if !written.is_quiet => Err(Failure::BadInput(match bad {
            1 => "1 line has an error, which is above".to_owned(),
            _ => format!("{bad} lines have errors, which are above"),
        })),
        _ => Err(Failure::Reported),
    }
}

/// `open` counts the answers with unproven values. `all` and `bad` also count bad headers.
#[derive(Default)]
struct Written {
    is_quiet: bool,
    all: usize,
    bad: usize,
    open: usize,
}

/// After an interruption the last answers are missing.
fn answer_all(
    lines: Lines,
    request: &Request,
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
    let work = |promise: SyncSender<Receiver<AnswerLine>>| {
        let mut clerk = Clerk::new(request, format);
        while let Some((question, reply)) = take(&lines, &promise, &wanted) {
            let Some(answer) = clerk.answer(question, &wanted) else {
                break;
            };
            // Nobody receives it if the output cannot be written.
            let _ = reply.send(answer);
        }
    };
    scope(|scope| {
        let (promise, promises) = sync_channel(MOST_AHEAD);
        let mut started = 0;
        for _ in 0..rayon::current_num_threads() {
            let promise = promise.clone();
            match threads::start_in(scope, || work(promise)) {
                Ok(()) => started += 1,
                // Fewer threads give the same answers.
                Err(_) if started > 0 => break,
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        drop(promise);
        let mut write_all = || -> io::Result<()> {
            while let Some(answer) = receive(&promises, out)? {
                let Some(answer) = receive(&answer, out)? else {
                    break;
                };
                if written.all == 0 && format != Format::Json {
                    let columns = columns(request.args.goff, request.args.estimate);
                    let shown = columns.iter().filter(|column| column.is_in(format));
                    out.write_all(&in_csv(shown.map(|column| column.key().to_owned())))?;
                }
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

/// Takes a line and queues its channel under one lock, which keeps the order.
fn take(
    lines: &Mutex<Lines>,
    promise: &SyncSender<Receiver<AnswerLine>>,
    wanted: &Wanted,
) -> Option<(Question, Sender<AnswerLine>)> {
    let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    let question = lines.next(wanted)?;
    let (sender, answer) = channel();
    promise.send(answer).ok()?;
    Some((question, sender))
}

fn receive<T>(from: &Receiver<T>, out: &mut dyn Write) -> io::Result<Option<T>> {
    if let Ok(received) = from.try_recv() {
        return Ok(Some(received));
    }
    out.flush()?;
    Ok(from.recv().ok())
}

/// Interrupts the threads after Ctrl-C, or if an answer could not be written.
struct Wanted<'a> {
    progress: &'a dyn Progress,
    is_over: AtomicBool,
}

impl Progress for Wanted<'_> {
    fn interrupted(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.progress.interrupted()
    }
}

struct Lines<'a> {
    input: InputLines,
    flags: &'a GameArgs,
    /// The next lines' game, or the last header's error.
    game: Result<Game, String>,
    number: usize,
}

struct Question {
    number: usize,
    text: String,
    id: Option<String>,
    /// The game of the moves, or why there is none.
    game: Result<Game, String>,
    /// A bad header has no row, because the rows below it contain its error.
    is_header: bool,
}

impl Lines<'_> {
    fn next(&mut self, progress: &dyn Progress) -> Option<Question> {
        loop {
            let line = self.input.next(progress);
            self.number += 1;
            let number = self.number;
            let (mut text, game, is_header) = match line {
                Next::End | Next::Interrupted => return None,
                Next::Bad(error) => (error.text, Err(error.reason), false),
                Next::Line(text) if Header::is_comment(&text) || players(&text).is_some() => {
                    continue;
                }
                Next::Line(text) if Header::is_in(&text) => match self.turn_to(&text) {
                    Ok(()) => continue,
                    Err(error) => (text, Err(error), true),
                },
                Next::Line(text) => (text, self.game.clone(), false),
            };
            let mut id = None;
            if let Some((moves, after)) = text.split_once('#').filter(|_| !is_header) {
                id = Some(after.trim().to_owned());
                text = moves.trim_end().to_owned();
            }
            return Some(Question {
                number,
                text,
                id,
                game,
                is_header,
            });
        }
    }

    /// Switches to a header's game.
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
            .map_err(|error| format!("the header in line {} is wrong: {error}", self.number));
        game.map(|_| ())
    }
}

struct AnswerLine {
    row: Vec<u8>,
    /// For standard error.
    error: Option<String>,
    is_open: bool,
}

struct AnsweredLine {
    number: usize,
    text: String,
    id: Option<String>,
    analysis: Result<Analysis, String>,
}

type Column = report::Column<'static, AnsweredLine>;

/// JSON always has the keys of estimates, CSV only if `estimates`.
fn columns(goff: bool, estimates: bool) -> Vec<Column> {
    fn answer(line: &AnsweredLine) -> Option<&Analysis> {
        line.analysis.as_ref().ok()
    }
    let mut columns = vec![
        Column::new(
            "line_number",
            "the number of the line, from 1",
            |line: &AnsweredLine| line.number,
        ),
        Column::new(
            "id",
            "the text after a # in the line",
            |line: &AnsweredLine| line.id.clone(),
        ),
        Column::new("game", "the moves of the line", |line: &AnsweredLine| {
            line.text.clone()
        }),
        Column::new(
            "position",
            "for each square the classical piece (X1), or the subscripts of its quantum pieces (1,2), or -",
            |line: &AnsweredLine| Some(pieces(answer(line)?.position())),
        ),
    ];
    columns.extend(analysis::columns(
        |line: &AnsweredLine| answer(line).map(Analysis::position),
        |line: &AnsweredLine| answer(line).map(|analysis| analysis.bounds),
    ));
    columns.push(analysis::line(move |line| {
        Some(answer(line)?.continuation(goff))
    }));
    let best = |line: &AnsweredLine| answer(line)?.estimates.first().copied();
    let name = move |line: &AnsweredLine| {
        let position = answer(line)?.position();
        Some(moves::squares(&action_text(position, &best(line)?.action)).to_owned())
    };
    let help = "with --estimate, the move that looks best if best play is not known";
    let estimated = [Column::new("estimate_move", help, name)];
    let estimated = estimated.into_iter().chain(estimates::columns(best));
    columns.extend(estimated.map(|column| column.in_csv_if(estimates)));
    let help = "why the line is no game; the results are then null";
    columns.push(Column::new("error", help, |line: &AnsweredLine| {
        line.analysis.as_ref().err().cloned()
    }));
    columns
}

pub fn table() -> Table<'static> {
    Table::of("answers", columns(false, true), Vec::new())
}

fn pieces(position: &Position) -> String {
    let on = |square: Square| {
        if let Some(series) = position.classical_series_on(square) {
            return piece(series);
        }
        let here = position.quantum_series_on(square);
        let here: Vec<String> = here.map(|series| (series + 1).to_string()).collect();
        if here.is_empty() {
            "-".to_owned()
        } else {
            here.join(",")
        }
    };
    let squares: Vec<String> = position.board().all().iter().map(on).collect();
    squares.join(" ")
}

pub fn schema() -> Value {
    let moves = moves::table(Vec::new(), None).row_schema();
    let mut schema = table().row_schema();
    schema["properties"]["moves"] = json!({
        "type": ["array", "null"],
        "items": moves,
        "description": "with --moves, every move; if they are too many, those with an estimate, or null",
    });
    if let Some(required) = schema["required"].as_array_mut() {
        required.push(json!("moves"));
    }
    schema
}

struct Clerk<'a> {
    request: &'a Request<'a>,
    format: Format,
    columns: Vec<Column>,
    /// The most recently used solver is last.
    solvers: Vec<(Game, AnyBoardSolver)>,
}

impl<'a> Clerk<'a> {
    fn new(request: &'a Request, format: Format) -> Clerk<'a> {
        Clerk {
            request,
            format,
            columns: columns(request.args.goff, request.args.estimate),
            solvers: Vec::new(),
        }
    }

    fn answer(&mut self, question: Question, progress: &dyn Progress) -> Option<AnswerLine> {
        let Question {
            number,
            text,
            id,
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
        let line = AnsweredLine {
            number,
            text,
            id,
            analysis,
        };
        let row = if is_header {
            Vec::new()
        } else {
            self.row(&line)
        };
        Some(AnswerLine {
            row,
            error,
            is_open,
        })
    }

    fn analysis(&mut self, record: Record, progress: &dyn Progress) -> Result<Analysis, Failure> {
        let Request { args, estimates } = *self.request;
        let game = *record.start().game();
        let solver = self.solver(game)?;
        let deadline = args.limits.begin(&game, solver, progress);
        let mut analysis = Analysis::of(record, args.moves, solver, &deadline);
        if let Some(how) = estimates.filter(|_| analysis.needs_estimates()) {
            let estimates = how.of(analysis.position(), progress)?;
            analysis.add_estimates(estimates, args.moves, solver, &deadline);
        }
        Ok(analysis)
    }

    fn solver(&mut self, game: Game) -> Result<&mut AnyBoardSolver, Failure> {
        let solver = match self.solvers.iter().position(|(other, _)| *other == game) {
            Some(index) => self.solvers.remove(index).1,
            None => AnyBoardSolver::new(game, self.table_bytes(&game))?,
        };
        if self.solvers.len() == MOST_SOLVERS {
            self.solvers.remove(0);
        }
        self.solvers.push((game, solver));
        let last = self.solvers.len() - 1;
        let solver = &mut self.solvers[last].1;
        // Clear the table, because each run gives a thread other lines, but the results within a
        // node limit must not depend on what the thread answered before.
        if self.request.args.limits.node_limit.is_some() {
            solver.clear();
        }
        Ok(solver)
    }

    /// Returns one thread's share of [`MOST_BYTES`], within limits on boards up to 3x3. With a node
    /// limit it returns the default, because results must not depend on the number of threads.
    fn table_bytes(&self, game: &Game) -> usize {
        let share = MOST_BYTES / rayon::current_num_threads();
        match default_table_bytes(game) {
            least if self.request.args.limits.node_limit.is_some() => least,
            _ if game.squares() > MAX_SOLVED_SQUARES => share,
            least => share.clamp(least, warm_table_bytes(game)),
        }
    }

    fn row(&self, line: &AnsweredLine) -> Vec<u8> {
        let shown = self
            .columns
            .iter()
            .filter(|column| column.is_in(self.format));
        if self.format != Format::Json {
            return in_csv(shown.map(|column| column.cell(line).plain()));
        }
        let analysis = line
            .analysis
            .as_ref()
            .ok()
            .filter(|_| self.request.args.moves);
        let moves = json!(analysis.and_then(moves_of));
        let entries = shown.map(|column| (column.key(), column.cell(line).json()));
        let mut line = String::new();
        for (key, value) in entries.chain([("moves", moves)]) {
            let before = if line.is_empty() { '{' } else { ',' };
            line += &format!("{before}\"{key}\":{value}");
        }
        (line + "}\n").into_bytes()
    }
}

/// Returns `None` if there are too many moves and none was estimated.
fn moves_of<'a>(analysis: &'a Analysis) -> Option<Vec<Value>> {
    let columns: Vec<report::Column<Move<'a>>> = moves::columns(true, 0);
    let shown = |one: Move<'a>| {
        let shown = columns.iter().filter(|column| column.is_in(Format::Json));
        Value::Object(shown.map(|column| column.entry(&one)).collect())
    };
    let is_listed = analysis.has_all || !analysis.groups.is_empty();
    is_listed.then(|| analysis.moves().map(shown).collect())
}

fn in_csv(fields: impl Iterator<Item = String>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(fields)
        .expect("memory takes every record");
    writer.into_inner().expect("memory takes every record")
}
