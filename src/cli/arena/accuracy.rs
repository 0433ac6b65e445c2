//! `gqt3 arena --accuracy`: how often the choices of players keep the value.

use crate::number::decimal;
use crate::players::{Accuracy, Contest, Kind, Tally, accuracy};
use crate::position::Position;
use crate::report::{Cell, Column, Report, Table};
use crate::rules::Rules;
use num_rational::BigRational;
use serde_json::{Value, json};

use super::args::{ArenaArgs, DIGITS, asked, contest, efforts};
use crate::cli::columns::{by_side, sizes};
use crate::cli::failure::Failure;
use crate::cli::session::Session;

pub fn run(
    args: &ArenaArgs,
    starts: impl Iterator<Item = Position>,
    rules: &Rules,
    session: Session,
) -> Result<(), Failure> {
    if args.move_time.is_some() {
        return Err(Failure::BadInput("--accuracy: use --node-limit instead of --move-time".to_owned()));
    }
    let efforts = efforts(args);
    let mut measured = Vec::new();
    for start in starts {
        let effort = efforts.first().copied().unwrap_or_default();
        let contests = Kind::BASIC.iter().map(|&source| contest(args, start, [source; 2], effort));
        let contests: Vec<Contest> = contests.collect();
        measured.extend(accuracy(&contests, args.games, &efforts, session.progress())?);
    }
    session.finish(&Report {
        views: measured.iter().map(view).collect(),
        summary: json!({"sources": measured.iter().map(summary).collect::<Vec<_>>()}),
        ..Report::new("arena", asked(args, rules), data(&measured))
    })
}

/// The side of a contest's board, and n.
pub(super) fn size(contest: &Contest) -> (usize, usize) {
    (contest.start.game().side(), contest.start.pieces())
}

fn decimal_cell(share: Option<BigRational>) -> Cell {
    share.map(|share| Cell::Decimal(share, DIGITS)).into()
}

/// How well a player decided in one turn.
struct Row<'a> {
    of: &'a Accuracy,
    player: String,
    turn: usize,
    collapse: bool,
    tally: &'a Tally,
}

/// The table of the data: a row for each source of positions, player, turn and kind of decision.
pub(in crate::cli) fn data(measured: &[Accuracy]) -> Table<'_> {
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
    let mut columns = sizes(|row: &Row| size(&row.of.contest));
    columns.extend([
        Column::new("positions_from", |row: &Row| row.of.contest.players[0].name()),
        Column::new("player", |row: &Row| row.player.clone()),
        Column::new("turn", |row: &Row| row.turn),
        Column::new("decision", |row: &Row| if row.collapse { "collapse" } else { "placement" }),
        Column::new("decisions", |row: &Row| row.tally.decisions),
        Column::new("critical", |row: &Row| row.tally.critical),
        Column::new("accuracy_decimal", |row: &Row| decimal_cell(row.tally.accuracy())),
        Column::new("critical_accuracy_decimal", |row: &Row| decimal_cell(row.tally.critical_accuracy())),
    ]);
    Table::of(columns, rows)
}

fn summary(of: &Accuracy) -> Value {
    let players = of.players().into_iter().enumerate().map(|(player, name)| {
        let total = of.total(player);
        json!({
            "player": name,
            "decisions": total.decisions,
            "critical": total.critical,
            "accuracy_decimal": decimal_cell(total.accuracy()).json(),
            "critical_accuracy_decimal": decimal_cell(total.critical_accuracy()).json(),
        })
    });
    json!({ "positions_from": of.contest.players[0].name(), "players": players.collect::<Vec<_>>() })
}

/// The table in text: for each turn, how often critical decisions keep the value, with a column for each player.
fn view(of: &Accuracy) -> Table<'_> {
    let mut rows: Vec<(String, Vec<Tally>)> = of
        .by_turn
        .iter()
        .map(|(&(turn, collapse), tallies)| {
            (format!("{turn}{}", if collapse { " collapse" } else { "" }), tallies.clone())
        })
        .collect();
    rows.push(("all".to_owned(), (0..of.players().len()).map(|player| of.total(player)).collect()));
    rows.retain(|(_, tallies)| !tallies.is_empty());
    type Row = (String, Vec<Tally>);
    let mut columns = vec![
        Column::text("turn", |(turn, _): &Row| turn.clone()),
        Column::text("decisions", |(_, tallies): &Row| tallies[0].decisions),
        Column::text("critical", |(_, tallies): &Row| tallies[0].critical),
    ];
    columns.extend(of.players().into_iter().enumerate().map(|(player, name)| {
        Column::text(name, move |(_, tallies): &Row| {
            let hundred = BigRational::from_integer(100.into());
            let share = tallies[player].critical_accuracy();
            share.map(|share| format!("{}%", decimal(&(share * &hundred), 1)))
        })
    }));
    let (side, pieces) = size(&of.contest);
    Table::of(columns, rows).captioned(format!(
        "{}, n = {pieces}: critical decisions that keep the value, in games of {} players",
        by_side(side),
        of.contest.players[0].name()
    ))
}
