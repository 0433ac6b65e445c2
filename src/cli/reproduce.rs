//! `gqt3 reproduce`: everything in `results/`, and the ledger of the paper's claims.

use std::path::PathBuf;

use clap::Args;
use gqt3::paper::computed::section8::with_first_moves;
use gqt3::paper::{self, Claim, Evidence, Expectation, RunningTime, Verdict, ledger, running_times};
use gqt3::report::{AtomicFile, Cell, Column, Report, Table, Wide};
use serde_json::{Map, json};

use super::failure::{Failure, NOTHING_WRITTEN};
use super::files::Named;
use super::results::{FIRST_MOVES, NAMES, compare, first_moves, result_files, write};
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
    /// The folder of the result files
    #[arg(long, value_name = "DIR", default_value = "results")]
    results: PathBuf,
}

const EXAMPLES: &str = "\
Computes everything anew, writes the result files, and prints the ledger: one row for each quantitative claim of
the paper, with the paper's value, the computed one and a verdict. Differences that are recorded as known are
shown and do not fail; any other does, with exit code 1.

Examples:
  gqt3 reproduce
  gqt3 reproduce --check
  gqt3 reproduce --check --thorough
  gqt3 reproduce --results /tmp/results --all
  gqt3 reproduce --check --format csv --output ledger.csv";

pub fn run(args: &ReproduceArgs, session: Session) -> Result<(), Failure> {
    let folder = &args.results;
    if !folder.is_dir() {
        return Err(Failure::BadInput(format!(
            "--results: there is no folder {}; create it or name another",
            folder.display()
        )));
    }
    check_places(args, &session)?;
    let mut evidence = Evidence::gather(session.progress()).map_err(failure)?;
    let mut claims = ledger(&evidence);
    let mut files = result_files(&evidence, data(&claims))?;
    if args.thorough {
        let games = with_first_moves(&evidence.solved, session.progress()).map_err(failure)?;
        files.push(first_moves(&games)?);
        evidence.check_further(session.progress()).map_err(failure)?;
        claims = ledger(&evidence);
    }
    let stale = if args.check { compare(folder, &files)? } else { Vec::new() };
    if !args.check {
        write(folder, &files, session.progress())?;
    }
    let unexpected = claims.iter().filter(|claim| claim.is_unexpected()).count();

    let mut parameters = Map::new();
    parameters.insert("check".to_owned(), json!(args.check));
    parameters.insert("thorough".to_owned(), json!(args.thorough));
    parameters.insert("results".to_owned(), json!(folder.display().to_string()));
    let mut summary = Map::new();
    for verdict in Verdict::ALL {
        summary.insert(verdict.name().replace('-', "_"), json!(count(&claims, *verdict)));
    }
    summary.insert("unexpected".to_owned(), json!(unexpected));
    summary.insert("stale_files".to_owned(), json!(stale));
    let mut end = Table::default();
    end.note(sum_up(&claims));
    end.note(match unexpected {
        0 => "Every difference is known.".to_owned(),
        _ => format!("{unexpected} ARE UNEXPECTED."),
    });
    end.note(match (args.check, stale.is_empty()) {
        (false, _) => format!("Wrote {} files to {}.", files.len(), folder.display()),
        (true, true) => {
            format!("All {} files in {} are what this run computes.", files.len(), folder.display())
        }
        (true, false) => format!("Out of date in {}: {}.", folder.display(), stale.join(", ")),
    });
    let times = if session.named_output().is_some() { Vec::new() } else { running_times(&evidence) };
    let mut views = views(&claims, args.all, &times);
    views.push(end);
    let report = Report { command: "reproduce", parameters, table: data(&claims), views, summary };
    if args.check {
        session.finish(&report)?;
    } else {
        // The files are in their places: Ctrl-C comes too late to stop anything.
        let also = format!("; the {} files in {} are new", files.len(), folder.display());
        session.finish_partial(&report).map_err(|failure| failure.and(&also))?;
    }
    if unexpected > 0 {
        return Err(Failure::Incomplete(format!("{unexpected} claims have another verdict than recorded")));
    }
    if stale.is_empty() {
        return Ok(());
    }
    Err(Failure::Incomplete(format!(
        "{} in {} differ from what this run computes; gqt3 reproduce writes them anew",
        stale.join(", "),
        folder.display()
    )))
}

fn failure(error: paper::Error) -> Failure {
    match error {
        paper::Error::Interrupted(_) => Failure::Interrupted(NOTHING_WRITTEN),
        error => Failure::Incomplete(error.to_string()),
    }
}

/// Makes sure, before all is computed, that the files can be written and that the ledger goes elsewhere.
fn check_places(args: &ReproduceArgs, session: &Session) -> Result<(), Failure> {
    let names = NAMES.into_iter().chain(args.thorough.then_some(FIRST_MOVES));
    for path in names.map(|name| args.results.join(name)) {
        let named = if args.check { Named::input } else { Named::output };
        session.distinct(&[named("--results", Some(&path))])?;
        if !args.check {
            AtomicFile::create(&path).map_err(|error| Failure::BadInput(format!("--results: {error}")))?;
        }
    }
    Ok(())
}

