//! The answer to a line of a batch: what is known of its game, as a row of CSV or an object of JSON.

use crate::game::Game;
use crate::notation::Record;
use crate::position::Position;
use crate::progress::Progress;
use crate::report::{Column, Format};
use crate::search::{MAX_SQUARES, Solver, default_table_bytes, warm_table_bytes};
use serde_json::{Map, Value};

use super::analysis::{Analysis, to_move};
use super::args::AnalyzeArgs;
use super::moves::{self, Group, each};
use crate::cli::columns::interval;
use crate::cli::failure::Failure;

/// A thread keeps the solvers of so many games, with what they have found.
const MOST_SOLVERS: usize = 2;

/// How many bytes the tables of all threads take together, unless the games need more.
const MOST_BYTES: usize = 1 << 30;

/// A line that wants an answer.
pub struct Question {
    /// Its number, from 1.
    pub number: usize,
    /// The line as it was given.
    pub text: String,
    /// The game that the moves are of, or what is wrong with the line.
    pub game: Result<Game, String>,
    /// A header that is wrong has no row: the rows of the lines below it say what is wrong.
    pub is_header: bool,
}

/// What is written in answer to a line.
pub struct Answer {
    pub row: Vec<u8>,
    /// What is wrong with the line, for people.
    pub error: Option<String>,
    /// Whether the value is not proven.
    pub is_open: bool,
}

/// A line with what was found out.
pub struct Found {
    number: usize,
    text: String,
    analysis: Result<Analysis, String>,
}

/// What is told of a line.
pub type Known = Column<'static, Found>;

/// Answers questions, and keeps what helps with the next ones.
pub struct Clerk<'a> {
    args: &'a AnalyzeArgs,
    format: Format,
    /// The one that was used last is the last.
    solvers: Vec<(Game, Solver)>,
}

impl Clerk<'_> {
    pub fn new(args: &AnalyzeArgs, format: Format) -> Clerk<'_> {
        Clerk { args, format, solvers: Vec::new() }
    }

    /// The answer to a question; `None` if it was interrupted.
    pub fn answer(
        &mut self,
        question: &Question,
        columns: &[Known],
        progress: &dyn Progress,
    ) -> Option<Answer> {
        progress.check().ok()?;
        let Question { number, text, game, is_header } = question;
        let record = game.clone().and_then(|game| record(text, game));
        let analysis =
            record.and_then(|record| self.analysis(record, progress).map_err(|failure| failure.to_string()));
        if progress.interrupted() {
            return None;
        }
        let error = analysis.as_ref().err().map(|error| format!("line {number}: {error}"));
        let is_open = analysis.as_ref().is_ok_and(|analysis| analysis.bounds.value().is_none());
        let found = Found { number: *number, text: text.clone(), analysis };
        let row = if *is_header { Vec::new() } else { self.row(&found, columns) };
        Some(Answer { row, error, is_open })
    }

    fn analysis(&mut self, record: Record, progress: &dyn Progress) -> Result<Analysis, Failure> {
        let args = self.args;
        let game = *record.start().game();
        let solver = self.solver(game)?;
        let progress = args.limits.begin(&game, solver, progress);
        Ok(Analysis::of(record, args.moves, solver, &progress))
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
        // What so many nodes prove must not depend on the lines that the thread has answered before: they are others
        // each time.
        if self.args.limits.node_limit.is_some() {
            solver.forget();
        }
        Ok(solver)
    }

    /// How large the table of a game is. The threads share a fixed amount of memory, however many they are.
    fn table_bytes(&self, game: &Game) -> usize {
        let share = MOST_BYTES / rayon::current_num_threads();
        match default_table_bytes(game) {
            least if self.args.limits.node_limit.is_some() => least,
            _ if game.squares() > MAX_SQUARES => share,
            least => share.clamp(least, warm_table_bytes(game)),
        }
    }

    fn row(&self, found: &Found, columns: &[Known]) -> Vec<u8> {
        if self.format != Format::Json {
            return in_csv(columns.iter().map(|column| column.cell(found).plain()));
        }
        let mut object: Map<String, Value> = columns.iter().map(|column| column.field(found)).collect();
        if let (true, Ok(analysis)) = (self.args.moves, &found.analysis) {
            object.insert("moves".to_owned(), analysis.groups.as_deref().map(moves).into());
        }
        format!("{}\n", Value::Object(object)).into_bytes()
    }
}

/// What stands above the rows.
pub fn heading(columns: &[Known], format: Format) -> Vec<u8> {
    match format {
        Format::Json => Vec::new(),
        _ => in_csv(columns.iter().map(|column| column.key().to_owned())),
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

pub fn columns(goff: bool) -> Vec<Known> {
    let position = |found: &Found| found.analysis.as_ref().ok().map(|analysis| *analysis.position());
    let mut columns = vec![
        Column::new("line_number", |found: &Found| found.number),
        Column::new("game", |found: &Found| found.text.clone()),
        Column::new("turn", move |found| Some(position(found)?.turn())),
        Column::new("to_move", move |found| to_move(&position(found)?)),
    ];
    columns.extend(interval("value", |found: &Found| Some(found.analysis.as_ref().ok()?.bounds)));
    let line = move |found: &Found| Some(found.analysis.as_ref().ok()?.continuation(goff));
    columns.push(Column::new("line", line));
    columns.push(Column::new("error", |found: &Found| found.analysis.as_ref().err().cloned()));
    columns
}

fn moves(groups: &[Group]) -> Value {
    let columns = moves::columns();
    each(groups).map(|of| Value::Object(columns.iter().map(|column| column.field(&of)).collect())).collect()
}

/// A record of CSV.
fn in_csv(fields: impl Iterator<Item = String>) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(fields).expect("memory takes every record");
    writer.into_inner().expect("memory takes every record")
}
