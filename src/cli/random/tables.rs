//! The results of random play as tables.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::random_play::{Answer, ChiSquare, Distribution, MarginCount, Method, Outcome};
use crate::report::{Cell, Column, Table};
use crate::rules::{Margin, Rules};
use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Map, Value, json};

use super::known::{Known, in_percent, percent, short};
use crate::cli::columns::{across, by_side, caption as captioned, rules, sizes, tone};
use crate::cli::rule_args::unless_default;

/// The most margins laid out as the paper's Table 2, side by side.
const MOST_COLUMNS: usize = 7;

/// The most margins listed in text.
const MOST_ROWS: usize = 120;

/// The most digits of a fraction that is shown beside its decimal.
const MOST_DIGITS: usize = 12;

/// Random play of one game.
pub struct RandomRow {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    pub method: Method,
    pub answer: Answer,
    /// For a simulation, the exact distribution to compare it with, where that can be computed in a moment.
    pub expected: Option<Distribution>,
}

impl RandomRow {
    /// What was found exactly.
    pub fn exact(pieces: usize, rules: Rules, method: Method, answer: Answer) -> RandomRow {
        let side = match &answer {
            Answer::Margins(distribution, _) => distribution.side(),
            Answer::Simulation(_) => 0,
        };
        RandomRow { side, pieces, rules, method, answer, expected: None }
    }
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player1Wins => "P1",
        Outcome::Draw => "draw",
        Outcome::Player2Wins => "P2",
    }
}

impl RandomRow {
    fn probability(&self, outcome: Outcome) -> Known {
        match &self.answer {
            Answer::Margins(distribution, _) => Known::Exactly(distribution.probability(outcome)),
            Answer::Simulation(simulation) => Known::Estimated(simulation.probability(outcome)),
        }
    }

    fn expected_margin(&self) -> Known {
        match &self.answer {
            Answer::Margins(distribution, _) => Known::Exactly(distribution.expected_margin()),
            Answer::Simulation(simulation) => Known::Estimated(simulation.mean_margin()),
        }
    }

    fn is_simulated(&self) -> bool {
        matches!(self.answer, Answer::Simulation(_))
    }

    /// Whether probabilities are shares of all endgames.
    fn counts_endgames(&self) -> bool {
        Game::always_fills(self.pieces, &self.rules)
    }

    fn title(&self) -> String {
        format!("{}, n = {}", by_side(self.side), self.pieces)
    }

    /// How well a simulation fits, if there are several margins and each is expected in five games or more.
    fn fit(&self) -> Option<ChiSquare> {
        let (Answer::Simulation(simulation), Some(exact)) = (&self.answer, &self.expected) else {
            return None;
        };
        let games = BigUint::from(simulation.games());
        let often = |count: &MarginCount| &count.endgames * &games >= exact.total() * BigUint::from(5_u32);
        let fits = exact.margins().len() > 1 && exact.margins().iter().all(often);
        fits.then(|| simulation.chi_square(exact))
    }
}

/// Which game a row is about. In text the caption says the rules.
fn game_columns<'a, Row: 'a>(of: impl Fn(&Row) -> &RandomRow + Copy + 'a) -> Vec<Column<'a, Row>> {
    let mut columns = sizes(move |row| (of(row).side, of(row).pieces));
    columns.extend(rules(&["ending", "scoring", "ties", "offset"], move |row| &of(row).rules));
    columns.push(Column::data("method", move |row| of(row).method.name()));
    columns
}

/// Two columns for a number: the exact value, which text shows as `in_text` says, and the rounded one, in data alone.
fn known_columns<'a, Row: 'a>(
    key: &str,
    in_text: fn(&Known) -> String,
    of: impl Fn(&Row) -> &Known + Copy + 'a,
) -> [Column<'a, Row>; 2] {
    let exact = Column::new(key, move |row| of(row).exact()).in_text(move |row| in_text(of(row)));
    [exact, Column::data(format!("{key}_decimal"), move |row| of(row).rounded())]
}

/// The probabilities of the outcomes and the expected margin of a game.
struct Summed<'a> {
    found: &'a RandomRow,
    known: [Known; 4],
}

