//! The ledger: nothing in it is unexpected, what is known to differ does, and its paper column is the paper's.

#[path = "published/mod.rs"]
mod published;

use std::collections::BTreeMap;

use gqt3::claims::{Claim, Record, Verdict};
use num_rational::Ratio;

/// A row of a result file by its columns.
type Row = BTreeMap<String, String>;

fn rows(file: &str) -> Vec<Row> {
    let mut rows = csv::Reader::from_path(format!("results/{file}")).unwrap();
    rows.deserialize().map(Result::unwrap).collect()
}

fn find<'a>(claims: &'a [Row], what: &str) -> &'a Row {
    claims.iter().find(|claim| claim["claim"] == what).unwrap_or_else(|| panic!("no claim '{what}'"))
}

/// The ledger as committed; that every run computes the same is `reproduce`'s test.
#[test]
fn the_ledger_holds_what_is_recorded_and_nothing_else() {
    let claims = rows("claims.csv");
    let matches = [Verdict::Match, Verdict::MatchRounded].map(|verdict| verdict.to_string());
    let known: Vec<(&str, &str)> = claims
        .iter()
        .filter(|claim| !matches.contains(&claim["verdict"]))
        .map(|claim| (claim["claim"].as_str(), claim["verdict"].as_str()))
        .collect();
    assert_eq!(
        known,
        [
            ("number of collapses of an entanglement", "corrected"),
            ("proof, case 2.1: |n(S)| >= |S| + 1 for every S, if v is not entangled", "corrected"),
            ("C(s,n)^s is an upper bound of T(s,n)", "corrected"),
            ("s! (s-1)^s is an upper bound of T(s,2)", "corrected"),
            ("it is so because equally many games lead to each endgame", "corrected"),
            ("equilibrium where player 1 collapses", "differs"),
            ("a collapse is chosen by one piece of the entanglement", "corrected"),
            ("squares with one piece collapse to it, and so on", "corrected"),
        ]
    );
    paper_columns_are_the_published_tables(&claims);
}

/// The tables of the ledger and the data files were typed in separately; they must agree.
fn paper_columns_are_the_published_tables(claims: &[Row]) {
    for row in published::rows("table1.csv") {
        for column in ["upper", "actual", "lower"] {
            let what = format!("Table 1, s = {}, {column}", row.value::<usize>("squares"));
            assert_eq!(find(claims, &what)["paper"], row.text(column), "{}", row.place);
        }
    }
    let decimals = [("-1/2", "-0.5"), ("1/2", "0.5"), ("3/2", "1.5")];
    for row in published::rows("table2.csv") {
        let margin = row.text("margin");
        let margin = decimals.iter().find(|(from, _)| *from == margin).map_or(margin, |(_, to)| to);
        let endgames = find(claims, &format!("Table 2, margin {margin}, endgames"));
        assert_eq!(endgames["paper"].replace(',', ""), row.text("endgames"), "{}", row.place);
        let probability = find(claims, &format!("Table 2, margin {margin}, probability"));
        assert_eq!(
            probability["paper"].trim_end_matches('%'),
            row.text("probability_percent"),
            "{}",
            row.place
        );
    }
}

#[test]
fn a_new_difference_and_a_lost_one_are_both_unexpected() {
    let claim = |verdict, record| Claim {
        section: "1",
        claim: String::new(),
        paper: String::new(),
        computed: String::new(),
        verdict,
        method: String::new(),
        record,
    };
    assert!(claim(Verdict::Differs, Record::Reproduced).is_unexpected());
    assert!(claim(Verdict::Corrected, Record::Reproduced).is_unexpected());
    assert!(claim(Verdict::Match, Record::KnownDifference).is_unexpected());
    assert!(!claim(Verdict::Differs, Record::KnownDifference).is_unexpected());
    assert!(!claim(Verdict::MatchRounded, Record::Reproduced).is_unexpected());
}

/// What the README says about the balance of the rules, from the result file.
#[test]
fn the_readme_tells_the_balance_of_the_rules() {
    let rows = rows("nash.csv");
    let value = |row: &Row| row["value"].parse::<Ratio<i64>>().unwrap();
    let standard: Vec<_> = rows.iter().filter(|row| row["board"] == "3" && row["pieces"] == "2").collect();
    assert_eq!((rows.len(), standard.len()), (4 * 96 + 7 * 8, 96));
    assert_eq!(standard.iter().filter(|row| value(row) == Ratio::ZERO).count(), 56);
    for row in standard {
        let fair = match row["collapse"].as_str() {
            "player1" => false,
            "player2" => true,
            "opponent" => row["offset"] == "1" || row["scoring"] == "shared",
            _ => {
                row["tail"] == "stop"
                    || row["ending"] == "full" && (row["offset"] == "1" || row["scoring"] == "shared")
            }
        };
        assert_eq!(value(row) == Ratio::ZERO, fair, "{row:?}");
        assert!(value(row) >= Ratio::ZERO);
        assert!(row["collapse"] != "player1" || value(row) == Ratio::ONE);
    }
}

/// The README's table of how often critical decisions keep the value, from the result file.
#[test]
fn the_readme_tells_how_good_the_heuristic_player_is() {
    let rows = rows("accuracy.csv");
    let readme = std::fs::read_to_string("README.md").unwrap();
    let share = |player: &str, turns: std::ops::RangeInclusive<usize>| {
        let of = rows.iter().filter(|row| row["player"] == player && row["critical"] != "0");
        let of = of.filter(|row| turns.contains(&row["turn"].parse().unwrap()));
        let (critical, kept) = of.fold((0.0, 0.0), |(critical, kept), row| {
            let number = |key: &str| row[key].parse::<f64>().unwrap();
            let these = number("critical");
            (critical + these, kept + these * number("critical_accuracy_decimal"))
        });
        format!("{:.0}%", 100.0 * kept / critical)
    };
    for player in ["heuristic-1", "heuristic-2", "heuristic-3", "random"] {
        let [early, middle, late] = [1..=3, 4..=6, 7..=9].map(|turns| share(player, turns));
        let row = format!("| `{player}` | {early} | {middle} | {late} |\n");
        assert!(readme.contains(&row), "{row}");
    }
    // No heuristic player finds the best first move.
    let first = rows.iter().filter(|row| row["turn"] == "1" && row["player"] != "random");
    assert!(first.clone().count() > 0 && first.clone().all(|row| row["accuracy_decimal"] == "0.000000"));
}

/// The README's table of values by n and who collapses, from the result file.
#[test]
fn the_readme_tells_the_value_of_every_n() {
    let rows = rows("nash.csv");
    let readme = std::fs::read_to_string("README.md").unwrap();
    let paper = [
        ("board", "3"),
        ("ending", "full"),
        ("scoring", "harmonic"),
        ("tail", "classical"),
        ("ties", "dense"),
    ];
    let value = |pieces: usize, collapse: &str, offset: &str| {
        let asked = |row: &&Row| {
            let these = [("collapse", collapse), ("offset", offset), ("pieces", &pieces.to_string())];
            paper.iter().chain(&these).all(|(key, value)| row[*key] == *value)
        };
        let value = &rows.iter().find(asked).unwrap()["value"];
        if value == "0" || value.starts_with('-') { value.clone() } else { format!("+{value}") }
    };
    let choosers = ["opponent", "mover", "player1", "player2"];
    for pieces in 1..=9 {
        let row = choosers.map(|collapse| value(pieces, collapse, "0")).join(" | ");
        assert!(readme.contains(&format!("\n| {pieces} | {row} |\n")), "{pieces}: {row}");
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
