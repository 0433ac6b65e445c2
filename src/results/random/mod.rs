//! The tables of random play: margins, outcomes and game lengths.

mod quantity;

use std::sync::OnceLock;

use crate::report::{Cell, Column, DIGITS, Kind, Table, formula};
use gqt3::engine::game::Game;
use gqt3::engine::rules::{Margin, Rules};
use gqt3::random_play::{Answer, ChiSquare, Distribution, MarginCount, Method, Outcome};
use num_bigint::BigUint;
use num_rational::BigRational;

use super::columns::{caption, common, rules, sizes, sizes_or_caption, tone, unless_default};
use quantity::{Quantity, in_percent, percent, short};

/// Up to this many exact margins are printed across, as in the paper's Table 2.
const MOST_COLUMNS: usize = 7;

const MOST_ROWS: usize = 120;

#[derive(Clone)]
pub struct RandomRow {
    pub side: usize,
    pub pieces: usize,
    pub rules: Rules,
    pub method: Method,
    pub answer: Answer,
    /// The exact distribution that a simulation is compared with, if it is
    /// [at hand](gqt3::random_play::Query::at_hand).
    pub expected: Option<Distribution>,
    /// The margins' probabilities, computed on first use, because reducing fractions may take long.
    shares: OnceLock<Vec<Quantity>>,
}

fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Player1Wins => "P1",
        Outcome::Draw => "draw",
        Outcome::Player2Wins => "P2",
    }
}

impl RandomRow {
    pub const fn new(
        (side, pieces): (usize, usize),
        rules: Rules,
        method: Method,
        answer: Answer,
        expected: Option<Distribution>,
    ) -> RandomRow {
        RandomRow {
            side,
            pieces,
            rules,
            method,
            answer,
            expected,
            shares: OnceLock::new(),
        }
    }

    pub fn exact(
        pieces: usize,
        rules: Rules,
        method: Method,
        distribution: Distribution,
    ) -> RandomRow {
        let sizes = (distribution.side(), pieces);
        let answer = Answer::Margins(distribution, None);
        RandomRow::new(sizes, rules, method, answer, None)
    }

    fn probability(&self, outcome: Outcome) -> Quantity {
        match &self.answer {
            Answer::Margins(distribution, _) => {
                Quantity::Exactly(distribution.probability(outcome))
            }
            Answer::Simulation(simulation) => Quantity::Estimated(simulation.probability(outcome)),
        }
    }

    fn shares(&self) -> &[Quantity] {
        self.shares.get_or_init(|| match &self.answer {
            Answer::Margins(distribution, _) => {
                let shares = distribution.shares().into_iter();
                shares.map(Quantity::Exactly).collect()
            }
            Answer::Simulation(simulation) => {
                let share = |&margin| simulation.probability_of_margin(margin);
                let shares = simulation.margins().keys().map(share);
                shares.map(Quantity::Estimated).collect()
            }
        })
    }

