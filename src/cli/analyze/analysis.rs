use crate::report::{Column, Parameters, Table};
use gqt3::beyond::every_board::AnyBoardSolver;
use gqt3::beyond::players::ActionEstimate;
use gqt3::engine::interval::Interval;
use gqt3::engine::notation::{Record, action_text, collapse_text};
use gqt3::engine::position::{Action, Phase, Points, Position};
use gqt3::engine::rules::{Margin, Player};
use gqt3::perfect_play::MoveClasses;
use gqt3::support::progress::{Progress, Silent};
use num_bigint::BigUint;
use num_rational::BigRational;

use crate::cli::limited::LimitArgs;
use crate::cli::parameters::set_rules;
use crate::results::columns::interval;

/// The most actions that are listed, because long series on large boards have billions.
pub const MOST_ACTIONS: usize = 100_000;

pub struct Analysis {
    pub record: Record,
    pub bounds: Interval,
    /// The moves, if requested: all, or only those with an estimate if there are too many.
    pub groups: Vec<Group>,
    pub has_all: bool,
    /// The game, continued by best play to its end, if the solver finds such play.
    pub line: Option<Record>,
    /// The move that looks best comes first.
    pub estimates: Vec<ActionEstimate>,
}

/// Moves that lead to positions with the same [canonical form](gqt3::engine::canonical).
pub struct Group {
    pub names: Vec<Name>,
    pub bounds: Interval,
    /// `true` if they are proved to keep the position's value.
    pub best: bool,
    /// The first estimate of these moves, with its rank, from 0, among the position's estimates.
    pub estimate: Option<(usize, ActionEstimate)>,
}

pub struct Name {
    /// A placement `1-5`, or a collapse `=5`.
    pub text: String,
    /// A best collapse after it, if one is proved, without the `=`.
    pub reply: Option<String>,
}

pub type Move<'a> = (&'a Group, &'a Name);

