use super::paper_tables::PaperTables;
use super::{bounds, random};
use crate::paper::{Claim, RunningTime, Verdict};
use crate::report::{self, Table, Tone, formula};

const CAPTION: &str = "The paper's claims and what is computed";

/// Data have the claims and the counts of verdicts. Text begins with these if `all`, and otherwise
/// with the paper's results.
pub fn tables<'a>(
    claims: &'a [Claim],
    paper: &'a PaperTables,
    all: bool,
    times: &[RunningTime],
    last: &str,
) -> Vec<Table<'a>> {
    let mut tables = vec![
        table(claims).in_text_if(all),
        verdicts(claims).in_text_if(all),
    ];
    if !all {
        tables.extend(results(claims, paper));
    }
    tables.push(Table::of_notes(vec![sum_up(claims)]));
    tables.extend(differences(claims, all));
    let more = "gqt3 reproduce --all explains each line, and lists every claim with its method.";
    let mut notes = Vec::from_iter((!all).then(|| more.to_owned()));
    notes.extend((!times.is_empty()).then(|| running(times)));
    notes.push(last.to_owned());
    tables.push(Table::of_notes(notes));
    tables
}

fn results<'a>(claims: &'a [Claim], paper: &'a PaperTables) -> Vec<Table<'a>> {
    let of_id = |id: &'static str| claims.iter().filter(move |claim| claim.id.starts_with(id));
    let mut tables = Vec::new();
    for games in of_id("6.games").take(1) {
        tables.push(Table::of_notes(vec![format!(
            "{} = {} games, {} (gqt3 tree-size).",
            formula(&games.claim),
            games.computed,
            match games.verdict.is_match() {
                true => "as in the paper".to_owned(),
                false => format!("! in the paper {}", games.paper),
            }
        )]));
    }
    tables.extend(bounds::table_1(&paper.bounds));
    tables.push(cells(of_id("6.table-1."), "bounds"));
    tables.push(random::table_2(&paper.random));
    tables.push(cells(of_id("7.table-2."), "random"));
    tables.push(equilibria(claims));
    tables
}

fn cells<'a>(cells: impl Iterator<Item = &'a Claim>, command: &str) -> Table<'a> {
    let cells: Vec<&Claim> = cells.collect();
    let wrong = cells.iter().filter(|cell| !cell.verdict.is_match());
    let mut notes: Vec<String> = wrong
        .map(|cell| {
            format!(
                "! {}: {} (paper: {})",
                cell.claim, cell.computed, cell.paper
            )
        })
        .collect();
    if notes.is_empty() {
        notes.push(format!(
            "All {} cells are as in the paper (gqt3 {command}).",
            cells.len()
        ));
    }
    Table::of_notes(notes)
}

fn equilibria(claims: &[Claim]) -> Table<'_> {
    let is_one = |claim: &&Claim| claim.section == "8" && claim.claim.starts_with("equilibrium ");
    let rows: Vec<&Claim> = claims.iter().filter(is_one).collect();
    type Row<'a> = &'a Claim;
    let mark = |claim: &Row| if claim.verdict.is_match() { "" } else { "!" };
    let columns = vec![
        report::Column::text("", |claim: &Row| {
            claim.claim.trim_start_matches("equilibrium ").to_owned()
        }),
        report::Column::text("value", |claim: &Row| claim.computed.clone()),
        report::Column::text("paper", |claim: &Row| claim.paper.clone()),
        report::Column::text("", mark).toned(|_| Tone::Bad),
    ];
    Table::text(columns, rows)
        .captioned("Equilibria (gqt3 nash --all-variants; ! differs from the paper)")
}

