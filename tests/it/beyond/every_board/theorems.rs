use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use gqt3::beyond::every_board::theorems::{ALL, KnownBounds, known};
use gqt3::beyond::every_board::{AnyBoardSolver, default_table_bytes};
use gqt3::engine::game::Game;
use gqt3::engine::interval::{Basis, Interval};
use gqt3::engine::position::Position;
use gqt3::engine::rules::{
    CollapseChooser, Ending, Margin, Offset, Player, Rules, Scoring, Tail, Ties,
};
use gqt3::support::progress::Silent;

use crate::command::{run, stdout};
use crate::committed::is_current;
use crate::shared::expected;
use crate::shared::games::rules_of;

fn interval(side: usize, pieces: usize, rules: &Rules) -> Interval {
    known(side, pieces, rules).unwrap().interval
}

fn names(known: &KnownBounds) -> [&'static str; 2] {
    known.theorems.map(|theorem| theorem.name)
}

/// Returns the player who chooses a collapse on the last turn.
fn chooser(side: usize, rules: &Rules) -> Player {
    let game = Game::default().with_rules(*rules);
    game.chooser(Player::from_turn(side * side))
}

fn lead(side: usize, pieces: usize, rules: &Rules) -> Margin {
    let Interval { lower, upper } = interval(side, pieces, rules);
    match chooser(side, rules) {
        Player::One => lower,
        Player::Two => -upper,
    }
}

/// Returns the least n from which upward a lead of at least `margin` is proved.
fn least_pieces(side: usize, rules: &Rules, margin: Margin) -> Option<usize> {
    let all = (1..=side * side).rev();
    all.take_while(|&pieces| lead(side, pieces, rules) >= margin)
        .last()
}

#[test]
fn solved_values_lie_where_the_theorems_say() {
    let (mut exact, mut games) = (0, 0);
    for (side, pieces) in [(1, 1), (2, 3), (2, 4), (3, 8), (3, 10)] {
        for rules in Rules::combinations() {
            let game = Game::from_side(side, pieces, rules).unwrap();
            let mut solver = AnyBoardSolver::new(game, default_table_bytes(&game)).unwrap();
            let start = Position::new(game);
            let value = solver.bounds(&start, &Silent).value().unwrap();
            let found = known(side, pieces, &rules).unwrap();
            let Interval { lower, upper } = found.interval;
            assert!(
                lower <= value && value <= upper,
                "{game}: {value} is not in {lower}..{upper} ({})",
                found.names()
            );
            games += 1;
            exact += usize::from(lower == upper);
        }
    }
    assert!(games > 400 && exact > 0, "{exact} of {games}");
}

#[test]
fn values_of_the_results_lie_where_the_theorems_say() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/results"));
    let rows = ["nash.csv", "beyond/nash_3x3.csv"].map(|file| {
        let results = csv::Reader::from_path(folder.join(file)).unwrap();
        results.into_deserialize::<HashMap<String, String>>()
    });
    let mut games = 0;
    for row in rows.into_iter().flatten() {
        let row = row.unwrap();
        let [side, pieces] = ["board", "pieces"].map(|name| row[name].parse().unwrap());
        let rules = Rules {
            collapse: row["collapse"].parse().unwrap(),
            offset: row["offset"].parse().unwrap(),
            ending: row["ending"].parse().unwrap(),
            scoring: row["scoring"].parse().unwrap(),
            tail: row["tail"].parse().unwrap(),
            ties: row["ties"].parse().unwrap(),
        };
        let value = Margin::from_ratio(row["value"].parse().unwrap()).unwrap();
        let Interval { lower, upper } = interval(side, pieces, &rules);
        assert!(
            lower <= value && value <= upper,
            "{side}, n = {pieces}, {rules}"
        );
        games += 1;
    }
    assert_eq!(games, 440);
}

