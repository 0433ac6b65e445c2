//! `gqt3 analyze`: what a position is worth, and every move in it.

mod analysis;
mod answer;
mod args;
mod batch;
mod moves;
mod review;
mod views;

use crate::notation::Record;
use crate::number::group_digits;
use crate::progress::Progress;
use crate::report::{Report, Table};
use crate::search::{Solver, default_table_bytes, warm_table_bytes};
use serde_json::{Value, json};

use super::failure::{Failure, complete};
use super::files::Named;
use super::input;
use super::session::Session;
use analysis::{Analysis, asked, to_move, value};
pub use args::AnalyzeArgs;
use moves::Group;

pub fn run(args: &AnalyzeArgs, session: Session) -> Result<(), Failure> {
    session.distinct(&[
        Named::input("--file", args.file.as_deref()),
        Named::input("--batch", args.batch.as_deref()),
    ])?;
    if let Some(path) = &args.batch {
        return batch::run(path, args, session);
    }
    let record = record(args, session.progress())?;
    let game = *record.start().game();
    let bytes = if args.review { warm_table_bytes } else { default_table_bytes };
    let mut solver = Solver::new(game, bytes(&game))?;
    if args.review {
        return review::run(&record, &mut solver, args, session);
    }
    let progress = args.limits.begin(&game, &mut solver, session.progress());
    progress.begin("analysis", None);
    let analysis = Analysis::of(record, true, &mut solver, &progress);
    progress.end();
    let report = Report {
        views: views::all(&analysis, args.goff),
        summary: summary(&analysis, args.goff),
        ..Report::new("analyze", asked(&analysis.record), data(&analysis))
    };
    let interrupted = session.progress().interrupted();
    let all_proven = |groups: &[Group]| groups.iter().all(|group| group.bounds.value().is_some());
    let proven = analysis.bounds.value().is_some() && analysis.groups.as_deref().is_some_and(all_proven);
    let listed = analysis.groups.is_some();
    session.finish_partial(&report)?;
    complete(proven, interrupted, || match listed {
        true => "not every value is proven; a higher --time-limit or --node-limit may prove more".to_owned(),
        false => {
            let most = group_digits(moves::MOST_ACTIONS);
            format!(
                "there are more than {most} ways to go on, too many to list; --batch gives the value alone"
            )
        }
    })
}

/// The game that is asked about.
fn record(args: &AnalyzeArgs, progress: &dyn Progress) -> Result<Record, Failure> {
    let read = |flag, path| input::text(flag, path, progress);
    let (text, file) = match (&args.file, &args.game[..]) {
        (Some(path), _) => (read("--file", path)?, Some(format!("--file {}", path.display()))),
        (None, [dash]) if dash == "-" => (read("GAME", "-".as_ref())?, Some("standard input".to_owned())),
        (None, words) => (words.join(" "), None),
    };
    args.flags.record(&text, file.as_deref())
}

/// The rows of CSV and JSON: every move, also those that a symmetry makes the same.
fn data(analysis: &Analysis) -> Table<'_> {
    Table::of(
        moves::columns(),
        analysis.groups.iter().flat_map(|groups| moves::each(groups)).collect::<Vec<_>>(),
    )
}

fn summary(analysis: &Analysis, goff: bool) -> Value {
    let position = analysis.position();
    json!({
        "turn": position.turn(),
        "to_move": to_move(position),
        "value": value(&analysis.bounds),
        "line": analysis.continuation(goff),
    })
}
