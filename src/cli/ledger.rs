//! The ledger as data, and as people see it: its sections in short with what differs, or every claim that was asked
//! for.

use crate::paper::{Claim, RunningTime, Verdict};
use crate::report::{self, Table, Tone};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};

/// Which claims are shown.
#[derive(Args, Clone, Debug)]
pub struct LedgerArgs {
    /// Show every claim, every cell of the paper's tables too, and all that is said of what differs
    #[arg(long)]
    all: bool,
    /// Show some claims alone, in full: those with a verdict, those of a section, or both: corrected section 6
    #[arg(long, value_name = "WHICH", num_args = 1.., value_delimiter = ',', ignore_case = true, value_parser = parser(), hide_possible_values = true)]
    only: Vec<String>,
}

/// The parts of the paper that make claims.
const SECTIONS: [&str; 12] = ["abstract", "2", "3", "4", "5", "6", "7", "8", "9", "10", "A", "B"];

/// May stand before the number of a section.
const SECTION: &str = "section";

const CAPTION: &str = "The paper's claims and what is computed";

fn parser() -> PossibleValuesParser {
    let verdicts = Verdict::ALL.iter().map(|verdict| verdict.name());
    let names = verdicts.chain(SECTIONS).map(PossibleValue::new);
    PossibleValuesParser::new(names.chain([PossibleValue::new(SECTION).hide(true)]))
}

impl LedgerArgs {
    /// The claims to show.
    pub fn select(&self, claims: &[Claim]) -> Vec<Claim> {
        let is_section = |name: &&String| SECTIONS.iter().any(|section| section.eq_ignore_ascii_case(name));
        let asked = self.only.iter().filter(|name| !name.eq_ignore_ascii_case(SECTION));
        let (sections, verdicts): (Vec<&String>, Vec<&String>) = asked.partition(is_section);
        let is_in = |names: &[&String], is: &dyn Fn(&str) -> bool| {
            names.is_empty() || names.iter().any(|name| is(name))
        };
        let shown = |claim: &&Claim| {
            // A match is a match, rounded or not.
            let verdict = |name: &str| {
                let is_match = claim.verdict.is_match() && name.eq_ignore_ascii_case(Verdict::Match.name());
                is_match || name.eq_ignore_ascii_case(claim.verdict.name())
            };
            is_in(&sections, &|name| name.eq_ignore_ascii_case(claim.section)) && is_in(&verdicts, &verdict)
        };
        claims.iter().filter(shown).cloned().collect()
    }

    /// The claims for people, with the running times if there are any; `last` is said at the end.
    pub fn views<'a>(&self, claims: &'a [Claim], times: &[RunningTime], last: &str) -> Vec<Table<'a>> {
        let is_short = !self.all && self.only.is_empty();
        let mut views = vec![if is_short { sections(claims) } else { table(claims) }];
        views.extend(differences(claims, is_short));
        let mut notes = Vec::from_iter((!times.is_empty()).then(|| running(times)));
        let more = "In full: --only corrected, --only section 6, or --all.";
        let (sum, more) = if is_short { (None, Some(more.to_owned())) } else { (Some(sum_up(claims)), None) };
        notes.extend(sum.into_iter().chain([last.to_owned()]).chain(more));
        views.push(Table::of_notes(notes));
        views
    }
}

/// A row for each section, and one for the whole paper: how many claims have each verdict.
fn sections(claims: &[Claim]) -> Table<'_> {
    type Row<'a> = (String, &'a [Claim]);
    let counted = |heading, is_counted: fn(Verdict) -> bool| {
        report::Column::text(heading, move |(_, claims): &Row| {
            let count = claims.iter().filter(|claim| is_counted(claim.verdict)).count();
            if count == 0 { String::new() } else { count.to_string() }
        })
    };
    let columns = vec![
        report::Column::text("", |(name, _): &Row| name.clone()),
        report::Column::text("claims", |(_, claims): &Row| claims.len()),
        counted("match", Verdict::is_match).toned(|_| Tone::Good),
        counted("differs", |verdict| verdict == Verdict::Differs).toned(|_| Tone::Bad),
        counted("corrected", |verdict| verdict == Verdict::Corrected).toned(|_| Tone::Notice),
        counted("unchecked", |verdict| verdict == Verdict::Unchecked),
    ];
    let of_each = claims.chunk_by(|a, b| a.section == b.section).map(|claims| (place(&claims[0]), claims));
    let rows: Vec<Row> = of_each.chain([("all".to_owned(), claims)]).collect();
    Table::of(columns, rows).captioned(CAPTION)
}