#[test]
fn the_least_sizes_are_those_of_the_closed_forms() {
    let two = Margin::ONE + Margin::ONE;
    for m in (5..=12).chain([33]) {
        let s = m * m;
        for &collapse in CollapseChooser::ALL {
            let rules = rules_of(collapse);
            let player = chooser(m, &rules);
            let own = player.turns_of(s);
            // Two lines that cross. An early collapse (Theorem 25) saves a piece, except for
            // player 2 on odd boards.
            let cross = match (m % 2, player) {
                (0, _) => s / 2 + m,
                (_, Player::One) => (s + 2 * m - 3) / 2,
                (_, Player::Two) => (s + 2 * m + 3) / 2,
            };
            assert_eq!(least_pieces(m, &rules, two), Some(cross), "{m}, {collapse}");
            // One line.
            let q = own + 2 - 2 * m;
            let root = (2.0 * (q as f64).sqrt()).ceil() as usize;
            let row = s - q - root;
            assert_eq!(
                least_pieces(m, &rules, Margin::ONE),
                Some(row),
                "{m}, {collapse}"
            );
            // A row that is completed before a row of the other player.
            let half = Margin::ONE - Margin::from_rank(2);
            assert!(
                least_pieces(m, &rules, half) <= Some(row),
                "{m}, {collapse}"
            );
            assert!(
                m > 16 || least_pieces(m, &rules, half) == Some(row - 1),
                "{m}, {collapse}"
            );
        }
    }
}

#[test]
fn longer_series_and_dense_ties_never_give_less() {
    for side in (4..=12).chain([64]) {
        for &collapse in &CollapseChooser::ALL[..2] {
            for &ties in Ties::ALL {
                let rules = Rules {
                    ties,
                    ..rules_of(collapse)
                };
                let from = least_pieces(side, &rules, Margin::ONE).unwrap();
                let leads = (from..=side * side).map(|n| lead(side, n, &rules));
                assert!(leads.is_sorted(), "{side} {rules}");
            }
        }
    }
}

#[test]
fn one_row_left_depends_on_the_scoring_and_on_who_comes_first() {
    let half = Margin::ONE - Margin::from_rank(2);
    for (collapse, offset, scoring, least) in [
        (
            CollapseChooser::Opponent,
            Offset::Zero,
            Scoring::Harmonic,
            half,
        ),
        (
            CollapseChooser::Opponent,
            Offset::One,
            Scoring::Harmonic,
            Margin::ZERO,
        ),
        (
            CollapseChooser::Opponent,
            Offset::Zero,
            Scoring::Decisive,
            Margin::ONE,
        ),
        (
            CollapseChooser::Opponent,
            Offset::One,
            Scoring::Decisive,
            Margin::ZERO,
        ),
        (
            CollapseChooser::Mover,
            Offset::Zero,
            Scoring::Harmonic,
            half,
        ),
        (CollapseChooser::Mover, Offset::One, Scoring::Harmonic, half),
        (
            CollapseChooser::Mover,
            Offset::One,
            Scoring::Decisive,
            Margin::ONE,
        ),
        (
            CollapseChooser::Mover,
            Offset::Zero,
            Scoring::Shared,
            Margin::ZERO,
        ),
    ] {
        let rules = Rules {
            offset,
            scoring,
            ..rules_of(collapse)
        };
        for (side, pieces) in [(4, 10), (6, 21), (8, 36), (16, 137)] {
            assert_eq!(lead(side, pieces, &rules), least, "{side}x{side}, {rules}");
        }
    }
    let paper = Rules::default();
    assert_eq!(
        lead(14, 105, &paper),
        Margin::ONE - Margin::from_rank(2) - Margin::from_rank(3)
    );
    assert_eq!(names(&known(14, 104, &paper).unwrap())[0], "no loss");
    assert_eq!(lead(14, 104, &paper), Margin::ZERO);
    assert!(lead(14, 103, &paper) < Margin::ZERO);
}

#[test]
fn answers_in_pairs_hold_on_even_boards_under_two_rules_of_collapse() {
    let half = Margin::ONE - Margin::from_rank(2);
    for pieces in 3..=8 {
        for collapse in [CollapseChooser::Mover, CollapseChooser::Player2] {
            let rules = rules_of(collapse);
            let first_line = Rules {
                ending: Ending::FirstLine,
                ..rules
            };
            let scored = |scoring| Rules { scoring, ..rules };
            let offset = Rules {
                offset: Offset::One,
                ..rules
            };
            for (side, rules, upper) in [
                (4, rules, half),
                (4, offset, Margin::ZERO),
                (4, first_line, Margin::ONE),
                (4, scored(Scoring::Decisive), Margin::ONE),
                (4, scored(Scoring::Shared), Margin::ZERO),
                (6, first_line, Margin::ZERO),
                (64, rules, Margin::ZERO),
            ] {
                assert_eq!(
                    interval(side, pieces + usize::from(side == 64) * 60, &rules).upper,
                    upper,
                    "{side} {rules}"
                );
            }
        }
        assert!(interval(6, pieces, &rules_of(CollapseChooser::Opponent)).upper > Margin::ZERO);
        assert!(interval(5, pieces, &rules_of(CollapseChooser::Player2)).upper > Margin::ZERO);
    }
}