pub fn verdicts(claims: &[Claim]) -> Table<'_> {
    type Row<'a> = (&'a str, &'a [Claim]);
    type Column<'a> = report::Column<'a, Row<'a>>;
    let mut columns: Vec<Column> = vec![
        Column::new("section", "the section, or all", |(section, _): &Row| {
            (*section).to_owned()
        })
        .headed("")
        .in_text(|(section, _): &Row| section_mark(section)),
        Column::new("claims", "the number of claims", |(_, claims): &Row| {
            claims.len()
        }),
    ];
    for &verdict in Verdict::ALL {
        let count = move |(_, claims): &Row| count(claims, verdict);
        // In this table's text, values that agree after rounding count as matches.
        let in_text = move |(_, claims): &Row| {
            let rounded = match verdict {
                Verdict::Match => self::count(claims, Verdict::MatchRounded),
                _ => 0,
            };
            match self::count(claims, verdict) + rounded {
                0 => String::new(),
                number => number.to_string(),
            }
        };
        let name = verdict.name();
        let column = Column::new(
            name.replace('-', "_"),
            "the number of claims with this verdict",
            count,
        )
        .in_text(in_text)
        .numeric()
        .toned(move |_| tone(verdict));
        columns.push(column.in_text_if(verdict != Verdict::MatchRounded));
    }
    let unexpected =
        |(_, claims): &Row| claims.iter().filter(|claim| claim.is_unexpected()).count();
    let help = "the number of claims with another verdict than recorded";
    columns.push(Column::data("unexpected", help, unexpected));
    let of_each = claims
        .chunk_by(|a, b| a.section == b.section)
        .map(|claims| (claims[0].section.as_str(), claims));
    let rows: Vec<Row> = of_each.chain([("all", claims)]).collect();
    Table::of("verdicts", columns, rows).captioned(CAPTION)
}

pub fn table(claims: &[Claim]) -> Table<'_> {
    type Column = report::Column<'static, Claim>;
    let columns = vec![
        Column::new("section", "the section of the paper", |claim| {
            claim.section.clone()
        }),
        Column::new("claim", "what the paper claims", |claim| {
            claim.claim.clone()
        }),
        Column::new("paper", "the paper's value or statement", |claim| {
            claim.paper.clone()
        }),
        Column::new(
            "computed",
            "the computed value, or the true statement",
            |claim| claim.computed.clone(),
        )
        .in_text(|claim| match claim.verdict {
            Verdict::Corrected | Verdict::Wording | Verdict::Unchecked => {
                "explained at the end".to_owned()
            }
            _ => claim.computed.clone(),
        }),
        Column::new("verdict", "the comparison of the two", |claim| {
            claim.verdict.name()
        })
        .one_of(Verdict::ALL.iter().map(|verdict| verdict.name()))
        .in_text(|claim| match claim.is_unexpected() {
            true => format!("NEW: {}", claim.verdict),
            false => claim.verdict.to_string(),
        })
        .toned(|claim| tone(claim.verdict)),
        Column::new("method", "how it is computed", |claim| claim.method.clone()),
    ];
    Table::of("claims", columns, claims).captioned(CAPTION)
}

pub fn files<'a>(states: Vec<(&'static str, &'static str)>) -> Table<'a> {
    type Row = (&'static str, &'static str);
    let columns = vec![
        report::Column::data(
            "file",
            "the name in the result folder",
            |(file, _): &Row| *file,
        ),
        report::Column::data("state", "what the run did, or found", |(_, state): &Row| {
            *state
        })
        .one_of([
            "written",
            "same",
            "missing",
            "differs",
            "line endings differ",
        ]),
    ];
    Table::of("files", columns, states).in_text_if(false)
}

const fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Match | Verdict::MatchRounded | Verdict::Holds => Tone::Good,
        Verdict::Differs => Tone::Bad,
        Verdict::Corrected | Verdict::Wording => Tone::Notice,
        Verdict::Unchecked => Tone::Plain,
    }
}

/// Lists the claims that do not match or hold, or have another verdict than recorded, by kind and
/// rank.
fn differences(claims: &[Claim], all: bool) -> Option<Table<'_>> {
    let kinds = [
        (true, None, "NEW: another verdict than recorded"),
        (false, Some(Verdict::Differs), "Differs"),
        (false, Some(Verdict::Corrected), "Corrected"),
        (
            false,
            Some(Verdict::Wording),
            "Wording: true as meant, but not as written",
        ),
        (
            false,
            Some(Verdict::Unchecked),
            "Unchecked: nothing here decides it",
        ),
    ];
    type Row = (Tone, String, String);
    let mut rows: Vec<Row> = Vec::new();
    for (is_new, verdict, caption) in kinds {
        let is_of_kind = |claim: &&Claim| {
            claim.is_unexpected() == is_new
                && verdict.is_none_or(|verdict| claim.verdict == verdict)
        };
        let mut kind: Vec<&Claim> = claims.iter().filter(is_of_kind).collect();
        kind.sort_by_key(|claim| claim.rank);
        if !kind.is_empty() {
            rows.push((Tone::Strong, String::new(), caption.to_owned()));
        }
        for claim in kind {
            let mut section = match claim.section.parse::<u32>() {
                Ok(section) => format!("§{section}"),
                Err(_) => claim.section.clone(),
            };
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
        report::Column::text("", |(_, section, _): &Row| section.clone()).toned(|(tone, ..)| *tone),
        report::Column::text("", |(_, _, text): &Row| text.clone()).toned(heading),
    ];
    (!rows.is_empty()).then(|| Table::text(columns, rows))
}