fn summed(found: &RandomRow) -> Summed<'_> {
    let [one, draw, two] = Outcome::ALL.map(|outcome| found.probability(outcome));
    Summed { found, known: [one, draw, two, found.expected_margin()] }
}

fn summed_columns<'a>(is_simulated: bool) -> Vec<Column<'a, Summed<'a>>> {
    let names = [
        ("player1_wins", "player\u{a0}1 wins"),
        ("draws", "draw"),
        ("player2_wins", "player\u{a0}2 wins"),
        ("expected_margin", "expected margin"),
    ];
    let mut columns = Vec::new();
    for (place, (key, heading)) in names.into_iter().enumerate() {
        let in_text = if place == 3 { Known::signed } else { Known::percent };
        let [exact, rounded] = known_columns(key, in_text, move |row: &Summed| &row.known[place]);
        columns.extend([exact.headed(heading), rounded]);
        columns.extend(is_simulated.then(|| {
            let error = move |row: &Summed| row.known[place].standard_error();
            Column::data(format!("{key}_standard_error"), error)
        }));
    }
    columns
}

/// A row for each board.
pub(in crate::cli) fn boards(found: &[RandomRow]) -> Table<'_> {
    let exactly = |row: &Summed| {
        let exact = row.known[3].exact().map(|ratio| ratio.to_string());
        exact.filter(|exact| exact.len() <= MOST_DIGITS)
    };
    let modes = |row: &Summed| match &row.found.answer {
        Answer::Margins(distribution, _) => {
            distribution.modes().into_iter().map(short).collect::<Vec<_>>().join(", ")
        }
        Answer::Simulation(_) => String::new(),
    };
    let mut columns = game_columns(|row: &Summed| row.found);
    columns.extend(summed_columns(found.iter().any(RandomRow::is_simulated)));
    columns.extend([
        Column::text("exactly", move |row| exactly(row).unwrap_or_default()),
        Column::text("most likely margin", modes),
    ]);
    Table::of(columns, found.iter().map(summed).collect::<Vec<_>>())
}

/// A board in the summary of the JSON form.
pub fn summary(found: &RandomRow) -> Value {
    let row = summed(found);
    let mut summary: Map<String, Value> = sizes(|row: &Summed| (row.found.side, row.found.pieces))
        .iter()
        .chain(&summed_columns(found.is_simulated()))
        .map(|column| column.field(&row))
        .collect();
    let mut insert = |key: &str, value: Value| summary.insert(key.to_owned(), value);
    match &found.answer {
        Answer::Margins(distribution, lengths) => {
            let modes: Vec<String> = distribution.modes().into_iter().map(ToString::to_string).collect();
            insert("modes", json!(modes));
            if let Some(lengths) = lengths {
                let lengths =
                    lengths.iter().map(|(turns, share)| (turns.to_string(), json!(share.to_string())));
                insert("turns", Value::Object(lengths.collect()));
            }
        }
        Answer::Simulation(simulation) => {
            insert("games", json!(simulation.games()));
            let lengths = simulation.lengths().iter().map(|(turns, games)| (turns.to_string(), json!(games)));
            insert("turns", Value::Object(lengths.collect()));
            if let Some(fit) = found.fit() {
                insert("chi_square", json!(fit.statistic));
                insert("degrees_of_freedom", json!(fit.degrees_of_freedom));
            }
        }
    }
    Value::Object(summary)
}

/// A margin of a game, or all its margins of one sign.
struct MarginRow<'a> {
    found: &'a RandomRow,
    /// The margin, or its sign.
    margin: Cell,
    outcome: Outcome,
    /// Whether it is the first of its outcome.
    is_first: bool,
    /// How many endgames have it. A game that stops early has none.
    endgames: Option<BigUint>,
    /// How many of the simulated games ended with it.
    games: Option<u64>,
    probability: Known,
}

