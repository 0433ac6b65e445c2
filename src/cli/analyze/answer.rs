//! The answer to a line of a batch: what is known of its game, as a row of CSV or an object of JSON.

use gqt3::game::Game;
use gqt3::notation::Record;
use gqt3::position::Position;
use gqt3::progress::Progress;
use gqt3::report::{Column, Format};
use gqt3::search::{Interval, MAX_SQUARES, Solver, default_table_bytes, warm_table_bytes};
use serde_json::{Map, Value};

use super::analysis::{continuation, to_move};
use super::args::AnalyzeArgs;
use super::moves::{self, each, groups};
use crate::cli::columns::margin;
use crate::cli::failure::Failure;

/// For so many games a thread keeps what it has found.
const MOST_SOLVERS: usize = 2;

/// How much memory the tables of all threads take at most, unless the games need more.
const MOST_BYTES: usize = 1 << 30;

/// A line that wants an answer.
pub struct Question {
    /// Its number, from 1.
    pub number: usize,
    /// The line as it was given.
    pub text: String,
    /// The game that the moves are of, or what is wrong with the line.
    pub game: Result<Game, String>,
}

/// What is written in answer to a line.
pub struct Answer {
    /// The row; nothing for a header.
    pub row: Vec<u8>,
    /// What is wrong with the line, for people.
    pub error: Option<String>,
    /// Whether the value is not proven.
    pub is_open: bool,
}

impl Answer {
    /// The answer to a header that is wrong: the lines below it tell so.
    pub fn refusal(number: usize, error: &str) -> Answer {
        Answer { row: Vec::new(), error: Some(format!("line {number}: {error}")), is_open: false }
    }
}

/// A line with what was found out.
struct Found {
    number: usize,
    text: String,
    known: Result<Known, String>,
}

impl Found {
    fn known(&self) -> Option<&Known> {
        self.known.as_ref().ok()
    }
}

/// What is known of a game.
struct Known {
    turn: usize,
    to_move: Option<&'static str>,
    bounds: Interval,
    line: String,
    moves: Option<Value>,
}

/// Answers questions, and keeps what helps with the next ones.
pub struct Clerk<'a> {
    args: &'a AnalyzeArgs,
    format: Format,
    columns: Vec<Column<'static, Found>>,
    /// The last one is that of the last question.
    solvers: Vec<(Game, Solver)>,
}

impl Clerk<'_> {
    pub fn new(args: &AnalyzeArgs, format: Format) -> Clerk<'_> {
        Clerk { args, format, columns: columns(), solvers: Vec::new() }
    }

    /// What stands above the rows.
    pub fn heading(&self) -> Vec<u8> {
        match self.format {
            Format::Json => Vec::new(),
            Format::Table | Format::Csv => in_csv(self.columns.iter().map(|column| column.key().to_owned())),
        }
    }

    /// The answer to a question; `None` if it was interrupted.
    pub fn answer(&mut self, question: Question, progress: &dyn Progress) -> Option<Answer> {
        let Question { number, text, game } = question;
        let record = game.and_then(|game| record(&text, game));
        let known = match record.map(|record| (self.known(&record, progress), record)) {
            Ok((Ok(known), _)) => Ok(known),
            Ok((Err(failure), _)) => Err(failure.to_string()),
            Err(error) => Err(error),
        };
        if progress.interrupted() {
            return None;
        }
        let error = known.as_ref().err().map(|error| format!("line {number}: {error}"));
        let is_open = known.as_ref().is_ok_and(|known| known.bounds.value().is_none());
        let row = self.row(&Found { number, text, known });
        Some(Answer { row, error, is_open })
    }

    fn known(&mut self, record: &Record, progress: &dyn Progress) -> Result<Known, Failure> {
        let args = self.args;
        let position = record.end();
        let solver = self.solver(*position.game())?;
        let progress = args.limits.begin(position.game(), solver, progress);
        let bounds = solver.bounds(position, &progress);
        let line = solver.best_line(record, &progress);
        Ok(Known {
            turn: position.turn(),
            to_move: to_move(position),
            bounds,
            line: line.map_or_else(String::new, |line| continuation(record, &line, args.goff)),
            moves: args.moves.then(|| moves(position, bounds, solver, &progress)),
        })
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
        // How far a number of nodes leads must not depend on the lines before, which are others on each thread.
        if self.args.limits.node_limit.is_some() {
            solver.forget();
        }
        Ok(solver)
    }

    /// The threads share some memory, so that many of them do not need more than there is.
    fn table_bytes(&self, game: &Game) -> usize {
        let share = MOST_BYTES / rayon::current_num_threads();
        match default_table_bytes(game) {
            least if self.args.limits.node_limit.is_some() => least,
            _ if game.squares() > MAX_SQUARES => share,
            least => share.clamp(least, warm_table_bytes(game)),
        }
    }

    fn row(&self, found: &Found) -> Vec<u8> {
        if self.format != Format::Json {
            return in_csv(self.columns.iter().map(|column| column.cell(found).plain()));
        }
        let mut object: Map<String, Value> = self.columns.iter().map(|column| column.field(found)).collect();
        if let Some(moves) = found.known.as_ref().ok().and_then(|known| known.moves.clone()) {
            object.insert("moves".to_owned(), moves);
        }
        format!("{}\n", Value::Object(object)).into_bytes()
    }
}

/// The game of a line. A blank one is none: at the end of a file it would pass for the start of a game.
fn record(text: &str, game: Game) -> Result<Record, String> {
    if text.trim().is_empty() {
        return Err("the line is blank; a game without moves is the word 'start'".to_owned());
    }
    Record::parse(text, Position::new(game)).map_err(|error| error.to_string())
}

fn columns() -> Vec<Column<'static, Found>> {
    let bounds = |found: &Found| found.known().map(|known| known.bounds);
    let mut columns = vec![
        Column::new("line_number", |found: &Found| found.number),
        Column::new("game", |found: &Found| found.text.clone()),
        Column::new("turn", |found: &Found| found.known().map(|known| known.turn)),
        Column::new("to_move", |found: &Found| found.known().and_then(|known| known.to_move)),
    ];
    columns.extend(margin("value", move |found| bounds(found)?.value()));
    columns.extend(margin("lower", move |found| Some(bounds(found)?.lower)));
    columns.extend(margin("upper", move |found| Some(bounds(found)?.upper)));
    columns.push(Column::new("line", |found: &Found| found.known().map(|known| known.line.clone())));
    columns.push(Column::new("error", |found: &Found| found.known.as_ref().err().cloned()));
    columns
}

fn moves(position: &Position, bounds: Interval, solver: &mut Solver, progress: &dyn Progress) -> Value {
    let Some(groups) = groups(position, bounds, solver, progress) else { return Value::Null };
    let columns = moves::columns();
    let moves = each(&groups);
    moves.map(|of| Value::Object(columns.iter().map(|column| column.field(&of)).collect())).collect()
}

/// A record of CSV.
fn in_csv(fields: impl Iterator<Item = String>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("memory takes every record");
    writer.into_inner().expect("memory takes every record")
}
