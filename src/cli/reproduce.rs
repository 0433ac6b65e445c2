//! `gqt3 reproduce`: everything in `results/`, and the ledger of the paper's claims.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use gqt3::paper::{Claim, Evidence, Expectation, Further, RunningTime, Verdict, ledger, running_times};
use gqt3::report::{self, AtomicFile, Report, Table};
use serde_json::{Value, json};

use super::failure::Failure;
use super::files::Named;
use super::results::{Computed, ResultFile, claims_table, compare, names, result_files, write};
use super::session::Session;

/// Regenerate all results and compare every claim of the paper with what is computed
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReproduceArgs {
    /// Write nothing; fail if a result file differs from what this run computes
    #[arg(long)]
    check: bool,
    /// Show every cell of the paper's tables, not one line for each table
    #[arg(long)]
    all: bool,
    /// Find the best first moves of n = 3 to 5 too, and check the paper's theorems further than the result files do and the
    /// equilibria by certificates; takes minutes
    #[arg(long)]
    thorough: bool,
    /// The folder of the result files; it is made if there is none
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

const EXAMPLES: &str = "\
Computes everything anew, writes the result files, and prints the ledger: one row for each quantitative claim of \
the paper, with the paper's value, the computed one and a verdict. Differences that are recorded as known are \
shown and do not fail; any other does, with exit code 1.

Examples:
  gqt3 reproduce
  gqt3 reproduce --check
  gqt3 reproduce --check --thorough
  gqt3 reproduce --results /tmp/results --all
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
    let mut views = views(&claims, args.all, &times);
    views.push(Table::of_notes(vec![
        sum_up(&claims),
        match unexpected {
            0 => "Every difference is known.".to_owned(),
            _ => format!("{unexpected} ARE UNEXPECTED."),
        },
        state_of_files(args, &files, &stale),
    ]));
    let asked = json!({
        "check": args.check,
        "thorough": args.thorough,
        "results": folder.display().to_string(),
    });
    let summary = summary(&claims, unexpected, &stale);
    let report = Report { views, summary, ..Report::new("reproduce", asked, claims_table(&claims)) };
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

/// The ledger and the result files. The files rest on the same evidence whether more was asked for or not.
fn compute(
    evidence: &mut Evidence,
    further: Option<Further>,
) -> Result<(Vec<Claim>, Vec<ResultFile>), Failure> {
    let claims = ledger(evidence);
    let first_moves = further.as_ref().map(|further| &further.first_moves[..]);
    let files = result_files(&Computed { evidence, claims: &claims, first_moves })?;
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

/// The table of the paper that a claim is a cell of.
fn table_of(claim: &Claim) -> Option<&str> {
    let (table, _) = claim.claim.split_once(',')?;
    table.starts_with("Table ").then_some(table)
}

fn words<const N: usize>(row: [&str; N]) -> [String; N] {
    row.map(str::to_owned)
}

/// Rows of words under these headings.
fn in_words<const N: usize>(headings: [&str; N], rows: Vec<[String; N]>) -> Table<'static> {
    let column =
        |place: usize| report::Column::text(headings[place], move |row: &[String; N]| row[place].clone());
    Table::of((0..N).map(column).collect(), rows).wrapping()
}

/// The ledger for people. A table of the paper whose cells all come out is one row, unless `all` is asked for.
fn ledger_view(claims: &[Claim], all: bool) -> Table<'static> {
    let mut rows = Vec::new();
    let same_table = |a: &Claim, b: &Claim| table_of(a).is_some_and(|table| table_of(b) == Some(table));
    for group in claims.chunk_by(same_table) {
        match table_row(group) {
            Some(row) if !all => rows.push(row),
            _ => rows.extend(group.iter().map(claim_row)),
        }
    }
    in_words(["section", "claim", "paper", "computed", "verdict"], rows)
        .captioned("The paper's claims and what is computed")
}

/// A table of the paper with several cells, if they all come out.
fn table_row(group: &[Claim]) -> Option<[String; 5]> {
    let [first, _, ..] = group else { return None };
    let exact = count(group, Verdict::Match);
    let verdict = if exact == group.len() { Verdict::Match } else { Verdict::MatchRounded };
    group.iter().all(|claim| claim.verdict.is_match()).then(|| {
        words([
            first.section,
            &format!("{}, all {} cells", table_of(first).unwrap_or_default(), group.len()),
            "as printed",
            &format!("{exact} equal, {} equal as rounded", group.len() - exact),
            verdict.name(),
        ])
    })
}

