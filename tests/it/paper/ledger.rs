use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use gqt3::beyond::players::{Agent, Heuristic, MoveBudget};
use gqt3::engine::game::Game;
use gqt3::engine::notation::action_text;
use gqt3::engine::position::Position;
use gqt3::support::progress::Silent;
use gqt3::tree_size::bounds::Bounds;
use gqt3_cli::paper::claims::{appendix_a, section2, section6, section10};
use gqt3_cli::paper::finding::Finding;
use gqt3_cli::paper::{Claim, Context, Verdict, compare};
use num_bigint::BigUint;
use num_rational::Ratio;

use crate::shared::expected;

type Row = BTreeMap<String, String>;

fn read(path: &str) -> Vec<Row> {
    csv::Reader::from_path(path)
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

fn rows(file: &str) -> Vec<Row> {
    read(&format!("results/{file}"))
}

fn claims() -> Vec<Row> {
    read("src/paper/claims.csv")
}

/// Claims about running times have no row in `results/claims.csv`.
#[test]
fn every_line_has_a_result_and_every_result_a_line() {
    let lines = claims();
    let decided = lines.iter().filter(|line| line["expectation"] != "time");
    let results = rows("claims.csv");
    let text = |row: &Row| ["section", "claim", "paper"].map(|column| row[column].clone());
    assert!(decided.map(text).eq(results.iter().map(text)));
    let mut ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), lines.len(), "no id stands twice");
    for line in &lines {
        assert_eq!(line["id"].split('.').next(), Some(line["section"].as_str()));
    }
}

const QUICK: [(&str, Verdict); 5] = [
    ("2.first-cycle", Verdict::Holds),
    ("6.table-1.3.actual", Verdict::Match),
    ("6.table-1.4.actual", Verdict::MatchRounded),
    ("A.cascade", Verdict::Wording),
    ("10.complexity", Verdict::Unchecked),
];

static QUICK_FINDINGS: LazyLock<Vec<Finding>> = LazyLock::new(|| {
    let context = Context::new(&Silent);
    let groups = [
        section2::claims(&context),
        section6::table_1(&context),
        appendix_a::claims(&context),
    ];
    let mut findings = groups.map(Result::unwrap).concat();
    findings.push(section10::complexity());
    findings.retain(|finding| QUICK.iter().any(|(id, _)| *id == finding.id));
    findings
});

fn quick_claims(paper: impl Fn(&str) -> String, expected: impl Fn(&str) -> String) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["id", "paper", "expectation"]).unwrap();
    let claims = claims();
    for (id, _) in QUICK {
        let line = claims.iter().find(|line| line["id"] == id).unwrap();
        writer
            .write_record([id, &paper(&line["paper"]), &expected(&line["expectation"])])
            .unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[test]
fn a_forged_value_turns_the_verdict() {
    let compared = |data: String| compare(&data, QUICK_FINDINGS.clone()).unwrap();
    let honest = compared(quick_claims(str::to_owned, str::to_owned));
    let verdicts: Vec<(&str, Verdict)> = honest
        .iter()
        .map(|claim| (claim.id.as_str(), claim.verdict))
        .collect();
    assert_eq!(verdicts, QUICK);
    assert!(!honest.iter().any(Claim::is_unexpected));
    let forged = |paper: &str| format!("{paper}1");
    for claim in compared(quick_claims(forged, str::to_owned)) {
        let is_decided = claim.expected != Verdict::Unchecked;
        assert_eq!(
            claim.verdict == Verdict::Differs,
            is_decided,
            "{}",
            claim.id
        );
        assert_eq!(claim.is_unexpected(), is_decided, "{}", claim.id);
    }
    let differs = |_: &str| Verdict::Differs.to_string();
    let known = compared(quick_claims(forged, differs));
    assert!(
        known
            .iter()
            .all(|claim| claim.is_unexpected() == (claim.id == "10.complexity"))
    );
    assert!(
        compared(quick_claims(str::to_owned, differs))
            .iter()
            .all(Claim::is_unexpected)
    );
}

#[test]
fn a_line_needs_one_finding_and_a_finding_a_line() {
    let (data, findings) = (quick_claims(str::to_owned, str::to_owned), &*QUICK_FINDINGS);
    let error = |findings: &[Finding]| compare(&data, findings.to_vec()).unwrap_err().to_string();
    assert_eq!(
        error(&findings[1..]),
        "claims.csv: nothing computes 2.first-cycle"
    );
    let doubled = [&findings[..], &findings[..1]].concat();
    assert_eq!(
        error(&doubled),
        "claims.csv: 2.first-cycle is computed twice"
    );
    let mut unknown = findings.clone();
    unknown[0].id = "2.last-cycle".to_owned();
    let more = [&findings[..], &unknown[..1]].concat();
    assert_eq!(error(&more), "claims.csv: no line has the id 2.last-cycle");
}

fn find<'a>(claims: &'a [Row], what: &str) -> &'a Row {
    claims
        .iter()
        .find(|claim| claim["claim"] == what)
        .unwrap_or_else(|| panic!("no claim '{what}'"))
}