    fn expected_margin(&self) -> Quantity {
        match &self.answer {
            Answer::Margins(distribution, _) => Quantity::Exactly(distribution.expected_margin()),
            Answer::Simulation(simulation) => Quantity::Estimated(simulation.mean_margin()),
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

    /// If `true`, no game stops early, and probabilities are shares of all endgames.
    fn counts_endgames(&self) -> bool {
        Game::always_fills(self.pieces, &self.rules)
    }

    fn lengths(&self) -> Vec<LengthRow<'_>> {
        let get = |turns, games, probability| LengthRow {
            row: self,
            turns,
            games,
            probability,
        };
        match &self.answer {
            _ if self.counts_endgames() => Vec::new(),
            Answer::Margins(_, lengths) => {
                let lengths = lengths.iter().flatten();
                lengths
                    .map(|(turns, share)| get(*turns, None, Quantity::Exactly(share.clone())))
                    .collect()
            }
            Answer::Simulation(simulation) => {
                let share = |games| Quantity::Estimated(simulation.share(games));
                let lengths = simulation.lengths().iter();
                lengths
                    .map(|(&turns, &games)| get(turns, Some(games), share(games)))
                    .collect()
            }
        }
    }

    /// Tests a simulation against the exact distribution, if this is known, has two margins or
    /// more, and expects each in at least five games.
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

fn game_columns<'a, Row: 'a>(
    get: impl Fn(&Row) -> &RandomRow + Copy + 'a,
) -> impl Iterator<Item = Column<'a, Row>> {
    let rules = rules(&["ending", "scoring", "ties", "offset"], move |row| {
        &get(row).rules
    });
    let method = move |row: &Row| get(row).method.name();
    rules.chain([Column::data("method", "the method", method)])
}

/// Returns the exact value, the rounded one, and an estimate's standard error.
fn known_columns<'a, Row: 'a>(
    [key, error_key]: [&str; 2],
    help: &str,
    in_text: fn(&Quantity) -> String,
    is_simulated: bool,
    get: impl Fn(&Row) -> Quantity + Copy + 'a,
) -> [Column<'a, Row>; 3] {
    let help = format!("{help}; null if it is estimated");
    let exact = Column::new(key, help, move |row| get(row).exact())
        .in_text(move |row| in_text(&get(row)))
        .numeric();
    let error = "the standard error of an estimate";
    [
        exact,
        Column::decimal(key, move |row| get(row).rounded()).in_text_if(false),
        Column::data(error_key, error, move |row| get(row).standard_error())
            .of_kind(Kind::Decimal)
            .in_csv_if(is_simulated),
    ]
}

fn games_column<'a, Row: 'a>(
    which: &str,
    is_simulated: bool,
    get: impl Fn(&Row) -> Option<u64> + 'a,
) -> Column<'a, Row> {
    let help = format!("the number of simulated games{which}");
    Column::new("games", help, move |row| get(row).map(BigUint::from)).in_csv_if(is_simulated)
}

struct Summed<'a> {
    row: &'a RandomRow,
    /// The outcomes' probabilities, then the expected margin.
    known: [Quantity; 4],
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
        (
            "player1_wins",
            "player 1 wins",
            "the probability that player 1 wins",
        ),
        ("draws", "draw", "the probability of a draw"),
        (
            "player2_wins",
            "player 2 wins",
            "the probability that player 2 wins",
        ),
        (
            "expected_margin",
            "expected margin",
            "the mean of player 1's points minus player 2's",
        ),
    ];
    let mut columns = Vec::new();
    for (index, (key, heading, help)) in names.into_iter().enumerate() {
        let in_text = match index {
            3 => Quantity::signed,
            _ => Quantity::percent,
        };
        let keys = [key, &format!("{key}_standard_error")];
        let get = move |row: &Summed| row.known[index].clone();
        let [exact, more @ ..] = known_columns(keys, help, in_text, is_simulated, get);
        columns.push(exact.headed(heading));
        columns.extend(more);
    }
    columns
}

pub fn games(results: &[RandomRow]) -> Table<'_> {
    let is_simulated = results.iter().any(RandomRow::is_simulated);
    let modes = |form: fn(&BigRational) -> String| {
        move |row: &Summed| {
            let modes: Vec<String> = row.row.modes().into_iter().map(form).collect();
            (!modes.is_empty()).then(|| modes.join(", "))
        }
    };
    let rows: Vec<Summed> = results.iter().map(summed).collect();
    let (mut columns, mut parts) =
        sizes_or_caption(&rows, |row: &Summed| (row.row.side, row.row.pieces));
    let same = common(results.iter().map(|row| row.rules));
    let flags = |row: &Summed| unless_default(&row.row.rules);
    if same.is_none() {
        columns.push(Column::text("rules that differ from the paper's", flags));
    }
    columns.extend(game_columns(|row: &Summed| row.row));
    columns.extend(summed_columns(is_simulated));
    let simulated = |row: &Summed| match &row.row.answer {
        Answer::Simulation(simulation) => Some(simulation.games()),
        Answer::Margins(..) => None,
    };
    let statistic = |row: &Summed| row.row.fit().map(|fit| Cell::float(fit.statistic, DIGITS));
    let freedom = |row: &Summed| row.row.fit().map(|fit| fit.degrees_of_freedom);
    columns.extend([
        Column::new(
            "modes",
            "the most likely margins",
            modes(BigRational::to_string),
        )
        .headed("most likely margin")
        .in_text(modes(short))
        .numeric()
        .in_csv_if(false),
        games_column("", is_simulated, simulated).in_text_if(false),
        Column::data(
            "chi_square",
            "chi-square of the simulated margins against the exact distribution",
            statistic,
        )
        .of_kind(Kind::Decimal)
        .in_csv_if(is_simulated),
        Column::data(
            "degrees_of_freedom",
            "the degrees of freedom of chi_square",
            freedom,
        )
        .in_csv_if(is_simulated),
    ]);
    let title = if results.len() == 1 {
        "Outcomes"
    } else {
        "Random games"
    };
    parts.extend(same.as_ref().map(unless_default));
    Table::of("games", columns, rows).captioned(caption(title, &parts))
}

