//! `gqt3 arena --players`: what each player scores against each other one, and their ratings.

use crate::players::{Kind, Rating, ratings};
use crate::random_play::Outcome;
use crate::report::{Cell, Column, Table};
use crate::rules::Rules;
use serde_json::{Value, json};

use super::matches::Match;
use crate::cli::columns::{by_side, caption};
use crate::cli::rule_args::unless_default;

/// What some players scored against one another in one game.
pub struct CrossTable {
    sizes: (usize, usize),
    rows: Vec<Row>,
}

struct Row {
    kind: Kind,
    rating: Rating,
    games: u64,
    score: f64,
    /// The share of the points that it scored against each player, in the order of the rows; `None` against itself.
    against: Vec<Option<f64>>,
}

impl CrossTable {
    /// The table of these matches, the best player first.
    pub fn of(players: &[Kind], matches: &[Match]) -> CrossTable {
        let mut scores = vec![vec![(0.0, 0); players.len()]; players.len()];
        for one in matches {
            let [first, second] =
                one.contest.players.map(|kind| players.iter().position(|&other| other == kind));
            let (Some(first), Some(second)) = (first, second) else { continue };
            let [wins, draws, losses] = Outcome::ALL.map(|outcome| one.games.count(outcome) as f64);
            for (row, column, won) in [(first, second, wins), (second, first, losses)] {
                let (score, games) = &mut scores[row][column];
                *score += won + draws / 2.0;
                *games += one.games.games();
            }
        }
        let ratings = ratings(&scores);
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by(|&a, &b| ratings[b].elo.total_cmp(&ratings[a].elo));
        let row = |&place: &usize| Row {
            kind: players[place],
            rating: ratings[place],
            games: scores[place].iter().map(|(_, games)| games).sum(),
            score: scores[place].iter().map(|(score, _)| score).sum(),
            against: order.iter().map(|&other| share(scores[place][other])).collect(),
        };
        CrossTable {
            sizes: matches.first().map_or((0, 0), Match::sizes),
            rows: order.iter().map(row).collect(),
        }
    }

    pub fn view(&self, games: u64, rules: &Rules, opening: String) -> Table<'_> {
        let rated = |row: &Row| {
            format!("{:+.0} .. {:+.0}", row.rating.elo - row.rating.half, row.rating.elo + row.rating.half)
        };
        let mut columns = vec![
            Column::text("player", |row: &Row| row.kind.name()),
            Column::text("Elo", |row: &Row| format!("{:+.0}", row.rating.elo)),
            Column::text("95% interval", rated),
            Column::text("score", |row: &Row| percent(row.score / row.games as f64)),
        ];
        columns.extend(self.rows.iter().enumerate().map(|(place, row)| {
            let share = move |row: &Row| row.against[place].map_or_else(|| "-".to_owned(), percent);
            Column::text(row.kind.name(), share)
        }));
        let (side, pieces) = self.sizes;
        let played = format!("{}, n = {pieces}, {} games a pair", by_side(side), 2 * games);
        let said = [unless_default(rules), played, opening];
        Table::of(columns, &self.rows).captioned(caption("Players against one another", &said))
    }

    pub fn summary(&self) -> Value {
        let (board, pieces) = self.sizes;
        let number = |value: f64| Cell::float(value, 1).json();
        let player = |row: &Row| {
            json!({
                "player": row.kind.name(),
                "games": row.games,
                "score": row.score,
                "elo": number(row.rating.elo),
                "elo_low": number(row.rating.elo - row.rating.half),
                "elo_high": number(row.rating.elo + row.rating.half),
            })
        };
        json!({"board": board, "pieces": pieces, "players": self.rows.iter().map(player).collect::<Vec<_>>()})
    }
}

fn share((score, games): (f64, u64)) -> Option<f64> {
    (games > 0).then(|| score / games as f64)
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
