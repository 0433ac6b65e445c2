//! An analysis as people see it.

use gqt3::position::{Phase, Position};
use gqt3::report::{Cell, Column, Table, group_digits};
use gqt3::rules::Player;

use super::moves::Group;
use super::{Analysis, value_text};
use crate::cli::board_view::{self, Numbers};

/// The most equal moves that are listed.
const LISTED: usize = 7;

/// The most rows of moves; the data forms have them all.
const MOST_ROWS: usize = 200;

/// The turn that is to be played, or whose collapse is to be chosen.
pub fn turn(position: &Position) -> usize {
    position.turns() + usize::from(position.phase() != Phase::Collapse)
}

pub fn all(analysis: &Analysis, goff: bool) -> Vec<Table> {
    let mut tables = vec![board(analysis)];
    if let Some(groups) = analysis.groups.as_deref().filter(|groups| !groups.is_empty()) {
        tables.push(moves(groups));
    }
    if let Some(last) = tables.last_mut() {
        let line = analysis.continuation(goff);
        if !line.is_empty() && analysis.position().phase() != Phase::Over {
            last.note(format!("Best play: {line}"));
        }
    }
    tables
}

/// The board, with the situation above it.
fn board(analysis: &Analysis) -> Table {
    board_view::table(analysis.position(), Numbers::Empty).captioned(situation(analysis))
}

fn situation(analysis: &Analysis) -> String {
    let position = analysis.position();
    let value = value_text(&analysis.bounds);
    let who = match position.to_move() {
        Some(Player::One) => "player 1 (X)",
        Some(Player::Two) => "player 2 (O)",
        None => return format!("The game is over: {value}"),
    };
    let does = match position.phase() {
        Phase::Collapse => format!("{who} collapses {}", position.entangled_squares()),
        _ => format!("{who} moves"),
    };
    let rules = position.rules().to_string();
    let rules = if rules == "paper" { String::new() } else { format!(" ({rules})") };
    format!("Turn {}: {does}, value {value}{rules}", turn(position))
}

fn moves(groups: &[Group]) -> Table {
    let mut table = Table::new(vec![
        Column::new("move"),
        Column::new("collapse").headed("then"),
        Column::new("value"),
        Column::new("best"),
        Column::new("same").headed("the same by symmetry"),
    ]);
    for group in groups.iter().take(MOST_ROWS) {
        let Some(first) = group.names.first() else { continue };
        let mut same: Vec<&str> = group.names[1..].iter().map(|name| name.text.as_str()).collect();
        let more = same.len().saturating_sub(LISTED);
        same.truncate(LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        table.push(vec![
            Cell::text(&first.text),
            Cell::Text(first.reply.as_ref().map_or_else(String::new, |reply| format!("={reply}"))),
            Cell::Text(value_text(&group.bounds)),
            Cell::text(if group.best { "best" } else { "" }),
            Cell::Text(format!("{}{more}", same.join(" "))),
        ]);
    }
    table.drop_empty_columns();
    if let Some(more) = groups.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        let more = group_digits(&more.to_string());
        table.note(format!("{more} more rows are left out here; --format csv or json has them all."));
    }
    table
}
