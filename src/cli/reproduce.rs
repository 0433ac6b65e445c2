//! `gqt3 reproduce`: everything in `results/`, and the ledger of the paper's claims.

use std::fs;
use std::path::PathBuf;

use crate::paper::{Claim, Evidence, Further, Verdict, ledger, running_times};
use crate::report::{AtomicFile, Report};
use clap::Args;
use serde_json::{Value, json};

use super::failure::Failure;
use super::files::Named;
use super::ledger::{LedgerArgs, count, table};
use super::results::{Computed, ResultFile, compare, names, result_files, write};
use super::session::Session;

/// Regenerate all results and compare every claim of the paper with what is computed
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReproduceArgs {
    /// Write nothing; fail if a result file differs from what this run computes
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    ledger: LedgerArgs,
    /// Find the best first moves of n = 3 to 5 and what can be proven of the 4x4 board too, and check the paper's theorems further than the result files do and the
    /// equilibria by certificates; takes minutes
    #[arg(long)]
    thorough: bool,
    /// The folder of the result files; it is made if there is none
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

const EXAMPLES: &str = "\
Computes everything anew, writes the result files, and prints the ledger of the paper's quantitative claims: how \
many of each section come out, and what does not. Differences that are recorded as known are shown and do not \
fail; any other does, with exit code 1.

Examples:
  gqt3 reproduce
  gqt3 reproduce --check
  gqt3 reproduce --check --thorough
  gqt3 reproduce --results /tmp/results --all
  gqt3 reproduce --check --only differs
  gqt3 reproduce --check --only corrected section 6
  gqt3 reproduce --check --format csv --output ledger.csv";

pub fn run(args: &ReproduceArgs, session: Session) -> Result<(), Failure> {
    let folder = &args.results;
    if args.check && !folder.is_dir() {
        return Err(Failure::BadInput(format!(
            "--results: there is no folder {} to check; gqt3 reproduce makes it, without --check",
            folder.display()
        )));
    }
    if !args.check {
        fs::create_dir_all(folder).map_err(|error| {
            Failure::BadInput(format!("--results: cannot make the folder {}: {error}", folder.display()))
        })?;
    }
    check_places(args, &session)?;
    let (mut evidence, further) = Evidence::gather(args.thorough, session.progress())?;
    let (claims, files) = compute(&mut evidence, further)?;
    let stale = if args.check { compare(folder, &files)? } else { Vec::new() };
    if !args.check {
        write(folder, &files, session.progress())?;
    }
    let unexpected = claims.iter().filter(|claim| claim.is_unexpected()).count();
    let times = if session.named_output().is_some() { Vec::new() } else { running_times(&evidence) };
    let known = match unexpected {
        0 => "Every difference is known.".to_owned(),
        _ => format!("{unexpected} ARE UNEXPECTED."),
    };
    let last = format!("{known} {}", state_of_files(args, &files, &stale));
    let selected = args.ledger.select(&claims);
    let asked = json!({
        "check": args.check,
        "thorough": args.thorough,
        "results": folder.display().to_string(),
    });
    let summary = summary(&claims, unexpected, &stale);
    let report = Report {
        views: args.ledger.views(&selected, &times, &last),
        summary,
        ..Report::new("reproduce", asked, table(&selected))
    };
    if args.check {
        session.finish(&report)?;
    } else {
        // The files are in their places: Ctrl-C comes too late to stop anything.
        let also = format!("; the {} files in {} are new", files.len(), folder.display());
        session.finish_partial(&report).map_err(|failure| failure.and(&also))?;
    }
    match (unexpected, stale.is_empty()) {
        (0, true) => Ok(()),
        (0, false) => Err(Failure::Incomplete(format!(
            "{} in {} differ from what this run computes; gqt3 reproduce writes them anew",
            stale.join(", "),
            folder.display()
        ))),
        _ => Err(Failure::Incomplete(format!("{unexpected} claims have another verdict than recorded"))),
    }
}

/// The ledger and the result files. What `--thorough` finds is added to the evidence after the files are made, so that
/// the files which are always made are the same with and without it.
fn compute(
    evidence: &mut Evidence,
    further: Option<Further>,
) -> Result<(Vec<Claim>, Vec<ResultFile>), Failure> {
    let claims = ledger(evidence);
    let files = result_files(&Computed { evidence, claims: &claims, further: further.as_ref() })?;
    let Some(further) = further else { return Ok((claims, files)) };
    evidence.theorems = further.theorems;
    evidence.certified = Some(further.certified);
    Ok((ledger(evidence), files))
}

/// How many claims have each verdict, and which files differ, for JSON.
fn summary(claims: &[Claim], unexpected: usize, stale: &[&str]) -> Value {
    let verdicts = Verdict::ALL.iter();
    let verdicts = verdicts.map(|verdict| (verdict.name().replace('-', "_"), json!(count(claims, *verdict))));
    let last = [("unexpected".to_owned(), json!(unexpected)), ("stale_files".to_owned(), json!(stale))];
    Value::Object(verdicts.chain(last).collect())
}

fn state_of_files(args: &ReproduceArgs, files: &[ResultFile], stale: &[&str]) -> String {
    let folder = args.results.display();
    match (args.check, stale) {
        (false, _) => format!("Wrote {} files to {folder}.", files.len()),
        (true, []) => format!("All {} files in {folder} are what this run computes.", files.len()),
        (true, stale) => format!("Out of date in {folder}: {}.", stale.join(", ")),
    }
}

/// Makes sure, before all is computed, that the files can be written and that the ledger goes elsewhere.
fn check_places(args: &ReproduceArgs, session: &Session) -> Result<(), Failure> {
    for path in names(args.thorough).map(|name| args.results.join(name)) {
        let named = if args.check { Named::input } else { Named::output };
        session.distinct(&[named("--results", Some(&path))])?;
        if !args.check {
            AtomicFile::create(&path).map_err(|error| Failure::of_file("--results", error))?;
        }
    }
    Ok(())
}
