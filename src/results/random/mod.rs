//! The tables of random play: a row for each game, and a row for each of its margins.

mod known;

use crate::engine::game::Game;
use crate::engine::rules::{Margin, Rules};
use crate::random_play::{Answer, ChiSquare, Distribution, MarginCount, Method, Outcome};
use crate::report::{Cell, Column, Table, formula};
use num_bigint::BigUint;
use num_rational::BigRational;
use serde_json::{Map, Value, json};

use super::columns::{
    across, by_side, caption, common, rules, sizes, sizes_or_caption, tone, unless_default,
};
use known::{Known, in_percent, percent, short};

/// The largest number of margins in the form of the paper's Table 2.
const MOST_COLUMNS: usize = 7;

/// The largest number of margins listed in text.
const MOST_ROWS: usize = 120;

/// The result of random play of one game.
pub struct RandomRow {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    pub method: Method,
    pub answer: Answer,
    /// The exact distribution to compare a simulation with, if it takes only a moment.
    pub expected: Option<Distribution>,
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player1Wins => "P1",
        Outcome::Draw => "draw",
        Outcome::Player2Wins => "P2",
    }
}

impl RandomRow {
    /// Creates the row of an exact distribution.
    pub fn exact(
        pieces: usize,
        rules: Rules,
        method: Method,
        distribution: Distribution,
    ) -> RandomRow {
        let side = distribution.side();
        RandomRow {
            side,
            pieces,
            rules,
            method,
            answer: Answer::Margins(distribution, None),
            expected: None,
        }
    }

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

    fn modes(&self) -> Vec<&BigRational> {
        match &self.answer {
            Answer::Margins(distribution, _) => distribution.modes(),
            Answer::Simulation(_) => Vec::new(),
        }
    }

    fn is_simulated(&self) -> bool {
        matches!(self.answer, Answer::Simulation(_))
    }

    /// Returns `true` if probabilities are shares of all endgames.
    fn counts_endgames(&self) -> bool {
        Game::always_fills(self.pieces, &self.rules)
    }

    /// Returns the probability of each number of turns, for data and for text.
    ///
    /// An exact result has them only for a game that may stop early. A simulation always has them.
    fn lengths(&self) -> Vec<(usize, Value, String)> {
        match &self.answer {
            Answer::Margins(_, lengths) => {
                let lengths = lengths.iter().flatten();
                lengths
                    .map(|(turns, share)| (*turns, json!(share.to_string()), percent(share)))
                    .collect()
            }
            Answer::Simulation(simulation) => {
                let share = |games: u64| format!("{:.2}%", 100.0 * simulation.share(games).value);
                let lengths = simulation.lengths().iter();
                lengths
                    .map(|(&turns, &games)| (turns, json!(games.to_string()), share(games)))
                    .collect()
            }
        }
    }

    /// Returns the chi-square test of a simulation against the exact distribution.
    ///
    /// Returns `None` unless there are several margins, each expected in at least five games.
    fn fit(&self) -> Option<ChiSquare> {
        let (Answer::Simulation(simulation), Some(exact)) = (&self.answer, &self.expected) else {
            return None;
        };
        let games = BigUint::from(simulation.games());
        let often =
            |count: &MarginCount| &count.endgames * &games >= exact.total() * BigUint::from(5_u32);
        let fits = exact.margins().len() > 1 && exact.margins().iter().all(often);
        fits.then(|| simulation.chi_square(exact))
    }
}

/// Returns the columns of a game's rules and method, which only data show.
fn game_columns<'a, Row: 'a>(
    of: impl Fn(&Row) -> &RandomRow + Copy + 'a,
) -> impl Iterator<Item = Column<'a, Row>> {
    let rules = rules(&["ending", "scoring", "ties", "offset"], move |row| {
        &of(row).rules
    });
    rules.chain([Column::data("method", move |row| of(row).method.name())])
}

/// Returns two columns for a number: the exact value, and the rounded value for data alone.
///
/// Text shows the first column in the form of `in_text`.
fn known_columns<'a, Row: 'a>(
    key: &str,
    in_text: fn(&Known) -> String,
    of: impl Fn(&Row) -> &Known + Copy + 'a,
) -> [Column<'a, Row>; 2] {
    let exact = Column::new(key, move |row| of(row).exact())
        .in_text(move |row| in_text(of(row)))
        .numeric();
    [
        exact,
        Column::data(format!("{key}_decimal"), move |row| of(row).rounded()),
    ]
}