/// Computes nothing, because `.ci/run` computes the ledger again.
#[test]
fn the_ledger_holds_what_is_recorded_and_nothing_else() {
    let claims = rows("claims.csv");
    let matches = [Verdict::Match, Verdict::MatchRounded, Verdict::Holds];
    let matches = matches.map(|verdict| verdict.to_string());
    let known: Vec<(&str, &str)> = claims
        .iter()
        .filter(|claim| !matches.contains(&claim["verdict"]))
        .map(|claim| (claim["claim"].as_str(), claim["verdict"].as_str()))
        .collect();
    assert_eq!(
        known,
        [
            ("n = 1 on 3x3 is tic-tac-toe", "wording"),
            ("pieces of each series of a later entanglement", "corrected"),
            ("number of collapses of an entanglement", "corrected"),
            (
                "perfect matchings of a graph with Hall's condition and degrees of k0 or more",
                "wording"
            ),
            (
                "proof, case 2, item 1: |n(S)| >= |S| + 1 for every S, if v is not entangled",
                "corrected"
            ),
            ("C(s,n)^s is an upper bound of T(s,n)", "corrected"),
            ("s! (s-1)^s is an upper bound of T(s,2)", "wording"),
            (
                "it is so because a bijection joins the move combinations of any two endgames",
                "wording"
            ),
            ("equilibrium where player 1 collapses", "differs"),
            (
                "a linear algorithm improves the lower bound of T(s,2)",
                "unchecked"
            ),
            ("the complexity of the game", "unchecked"),
            (
                "entanglement is a cycle of pieces, any two with one subscript or on one square being joined",
                "wording"
            ),
            (
                "a collapse is chosen by one piece of the entanglement",
                "wording"
            ),
            (
                "squares with one piece collapse to it, and so on",
                "wording"
            ),
            (
                "orientations of a graph with exactly one cycle, and collapses of an entanglement for n = 2",
                "wording"
            ),
        ]
    );
    paper_columns_are_the_published_tables(&claims);
}

fn paper_columns_are_the_published_tables(claims: &[Row]) {
    for row in expected::rows("table1.csv") {
        for column in ["upper", "actual", "lower"] {
            let what = format!("Table 1, s = {}, {column}", row.value::<usize>("squares"));
            assert_eq!(
                find(claims, &what)["paper"],
                row.text(column),
                "{}",
                row.place
            );
        }
    }
    let decimals = [("-1/2", "-0.5"), ("1/2", "0.5"), ("3/2", "1.5")];
    for row in expected::rows("table2.csv") {
        let margin = row.text("margin");
        let margin = decimals
            .iter()
            .find(|(from, _)| *from == margin)
            .map_or(margin, |(_, to)| to);
        let endgames = find(claims, &format!("Table 2, margin {margin}, endgames"));
        assert_eq!(
            endgames["paper"].replace(',', ""),
            row.text("endgames"),
            "{}",
            row.place
        );
        let probability = find(claims, &format!("Table 2, margin {margin}, probability"));
        assert_eq!(
            probability["paper"].trim_end_matches('%'),
            row.text("probability_percent"),
            "{}",
            row.place
        );
    }
}

