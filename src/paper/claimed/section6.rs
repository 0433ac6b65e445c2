//! Section 6: the game tree size, its bounds, Table 1.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::claim::{Claim, claim, statement};
use super::text::{FIXED_ENDGAME, every_history, in_units};
use crate::bounds::{Bounds, as_printed, table_1_upper_formula};
use crate::number::group_digits;
use crate::paper::computed::evidence::Evidence;
use crate::paper::computed::section6::sizes::{COLUMNS, TRIANGLE_SQUARES};
use crate::paper::computed::theorems::Theorems;
use crate::tree_size::TreeSize;

pub(super) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let mut claims = endgames(&evidence.theorems).to_vec();
    claims.extend(sizes(evidence));
    claims.extend(bounds(evidence));
    claims.extend(table_1(evidence));
    claims
}

fn endgames(theorems: &Theorems) -> [Claim; 2] {
    let sizes = &theorems.endgames;
    let equal = sizes.iter().all(|size| {
        size.per_endgame.is_some_and(|games| games.fewest == games.most) && size.unequal_steps == 0
    });
    // After t turns; `fewest_quantum` has an entry for each.
    let enough = sizes.iter().all(|size| {
        let mut left = size.fewest_quantum.iter().enumerate();
        left.all(|(turns, &fewest)| fewest + turns >= size.squares)
    });
    let method = every_history(theorems);
    let (unequal, too_few) = ((!equal).then_some("not equal"), (!enough).then_some("fewer than s - t"));
    [
        statement("every endgame is reached by equally many games", "equal", unequal, method.as_str()),
        statement("quantum squares left after t moves", "at least s - t", too_few, method),
    ]
}

fn sizes(evidence: &Evidence) -> [Claim; 4] {
    let (games, ordinary) = (&evidence.sizes.standard, &evidence.sizes.ordinary_games);
    let ratio = games / ordinary;
    let quotients = format!(
        "{}: QT3 to the full board over tic-tac-toe to the first line; {} if both are played to the full board, {} if \
         both stop at the first line",
        group_digits(&ratio),
        group_digits(games / evidence.random.enumerated_3x3.total()),
        group_digits(&evidence.sizes.first_line_games / ordinary)
    );
    let trillions = in_units(games, 100_000_000_000);
    let in_words = format!("about {}.{} trillion", &trillions / 10_u32, &trillions % 10_u32);
    [
        claim("T(9,2)", "18,539,269,580,160", group_digits(games), FIXED_ENDGAME),
        claim("T(9,2), in words", "about 18.5 trillion", group_digits(games), FIXED_ENDGAME)
            .rounded(&in_words),
        claim("games of classical tic-tac-toe", "255,168", group_digits(ordinary), "every game played"),
        claim(
            "T(9,2) over the games of tic-tac-toe",
            "roughly 73 million",
            quotients,
            "quotients of the counts",
        )
        .rounded(&format!("roughly {} million", in_units(&ratio, 1_000_000))),
    ]
}

/// The game sizes for which a statement about T and its bounds fails: for each n the runs of s.
fn counterexamples(sizes: &[TreeSize], holds: impl Fn(&TreeSize, &Bounds) -> bool) -> Vec<String> {
    let mut runs: BTreeMap<usize, Vec<RangeInclusive<usize>>> = BTreeMap::new();
    for size in sizes.iter().filter(|size| !holds(size, &Bounds::of(size))) {
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

fn or_true(failing: &[String]) -> String {
    match failing {
        [] => "holds".to_owned(),
        failing => format!("false for {}", failing.join("; ")),
    }
}

/// The paper's bounds. Where s < n they are those of Table 1's first column: s = 1, n = 2.
fn bounds(evidence: &Evidence) -> [Claim; 4] {
    let pairs = &evidence.sizes.table_1;
    let small = pairs.iter().filter(|size| size.squares < size.pieces);
    let sizes: Vec<TreeSize> = small.chain(&evidence.sizes.all).cloned().collect();
    let columns = COLUMNS.map(|(pieces, squares)| format!("n = {pieces} to s = {squares}"));
    let within =
        &format!("{} sizes: n <= s <= {TRIANGLE_SQUARES}, {}, and Table 1", sizes.len(), columns.join(", "));
    let of_table_1 = "fixed endgame, s = 1..9";
    let upper = counterexamples(&sizes, |size, bounds| !bounds.paper_upper_is_false(&size.games));
    let lower = counterexamples(&sizes, |size, bounds| bounds.lower_paper_general <= size.games);
    let pair_lower = counterexamples(pairs, |size, bounds| bounds.lower_fixed_endgame <= size.games);
    let pair_upper = counterexamples(pairs, |size, _| size.games <= table_1_upper_formula(size.squares));
    let true_bound = counterexamples(&sizes, |size, bounds| size.games <= bounds.upper_fixed_endgame);
    let (fails, pair_fails, truth) = (or_true(&upper), or_true(&pair_upper), or_true(&true_bound));
    [
        claim(
            "C(s,n)^s is an upper bound of T(s,n)",
            "upper bound",
            format!("{fails}; where s < n it is 0; s! max(1, C(s-1,n-1))^s {truth}"),
            within,
        )
        .corrected(upper.is_empty(), true_bound.is_empty()),
        claim(
            "C(s,n) C(s-1,n) ... C(n,n) is a lower bound of T(s,n)",
            "lower bound",
            or_true(&lower),
            within,
        )
        .holds(lower.is_empty()),
        claim("s! (s-1)! is a lower bound of T(s,2)", "lower bound", or_true(&pair_lower), of_table_1)
            .holds(pair_lower.is_empty()),
        claim(
            "s! (s-1)^s is an upper bound of T(s,2)",
            "upper bound",
            format!("{pair_fails}, a degenerate case, where it is 0; s! max(1, s-1)^s {truth}"),
            of_table_1,
        )
        .corrected(pair_upper.is_empty(), true_bound.is_empty()),
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

fn table_1(evidence: &Evidence) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (size, printed) in evidence.sizes.table_1.iter().zip(TABLE_1) {
        let bounds = Bounds::of(size);
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
            let cell = claim(what, paper, count.to_string(), method);
            claims.push(cell.rounded(&as_printed(count, size.squares)));
        }
    }
    claims
}
