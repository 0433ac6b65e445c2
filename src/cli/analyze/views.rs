//! An analysis as people see it.

use crate::number::group_digits;
use crate::position::Phase;
use crate::report::{self, Table, Tone};
use crate::rules::Player;

use super::analysis::Analysis;
use super::moves::Group;
use crate::cli::board_view::{self, Numbers};
use crate::cli::columns::caption;
use crate::cli::rule_args::unless_default;

/// The most equal moves that are listed.
const LISTED: usize = 7;

/// The most rows of moves; the data forms have them all.
const MOST_ROWS: usize = 200;

pub fn all(analysis: &Analysis, goff: bool) -> Vec<Table<'_>> {
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
fn board(analysis: &Analysis) -> Table<'_> {
    board_view::table(analysis.position(), Numbers::Empty)
        .captioned(caption(&situation(analysis), &[unless_default(analysis.position().rules())]))
}

fn situation(analysis: &Analysis) -> String {
    let position = analysis.position();
    let value = analysis.bounds;
    let who = match position.to_move() {
        Some(Player::One) => "player 1 (X)",
        Some(Player::Two) => "player 2 (O)",
        None => return format!("The game is over: {value}"),
    };
    let does = match position.phase() {
        Phase::Collapse => format!("{who} collapses {}", position.entangled_squares()),
        _ => format!("{who} moves"),
    };
    format!("Turn {}: {does}, value {value}", position.turn())
}

fn moves(groups: &[Group]) -> Table<'_> {
    type Column<'a> = report::Column<'a, Group>;
    let first = |group: &Group| group.names.first().map(|name| name.text.clone());
    let reply = |group: &Group| {
        let reply = group.names.first().and_then(|name| name.reply.as_ref());
        reply.map_or_else(String::new, |reply| format!("={reply}"))
    };
    let same = |group: &Group| {
        let same = group.names.iter().skip(1).map(|name| name.text.as_str());
        let more = group.names.len().saturating_sub(1 + LISTED);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{}{more}", same.take(LISTED).collect::<Vec<_>>().join(" "))
    };
    let columns = vec![
        Column::text("move", first),
        Column::text("then", reply),
        Column::text("value", |group| group.bounds.to_string()),
        Column::text("best", |group| if group.best { "best" } else { "" }).toned(|_| Tone::Good),
        Column::text("the same by symmetry", same),
    ];
    let mut table = Table::of(columns, &groups[..groups.len().min(MOST_ROWS)]);
    if let Some(more) = groups.len().checked_sub(MOST_ROWS).filter(|more| *more > 0) {
        let more = group_digits(more);
        table.note(format!("{more} more rows are left out here; --format csv or json has them all."));
    }
    table
}
