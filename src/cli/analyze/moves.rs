//! The moves of a position as text: a row for each group of equivalent moves.

use crate::beyond::players::ActionEstimate;
use crate::engine::interval::Interval;
use crate::report::{Column, Table, Tone};
use crate::support::number::group_digits;

use super::analysis::{Analysis, Group};
use super::estimates::{self, Estimates};

/// The largest number of equivalent moves listed in a row, without and with estimates.
const LISTED: usize = 7;
const LISTED_BESIDE: usize = 1;

/// The largest number of rows, and of rows with estimates only.
///
/// Data forms list all moves, including barely tried ones.
const MOST_ROWS: usize = 200;
const MOST_ESTIMATED: usize = 20;

/// Returns the table of the moves, with a note on their estimates.
pub fn table<'a>(analysis: &'a Analysis, estimated: Option<&Estimates>) -> Table<'a> {
    let groups = &analysis.groups;
    let unknown = unknown(groups);
    let is_proven = |group: &Group| Some(group.bounds) != unknown;
    let is_told = |group: &Group| {
        estimated.is_none()
            || is_proven(group)
            || group
                .estimate
                .is_some_and(|(place, estimate)| estimate.is_told(place))
    };
    let (told, silent): (Vec<&Group>, Vec<&Group>) =
        groups.iter().partition(|group| is_told(group));
    let looks_good = |group: &Group| {
        group
            .estimate
            .is_some_and(|(place, _)| place < MOST_ESTIMATED)
    };
    let rows = told
        .iter()
        .copied()
        .filter(|group| is_proven(group) || looks_good(group));
    let rows: Vec<&Group> = rows.take(MOST_ROWS).collect();
    if rows.is_empty() {
        return Table::of_notes(vec!["Nothing is proved of single moves.".to_owned()]);
    }
    let left_out = told.len() - rows.len();
    let mut columns = columns(estimated.is_some());
    if !rows.iter().any(|group| is_proven(group)) {
        // The caption contains the bounds that all moves share.
        columns.remove(2);
    }
    let mut table = Table::of(columns, rows);
    let hardly_tried = format!(
        ", of moves tried in fewer than {} games or in none,",
        ActionEstimate::ENOUGH
    );
    for (count, which) in [(left_out, ""), (silent.len(), &hardly_tried)] {
        if count > 0 {
            let count = group_digits(count);
            table.note(format!(
                "{count} more rows{which} are left out here; --format csv or json has them all."
            ));
        }
    }
    if let Some(estimated) = estimated {
        table.note(estimated.note());
    }
    table
}

/// Returns the widest bounds, which are the bounds of a move without a proof.
///
/// Returns `None` if every value is proven.
fn unknown(groups: &[Group]) -> Option<Interval> {
    let bounds = groups.iter().map(|group| group.bounds);
    let widest = bounds.reduce(|one, other| Interval {
        lower: one.lower.min(other.lower),
        upper: one.upper.max(other.upper),
    });
    widest.filter(|_| groups.iter().any(|group| group.bounds.value().is_none()))
}

fn columns<'a>(estimated: bool) -> Vec<Column<'a, &'a Group>> {
    let first = |group: &&Group| group.names.first().map(|name| name.text.clone());
    let reply = |group: &&Group| {
        let reply = group.names.first().and_then(|name| name.reply.as_ref());
        reply.map_or_else(String::new, |reply| format!("={reply}"))
    };
    let most = if estimated { LISTED_BESIDE } else { LISTED };
    let same = move |group: &&Group| {
        let same = group.names.iter().skip(1).map(|name| name.text.as_str());
        let more = group.names.len().saturating_sub(1 + most);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        format!("{}{more}", same.take(most).collect::<Vec<_>>().join(" "))
    };
    let mut columns = vec![
        Column::text("move", first),
        Column::text("then", reply),
        Column::text("value", |group: &&Group| group.bounds.to_string()).numeric(),
        Column::text(
            "best",
            |group: &&Group| if group.best { "best" } else { "" },
        )
        .toned(|_| Tone::Good),
    ];
    columns.extend(estimates::columns(|group: &&Group| {
        group.estimate.map(|(_, estimate)| estimate)
    }));
    columns.push(Column::text("the same by symmetry", same));
    columns
}