impl Analysis {
    /// Analyzes a game's last position, and if `moves`, each move in it, unless there are more than
    /// [`MOST_ACTIONS`].
    pub fn of(
        record: Record,
        moves: bool,
        solver: &mut AnyBoardSolver,
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

    pub fn needs_estimates(&self) -> bool {
        let is_known = self.line.is_some() || self.groups.iter().any(|group| group.best);
        !is_known && self.position().phase() != Phase::Over
    }

    /// Adds the estimates, and sorts the moves in their order, but moves that are proved not to
    /// keep the value come last.
    ///
    /// If `moves`, adds estimated moves that are not listed yet.
    pub fn add_estimates(
        &mut self,
        estimates: Vec<ActionEstimate>,
        moves: bool,
        solver: &mut AnyBoardSolver,
        progress: &dyn Progress,
    ) {
        let position = *self.record.end();
        for (rank, estimate) in estimates.iter().enumerate() {
            let text = action_text(&position, &estimate.action);
            let group = self
                .groups
                .iter_mut()
                .find(|group| group.names.iter().any(|name| name.text == text));
            match group {
                Some(group) => group.estimate = group.estimate.or(Some((rank, *estimate))),
                None if moves => {
                    let after =
                        solver.bounds(&position.after_unchecked(&estimate.action), progress);
                    let bounds = within(self.bounds, position.to_move(), after);
                    let names = vec![Name { text, reply: None }];
                    let estimate = Some((rank, *estimate));
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
        let rank = |group: &Group| group.estimate.map_or(usize::MAX, |(rank, _)| rank);
        self.groups
            .sort_by_key(|group| (is_worse(group), rank(group)));
    }

    pub fn position(&self) -> &Position {
        self.record.end()
    }

    pub fn is_complete(&self) -> bool {
        let is_proven = |bounds: &Interval| bounds.value().is_some();
        is_proven(&self.bounds)
            && self.has_all
            && self.groups.iter().all(|group| is_proven(&group.bounds))
    }

    pub fn moves(&self) -> impl Iterator<Item = Move<'_>> {
        self.groups
            .iter()
            .flat_map(|group| group.names.iter().map(move |name| (group, name)))
    }

    /// Returns best play from the position as text, or if `goff`, the whole game and best play.
    pub fn continuation(&self, goff: bool) -> String {
        match &self.line {
            None => String::new(),
            Some(line) if goff => line.to_goff(),
            Some(line) => {
                // A pending collapse is written with its move, as in 1-5=1, so repeat that move.
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

pub fn columns<'a, Row: 'a>(
    position: impl Fn(&Row) -> Option<&Position> + Copy + 'a,
    value: impl Fn(&Row) -> Option<Interval> + Copy + 'a,
) -> Vec<Column<'a, Row>> {
    let mut columns = vec![
        Column::new(
            "turn",
            "the turn to be played, or the one that waits for its collapse; after the end one more than the turns played",
            move |row| position(row).map(Position::turn),
        ),
        Column::new(
            "to_move",
            "the player who acts; null after the end",
            move |row| position(row)?.to_move().map(Player::name),
        )
        .one_of([Player::One, Player::Two].map(Player::name)),
    ];
    columns.push(Column::new(
        "ensemble",
        "the number of classical games that are still possible: the ways to put each series on a square of its own; null if they are too many to count",
        move |row| position(row)?.ensemble().map(BigUint::from),
    ));
    columns.extend(interval("value", "the value", value));
    columns
}

pub fn table(analysis: Option<&Analysis>, goff: bool) -> Table<'_> {
    type Row<'a> = &'a Analysis;
    let mut columns = columns(
        |row: &Row| Some(row.position()),
        |row: &Row| Some(row.bounds),
    );
    let points = |key, help, get: fn(Points) -> Margin| {
        Column::fraction(key, help, move |row: &Row| {
            let position = row.position();
            let is_over = position.phase() == Phase::Over;
            is_over.then(|| BigRational::from(get(position.points())))
        })
    };
    columns.extend(points(
        "player1_points",
        "the points of X; null before the end",
        |all| all.player_1,
    ));
    columns.extend(points(
        "player2_points",
        "the points of O; null before the end",
        |all| all.player_2,
    ));
    columns.push(line(move |row: &Row| Some(row.continuation(goff))));
    let rows: Vec<Row> = analysis.into_iter().collect();
    Table::of("position", columns, rows).in_text_if(false)
}

pub fn line<'a, Row>(get: impl Fn(&Row) -> Option<String> + 'a) -> Column<'a, Row> {
    let help = "best play to the end; empty if the value is not proved, or proved without a line";
    Column::new("line", help, get)
}

pub fn set_parameters(parameters: &mut Parameters, record: &Record, limits: &LimitArgs) {
    let game = record.start().game();
    set_rules(parameters, &[*game.rules()]);
    parameters.set("board", vec![game.side()]);
    parameters.set("pieces", vec![game.pieces()]);
    parameters.set("game", record.to_string());
    limits.set(parameters, [game]);
}

/// Groups the moves, from best to worst for the player who acts. Returns `None` if there are more
/// than [`MOST_ACTIONS`].
fn groups(
    position: &Position,
    value: Interval,
    solver: &mut AnyBoardSolver,
    progress: &dyn Progress,
) -> Option<Vec<Group>> {
    if position.actions().take(MOST_ACTIONS + 1).count() > MOST_ACTIONS {
        return None;
    }
    let mut groups: Vec<Group> = Vec::new();
    // No progress, because so few actions are classified fast.
    let classes = MoveClasses::new(position, &Silent)?;
    let mut actions = classes.actions;
    actions.sort_by(|(one, _), (other, _)| one.in_order(other));
    let mut indices = vec![None; classes.after.len()];
    for (action, class) in actions {
        let index = *indices[class].get_or_insert_with(|| {
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
            groups[index].bounds,
            solver,
            progress,
        );
        groups[index].names.push(Name {
            text: action_text(position, &action),
            reply,
        });
    }
    match position.to_move() {
        Some(Player::Two) => groups.sort_by_key(|group| (group.bounds.upper, group.bounds.lower)),
        _ => {
            groups.sort_by_key(|group| std::cmp::Reverse((group.bounds.lower, group.bounds.upper)))
        }
    }
    Some(groups)
}

/// Tightens a move's bounds by the position's, because no move is better than the position for the
/// player who acts.
fn within(value: Interval, to_move: Option<Player>, mut bounds: Interval) -> Interval {
    match to_move {
        Some(Player::Two) => bounds.lower = bounds.lower.max(value.lower),
        _ => bounds.upper = bounds.upper.min(value.upper),
    }
    bounds
}

/// Returns a collapse that keeps a proved value, if one is found within the limits.
fn reply(
    position: &Position,
    value: Interval,
    solver: &mut AnyBoardSolver,
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
        // There may be too many collapses to try them all.
        if !solver.may_search(progress) {
            break;
        }
    }
    None
}