fn data(claims: &[Claim]) -> Table {
    let keys = ["section", "claim", "paper", "computed", "verdict", "method"];
    let mut table = Table::new(keys.map(Column::new).to_vec());
    for claim in claims {
        table.push(vec![
            Cell::text(claim.section),
            Cell::text(&claim.claim),
            Cell::text(&claim.paper),
            Cell::text(&claim.computed),
            Cell::text(claim.verdict.name()),
            Cell::text(&claim.method),
        ]);
    }
    table
}

/// The table of the paper that a claim is a cell of.
fn table_of(claim: &Claim) -> Option<&str> {
    let (table, _) = claim.claim.split_once(',')?;
    table.starts_with("Table ").then_some(table)
}

/// The ledger for people. A table of the paper whose cells all come out is one row, unless `all` is asked for.
fn ledger_view(claims: &[Claim], all: bool) -> Table {
    let mut table = Table::new(vec![
        Column::new("section"),
        Column::new("claim"),
        Column::new("paper"),
        Column::new("computed"),
        Column::new("verdict"),
    ])
    .captioned("The paper's claims and what is computed");
    table.wide = Wide::Wrap;
    let mut rest = claims;
    while let Some(first) = rest.first() {
        let cells = rest.iter().take_while(|claim| table_of(claim).is_some());
        let cells = cells.take_while(|claim| table_of(claim) == table_of(first)).count();
        let (group, later) = rest.split_at(cells.max(1));
        if !all && cells > 1 && group.iter().all(|claim| claim.verdict.is_match()) {
            table.push(table_row(first, group));
        } else {
            group.iter().for_each(|claim| table.push(claim_row(claim)));
        }
        rest = later;
    }
    table
}

fn table_row(first: &Claim, group: &[Claim]) -> Vec<Cell> {
    let exact = count(group, Verdict::Match);
    vec![
        Cell::text(first.section),
        Cell::Text(format!("{}, all {} cells", table_of(first).unwrap_or_default(), group.len())),
        Cell::text("as printed"),
        Cell::Text(format!("{exact} equal, {} equal as rounded", group.len() - exact)),
        Cell::text(if exact == group.len() { Verdict::Match } else { Verdict::MatchRounded }.name()),
    ]
}

fn claim_row(claim: &Claim) -> Vec<Cell> {
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
    vec![
        Cell::text(claim.section),
        Cell::text(&claim.claim),
        Cell::text(&claim.paper),
        Cell::text(computed),
        Cell::Text(verdict),
    ]
}

/// What does not come out as the paper says, in full.
fn differences(claims: &[Claim]) -> Table {
    let mut table = Table::new(vec![Column::new("what"), Column::new("finding")])
        .captioned("WHERE THE PAPER AND THE COMPUTATION DIFFER");
    for claim in claims.iter().filter(|claim| claim.verdict.is_difference() || claim.is_unexpected()) {
        let known = match claim.expectation {
            Expectation::Difference => "known",
            Expectation::Reproduced | Expectation::Undecided => "NEW",
        };
        table.note(format!(
            "* {}, {}. Paper: {}. Computed: {}. ({}, {known}; {})",
            place(claim),
            claim.claim,
            claim.paper,
            claim.computed,
            claim.verdict,
            claim.method
        ));
    }
    table
}

/// What nothing here decides, in full.
fn undecided(claims: &[Claim]) -> Table {
    let mut table = Table::new(vec![Column::new("what")]).captioned("WHAT IS NOT DECIDED HERE");
    for claim in claims.iter().filter(|claim| claim.verdict == Verdict::Unchecked) {
        table.note(format!(
            "* {}, {}. Paper: {}. Known: {}.",
            place(claim),
            claim.claim,
            claim.paper,
            claim.computed
        ));
    }
    table
}

/// The ledger for people, what differs, what is not decided, and the running times if there are any.
fn views(claims: &[Claim], all: bool, times: &[RunningTime]) -> Vec<Table> {
    let mut views = vec![ledger_view(claims, all), differences(claims)];
    if claims.iter().any(|claim| claim.verdict == Verdict::Unchecked) {
        views.push(undecided(claims));
    }
    if !times.is_empty() {
        views.push(times_view(times));
    }
    views
}

/// The paper's running times beside those of this run, which are different every time: they are in no file.
fn times_view(times: &[RunningTime]) -> Table {
    let headings = ["section", "running time", "paper", "on this machine"];
    let mut table = Table::new(headings.map(Column::new).to_vec())
        .captioned("RUNNING TIMES of this run, which are in no file");
    table.wide = Wide::Wrap;
    for time in times {
        let cells = [time.section, time.what, time.paper, &time.here];
        table.push(cells.map(Cell::text).to_vec());
    }
    table
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
