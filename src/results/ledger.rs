//! The ledger as text and data: its sections with every difference, or every claim.

use crate::paper::{Claim, RunningTime, Verdict};
use crate::report::{self, Table, Tone};

const CAPTION: &str = "The paper's claims and what is computed";

/// Returns the text views of the claims, with the running times and a last remark.
///
/// Lists every claim if `all`.
pub fn views<'a>(
    claims: &'a [Claim],
    all: bool,
    times: &[RunningTime],
    last: &str,
) -> Vec<Table<'a>> {
    let mut notes = Vec::from_iter((!times.is_empty()).then(|| running(times)));
    notes.push(if all {
        sum_up(claims)
    } else {
        "Every claim: --all.".to_owned()
    });
    notes.push(last.to_owned());
    let mut views = vec![if all {
        table(claims, true)
    } else {
        sections(claims)
    }];
    views.extend(differences(claims, all));
    views.push(Table::of_notes(notes));
    views
}

/// Returns a table of the verdicts, counted by section and for the whole paper.
fn sections(claims: &[Claim]) -> Table<'_> {
    type Row<'a> = (String, &'a [Claim]);
    let counted = |heading, is_counted: fn(Verdict) -> bool| {
        report::Column::text(heading, move |(_, claims): &Row| {
            let count = claims
                .iter()
                .filter(|claim| is_counted(claim.verdict))
                .count();
            if count == 0 {
                String::new()
            } else {
                count.to_string()
            }
        })
        .numeric()
    };
    let columns = vec![
        report::Column::text("", |(name, _): &Row| name.clone()),
        report::Column::text("claims", |(_, claims): &Row| claims.len()),
        counted("match", Verdict::is_match).toned(|_| Tone::Good),
        counted("holds", |verdict| verdict == Verdict::Holds).toned(|_| Tone::Good),
        counted("differs", |verdict| verdict == Verdict::Differs).toned(|_| Tone::Bad),
        counted("corrected", |verdict| verdict == Verdict::Corrected).toned(|_| Tone::Notice),
        counted("unchecked", |verdict| verdict == Verdict::Unchecked),
    ];
    let of_each = claims
        .chunk_by(|a, b| a.section == b.section)
        .map(|claims| (place(&claims[0]), claims));
    let rows: Vec<Row> = of_each.chain([("all".to_owned(), claims)]).collect();
    Table::of(columns, rows).captioned(CAPTION)
}

/// Returns a row for each claim. Text has the methods if `methods` is set.
pub fn table(claims: &[Claim], methods: bool) -> Table<'_> {
    type Column = report::Column<'static, Claim>;
    let columns = vec![
        Column::new("section", |claim| claim.section.clone()),
        Column::new("claim", |claim| claim.claim.clone()),
        Column::new("paper", |claim| claim.paper.clone()),
        Column::new("computed", |claim| claim.computed.clone()).in_text(|claim| {
            match claim.verdict {
                Verdict::Corrected | Verdict::Unchecked => "see below".to_owned(),
                _ => claim.computed.clone(),
            }
        }),
        Column::new("verdict", |claim| claim.verdict.name())
            .in_text(|claim| match claim.is_unexpected() {
                true => format!("NEW: {}", claim.verdict),
                false => claim.verdict.to_string(),
            })
            .toned(|claim| tone(claim.verdict)),
        Column::new("method", |claim| claim.method.clone()).in_text_if(methods),
    ];
    Table::of(columns, claims).captioned(CAPTION)
}

const fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Match | Verdict::MatchRounded | Verdict::Holds => Tone::Good,
        Verdict::Differs => Tone::Bad,
        Verdict::Corrected => Tone::Notice,
        Verdict::Unchecked => Tone::Plain,
    }
}

/// Returns the claims that are wrong or undecided, or `None` without such claims.
fn differences(claims: &[Claim], all: bool) -> Option<Table<'_>> {
    let kinds = [
        (true, None, "NEW: another verdict than recorded"),
        (false, Some(Verdict::Differs), "Differs"),
        (
            false,
            Some(Verdict::Corrected),
            "Corrected: false as it stands, or argued with a gap",
        ),
        (
            false,
            Some(Verdict::Unchecked),
            "Unchecked: nothing here decides it",
        ),
    ];
    type Row<'a> = (Tone, &'a str, String);
    let mut rows: Vec<Row> = Vec::new();
    for (is_new, verdict, caption) in kinds {
        let is_of_kind = |claim: &&Claim| {
            claim.is_unexpected() == is_new
                && verdict.is_none_or(|verdict| claim.verdict == verdict)
        };
        let mut kind = claims.iter().filter(is_of_kind).peekable();
        if kind.peek().is_some() {
            rows.push((Tone::Strong, "", caption.to_owned()));
        }
        for claim in kind {
            let mut section = claim.section.as_str();
            for line in entry(claim, all) {
                rows.push((tone(claim.verdict), std::mem::take(&mut section), line));
            }
        }
    }
    let heading = |(tone, ..): &Row| {
        if *tone == Tone::Strong {
            Tone::Strong
        } else {
            Tone::Plain
        }
    };
    let columns = vec![
        report::Column::text("", |(_, section, _): &Row| *section).toned(|(tone, ..)| *tone),
        report::Column::text("", |(_, _, text): &Row| text.clone()).toned(heading),
    ];
    (!rows.is_empty()).then(|| Table::of(columns, rows))
}

