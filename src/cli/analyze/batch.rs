//! Many games, one a line, with one warm solver.

use std::io::{self, Write};
use std::path::Path;

use gqt3::notation::Record;
use gqt3::position::Position;
use gqt3::progress::Progress;
use gqt3::report::Format;
use gqt3::search::{Interval, Solver};
use serde_json::{Value, json};

use super::analysis::{continuation, to_move, value};
use super::args::AnalyzeArgs;
use super::moves::groups;
use crate::cli::failure::Failure;
use crate::cli::input::{InputLines, Next};
use crate::cli::session::Session;
use crate::cli::stderr::tell;

/// The keys of an answer; in JSON there may be `moves` or an `error` too.
const KEYS: [&str; 5] = ["game", "turn", "to_move", "value", "line"];

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
    let mut input = InputLines::open("--batch", path, session.progress())?;
    // Lines that are no games, and games that are not decided.
    let (mut bad, mut open) = (0, 0);
    session.finish_stream(|progress, out| {
        if format != Format::Json {
            writeln!(out, "{}", KEYS.join(","))?;
        }
        for number in 1.. {
            let answer = match input.next(progress) {
                Next::Line(text) => match Record::parse(&text, *start) {
                    Ok(record) => {
                        let (answer, is_proven) = answer(&record, solver, args, progress);
                        open += usize::from(!is_proven);
                        answer
                    }
                    Err(error) => {
                        tell(format_args!("line {number}: {error}"));
                        json!({"game": text, "error": error.to_string()})
                    }
                },
                Next::Bad(error) => {
                    tell(&error);
                    json!({"game": "", "error": error.to_string()})
                }
                Next::End | Next::Interrupted => break,
            };
            bad += usize::from(answer.get("error").is_some());
            write_answer(&answer, format, out)?;
            // Somebody may wait for each answer.
            if path == Path::new("-") {
                out.flush()?;
            }
        }
        Ok(())
    })?;
    match (bad, open) {
        (0, 0) => Ok(()),
        (0, open) => Err(Failure::Incomplete(format!("{open} of the values are not proven"))),
        (bad, _) => Err(Failure::BadInput(format!("{bad} lines of --batch are no games"))),
    }
}

/// What is known of a game, and whether its value is proven.
fn answer(
    record: &Record,
    solver: &mut Solver,
    args: &AnalyzeArgs,
    progress: &dyn Progress,
) -> (Value, bool) {
    let position = record.end();
    let progress = args.limits.begin(position.game(), solver, progress);
    let bounds = solver.bounds(position, &progress);
    let line = solver.best_line(record, &progress);
    let mut answer = json!({
        "game": record.to_string(),
        "turn": position.turn(),
        "to_move": to_move(position),
        "value": value(&bounds),
        "line": line.map_or_else(String::new, |line| continuation(record, &line, args.goff)),
    });
    if args.moves {
        answer["moves"] = moves(position, bounds, solver, &progress);
    }
    (answer, bounds.value().is_some())
}

fn moves(position: &Position, bounds: Interval, solver: &mut Solver, progress: &dyn Progress) -> Value {
    let Some(groups) = groups(position, bounds, solver, progress) else { return Value::Null };
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

fn write_answer(answer: &Value, format: Format, out: &mut dyn Write) -> io::Result<()> {
    if format == Format::Json {
        serde_json::to_writer(&mut *out, answer)?;
        return writeln!(out);
    }
    let text = |key: &str| match answer.get(key) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let mut writer = csv::Writer::from_writer(&mut *out);
    writer.write_record(KEYS.map(text))?;
    writer.flush()
}