/// A row for each claim.
pub fn table(claims: &[Claim]) -> Table<'_> {
    type Column = report::Column<'static, Claim>;
    let columns = vec![
        Column::new("section", |claim| claim.section),
        Column::new("claim", |claim| claim.claim.clone()),
        Column::new("paper", |claim| claim.paper.clone()),
        Column::new("computed", |claim| claim.computed.clone()).in_text(|claim| match claim.verdict {
            Verdict::Corrected | Verdict::Unchecked => "see below".to_owned(),
            _ => claim.computed.clone(),
        }),
        Column::new("verdict", |claim| claim.verdict.name())
            .in_text(|claim| match claim.is_unexpected() {
                true => format!("NEW: {}", claim.verdict),
                false => claim.verdict.to_string(),
            })
            .toned(|claim| tone(claim.verdict)),
        Column::data("method", |claim| claim.method.clone()),
    ];
    Table::of(columns, claims).captioned(CAPTION)
}

const fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Match | Verdict::MatchRounded => Tone::Good,
        Verdict::Differs => Tone::Bad,
        Verdict::Corrected => Tone::Notice,
        Verdict::Unchecked => Tone::Plain,
    }
}

/// The claims that do not come out as the paper says, and those that nothing here decides; `None` if there are none.
fn differences(claims: &[Claim], is_short: bool) -> Option<Table<'_>> {
    let kinds = [
        (true, None, "NEW: another verdict than recorded"),
        (false, Some(Verdict::Differs), "Differs"),
        (false, Some(Verdict::Corrected), "Corrected: false as it stands, or argued with a gap"),
        (false, Some(Verdict::Unchecked), "Unchecked: nothing here decides it"),
    ];
    type Row<'a> = (Tone, &'a str, String);
    let mut rows: Vec<Row> = Vec::new();
    for (is_new, verdict, caption) in kinds {
        let is_of_kind = |claim: &&Claim| {
            claim.is_unexpected() == is_new && verdict.is_none_or(|verdict| claim.verdict == verdict)
        };
        let kind = claims.iter().filter(is_of_kind);
        let kind: Vec<Row> =
            kind.map(|claim| (tone(claim.verdict), claim.section, entry(claim, is_short))).collect();
        rows.extend((!kind.is_empty()).then(|| (Tone::Strong, "", caption.to_owned())));
        rows.extend(kind);
    }
    let heading = |(tone, ..): &Row| if *tone == Tone::Strong { Tone::Strong } else { Tone::Plain };
    let text = report::Column::text("", |(_, _, text): &Row| text.clone()).toned(heading);
    let columns =
        vec![report::Column::text("", |(_, section, _): &Row| *section).toned(|(tone, ..)| *tone), text];
    (!rows.is_empty()).then(|| Table::of(columns, rows))
}

/// A claim with what was found, as a paragraph.
fn entry(claim: &Claim, is_short: bool) -> String {
    let Claim { claim: what, paper, computed, verdict, method, .. } = claim;
    let known = if *verdict == Verdict::Unchecked { "Known" } else { "Computed" };
    let text = format!("{what}. Paper: {paper}. {known}: {computed}");
    let text = text.trim_end_matches('.');
    if is_short || method.is_empty() { format!("{text}.") } else { format!("{text}. By: {method}.") }
}

/// The paper's running times beside those of this run, which are different every time: they are in no file.
fn running(times: &[RunningTime]) -> String {
    let time = |RunningTime { what, paper, here }: &RunningTime| format!("{what} {here} ({paper})");
    let times: Vec<String> = times.iter().map(time).collect();
    format!("Running times here (in the paper): {}.", times.join("; "))
}

/// Where a claim stands in the paper.
fn place(claim: &Claim) -> String {
    match claim.section {
        "abstract" => "Abstract".to_owned(),
        appendix @ ("A" | "B") => format!("Appendix {appendix}"),
        section => format!("Section {section}"),
    }
}

