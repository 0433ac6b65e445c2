//! What is found out about a position, and the columns that tell it.

use crate::beyond::every_board::Solver;
use crate::beyond::players::Estimate;
use crate::engine::interval::Interval;
use crate::engine::notation::{Record, action_text, collapse_text};
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::Player;
use crate::perfect_play::MoveClasses;
use crate::report::Column;
use crate::support::progress::{Progress, Silent};
use serde_json::{Value, json};

use super::estimates::{self, Estimates};
use crate::cli::columns::interval;
use crate::cli::limited::LimitArgs;
use crate::cli::rule_args::parameters;

/// If there are more actions than this, none is listed: nobody reads them, and on large boards there are billions.
pub const MOST_ACTIONS: usize = 100_000;

/// A position with what is proven about it.
pub struct Analysis {
    pub record: Record,
    pub bounds: Interval,
    /// The moves: all of them, unless there are too many or they were not asked for. Then they are those that were estimated.
    pub groups: Vec<Group>,
    pub has_all: bool,
    /// Best play from the position on, if the value is proven.
    pub line: Option<Record>,
    /// Estimates of moves, the move that looks best first; none were made where best play is known.
    pub estimates: Vec<Estimate>,
}

/// Moves that lead to the same position up to symmetry.
pub struct Group {
    pub names: Vec<Name>,
    pub bounds: Interval,
    /// Whether they keep the position's value.
    pub best: bool,
    /// The estimate, and its place among those of the position.
    pub estimate: Option<(usize, Estimate)>,
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

impl Analysis {
    /// Looks at the end of a game, and if `moves` at every move in it.
    pub fn of(
        record: Record,
        moves: bool,
        solver: &mut Solver,
        progress: &dyn Progress,
    ) -> Analysis {
        let bounds = solver.bounds(record.end(), progress);
        let line = solver.best_line(&record, bounds, progress);
        let groups = moves
            .then(|| groups(record.end(), bounds, solver, progress))
            .flatten();
        let (has_all, groups) = (groups.is_some(), groups.unwrap_or_default());
        Analysis {
            record,
            bounds,
            groups,
            has_all,
            line,
            estimates: Vec::new(),
        }
    }

    /// Whether nothing says what to play.
    pub fn needs_estimates(&self) -> bool {
        let is_known = self.line.is_some() || self.groups.iter().any(|group| group.best);
        !is_known && self.position().phase() != Phase::Over
    }

    /// Takes in estimates of moves, the best first, and brings the moves into their order. If `moves` are asked for and there are
    /// too many to list, those that were estimated are listed.
    pub fn take_in(
        &mut self,
        estimates: Vec<Estimate>,
        moves: bool,
        solver: &mut Solver,
        progress: &dyn Progress,
    ) {
        let position = *self.record.end();
        for (place, estimate) in estimates.iter().enumerate() {
            let text = action_text(&position, &estimate.action);
            let group = self
                .groups
                .iter_mut()
                .find(|group| group.names.iter().any(|name| name.text == text));
            match group {
                Some(group) => group.estimate = group.estimate.or(Some((place, *estimate))),
                None if moves => {
                    let after =
                        solver.bounds(&position.after_unchecked(&estimate.action), progress);
                    let bounds = within(self.bounds, position.to_move(), after);
                    let names = vec![Name { text, reply: None }];
                    let estimate = Some((place, *estimate));
                    self.groups.push(Group {
                        names,
                        bounds,
                        best: false,
                        estimate,
                    });
                }
                None => {}
            }
        }
        self.estimates = estimates;
        let value = self.bounds;
        let is_worse =
            |group: &Group| group.bounds.upper < value.lower || value.upper < group.bounds.lower;
        let place = |group: &Group| group.estimate.map_or(usize::MAX, |(place, _)| place);
        self.groups
            .sort_by_key(|group| (is_worse(group), place(group)));
    }

    pub fn position(&self) -> &Position {
        self.record.end()
    }

    /// Whether the value of the position and of every move is proven.
    pub fn is_complete(&self) -> bool {
        let is_proven = |bounds: &Interval| bounds.value().is_some();
        is_proven(&self.bounds)
            && self.has_all
            && self.groups.iter().all(|group| is_proven(&group.bounds))
    }

