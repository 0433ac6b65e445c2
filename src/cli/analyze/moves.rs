//! The moves of a position with their values, equal ones together.

use gqt3::canonical::{Key, Normal};
use gqt3::notation::collapse_text;
use gqt3::position::{Action, Phase, Position};
use gqt3::progress::Progress;
use gqt3::rules::Player;
use gqt3::search::{Bounds, Solver};

/// Moves that lead to the same position up to symmetry.
pub struct Group {
    pub names: Vec<Name>,
    pub bounds: Bounds,
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

/// Every move of a position, best groups for the player first.
pub fn groups(
    position: &Position,
    value: Bounds,
    solver: &mut Solver,
    progress: &dyn Progress,
) -> Vec<Group> {
    let symmetries = position.board().symmetries();
    let mut groups: Vec<(Key, Group)> = Vec::new();
    for action in position.actions() {
        let next = position.after(&action);
        let key = Normal::of(&next, &symmetries).key;
        let place = groups.iter().position(|(known, _)| *known == key);
        let place = place.unwrap_or_else(|| {
            let bounds = solver.bounds(&next, progress);
            let best = value.value().is_some_and(|value| bounds.value() == Some(value));
            groups.push((key, Group { names: Vec::new(), bounds, best }));
            groups.len() - 1
        });
        let reply = reply(&next, groups[place].1.bounds, solver, progress);
        let text = match &action {
            Action::Place(squares) => squares.to_string(),
            Action::Collapse(collapse) => format!("={}", collapse_text(position, collapse)),
        };
        groups[place].1.names.push(Name { text, reply });
    }
    let mut groups: Vec<Group> = groups.into_iter().map(|(_, group)| group).collect();
    // Best first for the player who acts; else in the order of the moves.
    match position.to_move() {
        Some(Player::Two) => groups.sort_by_key(|group| (group.bounds.upper, group.bounds.lower)),
        _ => groups.sort_by_key(|group| std::cmp::Reverse((group.bounds.lower, group.bounds.upper))),
    }
    groups
}

/// A collapse that keeps the value of a position which waits for one.
fn reply(position: &Position, value: Bounds, solver: &mut Solver, progress: &dyn Progress) -> Option<String> {
    let value = value.value()?;
    if position.phase() != Phase::Collapse {
        return None;
    }
    let mut collapses = position.collapses();
    let best = collapses.find(|collapse| {
        let next = position.after(&Action::Collapse(*collapse));
        let bounds = solver.bounds(&next, progress);
        bounds.value() == Some(value)
    });
    best.map(|collapse| collapse_text(position, &collapse))
}