fn claim_row(claim: &Claim) -> [String; 5] {
    let verdict = match (claim.is_unexpected(), claim.verdict.is_difference()) {
        (true, _) => format!("{} (NEW)", claim.verdict),
        (false, false) => claim.verdict.to_string(),
        (false, true) => format!("{} (known)", claim.verdict),
    };
    // Long findings are given in full below the ledger.
    let computed = match claim.verdict {
        Verdict::Corrected | Verdict::Unchecked => "see below",
        _ => &claim.computed,
    };
    words([claim.section, &claim.claim, &claim.paper, computed, &verdict])
}

/// What does not come out as the paper says, in full.
fn differences(claims: &[Claim]) -> Table<'static> {
    let different = claims.iter().filter(|claim| claim.verdict.is_difference() || claim.is_unexpected());
    let note = |claim: &Claim| {
        let known = match claim.expectation {
            Expectation::Difference => "known",
            Expectation::Reproduced | Expectation::Undecided => "NEW",
        };
        format!(
            "* {}, {}. Paper: {}. Computed: {}. ({}, {known}; {})",
            place(claim),
            claim.claim,
            claim.paper,
            claim.computed,
            claim.verdict,
            claim.method
        )
    };
    Table::of_notes(different.map(note).collect()).captioned("WHERE THE PAPER AND THE COMPUTATION DIFFER")
}

/// What nothing here decides, in full.
fn undecided(claims: &[Claim]) -> Option<Table<'static>> {
    let unchecked = claims.iter().filter(|claim| claim.verdict == Verdict::Unchecked);
    let note = |claim: &Claim| {
        let (place, Claim { claim, paper, computed, .. }) = (place(claim), claim);
        format!("* {place}, {claim}. Paper: {paper}. Known: {computed}.")
    };
    let notes: Vec<String> = unchecked.map(note).collect();
    (!notes.is_empty()).then(|| Table::of_notes(notes).captioned("WHAT IS NOT DECIDED HERE"))
}

/// The ledger for people, what differs, what is not decided, and the running times if there are any.
fn views(claims: &[Claim], all: bool, times: &[RunningTime]) -> Vec<Table<'static>> {
    let mut views = vec![ledger_view(claims, all), differences(claims)];
    views.extend(undecided(claims));
    views.extend((!times.is_empty()).then(|| times_view(times)));
    views
}

/// The paper's running times beside those of this run, which are different every time: they are in no file.
fn times_view(times: &[RunningTime]) -> Table<'static> {
    let row = |time: &RunningTime| words([time.section, time.what, time.paper, &time.here]);
    in_words(["section", "running time", "paper", "on this machine"], times.iter().map(row).collect())
        .captioned("RUNNING TIMES of this run, which are in no file")
}

/// Where a claim stands in the paper.
fn place(claim: &Claim) -> String {
    match claim.section {
        "abstract" => "Abstract".to_owned(),
        appendix @ ("A" | "B") => format!("Appendix {appendix}"),
        section => format!("Section {section}"),
    }
}

fn count(claims: &[Claim], verdict: Verdict) -> usize {
    claims.iter().filter(|claim| claim.verdict == verdict).count()
}

fn sum_up(claims: &[Claim]) -> String {
    let differing = count(claims, Verdict::Differs);
    let corrected = count(claims, Verdict::Corrected);
    format!(
        "{} claims: {} match, {} match as rounded, {differing} differs, {corrected} corrected, {} unchecked.",
        claims.len(),
        count(claims, Verdict::Match),
        count(claims, Verdict::MatchRounded),
        count(claims, Verdict::Unchecked),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_see_what_is_not_decided_and_the_running_times() {
        let undecided = Claim {
            section: "10",
            claim: "how hard it is".to_owned(),
            paper: "very".to_owned(),
            computed: "nobody knows".to_owned(),
            verdict: Verdict::Unchecked,
            method: String::new(),
            expectation: Expectation::Undecided,
        };
        let time = RunningTime { section: "6", what: "counting", paper: "a year", here: "a day".to_owned() };
        let text = |times: &[RunningTime]| {
            let views = views(std::slice::from_ref(&undecided), false, times);
            views.iter().map(|view| view.to_text(Some(100))).collect::<Vec<_>>().join("\n")
        };
        let shown = text(&[time]);
        assert!(shown.contains("unchecked") && !shown.contains("NEW"), "{shown}");
        assert!(shown.contains("how hard it is. Paper: very. Known: nobody knows."), "{shown}");
        assert!(shown.contains("on this machine") && shown.contains("a day"), "{shown}");
        assert!(!text(&[]).contains("on this machine"));
        let summed_up = sum_up(&[undecided]);
        assert!(
            summed_up
                .starts_with("1 claims: 0 match, 0 match as rounded, 0 differs, 0 corrected, 1 unchecked.")
        );
    }
}