/// A game with the probabilities of its outcomes and its expected margin.
struct Summed<'a> {
    row: &'a RandomRow,
    known: [Known; 4],
}

fn summed(row: &RandomRow) -> Summed<'_> {
    let [one, draw, two] = Outcome::ALL.map(|outcome| row.probability(outcome));
    Summed {
        row,
        known: [one, draw, two, row.expected_margin()],
    }
}

fn summed_columns<'a>(is_simulated: bool) -> Vec<Column<'a, Summed<'a>>> {
    let names = [
        ("player1_wins", "player 1 wins"),
        ("draws", "draw"),
        ("player2_wins", "player 2 wins"),
        ("expected_margin", "expected margin"),
    ];
    let mut columns = Vec::new();
    for (place, (key, heading)) in names.into_iter().enumerate() {
        let in_text = if place == 3 {
            Known::signed
        } else {
            Known::percent
        };
        let [exact, rounded] = known_columns(key, in_text, move |row: &Summed| &row.known[place]);
        columns.extend([exact.headed(heading), rounded]);
        columns.extend(is_simulated.then(|| {
            let error = move |row: &Summed| row.known[place].standard_error();
            Column::data(format!("{key}_standard_error"), error)
        }));
    }
    columns
}

/// Returns a table with a row for each game.
pub fn games(found: &[RandomRow]) -> Table<'_> {
    let modes = |row: &Summed| {
        row.row
            .modes()
            .into_iter()
            .map(short)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let rows: Vec<Summed> = found.iter().map(summed).collect();
    let (mut columns, mut said) =
        sizes_or_caption(&rows, |row: &Summed| (row.row.side, row.row.pieces));
    let same = common(found.iter().map(|row| row.rules));
    let flags = |row: &Summed| unless_default(&row.row.rules);
    if same.is_none() {
        columns.push(Column::text("rules that differ from the paper's", flags));
    }
    columns.extend(game_columns(|row: &Summed| row.row));
    columns.extend(summed_columns(found.iter().any(RandomRow::is_simulated)));
    columns.push(Column::text("most likely margin", modes).numeric());
    let title = if found.len() == 1 {
        "Outcomes"
    } else {
        "Random games"
    };
    said.extend(same.as_ref().map(unless_default));
    Table::of(columns, rows).captioned(caption(title, &said))
}

/// Returns the results of a game for the summary of the JSON form.
pub fn summary(found: &RandomRow) -> Value {
    let row = summed(found);
    let mut summary: Map<String, Value> = sizes(|row: &Summed| (row.row.side, row.row.pieces))
        .iter()
        .chain(&summed_columns(found.is_simulated()))
        .map(|column| column.field(&row))
        .collect();
    let mut insert = |key: &str, value: Value| summary.insert(key.to_owned(), value);
    match &found.answer {
        Answer::Margins(..) => {
            insert(
                "modes",
                found.modes().into_iter().map(ToString::to_string).collect(),
            );
        }
        Answer::Simulation(simulation) => {
            insert("games", json!(simulation.games().to_string()));
        }
    }
    let lengths = found.lengths();
    if !lengths.is_empty() {
        insert(
            "lengths",
            lengths
                .into_iter()
                .map(|(turns, share, _)| (turns.to_string(), share))
                .collect(),
        );
    }
    if let Some(fit) = found.fit() {
        insert("chi_square", json!(fit.statistic));
        insert("degrees_of_freedom", json!(fit.degrees_of_freedom));
    }
    Value::Object(summary)
}

/// A margin of a game, or all margins of one sign.
struct MarginRow<'a> {
    row: &'a RandomRow,
    /// The margin, or its sign.
    margin: Cell,
    outcome: Outcome,
    /// The number of endgames with this margin, for an exact result on full boards.
    endgames: Option<BigUint>,
    /// The number of simulated games with this margin.
    games: Option<u64>,
    probability: Known,
}

