//! The moves of a position with their values, equal ones together.

use crate::notation::{action_text, collapse_text};
use crate::position::{Action, Phase, Position};
use crate::progress::{Progress, Silent};
use crate::report::Column;
use crate::rules::Player;
use crate::search::{Interval, MoveClasses, Solver};

use crate::cli::columns::interval;

/// If there are more actions than this, none is listed: nobody reads so many, and on large boards there are billions.
pub const MOST_ACTIONS: usize = 100_000;

/// Moves that lead to the same position up to symmetry.
pub struct Group {
    pub names: Vec<Name>,
    pub bounds: Interval,
    /// Whether they keep the position's value.
    pub best: bool,
}

/// A move as text.
pub struct Name {
    /// A placement `1-5`, or a collapse `=5`.
    pub text: String,
    /// The collapse that the chooser would choose after it, without the `=`.
    pub reply: Option<String>,
}

/// A move with its group.
pub type Move<'a> = (&'a Group, &'a Name);

/// All moves of some groups.
pub fn each(groups: &[Group]) -> impl Iterator<Item = Move<'_>> {
    groups.iter().flat_map(|group| group.names.iter().map(move |name| (group, name)))
}

/// What CSV and JSON tell of a move.
pub fn columns<'a>() -> Vec<Column<'a, Move<'a>>> {
    let mut columns = vec![
        Column::new("move", |(_, name): &Move| name.text.clone()),
        Column::new("collapse", |(_, name): &Move| name.reply.clone()),
    ];
    columns.extend(interval("value", |(group, _): &Move| Some(group.bounds)));
    columns.push(Column::new("best", |(group, _): &Move| group.best));
    columns
}

/// Every move of a position, best groups for the player first; `None` if there are more than [`MOST_ACTIONS`].
pub fn groups(
    position: &Position,
    value: Interval,
    solver: &mut Solver,
    progress: &dyn Progress,
) -> Option<Vec<Group>> {
    if position.actions().take(MOST_ACTIONS + 1).count() > MOST_ACTIONS {
        return None;
    }
    let mut groups: Vec<Group> = Vec::new();
    // Finding the classes takes a moment. An interruption shows later, in what is proven about each of them.
    let classes = MoveClasses::of(position, &Silent)?;
    let mut actions = classes.actions;
    actions.sort_by(|(one, _), (other, _)| one.in_order(other));
    let mut places = vec![None; classes.after.len()];
    for (action, class) in actions {
        let place = *places[class].get_or_insert_with(|| {
            let bounds = solver.bounds(&classes.after[class], progress);
            let best = value.value().is_some_and(|value| bounds.value() == Some(value));
            groups.push(Group { names: Vec::new(), bounds, best });
            groups.len() - 1
        });
        let reply = reply(&position.after_unchecked(&action), groups[place].bounds, solver, progress);
        let text = action_text(position, &action);
        groups[place].names.push(Name { text, reply });
    }
    // Best first for the player who acts; else in the order of the moves.
    match position.to_move() {
        Some(Player::Two) => groups.sort_by_key(|group| (group.bounds.upper, group.bounds.lower)),
        _ => groups.sort_by_key(|group| std::cmp::Reverse((group.bounds.lower, group.bounds.upper))),
    }
    Some(groups)
}

/// A collapse that keeps the value of a position which waits for one; `None` if interrupted before it was found.
fn reply(
    position: &Position,
    value: Interval,
    solver: &mut Solver,
    progress: &dyn Progress,
) -> Option<String> {
    let value = value.value()?;
    if position.phase() != Phase::Collapse {
        return None;
    }
    for collapse in position.collapses() {
        let bounds = solver.bounds(&position.after_unchecked(&Action::Collapse(collapse)), progress);
        if bounds.value() == Some(value) {
            return Some(collapse_text(position, &collapse));
        }
        // There may be more collapses than anybody waits for.
        if !solver.may_search(progress) {
            break;
        }
    }
    None
}
