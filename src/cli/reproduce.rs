use std::fs;
use std::path::PathBuf;

use crate::paper::{self, running_times};
use crate::report::{AtomicFile, Table};
use crate::results::{self, BEYOND, PaperTables, Shared, ledger, names, result_files};
use clap::Args;
use gqt3::support::number::counted;
use gqt3::support::tasks::Tasks;

use super::failure::Failure;
use super::files::Named;
use super::folder::{Stale, compare, read, write};
use super::session::{SHORT_HELP, Session};

/// Compute the results and compare every claim of the paper with them
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORT_HELP, after_long_help = EXAMPLES)]
pub struct ReproduceArgs {
    /// Write no result file, and fail if one differs from this run
    #[arg(long)]
    check: bool,
    /// Include the files in beyond/, which take minutes
    #[arg(long)]
    long: bool,
    /// Show every claim and every table cell of the paper, with its method
    #[arg(long)]
    all: bool,
    /// Set the folder of the result files, created if necessary unless --check
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

/// What `--long` adds, on one core.
const LONG_SECONDS: f64 = 130.0;

const EXAMPLES: &str = "\
Computes the results, writes the result files, and prints the paper's numbers next to its own, the number of claims with \
each verdict, and a line for each claim that is wrong, badly worded or unchecked. Fails with exit code 1 if a claim has \
another verdict than recorded. Only --check reads the result files.

With --format csv, --table NAME prints NAME.csv and writes no file, unless NAME is claims, verdicts or files.

Examples:
  gqt3 reproduce
  gqt3 reproduce --check
  gqt3 reproduce --long
  gqt3 reproduce --check --all
  gqt3 reproduce --results /tmp/results
  gqt3 reproduce --check --format csv --output ledger.csv
  gqt3 reproduce --table nash --format csv";

pub fn run(args: &ReproduceArgs, session: Session) -> Result<(), Failure> {
    let folder = &args.results;
    let file = session
        .table()
        .and_then(|name| file_tables().find(|other| *other == name));
    if let Some(file) = file {
        return print(file, args, session);
    }
    check_places(args, &session)?;
    if args.long {
        session.announce(LONG_SECONDS / rayon::current_num_threads() as f64);
    }
    let shared = Shared::new(session.progress());
    let mut tasks = Tasks::default();
    shared.add_to(&mut tasks);
    tasks.run("results", session.progress());
    let claims = paper::ledger(&shared.context)?;
    let files = result_files(&shared, &claims, args.long)?;
    let stale = if args.check {
        compare(folder, &files)?
    } else {
        write(folder, &files, session.progress())?;
        Vec::new()
    };
    let unexpected = claims.iter().filter(|claim| claim.is_unexpected()).count();
    let times = match session.named_output() {
        Some(_) => Vec::new(),
        None => running_times(&shared.context, session.progress())?,
    };
    let known = match unexpected {
        0 => "Every verdict is as expected.".to_owned(),
        _ => format!("{unexpected} ARE UNEXPECTED."),
    };
    let last = format!("{known} {}", state_of_files(args, files.len(), &stale));
    let state = |name| {
        let row = stale.iter().find(|(stale, _)| *stale == name);
        let good = if args.check { "same" } else { "written" };
        (name, row.map_or(good, |(_, state)| *state))
    };
    let states = files.iter().map(|file| state(file.name)).collect();
    let paper = PaperTables::new(&shared)?;
    let mut tables = ledger::tables(&claims, &paper, args.all, &times, &last);
    tables.push(ledger::files(states));
    if args.check {
        session.finish(tables)?;
    } else {
        // Ctrl-C comes too late now, because the files are written.
        let also = format!(
            "; the {} files in {} are new",
            files.len(),
            folder.display()
        );
        session
            .finish_partial(tables)
            .map_err(|failure| failure.and(&also))?;
    }
    let folder = folder.display();
    match (unexpected, stale.is_empty()) {
        (0, true) => Ok(()),
        (0, false) => Err(Failure::Failed(format!(
            "files in {folder} are not what this run computes: {}; without --check, the same command writes them",
            listed(&stale),
        ))),
        _ => Err(Failure::Failed(format!(
            "{} with another verdict than recorded",
            counted(unexpected, "claim")
        ))),
    }
}

/// Names the tables of the result files, except `claims`, which is in the ledger.
pub fn file_tables() -> impl Iterator<Item = &'static str> {
    results::tables().filter(|name| *name != "claims")
}

fn print(name: &str, args: &ReproduceArgs, session: Session) -> Result<(), Failure> {
    if args.check || args.long {
        return Err(Failure::BadInput(format!(
            "--table {name} only prints that result file; drop --check and --long"
        )));
    }
    let shared = Shared::new(session.progress());
    let contents = results::table(name, &shared)?;
    session.progress().check()?;
    session.finish_text(&contents)
}

pub fn tables<'a>() -> Vec<Table<'a>> {
    vec![
        ledger::table(&[]),
        ledger::verdicts(&[]),
        ledger::files(Vec::new()),
    ]
}

fn state_of_files(args: &ReproduceArgs, files: usize, stale: &[Stale]) -> String {
    let folder = args.results.display();
    match (args.check, stale) {
        (false, _) => format!("Wrote {files} files to {folder}."),
        (true, []) => format!("The files that this run computes agree with those in {folder}."),
        (true, stale) => format!("Not as computed in {folder}: {}.", listed(stale)),
    }
}

fn listed(stale: &[Stale]) -> String {
    let named = stale
        .iter()
        .map(|(name, state)| format!("{name} ({state})"));
    named.collect::<Vec<_>>().join(", ")
}

/// Makes sure before the long computation that the result files can be written, or compared for
/// `--check`, and that `--output` is none of them. Creates the folder unless `--check`.
fn check_places(args: &ReproduceArgs, session: &Session) -> Result<(), Failure> {
    let folder = &args.results;
    if args.check && !folder.is_dir() {
        return Err(Failure::BadInput(format!(
            "--results: cannot check {}: no such folder; drop --check to create it",
            folder.display()
        )));
    }
    for name in names(true) {
        let path = folder.join(name);
        let named = if args.check {
            Named::input
        } else {
            Named::output
        };
        session.distinct(&[named("--results", Some(&path))])?;
    }
    if args.check {
        return names(true).try_for_each(|name| read(folder, name).map(drop));
    }
    let created = if args.long {
        folder.join(BEYOND)
    } else {
        folder.clone()
    };
    fs::create_dir_all(created).map_err(|error| {
        Failure::BadInput(format!(
            "--results: cannot create the folder {}: {error}",
            folder.display()
        ))
    })?;
    for name in names(args.long) {
        AtomicFile::create(&folder.join(name))
            .map_err(|error| Failure::of_file("--results", error))?;
    }
    Ok(())
}