fn margin_rows(found: &RandomRow) -> Vec<MarginRow<'_>> {
    let mut last = None;
    let mut row = |margin: Cell, outcome, probability| MarginRow {
        found,
        margin,
        outcome,
        is_first: last.replace(outcome) != Some(outcome),
        endgames: None,
        games: None,
        probability,
    };
    match &found.answer {
        Answer::Margins(distribution, _) => {
            let of = |(count, share): (&MarginCount, BigRational)| {
                let endgames = found.counts_endgames().then(|| count.endgames.clone());
                let margin = count.margin.clone().into();
                MarginRow { endgames, ..row(margin, count.outcome(), Known::Exactly(share)) }
            };
            distribution.margins().iter().zip(distribution.shares()).map(of).collect()
        }
        Answer::Simulation(simulation) => {
            let of = |(&margin, &games): (&Margin, &u64)| {
                let outcome = margin.cmp(&Margin::ZERO).into();
                let share = Known::Estimated(simulation.probability_of_margin(margin));
                MarginRow { games: Some(games), ..row(BigRational::from(margin).into(), outcome, share) }
            };
            simulation.margins().iter().map(of).collect()
        }
    }
}

impl MarginRow<'_> {
    /// The margin in text.
    fn short(&self) -> String {
        if let Cell::Rational(margin) = &self.margin { short(margin) } else { self.margin.plain() }
    }

    /// The exact probability of a margin that was played, if it is known.
    fn expected(&self) -> String {
        let Some(exact) = &self.found.expected else { return String::new() };
        let is_same = |count: &&MarginCount| Cell::from(count.margin.clone()) == self.margin;
        let same = exact.margins().iter().find(is_same);
        same.map_or_else(|| "impossible".to_owned(), |count| percent(&exact.share(&count.endgames)))
    }

    fn at_the_first(&self, text: impl Fn(Outcome) -> String) -> String {
        if self.is_first { text(self.outcome) } else { String::new() }
    }
}

/// A row for each margin.
pub(in crate::cli) fn margins(found: &[RandomRow]) -> Table<'_> {
    table(found, found.iter().flat_map(margin_rows).collect())
}

/// A row for each margin on boards up to this side; on larger ones a row for each sign of the margin.
pub(in crate::cli) fn signs(found: &[RandomRow], largest: usize) -> Table<'_> {
    let mut rows = Vec::new();
    for row in found {
        rows.extend(if row.side <= largest { margin_rows(row) } else { sign_rows(row) });
    }
    table(found, rows)
}

fn sign_rows(found: &RandomRow) -> Vec<MarginRow<'_>> {
    let signs = [("<0", Outcome::Player2Wins), ("0", Outcome::Draw), (">0", Outcome::Player1Wins)];
    let row = |(sign, outcome): (&str, Outcome)| MarginRow {
        found,
        margin: sign.into(),
        outcome,
        is_first: true,
        endgames: match &found.answer {
            Answer::Margins(distribution, _) => Some(distribution.endgames(outcome)),
            Answer::Simulation(_) => None,
        },
        games: None,
        probability: found.probability(outcome),
    };
    signs.map(row).into()
}

fn table<'a>(found: &[RandomRow], rows: Vec<MarginRow<'a>>) -> Table<'a> {
    let is_simulated = found.iter().any(RandomRow::is_simulated);
    let counts_endgames = !is_simulated && found.iter().any(RandomRow::counts_endgames);
    let mut columns: Vec<Column<MarginRow>> = game_columns(|row: &MarginRow| row.found)
        .into_iter()
        .map(|column| column.in_text_if(false))
        .collect();
    let [margin, decimal] = Column::fraction("margin", |row: &MarginRow| row.margin.clone());
    columns.extend([margin.in_text(MarginRow::short), decimal]);
    columns.extend(is_simulated.then(|| Column::text("games", |row: &MarginRow| row.games)));
    let endgames = Column::new("endgames", |row: &MarginRow| row.endgames.clone());
    columns.push(if counts_endgames { endgames } else { endgames.in_text_if(false) });
    let in_text = |known: &Known| match known {
        Known::Estimated(estimate) => in_percent(estimate.value),
        exact => exact.percent(),
    };
    columns.extend(known_columns("probability", in_text, |row: &MarginRow| &row.probability));
    if is_simulated {
        let error = |row: &MarginRow| match &row.probability {
            Known::Estimated(estimate) => in_percent(estimate.standard_error),
            _ => String::new(),
        };
        let data = |row: &MarginRow| row.probability.standard_error();
        columns.push(Column::new("standard_error", data).in_text(error));
        columns.push(Column::text("exactly", MarginRow::expected));
    } else {
        columns
            .push(Column::text("winner", |row: &MarginRow| name(row.outcome)).toned(|row| tone(row.outcome)));
    }
    Table::of(columns, rows)
}