fn margin_rows(row: &RandomRow) -> Vec<MarginRow<'_>> {
    match &row.answer {
        Answer::Margins(distribution, _) => {
            let of = |(count, share): (&MarginCount, BigRational)| MarginRow {
                row,
                margin: count.margin.clone().into(),
                outcome: count.outcome(),
                endgames: row.counts_endgames().then(|| count.endgames.clone()),
                games: None,
                probability: Known::Exactly(share),
            };
            distribution
                .margins()
                .iter()
                .zip(distribution.shares())
                .map(of)
                .collect()
        }
        Answer::Simulation(simulation) => {
            let of = |(&margin, &games): (&Margin, &u64)| MarginRow {
                row,
                margin: BigRational::from(margin).into(),
                outcome: margin.cmp(&Margin::ZERO).into(),
                endgames: None,
                games: Some(games),
                probability: Known::Estimated(simulation.probability_of_margin(margin)),
            };
            simulation.margins().iter().map(of).collect()
        }
    }
}

/// Returns a row for each sign of the margin.
///
/// A result file takes these rows for boards with too many margins.
fn sign_rows(row: &RandomRow) -> Vec<MarginRow<'_>> {
    let Answer::Margins(distribution, _) = &row.answer else {
        return Vec::new();
    };
    let signs = [
        ("<0", Outcome::Player2Wins),
        ("0", Outcome::Draw),
        (">0", Outcome::Player1Wins),
    ];
    let of = |(sign, outcome): (&str, Outcome)| MarginRow {
        row,
        margin: sign.into(),
        outcome,
        endgames: Some(distribution.endgames(outcome)),
        games: None,
        probability: row.probability(outcome),
    };
    signs.map(of).into()
}

impl MarginRow<'_> {
    /// Formats the margin for text.
    fn short(&self) -> String {
        if let Cell::Rational(margin) = &self.margin {
            short(margin)
        } else {
            self.margin.plain()
        }
    }

    /// Returns the exact probability of a simulated margin.
    ///
    /// The text is empty without an exact distribution.
    fn expected(&self) -> String {
        let Some(exact) = &self.row.expected else {
            return String::new();
        };
        let is_same = |count: &&MarginCount| Cell::from(count.margin.clone()) == self.margin;
        let same = exact.margins().iter().find(is_same);
        same.map_or_else(
            || "impossible".to_owned(),
            |count| percent(&exact.share(&count.endgames)),
        )
    }
}

/// Returns a table with a row for each margin.
pub fn margins(found: &[RandomRow]) -> Table<'_> {
    margin_table(found, found.iter().flat_map(margin_rows).collect())
}

/// Returns a table with a row for each margin.
///
/// Boards larger than `largest` have a row for each sign of the margin instead.
pub fn margins_or_signs(found: &[RandomRow], largest: usize) -> Table<'_> {
    let mut rows = Vec::new();
    for row in found {
        rows.extend(if row.side <= largest {
            margin_rows(row)
        } else {
            sign_rows(row)
        });
    }
    margin_table(found, rows)
}

fn margin_table<'a>(found: &[RandomRow], rows: Vec<MarginRow<'a>>) -> Table<'a> {
    let sizes = sizes(|row: &MarginRow| (row.row.side, row.row.pieces)).into_iter();
    let mut columns: Vec<Column<MarginRow>> =
        sizes.map(|column| column.in_text_if(false)).collect();
    columns.extend(game_columns(|row: &MarginRow| row.row));
    let [margin, decimal] = Column::fraction("margin", |row: &MarginRow| row.margin.clone());
    columns.extend([margin.in_text(MarginRow::short).numeric(), decimal]);
    let in_text = |known: &Known| match known {
        Known::Estimated(estimate) => in_percent(estimate.value),
        exact => exact.percent(),
    };
    let probability = known_columns("probability", in_text, |row: &MarginRow| &row.probability);
    let endgames = Column::new("endgames", |row: &MarginRow| row.endgames.clone());
    if found.iter().any(RandomRow::is_simulated) {
        let error = |row: &MarginRow| match &row.probability {
            Known::Estimated(estimate) => in_percent(estimate.standard_error),
            Known::Exactly(_) => String::new(),
        };
        let data = |row: &MarginRow| row.probability.standard_error();
        columns.extend([
            Column::text("games", |row: &MarginRow| row.games),
            endgames.in_text_if(false),
        ]);
        columns.extend(probability);
        columns.extend([
            Column::new("standard_error", data).in_text(error).numeric(),
            Column::text("exactly", MarginRow::expected).numeric(),
        ]);
    } else {
        columns.push(endgames.in_text_if(found.iter().any(RandomRow::counts_endgames)));
        columns.extend(probability);
        let winner = Column::text("winner", |row: &MarginRow| name(row.outcome));
        columns.push(winner.toned(|row| tone(row.outcome)));
    }
    Table::of(columns, rows)
}

