//! Many games, one a line, with one warm solver.

use std::io::{self, Write};
use std::path::Path;

use gqt3::notation::Record;
use gqt3::position::Position;
use gqt3::progress::Progress;
use gqt3::report::Format;
use gqt3::search::{Bounds, Solver};
use serde_json::{Map, Value, json};

use super::moves::groups;
use super::{AnalyzeArgs, continuation, to_move, value, views};
use crate::cli::failure::Failure;
use crate::cli::input::{InputLines, Next};
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// What the reader of the answers may have asked for.
struct Answers<'a> {
    start: &'a Position,
    solver: &'a mut Solver,
    args: &'a AnalyzeArgs,
    format: Format,
    progress: &'a dyn Progress,
    /// Whether somebody may wait for each answer.
    interactive: bool,
    /// Lines that are no games, and games that are not decided.
    bad: usize,
    open: usize,
}

pub fn run(
    path: &Path,
    start: &Position,
    solver: &mut Solver,
    args: &AnalyzeArgs,
    session: Session,
) -> Result<(), Failure> {
    let format = session.format();
    if args.moves && format != Format::Json {
        return Err(Failure::BadInput("--moves needs --format json".to_owned()));
    }
    let input = InputLines::open("--batch", path, session.progress())?;
    let interactive = path == Path::new("-");
    let (mut bad, mut open) = (0, 0);
    session.finish_stream(|progress, out| {
        let mut answers = Answers { start, solver, args, format, progress, interactive, bad: 0, open: 0 };
        let written = answers.write(input, out);
        (bad, open) = (answers.bad, answers.open);
        written
    })?;
    match (bad, open) {
        (0, 0) => Ok(()),
        (0, open) => Err(Failure::Incomplete(format!("{open} of the values are not proven"))),
        (bad, _) => Err(Failure::BadInput(format!("{bad} lines of --batch are no games"))),
    }
}

impl Answers<'_> {
    fn write(&mut self, mut input: InputLines, out: &mut dyn Write) -> io::Result<()> {
        if self.format != Format::Json {
            writeln!(out, "game,turn,to_move,value,line")?;
        }
        for number in 1.. {
            let answer = match input.next(self.progress) {
                Next::Line(text) => match Record::parse(&text, *self.start) {
                    Ok(record) => self.answer(&record),
                    Err(error) => {
                        tell(format_args!("line {number}: {error}"));
                        self.refuse(&text, &error.to_string())
                    }
                },
                Next::Bad(error) => {
                    tell(&error);
                    self.refuse("", &error.to_string())
                }
                Next::End | Next::Interrupted => break,
            };
            self.write_answer(&answer, out)?;
            if self.interactive {
                out.flush()?;
            }
        }
        Ok(())
    }

    /// The answer to a line that is no game.
    fn refuse(&mut self, text: &str, error: &str) -> Map<String, Value> {
        self.bad += 1;
        Map::from_iter([("game".to_owned(), json!(text)), ("error".to_owned(), json!(error))])
    }

    fn answer(&mut self, record: &Record) -> Map<String, Value> {
        let position = record.end();
        let progress = self.args.limits.begin(self.solver, position.board(), self.progress);
        let bounds = self.solver.bounds(position, &progress);
        self.open += usize::from(bounds.value().is_none());
        let line = self.solver.best_line(record, &progress);
        let line = line.map_or_else(String::new, |line| continuation(record, &line, self.args.goff));
        let mut answer = Map::from_iter([
            ("game".to_owned(), json!(record.to_string())),
            ("turn".to_owned(), json!(views::turn(position))),
            ("to_move".to_owned(), json!(to_move(position))),
            ("value".to_owned(), json!(value(&bounds))),
            ("line".to_owned(), json!(line)),
        ]);
        if self.args.moves {
            answer.insert("moves".to_owned(), self.moves(position, bounds, &progress));
        }
        answer
    }

    fn moves(&mut self, position: &Position, bounds: Bounds, progress: &dyn Progress) -> Value {
        let Some(groups) = groups(position, bounds, self.solver, progress) else { return Value::Null };
        let moves = groups.iter().flat_map(|group| {
            group.names.iter().map(|name| {
                json!({
                    "move": name.text,
                    "collapse": name.reply,
                    "value": value(&group.bounds),
                    "best": group.best,
                })
            })
        });
        Value::Array(moves.collect())
    }

    fn write_answer(&self, answer: &Map<String, Value>, out: &mut dyn Write) -> io::Result<()> {
        if self.format == Format::Json {
            serde_json::to_writer(&mut *out, answer)?;
            return writeln!(out);
        }
        let text = |key: &str| match answer.get(key) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        let mut writer = csv::Writer::from_writer(&mut *out);
        writer.write_record(["game", "turn", "to_move", "value", "line"].map(text))?;
        writer.flush()
    }
}