/// The paper's Table 2: margins as columns, totals below the first column of each outcome.
fn table_2(found: &RandomRow) -> Table<'_> {
    let rows = margin_rows(found);
    let line = |of: &dyn Fn(&MarginRow) -> Cell| rows.iter().map(of).collect::<Vec<_>>();
    let mut lines = Vec::new();
    lines.extend(found.counts_endgames().then(|| ("Endgames", line(&|row| row.endgames.clone().into()))));
    lines.extend([
        ("Probability", line(&|row| row.probability.percent().into())),
        ("Winner", line(&|row| row.at_the_first(|outcome| name(outcome).to_owned()).into())),
        ("Total", line(&|row| row.at_the_first(|outcome| row.found.probability(outcome).percent()).into())),
    ]);
    across("Margin", rows.iter().map(MarginRow::short).collect(), lines)
}

/// The margins of one game as people see them: a few like the paper's Table 2, more of them as a list, and those of a
/// simulation beside the exact probabilities. `None` if there are too many.
pub fn one_game(found: &RandomRow) -> Option<Table<'_>> {
    let margins = match &found.answer {
        Answer::Margins(distribution, _) => distribution.margins().len(),
        Answer::Simulation(simulation) => simulation.margins().len(),
    };
    let table = match margins {
        ..=MOST_COLUMNS if !found.is_simulated() => table_2(found),
        ..=MOST_ROWS => self::margins(std::slice::from_ref(found)),
        _ => return None,
    };
    let caption = format!("Random games on the {m}-by-{m} board, n = {}", found.pieces, m = found.side);
    let mut table = table.captioned(captioned(&caption, &[unless_default(&found.rules)]));
    if let Some(fit) = found.fit() {
        table.note(format!(
            "Chi-square against the exact distribution: {:.2}, with {} degrees of freedom.",
            fit.statistic, fit.degrees_of_freedom
        ));
    }
    Some(table)
}

/// Why a table has no margins.
const TOO_MANY: &str = "The margins are too many to show; --format csv lists them.";

/// All games as people see them, one row each.
pub fn all_games(found: &[RandomRow]) -> Table<'_> {
    let mut table = boards(found);
    if let [RandomRow { answer: Answer::Margins(distribution, _), .. }] = found
        && distribution.margins().len() > MOST_ROWS
    {
        table.note(TOO_MANY);
    }
    match found {
        [several, _, ..] => table.captioned(captioned("Random games", &[unless_default(&several.rules)])),
        _ => table.captioned("Outcomes"),
    }
}

/// How many turns games take: a row for each number of turns, a column for each game that does not always take the
/// same.
pub fn lengths(found: &[RandomRow]) -> Option<Table<'_>> {
    let of = |found: &RandomRow| -> Vec<(usize, String)> {
        match &found.answer {
            Answer::Margins(_, Some(lengths)) => {
                lengths.iter().map(|(turns, share)| (*turns, percent(share))).collect()
            }
            Answer::Simulation(simulation) => {
                let share = |games: u64| format!("{:.2}%", 100.0 * simulation.share(games).value);
                simulation.lengths().iter().map(|(&turns, &games)| (turns, share(games))).collect()
            }
            _ => Vec::new(),
        }
    };
    let all: Vec<_> =
        found.iter().map(|found| (found.title(), of(found))).filter(|(_, of)| of.len() > 1).collect();
    let turns: BTreeSet<usize> = all.iter().flat_map(|(_, of)| of.iter().map(|(turns, _)| *turns)).collect();
    if turns.is_empty() {
        return None;
    }
    let mut columns = vec![Column::new("turns", |turns: &usize| *turns)];
    for (title, shares) in all {
        let share = move |turns: &usize| {
            let same = shares.iter().find(|(of, _)| of == turns);
            same.map_or_else(String::new, |(_, share)| share.clone())
        };
        columns.push(Column::text(title, share));
    }
    Some(Table::of(columns, Vec::from_iter(turns)).captioned("How long games last"))
}
