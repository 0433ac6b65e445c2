//! Random play as people see it.

use gqt3::random_play::{Distribution, MarginCount, Outcome, fills_the_board};
use gqt3::report::{Cell, Column, Shown, Table, decimal, group_digits};
use gqt3::rules::Rules;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use super::find::{Found, What};
use super::rows::{Known, OUTCOMES, fit, ratio};

/// The most margins laid out as the paper's Table 2, side by side.
const MOST_COLUMNS: usize = 7;

/// The most margins listed.
const MOST_ROWS: usize = 120;

/// The most digits of a fraction that is shown beside its decimal.
const MOST_DIGITS: usize = 12;

/// A ratio with two digits that say something, and at least one decimal.
fn significant(ratio: &BigRational, least: usize) -> String {
    let enough = |digits: &usize| {
        let scaled =
            ratio.abs() * BigRational::from_integer(num_bigint::BigInt::from(10).pow(*digits as u32));
        scaled >= BigRational::from_integer(10.into())
    };
    let digits = (least..40).find(enough).filter(|_| !ratio.is_zero()).unwrap_or(least);
    decimal(ratio, digits)
}

/// A probability; what is nearly certain shows how nearly.
fn percent(ratio: &BigRational) -> String {
    let hundred = BigRational::from_integer(100.into());
    let percent = ratio * &hundred;
    let rest = (&hundred - &percent).min(percent.clone());
    let digits = significant(&rest, 1).split_once('.').map_or(1, |(_, digits)| digits.len());
    format!("{}%", decimal(&percent, digits))
}

/// A margin as the paper writes it, `-0.5`; a fraction where a short decimal would not be exact.
fn margin(ratio: &BigRational) -> String {
    let tenths = ratio * BigRational::from_integer(10.into());
    match (ratio.is_integer(), tenths.is_integer()) {
        (true, _) => ratio.to_string(),
        (false, true) => decimal(ratio, 1),
        (false, false) => ratio.to_string(),
    }
}

fn caption(found: &Found, rules: &Rules) -> String {
    let rules = rules.to_string();
    let rules = if rules == "paper" { String::new() } else { format!(" ({rules})") };
    format!("Random games on the {m}-by-{m} board, n = {}{rules}", found.pieces, m = found.side)
}

/// The margins of one game.
pub fn margins(found: &Found, rules: &Rules) -> Option<Table> {
    let mut table = match &found.what {
        What::Margins(distribution, _) if distribution.margins().len() <= MOST_COLUMNS => {
            as_table_2(distribution, fills_the_board(found.pieces, rules))
        }
        What::Margins(distribution, _) if distribution.margins().len() <= MOST_ROWS => {
            listed(distribution, fills_the_board(found.pieces, rules))
        }
        What::Simulation(..) => simulated(found)?,
        What::Margins(..) | What::Summary(_) => return None,
    };
    table.caption = caption(found, rules);
    Some(table)
}

/// The paper's Table 2: margins as columns, totals below the first column of each outcome.
fn as_table_2(distribution: &Distribution, counts_endgames: bool) -> Table {
    let margins = distribution.margins();
    let columns = margins.iter().map(|count| Column::new("margin").headed(margin(&count.margin)));
    let first = Column::new("type").headed("Margin");
    let mut table = Table::new(std::iter::once(first).chain(columns).collect());
    let mut push = |name: &str, cells: Vec<Cell>| {
        table.push(std::iter::once(Cell::text(name)).chain(cells).collect());
    };
    if counts_endgames {
        push("Endgames", margins.iter().map(|count| Cell::Integer(count.endgames.clone())).collect());
    }
    let share = |count: &MarginCount| percent(&distribution.share(&count.endgames));
    push("Probability", margins.iter().map(|count| Cell::Text(share(count))).collect());
    let starts = |place: usize| place == 0 || margins[place - 1].outcome() != margins[place].outcome();
    let at_starts = |text: &dyn Fn(Outcome) -> String| -> Vec<Cell> {
        let cell = |place: usize| if starts(place) { text(margins[place].outcome()) } else { String::new() };
        (0..margins.len()).map(|place| Cell::Text(cell(place))).collect()
    };
    let winner = |outcome| OUTCOMES.iter().find(|(o, _)| *o == outcome).map_or("", |(_, name)| name);
    push("Winner", at_starts(&|outcome| winner(outcome).to_owned()));
    push("Total", at_starts(&|outcome| percent(&distribution.probability(outcome))));
    table
}

/// One row for each margin.
fn listed(distribution: &Distribution, counts_endgames: bool) -> Table {
    let mut columns = vec![Column::new("margin")];
    columns.extend(counts_endgames.then(|| Column::new("endgames")));
    columns.extend([Column::new("probability"), Column::new("winner").shown(Shown::TextOnly)]);
    let mut table = Table::new(columns);
    for count in distribution.margins() {
        let winner = OUTCOMES.iter().find(|(outcome, _)| *outcome == count.outcome());
        let mut row = vec![Cell::Text(margin(&count.margin))];
        row.extend(counts_endgames.then(|| Cell::Integer(count.endgames.clone())));
        row.push(Cell::Text(percent(&distribution.share(&count.endgames))));
        row.push(Cell::text(winner.map_or("", |(_, name)| name)));
        table.push(row);
    }
    table
}

