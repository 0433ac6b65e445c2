//! The results of matches between two players.

use crate::number::decimal;
use crate::players::{Contest, NORMAL_95};
use crate::random_play::{Estimate, Outcome, Simulation};
use crate::report::{self, Cell};
use num_bigint::BigInt;
use num_rational::BigRational;
use serde_json::{Value, json};

use super::accuracy::size;
use super::args::DIGITS;
use crate::cli::columns::sizes;

/// A contest and how its games ended.
pub struct Match {
    pub contest: Contest,
    pub games: Simulation,
}

impl Match {
    /// The side of the board and n.
    pub fn sizes(&self) -> (usize, usize) {
        size(&self.contest)
    }

    /// The column of the games with an outcome: their number, or in text their share.
    fn count(key: &'static str, heading: &str, outcome: Outcome) -> Column {
        let share = move |one: &Match| {
            let ratio = BigRational::new(
                BigInt::from(100 * one.games.count(outcome)),
                BigInt::from(one.games.games().max(1)),
            );
            format!("{}%", decimal(&ratio, 1))
        };
        Column::new(key, move |one| one.games.count(outcome)).headed(heading).in_text(share)
    }

    /// The mean margin, and the ends of its 95 % interval if there are enough games for one.
    fn margin(&self) -> (f64, Option<[f64; 2]>) {
        let Estimate { value, standard_error } = self.games.mean_margin();
        let half = NORMAL_95 * standard_error;
        (value, half.is_finite().then_some([value - half, value + half]))
    }

    pub fn summary(&self) -> Value {
        let margins = self.games.margins().iter();
        let margins = margins.map(|(margin, games)| (margin.to_ratio().to_string(), json!(games)));
        let turns = self.games.lengths().iter().map(|(turns, games)| (turns.to_string(), json!(games)));
        let (board, pieces) = self.sizes();
        json!({
            "board": board,
            "pieces": pieces,
            "player1": self.contest.players[0].name(),
            "player2": self.contest.players[1].name(),
            "margins": Value::Object(margins.rev().collect()),
            "turns": Value::Object(turns.collect()),
        })
    }
}

pub type Column = report::Column<'static, Match>;

/// The columns of a table of matches.
pub fn columns() -> Vec<Column> {
    let end = |one: &Match, end: usize| one.margin().1.map(|ends| Cell::float(ends[end], DIGITS));
    let interval = |one: &Match| match one.margin().1 {
        Some([low, high]) => format!("{} .. {}", signed(low), signed(high)),
        None => String::new(),
    };
    let turns = |one: &Match| one.games.mean_length().value;
    let mut columns = sizes(Match::sizes);
    columns.extend([
        Column::new("player1", |one| one.contest.players[0].name()).headed("player 1"),
        Column::new("player2", |one| one.contest.players[1].name()).headed("player 2"),
        Column::new("games", |one| one.games.games()),
        Match::count("player1_wins", "P1 wins", Outcome::Player1Wins),
        Match::count("draws", "draws", Outcome::Draw),
        Match::count("player2_wins", "P2 wins", Outcome::Player2Wins),
        Column::new("mean_margin", |one| Cell::float(one.margin().0, DIGITS))
            .in_text(|one| signed(one.margin().0)),
        Column::text("95% interval", interval),
        Column::data("margin_low", move |one| end(one, 0)),
        Column::data("margin_high", move |one| end(one, 1)),
        Column::new("mean_turns", move |one| Cell::float(turns(one), DIGITS))
            .headed("turns")
            .in_text(move |one| Cell::float(turns(one), 2)),
    ]);
    columns
}

fn signed(value: f64) -> String {
    match Cell::float(value, 3).plain() {
        text if text.starts_with('-') || text.is_empty() => text,
        text => format!("+{text}"),
    }
}