struct MarginRow<'a> {
    row: &'a RandomRow,
    margin: Cell,
    outcome: Outcome,
    /// `true` for the smallest margin with this outcome.
    is_first: bool,
    /// `None` unless the result is exact and boards fill.
    endgames: Option<BigUint>,
    games: Option<u64>,
    index: usize,
    /// The probability of a sign. A margin's is in `RandomRow::shares`.
    share: Option<Quantity>,
}

fn margin_rows(row: &RandomRow) -> Vec<MarginRow<'_>> {
    let mut rows: Vec<MarginRow> = Vec::new();
    let mut add = |margin: BigRational, outcome, endgames, games| {
        rows.push(MarginRow {
            row,
            margin: margin.into(),
            outcome,
            is_first: rows.last().is_none_or(|last| last.outcome != outcome),
            endgames,
            games,
            index: rows.len(),
            share: None,
        });
    };
    match &row.answer {
        Answer::Margins(distribution, _) => {
            for count in distribution.margins() {
                let endgames = row.counts_endgames().then(|| count.endgames.clone());
                add(count.margin.clone(), count.outcome(), endgames, None);
            }
        }
        Answer::Simulation(simulation) => {
            for (&margin, &games) in simulation.margins() {
                let outcome = margin.cmp(&Margin::ZERO).into();
                add(margin.into(), outcome, None, Some(games));
            }
        }
    }
    rows
}

fn sign_rows(row: &RandomRow) -> Vec<MarginRow<'_>> {
    let Answer::Margins(distribution, _) = &row.answer else {
        return Vec::new();
    };
    let signs = [
        ("<0", Outcome::Player2Wins),
        ("0", Outcome::Draw),
        (">0", Outcome::Player1Wins),
    ];
    let get = |(sign, outcome): (&str, Outcome)| MarginRow {
        row,
        margin: sign.into(),
        outcome,
        is_first: true,
        endgames: row
            .counts_endgames()
            .then(|| distribution.endgames(outcome)),
        games: None,
        index: 0,
        share: Some(row.probability(outcome)),
    };
    signs.map(get).into()
}

impl MarginRow<'_> {
    fn probability(&self) -> Quantity {
        let share = self.share.as_ref();
        share
            .unwrap_or_else(|| &self.row.shares()[self.index])
            .clone()
    }

    fn short(&self) -> String {
        if let Cell::Rational(margin) = &self.margin {
            short(margin)
        } else {
            self.margin.plain()
        }
    }

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