    /// Every move, also those that a symmetry makes the same.
    pub fn moves(&self) -> impl Iterator<Item = Move<'_>> {
        self.groups
            .iter()
            .flat_map(|group| group.names.iter().map(move |name| (group, name)))
    }

    /// Best play from the position on, as text.
    pub fn continuation(&self, goff: bool) -> String {
        match &self.line {
            None => String::new(),
            // Goff's record has the game, too.
            Some(line) if goff => line.to_goff(),
            Some(line) => {
                // A collapse that is still to be chosen is written with the move before it, which has been played
                // already.
                let waits = self.position().phase() == Phase::Collapse;
                let played =
                    self.position().turns() - self.record.start().turns() - usize::from(waits);
                line.to_string()
                    .split(' ')
                    .skip(played)
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        }
    }
}

/// What CSV and JSON tell of a move; `estimated` says whether estimates are a part of that.
pub fn columns<'a>(estimated: bool) -> Vec<Column<'a, Move<'a>>> {
    let mut columns = vec![
        Column::new("move", |(_, name): &Move| name.text.clone()),
        Column::new("collapse", |(_, name): &Move| name.reply.clone()),
    ];
    columns.extend(interval("value", |(group, _): &Move| Some(group.bounds)));
    columns.push(Column::new("best", |(group, _): &Move| group.best));
    if estimated {
        columns.extend(estimates::columns(|(group, _): &Move| {
            group.estimate.map(|(_, estimate)| estimate)
        }));
    }
    columns
}

/// Returns the flags that shaped the result, for JSON: the game, the limits, and how moves were
/// estimated if they were.
pub fn asked(record: &Record, limits: &LimitArgs, estimates: Option<&Estimates>) -> Value {
    let game = record.start().game();
    let flags = json!({
        "board": [game.side()],
        "pieces": [game.pieces()],
        "game": record.to_string(),
        "playouts": estimates.map(Estimates::playouts),
        "seed": estimates.map(Estimates::seed),
    });
    let mut parameters = parameters(&[*game.rules()], flags);
    limits.add_to(&mut parameters, [game]);
    parameters
}

/// Who acts, for people and for data.
pub fn to_move(position: &Position) -> Option<&'static str> {
    position.to_move().map(Player::name)
}

/// A value as data: nothing while it is not proven.
pub fn value(bounds: &Interval) -> Option<String> {
    bounds.value().map(|value| value.to_ratio().to_string())
}

/// Every move of a position, best groups for the player first; `None` if there are more than [`MOST_ACTIONS`].
fn groups(
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
            let bounds = within(
                value,
                position.to_move(),
                solver.bounds(&classes.after[class], progress),
            );
            let best = value
                .value()
                .is_some_and(|value| bounds.value() == Some(value));
            groups.push(Group {
                names: Vec::new(),
                bounds,
                best,
                estimate: None,
            });
            groups.len() - 1
        });
        let reply = reply(
            &position.after_unchecked(&action),
            groups[place].bounds,
            solver,
            progress,
        );
        groups[place].names.push(Name {
            text: action_text(position, &action),
            reply,
        });
    }
    // Best first for the player who acts; else in the order of the moves.
    match position.to_move() {
        Some(Player::Two) => groups.sort_by_key(|group| (group.bounds.upper, group.bounds.lower)),
        _ => {
            groups.sort_by_key(|group| std::cmp::Reverse((group.bounds.lower, group.bounds.upper)))
        }
    }
    Some(groups)
}

/// What is proven about a move: none is better for the player who acts than the position is, of which `value` is proven.
fn within(value: Interval, to_move: Option<Player>, mut bounds: Interval) -> Interval {
    match to_move {
        Some(Player::Two) => bounds.lower = bounds.lower.max(value.lower),
        _ => bounds.upper = bounds.upper.min(value.upper),
    }
    bounds
}

/// A collapse that keeps the value of a position which waits for one; `None` if interrupted before it was found.
fn reply(
    position: &Position,
    value: Interval,
    solver: &mut Solver,
    progress: &dyn Progress,
) -> Option<String> {
    let value = value
        .value()
        .filter(|_| position.phase() == Phase::Collapse)?;
    for collapse in position.collapses() {
        let bounds = solver.bounds(
            &position.after_unchecked(&Action::Collapse(collapse)),
            progress,
        );
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