/// Returns the paragraphs of a claim.
///
/// These are the claim, the true statement and the commands that prove it.
fn entry(claim: &Claim, all: bool) -> Vec<String> {
    let Claim {
        claim: what,
        paper,
        computed,
        explanation,
        method,
        proof,
        ..
    } = claim;
    let sentence = |text: String| format!("{}.", text.trim_end_matches('.'));
    let mut lines = vec![sentence(format!("{what}. Paper: {paper}"))];
    if all || explanation.is_empty() || claim.is_unexpected() {
        lines.push(sentence(format!("Computed: {computed}")));
    } else {
        lines.push(explanation.clone());
        lines.extend(proof.iter().map(|command| format!("$ {command}")));
    }
    lines.extend(all.then(|| sentence(format!("By: {method}"))));
    lines
}

/// Returns the running times of this run and of the paper.
///
/// They differ on every run, so no file contains them.
fn running(times: &[RunningTime]) -> String {
    let time = |RunningTime { what, paper, here }: &RunningTime| format!("{what} {here} ({paper})");
    let times: Vec<String> = times.iter().map(time).collect();
    format!("Running times here (in the paper): {}.", times.join("; "))
}

/// Returns the section of a claim in words.
fn place(claim: &Claim) -> String {
    match claim.section.as_str() {
        "abstract" => "Abstract".to_owned(),
        appendix @ ("A" | "B") => format!("Appendix {appendix}"),
        section => format!("Section {section}"),
    }
}

/// Counts the claims with a verdict.
pub fn count(claims: &[Claim], verdict: Verdict) -> usize {
    claims
        .iter()
        .filter(|claim| claim.verdict == verdict)
        .count()
}

fn sum_up(claims: &[Claim]) -> String {
    let counts = Verdict::ALL
        .iter()
        .map(|&verdict| format!("{} {verdict}", count(claims, verdict)));
    format!(
        "{} claims: {}.",
        claims.len(),
        counts.collect::<Vec<_>>().join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(section: &str, verdict: Verdict, expected: Verdict) -> Claim {
        Claim {
            id: String::new(),
            section: section.to_owned(),
            claim: format!("how hard it is by section {section}"),
            paper: "very".to_owned(),
            computed: "nobody knows. ".repeat(40) + "The end",
            verdict,
            method: "thinking".to_owned(),
            expected,
            explanation: "It is harder than that. This is the reason why.".to_owned(),
            proof: vec!["gqt3 nash --certificate proof.txt".to_owned()],
        }
    }

    fn text(all: bool, times: &[RunningTime]) -> String {
        let claims = [
            claim("6", Verdict::Match, Verdict::Match),
            claim("6", Verdict::Corrected, Verdict::Corrected),
            claim("8", Verdict::Differs, Verdict::Match),
            claim("10", Verdict::Unchecked, Verdict::Unchecked),
        ];
        let views = views(&claims, all, times, "Nothing was written.");
        views
            .iter()
            .map(|view| view.to_text(Some(80)))
            .collect::<Vec<_>>()
            .join("\n")
    }

    #[test]
    fn the_short_ledger_has_a_line_a_section_and_explains_each_difference() {
        let time = RunningTime {
            what: "counting".to_owned(),
            paper: "a year".to_owned(),
            here: "a day".to_owned(),
        };
        let shown = text(false, &[time]);
        assert_eq!(
            shown.matches("This is the reason why.").count(),
            2,
            "{shown}"
        );
        assert_eq!(
            shown.matches("$ gqt3 nash --certificate proof.txt").count(),
            2,
            "{shown}"
        );
        assert_eq!(
            shown.matches("The end.").count(),
            1,
            "what is new is shown in full: {shown}"
        );
        assert!(
            !shown.contains("thinking") && !shown.contains("..."),
            "{shown}"
        );
        assert!(
            shown.contains("NEW: another verdict than recorded"),
            "{shown}"
        );
        assert!(shown.contains("counting a day (a year)"), "{shown}");
        let row = |name: &str| -> Vec<&str> {
            let line = shown
                .lines()
                .find(|line| line.trim_start().starts_with(name))
                .unwrap();
            line.split_whitespace().collect()
        };
        assert_eq!(row("Section 6"), ["Section", "6", "2", "1", "1"]);
        assert_eq!(row("all "), ["all", "4", "1", "1", "1", "1"]);
        assert!(
            shown.lines().all(|line| line.chars().count() <= 80),
            "{shown}"
        );
    }

    #[test]
    fn all_claims_are_shown_in_full_where_that_is_asked_for() {
        let shown = text(true, &[]);
        assert_eq!(shown.matches("The end.").count(), 3, "{shown}");
        assert_eq!(shown.matches("By: thinking.").count(), 3, "{shown}");
        assert!(shown.contains(
            "4 claims: 1 match, 0 match-rounded, 0 holds, 1 differs, 1 corrected, 1\nunchecked."
        ));
        assert!(
            shown.contains("NEW: differs") && !shown.contains("in the paper"),
            "{shown}"
        );
    }
}