/// Shows an unexpected claim's computed value instead of its explanation, which is for another
/// verdict.
fn entry(claim: &Claim, all: bool) -> Vec<String> {
    if !all && !claim.is_unexpected() {
        return vec![claim.summary.clone()];
    }
    let sentence = |text: String| format!("{}.", text.trim_end_matches('.'));
    let mut lines = vec![sentence(format!("{}. Paper: {}", claim.claim, claim.paper))];
    if claim.is_unexpected() {
        lines.push(sentence(format!("Computed: {}", claim.computed)));
    } else {
        lines.push(claim.explanation.clone());
        lines.extend(claim.proof.iter().map(|command| format!("$ {command}")));
    }
    lines.push(sentence(format!("By: {}", claim.method)));
    lines
}

fn running(times: &[RunningTime]) -> String {
    let time = |RunningTime { what, paper, here }: &RunningTime| format!("{what} {here} ({paper})");
    let times: Vec<String> = times.iter().map(time).collect();
    format!("Running times here (in the paper): {}.", times.join("; "))
}

fn section_mark(section: &str) -> String {
    match section {
        "all" => "all".to_owned(),
        "abstract" => "Abstract".to_owned(),
        appendix @ ("A" | "B") => format!("Appendix {appendix}"),
        section => format!("Section {section}"),
    }
}

fn count(claims: &[Claim], verdict: Verdict) -> usize {
    claims
        .iter()
        .filter(|claim| claim.verdict == verdict)
        .count()
}

fn sum_up(claims: &[Claim]) -> String {
    let cells = claims
        .iter()
        .filter(|claim| claim.id.contains(".table-"))
        .count();
    let counts = Verdict::ALL
        .iter()
        .map(|&verdict| (verdict, count(claims, verdict)));
    let counts = counts.filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    format!(
        "{} statements and {cells} table cells: {}.",
        claims.len() - cells,
        counts.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Format, Origin, Page, Parameters, Report};
    use gqt3::support::progress::Silent;

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
            rank: 1,
            summary: "Nobody knows.".to_owned(),
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
        let paper = PaperTables::default();
        let tables = tables(&claims, &paper, all, times, "Nothing was written.");
        let report = Report {
            command: "reproduce",
            parameters: Parameters::default(),
            tables,
        };
        let page = Page {
            width: Some(80),
            coloured: false,
        };
        let text = report.to_bytes(Format::Table, None, page, &Origin::default(), &Silent);
        String::from_utf8(text.unwrap()).unwrap()
    }

    #[test]
    fn the_short_ledger_has_a_line_for_each_difference_and_shows_a_new_one_in_full() {
        let time = RunningTime {
            what: "counting".to_owned(),
            paper: "a year".to_owned(),
            here: "a day".to_owned(),
        };
        let shown = text(false, &[time]);
        assert_eq!(shown.matches("Nobody knows.").count(), 2, "{shown}");
        assert_eq!(shown.matches("The end.").count(), 1, "{shown}");
        assert_eq!(shown.matches("thinking").count(), 1, "{shown}");
        assert!(
            shown.contains("NEW: another verdict than recorded"),
            "{shown}"
        );
        assert!(shown.contains("counting a day (a year)"), "{shown}");
        assert!(
            shown.lines().all(|line| line.chars().count() <= 80),
            "{shown}"
        );
    }

    #[test]
    fn all_claims_are_shown_in_full_where_that_is_asked_for() {
        let shown = text(true, &[]);
        assert_eq!(
            shown.matches("This is the reason why.").count(),
            2,
            "{shown}"
        );
        assert_eq!(shown.matches("By: thinking.").count(), 3, "{shown}");
        assert!(
            shown.contains("$ gqt3 nash --certificate proof.txt"),
            "{shown}"
        );
        assert!(
            shown.contains(
                "4 statements and 0 table cells: 1 match, 1 differs, 1 corrected, 1 unchecked."
            ),
            "{shown}"
        );
        assert!(
            shown.contains("NEW: differs") && !shown.contains("in the paper"),
            "{shown}"
        );
    }
}