/// What was played, beside what is expected.
fn simulated(found: &Found) -> Option<Table> {
    let What::Simulation(simulation, exact) = &found.what else { return None };
    let margins: Vec<_> = simulation.margins().iter().collect();
    let mut table = Table::new(vec![
        Column::new("margin"),
        Column::new("games"),
        Column::new("probability"),
        Column::new("standard_error").headed("standard error"),
        Column::new("exactly"),
    ]);
    if margins.len() > MOST_ROWS {
        return None;
    }
    for (played, games) in margins {
        let of_margin = ratio(*played);
        let estimate = simulation.probability_of_margin(*played);
        let exactly = exact.as_ref().map_or_else(String::new, |exact| {
            let same = exact.margins().iter().find(|count| count.margin == of_margin);
            same.map_or_else(|| "impossible".to_owned(), |count| percent(&exact.share(&count.endgames)))
        });
        table.push(vec![
            Cell::Text(margin(&of_margin)),
            Cell::Text(group_digits(&games.to_string())),
            Cell::Text(format!("{:.3}%", 100.0 * estimate.value)),
            Cell::Text(format!("{:.3}%", 100.0 * estimate.standard_error)),
            Cell::Text(exactly),
        ]);
    }
    if let Some(fit) = exact.as_ref().and_then(|exact| fit(simulation, exact)) {
        table.note(format!(
            "Chi-square against the exact distribution: {:.2}, with {} degrees of freedom.",
            fit.statistic, fit.degrees_of_freedom
        ));
    }
    Some(table)
}

fn probability(known: &Known) -> String {
    match known {
        Known::Exactly(ratio) => percent(ratio),
        // The bounds agree far beyond what is shown.
        Known::Between(lower, _) => percent(lower),
        Known::Estimated(estimate) => {
            format!("{:.2}% ± {:.2}%", 100.0 * estimate.value, 100.0 * estimate.standard_error)
        }
    }
}

/// One row for each board.
pub fn boards(found: &[Found], rules: &Rules) -> Table {
    let mut table = Table::new(vec![
        Column::new("board"),
        Column::new("pieces").headed("n"),
        Column::new("player1_wins").headed("player 1 wins"),
        Column::new("draws").headed("draw"),
        Column::new("player2_wins").headed("player 2 wins"),
        Column::new("expected_margin").headed("expected margin"),
        Column::new("exactly"),
        Column::new("mode").headed("most likely margin"),
    ]);
    for found in found {
        let mut row = vec![Cell::Text(format!("{m}x{m}", m = found.side)), Cell::size(found.pieces)];
        row.extend(OUTCOMES.map(|(outcome, _)| Cell::Text(probability(&found.probability(outcome)))));
        row.extend(expected(&found.expected_margin()).map(Cell::Text));
        let modes: Vec<String> = match &found.what {
            What::Margins(distribution, _) => distribution.modes().into_iter().map(margin).collect(),
            What::Summary(_) | What::Simulation(..) => Vec::new(),
        };
        row.push(Cell::Text(modes.join(", ")));
        table.push(row);
    }
    table.drop_empty_columns();
    let unlisted = |found: &Found| match &found.what {
        What::Margins(distribution, _) => distribution.margins().len() > MOST_ROWS,
        _ => false,
    };
    if let [one] = found
        && unlisted(one)
    {
        table.note("The margins are too many to show; --format csv lists them.");
    }
    if found.len() > 1 {
        let rules = rules.to_string();
        if rules != "paper" {
            table.caption = format!("Random games ({rules})");
        }
    }
    table
}

/// The expected margin, rounded and exactly.
fn expected(known: &Known) -> [String; 2] {
    match known {
        Known::Exactly(ratio) | Known::Between(ratio, _) => {
            let sign = if ratio.is_positive() { "+" } else { "" };
            let exactly = ratio.to_string();
            let exactly = if exactly.len() <= MOST_DIGITS { exactly } else { String::new() };
            [format!("{sign}{}", significant(ratio, 3)), exactly]
        }
        Known::Estimated(estimate) => {
            [format!("{:+.4} ± {:.4}", estimate.value, estimate.standard_error), String::new()]
        }
    }
}

/// How many turns games take, where that differs: a row for each number, a column for each game.
pub fn lengths(found: &[Found]) -> Option<Table> {
    let of = |found: &Found| -> Vec<(usize, String)> {
        match &found.what {
            What::Margins(_, Some(lengths)) => {
                lengths.iter().map(|(turns, share)| (*turns, percent(share))).collect()
            }
            What::Simulation(simulation, _) if simulation.lengths().len() > 1 => {
                let share = |games: u64| format!("{:.2}%", 100.0 * simulation.share(games).value);
                simulation.lengths().iter().map(|(&turns, &games)| (turns, share(games))).collect()
            }
            _ => Vec::new(),
        }
    };
    let all: Vec<_> = found.iter().map(|found| (found, of(found))).filter(|(_, of)| of.len() > 1).collect();
    let mut turns: Vec<usize> = all.iter().flat_map(|(_, of)| of.iter().map(|(turns, _)| *turns)).collect();
    turns.sort_unstable();
    turns.dedup();
    let games = all.iter().map(|(found, _)| {
        Column::new("probability").headed(format!("{m}x{m}, n = {}", found.pieces, m = found.side))
    });
    let mut table = Table::new(std::iter::once(Column::new("turns")).chain(games).collect())
        .captioned("How long games last");
    for number in turns {
        let share = |of: &Vec<(usize, String)>| {
            let same = of.iter().find(|(turns, _)| *turns == number);
            Cell::Text(same.map_or_else(String::new, |(_, share)| share.clone()))
        };
        table.push(std::iter::once(Cell::size(number)).chain(all.iter().map(|(_, of)| share(of))).collect());
    }
    (!all.is_empty()).then_some(table)
}