/// How many claims have a verdict.
pub fn count(claims: &[Claim], verdict: Verdict) -> usize {
    claims.iter().filter(|claim| claim.verdict == verdict).count()
}

fn sum_up(claims: &[Claim]) -> String {
    let count = |verdict| count(claims, verdict);
    let claims_are = if claims.len() == 1 { "claim" } else { "claims" };
    format!(
        "{} {claims_are}: {} match, {} match as rounded, {} differs, {} corrected, {} unchecked.",
        claims.len(),
        count(Verdict::Match),
        count(Verdict::MatchRounded),
        count(Verdict::Differs),
        count(Verdict::Corrected),
        count(Verdict::Unchecked),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::Expectation;

    fn claim(section: &'static str, verdict: Verdict, expectation: Expectation) -> Claim {
        Claim {
            section,
            claim: format!("how hard it is by section {section}"),
            paper: "very".to_owned(),
            computed: "nobody knows. ".repeat(40) + "The end",
            verdict,
            method: "thinking".to_owned(),
            expectation,
        }
    }

    fn claims() -> [Claim; 4] {
        [
            claim("6", Verdict::Match, Expectation::Reproduced),
            claim("6", Verdict::Corrected, Expectation::Difference),
            claim("8", Verdict::Differs, Expectation::Reproduced),
            claim("10", Verdict::Unchecked, Expectation::Undecided),
        ]
    }

    fn text(args: &LedgerArgs, times: &[RunningTime]) -> String {
        let claims = args.select(&claims());
        let views = args.views(&claims, times, "Nothing was written.");
        views.iter().map(|view| view.to_text(Some(80))).collect::<Vec<_>>().join("\n")
    }

    fn only(names: &[&str]) -> LedgerArgs {
        LedgerArgs { all: false, only: names.iter().map(|&name| name.to_owned()).collect() }
    }

    #[test]
    fn the_short_ledger_has_a_line_a_section_and_two_for_each_difference() {
        let time = RunningTime { what: "counting", paper: "a year", here: "a day".to_owned() };
        let shown = text(&only(&[]), &[time]);
        assert!(shown.contains("  Section 6         2       1                     1\n"), "{shown}");
        assert_eq!(shown.matches("nobody ...\n").count(), 3, "{shown}");
        assert!(!shown.contains("The end") && !shown.contains("thinking"), "{shown}");
        assert!(shown.contains("NEW: another verdict than recorded"), "{shown}");
        assert!(shown.contains("counting a day (a year)"), "{shown}");
        let all = shown.lines().find(|line| line.trim_start().starts_with("all ")).unwrap();
        assert_eq!(all.split_whitespace().collect::<Vec<_>>(), ["all", "4", "1", "1", "1", "1"]);
        assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    }

    #[test]
    fn all_claims_are_shown_in_full_where_that_is_asked_for() {
        let shown = text(&LedgerArgs { all: true, only: Vec::new() }, &[]);
        assert_eq!(shown.matches("The end. By: thinking.").count(), 3, "{shown}");
        assert!(
            shown.contains("4 claims: 1 match, 0 match as rounded, 1 differs, 1 corrected, 1 unchecked.")
        );
        assert!(shown.contains("NEW: differs") && !shown.contains("in the paper"), "{shown}");
    }

    #[test]
    fn the_sections_are_those_of_the_ledger() {
        let mut claims = csv::Reader::from_path("results/claims.csv").unwrap();
        let mut sections: Vec<String> = claims.records().map(|claim| claim.unwrap()[0].to_owned()).collect();
        sections.dedup();
        assert_eq!(sections, SECTIONS);
    }

    #[test]
    fn some_claims_are_picked_by_verdict_and_section() {
        let sections = |names: &[&str]| -> Vec<(&str, Verdict)> {
            only(names).select(&claims()).iter().map(|claim| (claim.section, claim.verdict)).collect()
        };
        assert_eq!(sections(&["differs"]), [("8", Verdict::Differs)]);
        assert_eq!(sections(&["Section", "6"]).len(), 2);
        assert_eq!(sections(&["corrected", "section", "6"]), [("6", Verdict::Corrected)]);
        assert_eq!(sections(&["corrected", "8"]), []);
        assert_eq!(sections(&["match", "differs", "corrected", "unchecked"]).len(), 4);
    }
}