fn documents() -> String {
    let mut pages = sources(Path::new("docs"));
    pages.retain(|page| page.extension().is_some_and(|name| name == "md"));
    pages.sort();
    pages.insert(0, PathBuf::from("README.md"));
    pages
        .iter()
        .map(|page| std::fs::read_to_string(page).unwrap())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn the_documents_tell_how_the_claims_fare() {
    let claims = rows("claims.csv");
    let words = documents();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let count = |verdict: Verdict| {
        let has_it = claims
            .iter()
            .filter(|claim| claim["verdict"] == verdict.name());
        has_it.count()
    };
    let page = std::fs::read_to_string("docs/paper.md").unwrap();
    for &verdict in Verdict::ALL {
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| `{verdict}` |")));
        let number = format!("| {} |", count(verdict));
        assert!(row.is_some_and(|row| row.ends_with(&number)), "{verdict}");
    }
    let computed = |claim: &str| find(&claims, claim)["computed"].clone();
    for (claim, told) in [
        ("n = 1 on 3x3 is tic-tac-toe", "362,880 games"),
        ("n = 1 on 3x3 is tic-tac-toe", "316,800 endgames"),
        (
            "number of collapses of an entanglement",
            "3-4-5, 3-4-5, 1-2-5, 3-4-5",
        ),
        (
            "entanglement is a cycle of pieces, any two with one subscript or on one square being joined",
            "1-2 1-3 1-4",
        ),
    ] {
        assert!(computed(claim).contains(told), "{claim}: {told}");
        assert!(words.contains(told), "{told}");
    }
}

#[test]
fn the_ledger_and_the_bounds_agree_where_the_general_upper_bound_fails() {
    let claims = rows("claims.csv");
    let computed = &find(&claims, "C(s,n)^s is an upper bound of T(s,n)")["computed"];
    for row in rows("table1.csv") {
        let squares: usize = row["squares"].parse().unwrap();
        let games: BigUint = row["games"].parse().unwrap();
        let is_false = Bounds::new(squares, 2, &gqt3::support::progress::Silent)
            .unwrap()
            .paper_upper_is_false(&games);
        assert_eq!(is_false, (1..=4).contains(&squares), "s={squares}");
    }
    assert!(
        computed.starts_with("false for n = 2: s = 1-4; "),
        "{computed}"
    );
}

/// The paper's numbers of four or more digits are in the data of its claims, but not in the code.
/// In `paper` only three files name the ledger or include a file's text.
#[test]
fn no_computation_reads_a_value_of_the_paper() {
    let mut numbers: Vec<String> = rows("claims.csv")
        .iter()
        .map(|row| row["paper"].replace(',', ""))
        .collect();
    numbers.retain(|text| text.len() >= 4 && text.bytes().all(|byte| byte.is_ascii_digit()));
    assert!(numbers.len() >= 8, "{numbers:?}");
    let mut readers = Vec::new();
    let mut looked_at = 0;
    for file in ["src", "core/src"]
        .map(Path::new)
        .into_iter()
        .flat_map(sources)
    {
        if file.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code
            .lines()
            .map(|line| line.split("//").next().unwrap_or_default());
        let code = lines.collect::<Vec<_>>().join("\n").replace('_', "");
        for number in &numbers {
            assert!(
                !code.contains(number.as_str()),
                "{} holds {number}",
                file.display()
            );
        }
        if file.starts_with("src/paper") && (code.contains("ledger") || code.contains("includestr"))
        {
            readers.push(file.file_name().unwrap().to_str().unwrap().to_owned());
        }
        looked_at += 1;
    }
    assert!(looked_at > 50, "{looked_at} files");
    readers.sort();
    assert_eq!(readers, ["ledger.rs", "mod.rs", "times.rs"]);
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| {
            if path.is_dir() {
                sources(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// The statements are in docs/perfect-play.md.
#[test]
fn the_documents_tell_the_balance_of_the_rules() {
    let rows = rows("nash.csv");
    let value = |row: &Row| row["value"].parse::<Ratio<i64>>().unwrap();
    let standard: Vec<_> = rows
        .iter()
        .filter(|row| row["board"] == "3" && row["pieces"] == "2")
        .collect();
    assert_eq!((rows.len(), standard.len()), (4 * 96, 96));
    assert_eq!(
        standard
            .iter()
            .filter(|row| value(row) == Ratio::ZERO)
            .count(),
        56
    );
    for row in standard {
        let fair = match row["collapse"].as_str() {
            "player1" => false,
            "player2" => true,
            "opponent" => row["offset"] == "1" || row["scoring"] == "shared",
            _ => {
                row["tail"] == "stop"
                    || row["ending"] == "full"
                        && (row["offset"] == "1" || row["scoring"] == "shared")
            }
        };
        assert_eq!(value(row) == Ratio::ZERO, fair, "{row:?}");
        assert!(value(row) >= Ratio::ZERO);
        assert!(row["collapse"] != "player1" || value(row) == Ratio::ONE);
    }
}

/// The table of critical decisions is in docs/beyond/players.md.
#[test]
fn the_documents_tell_how_good_the_heuristic_player_is() {
    let rows = rows("beyond/accuracy.csv");
    let documents = documents();
    let share = |player: &str, turns: std::ops::RangeInclusive<usize>| {
        let of = rows
            .iter()
            .filter(|row| row["positions_from"] == "all" && row["player"] == player);
        let of = of.filter(|row| row["critical"] != "0");
        let of = of.filter(|row| turns.contains(&row["turn"].parse().unwrap()));
        let (critical, kept) = of.fold((0.0, 0.0), |(critical, kept), row| {
            let number = |key: &str| row[key].parse::<f64>().unwrap();
            let these = number("critical");
            (
                critical + these,
                kept + these * number("critical_accuracy_decimal"),
            )
        });
        format!("{:.0}%", 100.0 * kept / critical)
    };
    for player in ["heuristic-10", "heuristic-100", "heuristic-1000", "random"] {
        let [early, middle, late] = [2..=3, 4..=6, 7..=9].map(|turns| share(player, turns));
        let row = format!("| `{player}` | {early} | {middle} | {late} |\n");
        assert!(documents.contains(&row), "{row}");
    }
    // docs/beyond/players.md says how many playouts find a best first move.
    let best = ["1-9", "3-7"].map(|squares| Some(squares.to_owned()));
    for (playouts, finds_it) in [(10, false), (100, false), (1_000, true)] {
        let start = Position::new(Game::default());
        let mut player = Heuristic::new(MoveBudget::from_playouts(playouts).without_solver(), None);
        let chosen = player
            .choose(&start, &Silent)
            .unwrap()
            .map(|action| action_text(&start, &action));
        assert_eq!(best.contains(&chosen), finds_it, "{playouts}: {chosen:?}");
    }
}

/// Decisions are distinct positions up to symmetry, so a row of turn 2 has fewer than ten.
#[test]
fn shares_of_critical_decisions_lie_in_their_intervals() {
    let mut rows = rows("beyond/accuracy.csv");
    rows.retain(|row| row["critical"] != "0");
    assert!(
        rows.iter()
            .all(|row| row["turn"] != "1" && (row["turn"] != "2" || row["decisions"].len() == 1))
    );
    for row in &rows {
        let [low, share, high] = [
            "critical_low_decimal",
            "critical_accuracy_decimal",
            "critical_high_decimal",
        ]
        .map(|key| row[key].parse::<f64>().unwrap());
        assert!(
            0.0 <= low && low <= share && share <= high && high <= 1.0,
            "{row:?}"
        );
    }
    assert!(
        rows.iter()
            .all(|row| row["positions_from"] == "all" || row["turn"].parse::<usize>().unwrap() > 3)
    );
}

/// The table by n and chooser is in docs/perfect-play.md.
#[test]
fn the_documents_tell_the_value_of_every_n() {
    let rows = [rows("nash.csv"), rows("beyond/nash_3x3.csv")].concat();
    let documents = documents();
    let paper = [
        ("board", "3"),
        ("ending", "full"),
        ("scoring", "harmonic"),
        ("tail", "classical"),
        ("ties", "dense"),
    ];
    let value = |pieces: usize, collapse: &str, offset: &str| {
        let asked = |row: &&Row| {
            let these = [
                ("collapse", collapse),
                ("offset", offset),
                ("pieces", &pieces.to_string()),
            ];
            paper
                .iter()
                .chain(&these)
                .all(|(key, value)| row[*key] == *value)
        };
        let value = &rows.iter().find(asked).unwrap()["value"];
        if value == "0" || value.starts_with('-') {
            value.clone()
        } else {
            format!("+{value}")
        }
    };
    let choosers = ["opponent", "mover", "player1", "player2"];
    for pieces in 1..=9 {
        let row = choosers
            .map(|collapse| value(pieces, collapse, "0"))
            .join(" | ");
        assert!(
            documents.contains(&format!("\n| {pieces} | {row} |\n")),
            "{pieces}: {row}"
        );
        for collapse in choosers {
            let changes = value(pieces, collapse, "0") != value(pieces, collapse, "1");
            assert_eq!(
                changes,
                pieces == 2 && ["opponent", "mover"].contains(&collapse),
                "{pieces} {collapse}"
            );
        }
    }
}
