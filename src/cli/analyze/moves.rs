use crate::report::{Column, Table, Tone};
use gqt3::beyond::players::ActionEstimate;
use gqt3::engine::interval::Interval;
use gqt3::support::number::group_digits;

use super::analysis::{Group, Move};
use super::estimates::{self, Estimates};
use crate::results::columns::interval;

/// How many equivalent moves a text row lists, without and with estimates.
const LISTED: usize = 7;
const LISTED_BESIDE: usize = 1;

/// Text shows at most `MOST_ROWS` rows, and unproved ones only if their estimate is among the first
/// `MOST_ESTIMATED`.
const MOST_ROWS: usize = 200;
const MOST_ESTIMATED: usize = 20;

/// Returns a row for each move, but text shows only the first of equivalent moves.
pub fn table<'a>(moves: Vec<Move<'a>>, estimated: Option<&Estimates>) -> Table<'a> {
    let unknown = unknown(&moves);
    let is_proven = |group: &Group| Some(group.bounds) != unknown;
    let is_worth_showing = |group: &Group| {
        estimated.is_none()
            || is_proven(group)
            || group
                .estimate
                .is_some_and(|(rank, estimate)| estimate.is_worth_showing(rank))
    };
    let looks_good = |group: &Group| {
        group
            .estimate
            .is_some_and(|(rank, _)| rank < MOST_ESTIMATED)
    };
    let group = |row: &usize| moves[*row].0;
    let firsts = (0..moves.len()).filter(|&row| is_first(&moves[row]));
    let (shown, silent): (Vec<usize>, Vec<usize>) =
        firsts.partition(|row| is_worth_showing(group(row)));
    let listed = shown.iter().copied();
    let listed = listed.filter(|row| is_proven(group(row)) || looks_good(group(row)));
    let listed: Vec<usize> = listed.take(MOST_ROWS).collect();
    let left_out = shown.len() - listed.len();
    let is_empty = moves.is_empty();
    // Without a proof, all rows would show the same bounds.
    let shows_value = listed.iter().any(|row| is_proven(group(row)));
    let shows_moves = !listed.is_empty();
    let most = if estimated.is_some() {
        LISTED_BESIDE
    } else {
        LISTED
    };
    let columns = columns(shows_value, most);
    let mut table = Table::of("moves", columns, moves).listing(listed);
    if is_empty {
        return table;
    }
    if !shows_moves {
        table.note("No move is proved to be better than another.");
        return table;
    }
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

fn is_first((group, name): &Move) -> bool {
    group
        .names
        .first()
        .is_some_and(|first| std::ptr::eq(first, *name))
}

/// Returns the narrowest bounds that contain every move's, or `None` if every value is proven. A
/// move that has these bounds counts as unproved.
fn unknown(moves: &[Move]) -> Option<Interval> {
    let bounds = || moves.iter().map(|(group, _)| group.bounds);
    let widest = bounds().reduce(|one, other| Interval {
        lower: one.lower.min(other.lower),
        upper: one.upper.max(other.upper),
    });
    widest.filter(|_| bounds().any(|bounds| bounds.value().is_none()))
}

/// Drops the `=` of a collapse, because spreadsheets would take it for a formula.
pub fn squares(text: &str) -> &str {
    text.trim_start_matches('=')
}

pub fn kind<'a, Row: 'a>(text: impl Fn(&Row) -> String + 'a) -> Column<'a, Row> {
    const KINDS: [&str; 2] = ["placement", "collapse"];
    let kind = move |row: &Row| KINDS[usize::from(text(row).starts_with('='))];
    Column::data("kind", "whether it is a placement or a collapse", kind).one_of(KINDS)
}

/// Text lists at most `most` moves that are equivalent to the row's.
pub fn columns<'a>(shows_value: bool, most: usize) -> Vec<Column<'a, Move<'a>>> {
    let reply = |(_, name): &Move| name.reply.as_ref().map(|reply| format!("={reply}"));
    let same = move |(group, _): &Move| {
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
        Column::new(
            "move",
            "the squares of a placement or of a collapse: 1-5, 5",
            |(_, name): &Move| squares(&name.text).to_owned(),
        )
        .in_text(|(_, name): &Move| name.text.clone()),
        kind(|(_, name): &Move| name.text.clone()),
        Column::new(
            "collapse",
            "a best collapse after it, if it entangles",
            |(_, name): &Move| name.reply.clone(),
        )
        .headed("then")
        .in_text(move |row: &Move| reply(row).unwrap_or_default()),
    ];
    let [value, more @ ..] = interval("value", "the value after it", |(group, _): &Move| {
        Some(group.bounds)
    });
    columns.push(value.in_text_if(shows_value));
    columns.extend(more);
    columns.push(
        Column::new("best", "whether it keeps the value", |(group, _): &Move| {
            group.best
        })
        .in_text(|(group, _): &Move| if group.best { "best" } else { "" })
        .toned(|_| Tone::Good),
    );
    columns.extend(estimates::columns(|(group, _): &Move| {
        group.estimate.map(|(_, estimate)| estimate)
    }));
    columns.push(Column::text("the same by symmetry", same));
    columns
}