/// Returns a row for each margin. On boards larger than `largest`, an exact result has only a row
/// for each sign, and a simulation has none.
pub fn margins(results: &[RandomRow], largest: usize) -> Table<'_> {
    let rows: Vec<MarginRow> = results
        .iter()
        .flat_map(|row| match row.side {
            side if side <= largest => margin_rows(row),
            _ => sign_rows(row),
        })
        .collect();
    let is_simulated = results.iter().any(RandomRow::is_simulated);
    let is_short = rows.len() <= MOST_COLUMNS && !is_simulated;
    let sizes = sizes(|row: &MarginRow| (row.row.side, row.row.pieces)).into_iter();
    let mut columns: Vec<Column<MarginRow>> =
        sizes.map(|column| column.in_text_if(false)).collect();
    columns.extend(game_columns(|row: &MarginRow| row.row));
    let help = "player 1's points minus player 2's";
    let [margin, decimal] = Column::fraction("margin", help, |row: &MarginRow| row.margin.clone());
    let games = |row: &MarginRow| row.games;
    let endgames = |row: &MarginRow| row.endgames.clone();
    columns.extend([
        margin.in_text(MarginRow::short).numeric(),
        decimal,
        games_column(" with this margin", is_simulated, games),
        Column::new(
            "endgames",
            "the number of endgames with this margin; null if simulated or if games may stop early",
            endgames,
        ),
    ]);
    let in_text = |known: &Quantity| match known {
        Quantity::Estimated(estimate) => in_percent(estimate.value),
        exact => exact.percent(),
    };
    let error = |row: &MarginRow| match row.probability() {
        Quantity::Estimated(estimate) => in_percent(estimate.standard_error),
        Quantity::Exactly(_) => String::new(),
    };
    let [exact, decimal, standard_error] = known_columns(
        ["probability", "standard_error"],
        "the probability of this margin",
        in_text,
        is_simulated,
        MarginRow::probability,
    );
    let winner = move |row: &MarginRow| match is_short && !row.is_first {
        true => Cell::Covered,
        false => name(row.outcome).into(),
    };
    let total = |row: &MarginRow| match row.is_first {
        false => Cell::Covered,
        true => row.row.probability(row.outcome).percent().into(),
    };
    columns.extend([
        exact,
        decimal,
        standard_error
            .in_text_if(is_simulated)
            .in_text(error)
            .numeric(),
        Column::text("exactly", MarginRow::expected).numeric(),
        Column::text("winner", winner)
            .in_text_if(!is_simulated)
            .toned(|row| tone(row.outcome)),
        Column::text("total", total).in_text_if(is_short),
    ]);
    let table = Table::of("margins", columns, rows);
    if is_short { table.across() } else { table }
}

pub fn table_2(results: &[RandomRow]) -> Table<'_> {
    let title = format!("Random games on the 3-by-3 board, {}", formula("n = 2"));
    margins(results, usize::MAX)
        .captioned(title)
        .for_text_only()
}

/// Text lists margins only for a single result with at most `MOST_ROWS` of them.
pub fn tables(results: &[RandomRow]) -> Vec<Table<'_>> {
    let mut outcomes = games(results);
    let mut margins = margins(results, usize::MAX);
    let mut is_listed = false;
    if let [row] = results {
        let count = match &row.answer {
            Answer::Margins(distribution, _) => distribution.margins().len(),
            Answer::Simulation(simulation) => simulation.margins().len(),
        };
        let title = format!(
            "Random games on the {m}-by-{m} board, {}",
            formula(&format!("n = {}", row.pieces)),
            m = row.side
        );
        margins = margins.captioned(caption(&title, &[unless_default(&row.rules)]));
        is_listed = count <= MOST_ROWS;
        if !is_listed {
            outcomes.note("The margins are too many to show; --format csv lists them.");
        }
        if let Some(fit) = row.fit() {
            outcomes.note(format!(
                "Chi-square of the margins against the exact distribution: {:.2}, with {} degrees of freedom.",
                fit.statistic, fit.degrees_of_freedom
            ));
        }
    }
    vec![margins.in_text_if(is_listed), outcomes, lengths(results)]
}

struct LengthRow<'a> {
    row: &'a RandomRow,
    turns: usize,
    games: Option<u64>,
    probability: Quantity,
}

fn lengths(results: &[RandomRow]) -> Table<'_> {
    let is_simulated = results.iter().any(RandomRow::is_simulated);
    let mut columns = sizes(|row: &LengthRow| (row.row.side, row.row.pieces));
    columns.extend(game_columns(|row: &LengthRow| row.row));
    columns.push(Column::new(
        "turns",
        "the number of turns of a game",
        |row: &LengthRow| row.turns,
    ));
    let games = |row: &LengthRow| row.games;
    columns.push(games_column(" of this length", is_simulated, games).in_text_if(false));
    let in_text = |known: &Quantity| match known {
        Quantity::Estimated(estimate) => format!("{:.2}%", 100.0 * estimate.value),
        exact => exact.percent(),
    };
    let [exact, decimal, error] = known_columns(
        ["probability", "standard_error"],
        "the probability of this number of turns",
        in_text,
        is_simulated,
        |row: &LengthRow| row.probability.clone(),
    );
    columns.extend([exact, decimal, error]);
    let rows: Vec<LengthRow> = results.iter().flat_map(RandomRow::lengths).collect();
    Table::of("lengths", columns, rows).captioned("How long games last")
}
