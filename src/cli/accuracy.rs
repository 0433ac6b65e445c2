//! The result file `accuracy.csv`: how often the choices of players keep the value.

use crate::players::{Accuracy, Tally};
use crate::report::{Cell, Column, Table};
use num_rational::BigRational;

use super::columns::sizes;

/// The digits of a decimal.
const DIGITS: usize = 6;

/// How well a player decided in one turn.
struct Row<'a> {
    of: &'a Accuracy,
    player: String,
    turn: usize,
    collapse: bool,
    tally: &'a Tally,
}

/// A row for each source of positions, player, turn and kind of decision.
pub fn table(measured: &[Accuracy]) -> Table<'_> {
    let mut rows = Vec::new();
    for of in measured {
        for (place, player) in of.players().into_iter().enumerate() {
            rows.extend(of.by_turn.iter().map(|(&(turn, collapse), tallies)| Row {
                of,
                player: player.clone(),
                turn,
                collapse,
                tally: &tallies[place],
            }));
        }
    }
    let share = |share: Option<BigRational>| share.map(|share| Cell::Decimal(share, DIGITS));
    let mut columns = sizes(|row: &Row| (row.of.contest.start.game().side(), row.of.contest.start.pieces()));
    columns.extend([
        Column::new("positions_from", |row: &Row| row.of.contest.players[0].name()),
        Column::new("player", |row: &Row| row.player.clone()),
        Column::new("turn", |row: &Row| row.turn),
        Column::new("decision", |row: &Row| if row.collapse { "collapse" } else { "placement" }),
        Column::new("decisions", |row: &Row| row.tally.decisions),
        Column::new("critical", |row: &Row| row.tally.critical),
        Column::new("accuracy_decimal", move |row: &Row| share(row.tally.accuracy())),
        Column::new("critical_accuracy_decimal", move |row: &Row| share(row.tally.critical_accuracy())),
    ]);
    Table::of(columns, rows)
}
