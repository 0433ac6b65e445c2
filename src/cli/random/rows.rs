//! The rows of CSV and JSON.

use gqt3::progress::{Interrupted, Progress, Silent};
use gqt3::random_play::{ChiSquare, Distribution, Estimate, Outcome, Simulation, fills_the_board};
use gqt3::report::{Cell, Column, Table, decimal};
use gqt3::rules::{Margin, Rules};
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use serde_json::{Map, Value, json};

use super::find::{Found, What};

/// Digits of the decimals in result files.
const DIGITS: usize = 12;

pub const OUTCOMES: [(Outcome, &str); 3] =
    [(Outcome::Player1Wins, "P1"), (Outcome::Draw, "draw"), (Outcome::Player2Wins, "P2")];

/// The keys of what is known of a board: exactly, rounded, and the error of an estimate.
const BOARD_KEYS: [[&str; 3]; 4] = [
    ["player1_wins", "player1_wins_decimal", "player1_wins_standard_error"],
    ["draws", "draws_decimal", "draws_standard_error"],
    ["player2_wins", "player2_wins_decimal", "player2_wins_standard_error"],
    ["expected_margin", "expected_margin_decimal", "expected_margin_standard_error"],
];

/// What is known of a number.
pub enum Known {
    Exactly(BigRational),
    /// Two bounds.
    Between(BigRational, BigRational),
    Estimated(Estimate),
}

impl Known {
    fn exact(&self) -> Cell {
        match self {
            Known::Exactly(ratio) => Cell::Rational(ratio.clone()),
            Known::Between(..) | Known::Estimated(_) => Cell::Absent,
        }
    }

    /// Rounded, if that is one number.
    fn rounded(&self) -> Cell {
        match self {
            Known::Exactly(ratio) => Cell::Decimal(ratio.clone(), DIGITS),
            Known::Between(lower, upper) if decimal(lower, DIGITS) == decimal(upper, DIGITS) => {
                Cell::Decimal(lower.clone(), DIGITS)
            }
            Known::Between(..) => Cell::Absent,
            Known::Estimated(estimate) => float(estimate.value),
        }
    }

    fn standard_error(&self) -> Cell {
        match self {
            Known::Estimated(estimate) => float(estimate.standard_error),
            Known::Exactly(_) | Known::Between(..) => Cell::Absent,
        }
    }
}

fn float(value: f64) -> Cell {
    BigRational::from_float(value).map_or(Cell::Absent, |ratio| Cell::Decimal(ratio, DIGITS))
}

pub fn ratio(margin: Margin) -> BigRational {
    let ratio = margin.to_ratio();
    BigRational::new((*ratio.numer()).into(), (*ratio.denom()).into())
}

impl Found {
    pub fn probability(&self, outcome: Outcome) -> Known {
        match &self.what {
            What::Margins(distribution, _) => Known::Exactly(distribution.probability(outcome)),
            What::Summary(summary) => match summary.probability(outcome) {
                Some(probability) => Known::Exactly(probability),
                None => {
                    let (lower, upper) = summary.bounds(outcome);
                    Known::Between(lower, upper)
                }
            },
            What::Simulation(simulation, _) => Known::Estimated(simulation.probability(outcome)),
        }
    }

    pub fn expected_margin(&self) -> Known {
        match &self.what {
            What::Margins(distribution, _) => Known::Exactly(distribution.expected_margin()),
            What::Summary(summary) => Known::Exactly(summary.expected_margin().clone()),
            What::Simulation(simulation, _) => Known::Estimated(simulation.mean_margin()),
        }
    }

    /// The probabilities of the outcomes and the expected margin.
    fn of_board(&self) -> [Known; 4] {
        let [one, draw, two] = OUTCOMES.map(|(outcome, _)| self.probability(outcome));
        [one, draw, two, self.expected_margin()]
    }

    fn is_simulated(&self) -> bool {
        matches!(self.what, What::Simulation(..))
    }

    /// What every row begins with.
    fn game(&self, rules: &Rules) -> Vec<Cell> {
        vec![
            Cell::size(self.side),
            Cell::size(self.pieces),
            Cell::text(rules.ending.name()),
            Cell::text(rules.scoring.name()),
            Cell::text(rules.ties.name()),
            Cell::text(rules.offset.name()),
            Cell::text(self.method),
        ]
    }
}

fn game_columns() -> Vec<Column> {
    ["board", "pieces", "ending", "scoring", "ties", "offset", "method"].map(Column::new).to_vec()
}

/// A row for each margin; for a summary, one for each sign of the margin.
pub fn margins(found: &[Found], rules: &Rules) -> Table {
    margins_until(found, rules, &Silent).unwrap_or_default()
}