#[test]
fn who_chooses_all_collapses_does_not_lose_from_so_many_pieces_on() {
    let holds = |side: usize, pieces: usize| {
        let lower = interval(side, pieces, &rules_of(CollapseChooser::Player1)).lower;
        let upper = interval(side, pieces, &rules_of(CollapseChooser::Player2)).upper;
        lower >= Margin::ZERO && upper <= Margin::ZERO
    };
    let least = |side: usize| {
        let all = (1..=side * side).rev();
        all.take_while(|&pieces| holds(side, pieces))
            .last()
            .unwrap()
    };
    let found: Vec<usize> = (6..=9).map(least).collect();
    assert_eq!(found, [19, 9, 6, 1]);
    assert!((9..=12).chain([64]).all(|side| least(side) == 1));
    let of_names =
        |side, pieces, collapse| names(&known(side, pieces, &rules_of(collapse)).unwrap());
    assert_eq!(
        of_names(9, 30, CollapseChooser::Player1),
        ["fair collapses", "full boards"]
    );
    assert_eq!(
        of_names(9, 30, CollapseChooser::Player2),
        ["full boards", "fair collapses"]
    );
    assert_eq!(
        of_names(9, 10, CollapseChooser::Player1),
        ["weighted danger", "full boards"]
    );
    assert_eq!(
        of_names(9, 30, CollapseChooser::Opponent),
        ["full boards"; 2]
    );
}

#[test]
fn more_pieces_than_squares_are_single_pieces() {
    for side in [1, 2, 4, 5, 64] {
        for rules in Rules::combinations() {
            let found = interval(side, side * side + 1, &rules);
            let expected = match rules.tail {
                Tail::Classical => interval(side, 1, &rules),
                Tail::Stop => Interval {
                    lower: Margin::ZERO,
                    upper: Margin::ZERO,
                },
            };
            assert_eq!(found, expected, "{side}x{side} {rules}");
        }
    }
    for (side, pieces) in [(0, 1), (65, 2), (usize::MAX, 2), (4, 0)] {
        assert!(known(side, pieces, &Rules::default()).is_none());
    }
}

#[test]
fn the_bounds_of_the_enumeration_are_kept() {
    let mut rows = 0;
    for row in expected::rows("long_series.csv") {
        for (column, collapse) in [
            ("player 1", CollapseChooser::Player1),
            ("player 2", CollapseChooser::Player2),
        ] {
            if row.text(column).is_empty() {
                continue;
            }
            let lead = lead(row.value("side"), row.value("pieces"), &rules_of(collapse));
            let before = Margin::from_ratio(row.value(column)).unwrap();
            assert!(lead >= before, "{}: {lead}", row.place);
            rows += 1;
        }
    }
    assert!(rows > 30, "{rows}");
}

#[test]
fn the_solver_answers_at_once_where_theorems_give_the_value() {
    for (side, pieces) in [
        (4, 1),
        (4, 2),
        (5, 1),
        (5, 2),
        (6, 2),
        (7, 3),
        (8, 3),
        (4, 17),
        (6, 36),
    ] {
        for rules in Rules::combinations() {
            let found = known(side, pieces, &rules).unwrap();
            let start = Position::new(Game::from_side(side, pieces, rules).unwrap());
            let mut solver = AnyBoardSolver::new(*start.game(), 1 << 16).unwrap();
            let solution = solver.solve(&start, &Silent);
            assert_eq!(solution.value(), found.interval.value(), "{}", start.game());
            assert!(solution.value().is_some(), "{}", start.game());
            assert_eq!((solution.basis, solution.nodes), (found.basis(), 0));
            let is_searched =
                side == 4 && (pieces <= 2 || rules.tail == Tail::Classical && pieces == 17);
            let basis = if is_searched {
                Basis::Blocking
            } else {
                Basis::Theorem
            };
            assert_eq!(found.basis(), [basis; 2], "{}", start.game());
        }
    }
}

