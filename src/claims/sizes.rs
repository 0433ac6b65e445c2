//! Section 6: the game tree size, its bounds, Table 1.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::evidence::{COLUMNS, TRIANGLE_SQUARES};
use super::ledger::{FIXED_ENDGAME, claim, grouped, in_units, standard_games};
use super::{Claim, Evidence};
use crate::bounds::{Bounds, as_printed, table_1_upper_formula};
use crate::tree_size::TreeSize;

pub(super) fn tree_size_claims(evidence: &Evidence) -> Vec<Claim> {
    let games = standard_games(evidence);
    let ordinary = &evidence.ordinary_games;
    let ratio = games / ordinary;
    let full_board = games / evidence.random.enumerated[2].total();
    let first_line = &evidence.first_line_games / ordinary;
    let trillions = in_units(games, 100_000_000_000);
    vec![
        claim("6", "T(9,2)", "18,539,269,580,160", grouped(games), FIXED_ENDGAME).exact(),
        claim("6", "T(9,2), in words", "about 18.5 trillion", grouped(games), FIXED_ENDGAME)
            .rounded(&format!("about {}.{} trillion", &trillions / 10_u32, &trillions % 10_u32)),
        claim("6", "games of classical tic-tac-toe", "255,168", grouped(ordinary), "every game played")
            .exact(),
        claim(
            "6",
            "T(9,2) over the games of tic-tac-toe",
            "roughly 73 million",
            format!(
                "{}; {} if both are played to the full board, {} if both stop at the first line",
                grouped(&ratio),
                grouped(&full_board),
                grouped(&first_line)
            ),
            "quotients of the counts",
        )
        .rounded(&format!("roughly {} million", in_units(&ratio, 1_000_000))),
    ]
}

/// The game sizes for which a statement about T and its bounds fails: for each n the runs of s.
fn counterexamples(sizes: &[TreeSize], holds: impl Fn(&TreeSize, &Bounds) -> bool) -> Vec<String> {
    let mut runs: BTreeMap<usize, Vec<RangeInclusive<usize>>> = BTreeMap::new();
    for size in sizes.iter().filter(|size| !holds(size, &Bounds::new(size.squares, size.pieces))) {
        let of_n = runs.entry(size.pieces).or_default();
        match of_n.last_mut() {
            Some(run) if run.end() + 1 == size.squares => *run = *run.start()..=size.squares,
            _ => of_n.push(size.squares..=size.squares),
        }
    }
    let run = |run: &RangeInclusive<usize>| match (run.start(), run.end()) {
        (start, end) if start == end => start.to_string(),
        (start, end) => format!("{start}-{end}"),
    };
    runs.iter()
        .map(|(n, runs)| format!("n = {n}: s = {}", runs.iter().map(run).collect::<Vec<_>>().join(",")))
        .collect()
}

pub(super) fn general_bound_claims(evidence: &Evidence) -> Vec<Claim> {
    let columns = COLUMNS.map(|(pieces, squares)| format!("n = {pieces} to s = {squares}"));
    let within =
        format!("{} sizes: n <= s <= {TRIANGLE_SQUARES}, {}", evidence.sizes.len(), columns.join(", "));
    let sizes = &evidence.sizes;
    let upper = counterexamples(sizes, |size, bounds| !bounds.paper_upper_is_false(&size.games));
    let lower = counterexamples(sizes, |size, bounds| bounds.lower_paper_general <= size.games);
    let pairs = &evidence.table_1;
    let pair_lower = counterexamples(pairs, |size, bounds| bounds.lower_fixed_endgame <= size.games);
    let pair_upper = counterexamples(pairs, |size, _| size.games <= table_1_upper_formula(size.squares));
    let corrected = [sizes, pairs]
        .map(|sizes| counterexamples(sizes, |size, bounds| size.games <= bounds.upper_fixed_endgame))
        .concat();
    let true_bound = if corrected.is_empty() { "holds" } else { "fails too" };
    let or_true = |failing: &[String]| match failing {
        [] => "holds".to_owned(),
        failing => format!("false for {}", failing.join("; ")),
    };
    vec![
        claim(
            "6",
            "C(s,n)^s is an upper bound of T(s,n)",
            "upper bound",
            format!("{}; s! max(1, C(s-1,n-1))^s {true_bound}", or_true(&upper)),
            &within,
        )
        .statement(upper.is_empty())
        .known(),
        claim(
            "6",
            "C(s,n) C(s-1,n) ... C(n,n) is a lower bound of T(s,n)",
            "lower bound",
            or_true(&lower),
            &within,
        )
        .statement(lower.is_empty()),
        claim(
            "6",
            "s! (s-1)! is a lower bound of T(s,2)",
            "lower bound",
            or_true(&pair_lower),
            "fixed endgame, s = 1..9",
        )
        .statement(pair_lower.is_empty()),
        claim(
            "6",
            "s! (s-1)^s is an upper bound of T(s,2)",
            "upper bound",
            format!("{}, where it is 0; s! max(1, s-1)^s {true_bound}", or_true(&pair_upper)),
            "fixed endgame, s = 1..9",
        )
        .statement(pair_upper.is_empty())
        .known(),
    ]
}

/// Table 1 as the paper prints it: upper, actual, lower for s = 1..9.
const TABLE_1: [[&str; 3]; 9] = [
    ["1", "1", "1"],
    ["2", "2", "2"],
    ["48", "42", "12"],
    ["1940", "1370", "144"],
    ["1.23 × 10^5", "7.33 × 10^4", "2.88 × 10^3"],
    ["1.13 × 10^7", "5.86 × 10^6", "8.64 × 10^4"],
    ["1.41 × 10^9", "6.53 × 10^8", "3.63 × 10^6"],
    ["2.32 × 10^11", "9.71 × 10^10", "2.03 × 10^8"],
    ["4.87 × 10^13", "1.85 × 10^13", "1.46 × 10^10"],
];

pub(super) fn table_1_claims(evidence: &Evidence) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (size, printed) in evidence.table_1.iter().zip(TABLE_1) {
        let bounds = Bounds::new(size.squares, 2);
        let upper_method = match size.squares {
            1 => "s! max(1, s-1)^s; the paper's formula s! (s-1)^s gives 0 here",
            _ => "s! (s-1)^s",
        };
        let cells = [
            ("upper", &bounds.upper_fixed_endgame, upper_method),
            ("actual", &size.games, FIXED_ENDGAME),
            ("lower", &bounds.lower_fixed_endgame, "s! (s-1)!"),
        ];
        for ((row, count, method), paper) in cells.into_iter().zip(printed) {
            let what = format!("Table 1, s = {}, {row}", size.squares);
            claims.push(
                claim("6", &what, paper, count.to_string(), method).rounded(&as_printed(count, size.squares)),
            );
        }
    }
    claims
}