/// As [`margins`]. On large boards they are a hundred thousand, whose probabilities in lowest terms take long.
///
/// # Errors
/// If it was interrupted.
pub fn margins_until(found: &[Found], rules: &Rules, progress: &dyn Progress) -> Result<Table, Interrupted> {
    let mut columns = game_columns();
    columns.extend(["margin", "endgames", "probability", "probability_decimal"].map(Column::new));
    let simulated = found.iter().any(Found::is_simulated);
    columns.extend(simulated.then(|| Column::new("standard_error")));
    let mut table = Table::new(columns);
    let count = |found: &Found| match &found.what {
        What::Margins(distribution, _) => distribution.margins().len(),
        What::Summary(_) => OUTCOMES.len(),
        What::Simulation(simulation, _) => simulation.margins().len(),
    };
    progress.begin("rows", Some(found.iter().map(|found| count(found) as u64).sum()));
    for found in found {
        for (margin, endgames, probability) in margin_rows(found, rules) {
            progress.check()?;
            let mut row = found.game(rules);
            row.extend([margin, endgames, probability.exact(), probability.rounded()]);
            row.extend(simulated.then(|| probability.standard_error()));
            table.push(row);
            progress.advance(1);
        }
    }
    progress.end();
    Ok(table)
}

fn margin_rows<'a>(found: &'a Found, rules: &Rules) -> Box<dyn Iterator<Item = (Cell, Cell, Known)> + 'a> {
    match &found.what {
        What::Margins(distribution, _) => {
            // A game that stops early has no endgame.
            let counted = fills_the_board(found.pieces, rules);
            Box::new(distribution.margins().iter().map(move |count| {
                let endgames = counted.then(|| Cell::Integer(count.endgames.clone()));
                let probability = Known::Exactly(distribution.share(&count.endgames));
                (Cell::Rational(count.margin.clone()), endgames.unwrap_or(Cell::Absent), probability)
            }))
        }
        What::Summary(summary) => {
            let signs = [("<0", Outcome::Player2Wins), ("0", Outcome::Draw), (">0", Outcome::Player1Wins)];
            Box::new(signs.into_iter().map(|(sign, outcome)| {
                let endgames = summary.probability(outcome).map_or(Cell::Absent, |probability| {
                    let total = BigInt::from(summary.total().clone());
                    Cell::Integer((probability * total).to_integer().magnitude().clone())
                });
                (Cell::text(sign), endgames, found.probability(outcome))
            }))
        }
        What::Simulation(simulation, _) => Box::new(simulation.margins().keys().map(|margin| {
            let estimate = simulation.probability_of_margin(*margin);
            (Cell::Rational(ratio(*margin)), Cell::Absent, Known::Estimated(estimate))
        })),
    }
}

/// A row for each board.
pub fn boards(found: &[Found], rules: &Rules) -> Table {
    let mut columns = game_columns();
    let simulated = found.iter().any(Found::is_simulated);
    for [exactly, rounded, error] in BOARD_KEYS {
        columns.extend([exactly, rounded].map(Column::new));
        columns.extend(simulated.then(|| Column::new(error)));
    }
    let mut table = Table::new(columns);
    for found in found {
        let mut row = found.game(rules);
        for known in found.of_board() {
            row.extend([known.exact(), known.rounded()]);
            row.extend(simulated.then(|| known.standard_error()));
        }
        table.push(row);
    }
    table
}

/// A board in the summary of the JSON form.
pub fn summary(found: &Found) -> Value {
    let mut summary = Map::new();
    summary.insert("board".to_owned(), json!(found.side));
    summary.insert("pieces".to_owned(), json!(found.pieces));
    for ([exactly, rounded, error], known) in BOARD_KEYS.into_iter().zip(found.of_board()) {
        summary.insert(exactly.to_owned(), known.exact().json());
        summary.insert(rounded.to_owned(), known.rounded().json());
        if let Known::Estimated(_) = known {
            summary.insert(error.to_owned(), known.standard_error().json());
        }
    }
    match &found.what {
        What::Margins(distribution, lengths) => {
            let modes: Vec<String> = distribution.modes().into_iter().map(ToString::to_string).collect();
            summary.insert("modes".to_owned(), json!(modes));
            if let Some(lengths) = lengths {
                let lengths =
                    lengths.iter().map(|(turns, share)| (turns.to_string(), json!(share.to_string())));
                summary.insert("turns".to_owned(), Value::Object(lengths.collect()));
            }
        }
        What::Summary(_) => {}
        What::Simulation(simulation, exact) => {
            summary.insert("games".to_owned(), json!(simulation.games()));
            let lengths = simulation.lengths().iter().map(|(turns, games)| (turns.to_string(), json!(games)));
            summary.insert("turns".to_owned(), Value::Object(lengths.collect()));
            if let Some(fit) = exact.as_ref().and_then(|exact| fit(simulation, exact)) {
                summary.insert("chi_square".to_owned(), json!(fit.statistic));
                summary.insert("degrees_of_freedom".to_owned(), json!(fit.degrees_of_freedom));
            }
        }
    }
    Value::Object(summary)
}

/// How well a simulation fits, if there are several margins and each is expected in five games or more.
pub fn fit(simulation: &Simulation, exact: &Distribution) -> Option<ChiSquare> {
    let games = BigUint::from(simulation.games());
    let often = |count: &gqt3::random_play::MarginCount| {
        &count.endgames * &games >= exact.total() * BigUint::from(5_u32)
    };
    (exact.margins().len() > 1 && exact.margins().iter().all(often)).then(|| simulation.chi_square(exact))
}