/// Returns the layout of the paper's Table 2.
///
/// Margins are columns, and totals are below the first column of each outcome.
fn table_2(row: &RandomRow) -> Table<'_> {
    let rows = margin_rows(row);
    let line = |of: &dyn Fn(&MarginRow) -> Cell| rows.iter().map(of).collect::<Vec<_>>();
    let at_the_first = |text: &dyn Fn(Outcome) -> String| {
        let mut last = None;
        let cell = |row: &MarginRow| match last.replace(row.outcome) == Some(row.outcome) {
            true => Cell::Covered,
            false => text(row.outcome).into(),
        };
        rows.iter().map(cell).collect::<Vec<Cell>>()
    };
    let mut lines = Vec::new();
    lines.extend(
        row.counts_endgames()
            .then(|| ("Endgames", line(&|row| row.endgames.clone().into()))),
    );
    lines.extend([
        ("Probability", line(&|row| row.probability.percent().into())),
        ("Winner", at_the_first(&|outcome| name(outcome).to_owned())),
        (
            "Total",
            at_the_first(&|outcome| row.probability(outcome).percent()),
        ),
    ]);
    across("Margin", rows.iter().map(MarginRow::short).collect(), lines)
}

/// Returns the tables for text.
///
/// The margins come first, if there is a single game with few of them. Then follow a row for each
/// game, and the lengths of games that may stop early.
pub fn views(found: &[RandomRow]) -> Vec<Table<'_>> {
    let [row] = found else {
        return [games(found)].into_iter().chain(lengths(found)).collect();
    };
    let margins = match &row.answer {
        Answer::Margins(distribution, _) => distribution.margins().len(),
        Answer::Simulation(simulation) => simulation.margins().len(),
    };
    let title = format!(
        "Random games on the {m}-by-{m} board, {}",
        formula(&format!("n = {}", row.pieces)),
        m = row.side
    );
    let listed = match margins {
        ..=MOST_COLUMNS if !row.is_simulated() => Some(table_2(row)),
        ..=MOST_ROWS => Some(self::margins(found)),
        _ => None,
    };
    let mut outcomes = games(found);
    if listed.is_none() {
        outcomes.note("The margins are too many to show; --format csv lists them.");
    }
    if let Some(fit) = row.fit() {
        outcomes.note(format!(
            "Chi-square of the margins against the exact distribution: {:.2}, with {} degrees of freedom.",
            fit.statistic, fit.degrees_of_freedom
        ));
    }
    let listed =
        listed.map(|table| table.captioned(caption(&title, &[unless_default(&row.rules)])));
    listed
        .into_iter()
        .chain([outcomes])
        .chain(lengths(found))
        .collect()
}

/// Returns a row for each number of turns of each game that may stop early.
fn lengths(found: &[RandomRow]) -> Option<Table<'_>> {
    let of = |row: &RandomRow| {
        let lengths = if row.counts_endgames() {
            Vec::new()
        } else {
            row.lengths()
        };
        let (board, pieces) = (by_side(row.side), row.pieces);
        lengths
            .into_iter()
            .map(move |(turns, _, share)| (board.clone(), pieces, turns, share))
    };
    let rows: Vec<(String, usize, usize, String)> = found.iter().flat_map(of).collect();
    if rows.is_empty() {
        return None;
    }
    let columns = vec![
        Column::text("board", |row: &(String, usize, usize, String)| {
            row.0.clone()
        }),
        Column::text(formula("n"), |row: &(String, usize, usize, String)| row.1),
        Column::text("turns", |row: &(String, usize, usize, String)| row.2),
        Column::text("probability", |row: &(String, usize, usize, String)| {
            row.3.clone()
        })
        .numeric(),
    ];
    Some(Table::of(columns, rows).captioned("How long games last"))
}