#[test]
fn what_theorems_decide_is_answered_at_once_and_is_in_the_results() {
    let committed = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/results/beyond/nash_4x4.csv"
    ))
    .unwrap();
    let rows: Vec<&str> = committed.lines().collect();
    assert_eq!(rows.len(), 1 + 16 * CollapseChooser::ALL.len());
    for &collapse in CollapseChooser::ALL {
        let command =
            format!("nash --board 4 --pieces 1,2,11..16 --collapse {collapse} --format csv");
        for row in stdout(&command).lines() {
            assert!(rows.contains(&row), "{row}");
        }
    }
    run("nash --board 4 --pieces 13 --first-moves")
        .code(1)
        .with(&["not which first moves keep it"]);
}

fn table() -> String {
    let mut text =
        "| name | section | rules | sizes | interval | proof | check |\n|---|---|---|---|---|---|---|\n"
            .to_owned();
    for theorem in ALL {
        let section = format!("[{}]({})", theorem.section, theorem.link);
        let cells = [
            theorem.name,
            &section,
            theorem.rules,
            theorem.sizes,
            theorem.interval,
            theorem.proof,
            theorem.check,
        ];
        writeln!(text, "| {} |", cells.join(" | ")).unwrap();
    }
    text
}

/// Makes the anchor as GitHub does.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase().replace(' ', "-");
    kept.chars()
        .filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter))
        .collect()
}

#[test]
fn every_theorem_has_its_heading() {
    for theorem in ALL {
        let (page, wanted) = theorem.link.split_once('#').unwrap();
        let file = format!(
            "{}/docs/beyond/every-board/{page}",
            env!("CARGO_MANIFEST_DIR")
        );
        let text = fs::read_to_string(&file).unwrap();
        let headings = text.lines().filter_map(|line| line.strip_prefix('#'));
        let mut anchors = headings.map(|line| anchor(line.trim_start_matches('#')));
        assert!(
            anchors.any(|found| found == wanted),
            "{}: {}",
            theorem.name,
            theorem.link
        );
        let number = format!("**{}", theorem.section);
        assert!(
            text.contains(&number),
            "{}: {number} is not stated",
            theorem.name
        );
    }
}

#[test]
fn the_table_of_the_documents_is_that_of_the_program() {
    const FILE: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/docs/beyond/every-board/README.md"
    );
    const MARKS: [&str; 2] = ["<!-- theorems -->\n", "<!-- /theorems -->"];
    let text = fs::read_to_string(FILE).unwrap();
    let (before, rest) = text.split_once(MARKS[0]).expect("the first mark");
    let (_, after) = rest.split_once(MARKS[1]).expect("the last mark");
    let ([open, close], table) = (MARKS, table());
    let expected = format!("{before}{open}{table}{close}{after}");
    is_current("SNAPSHOTS", FILE, &expected);
}

#[test]
fn every_theorem_gives_a_bound_that_no_other_gives() {
    let mut used = std::collections::BTreeSet::new();
    for side in 4..=16 {
        for pieces in 1..=side * side {
            for &collapse in CollapseChooser::ALL {
                used.extend(names(&known(side, pieces, &rules_of(collapse)).unwrap()));
            }
        }
    }
    let unused: Vec<&str> = ALL
        .iter()
        .map(|theorem| theorem.name)
        .filter(|name| !used.contains(name))
        .collect();
    assert_eq!(unused, [""; 0]);
}

#[test]
fn the_shares_of_known_games_are_those_of_the_results() {
    let [mut games, mut decided, mut kept, mut exact] = [0; 4];
    for side in 4..=16 {
        for pieces in 1..=side * side {
            for &collapse in CollapseChooser::ALL {
                let Interval { lower, upper } = interval(side, pieces, &rules_of(collapse));
                let is_exact = lower == upper;
                games += 1;
                decided += usize::from(is_exact || lower > Margin::ZERO || upper < Margin::ZERO);
                kept += usize::from(lower >= Margin::ZERO || upper <= Margin::ZERO);
                exact += usize::from(is_exact);
            }
        }
    }
    let percent = |count: usize| format!("{:.1} %", 100.0 * count as f64 / games as f64);
    let text =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/results/README.md")).unwrap();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = format!(
        "Of the {games} games on boards from 4x4 to 16x16, the winner or a draw is proved for {}, a player who does not lose for {}, and the value for {}.",
        percent(decided),
        percent(kept),
        percent(exact)
    );
    assert!(
        text.contains(&sentence),
        "results/README.md should say: {sentence}"
    );
}
