//! `gqt3 arena --accuracy`.

use gqt3::players::{Accuracy, Contest, Kind, Tally, accuracy};
use gqt3::position::Position;
use gqt3::report::{Cell, Column, Report, Table, decimal};
use gqt3::rules::Rules;
use num_rational::BigRational;
use serde_json::{Map, Value, json};

use super::{ArenaArgs, DIGITS, asked, efforts, failure};
use crate::cli::failure::Failure;
use crate::cli::session::Session;

pub fn run(args: &ArenaArgs, starts: &[Position], rules: &Rules, session: Session) -> Result<(), Failure> {
    if args.move_time.is_some() {
        return Err(Failure::BadInput(
            "--accuracy: use --depth or --node-limit instead of --move-time".to_owned(),
        ));
    }
    let efforts = efforts(args);
    let mut measured = Vec::new();
    for &start in starts {
        let of = |&source: &Kind| Contest {
            start,
            players: [source; 2],
            effort: efforts.first().copied().unwrap_or_default(),
            seed: args.seed,
            opening: args.opening.into(),
        };
        let contests: Vec<Contest> = Kind::ALL.iter().map(of).collect();
        measured.extend(accuracy(&contests, args.games, &efforts, session.progress()).map_err(failure)?);
    }
    session.finish(&Report {
        command: "arena",
        parameters: asked(args, rules),
        table: data(&measured),
        views: measured.iter().map(view).collect(),
        summary: Map::from_iter([(
            "sources".to_owned(),
            Value::Array(measured.iter().map(summary).collect()),
        )]),
    })
}

fn decimal_cell(share: Option<BigRational>) -> Cell {
    share.map_or(Cell::Absent, |share| Cell::Decimal(share, DIGITS))
}

fn percent(share: Option<BigRational>) -> Cell {
    let hundred = BigRational::from_integer(100.into());
    share.map_or(Cell::Absent, |share| Cell::Text(format!("{}%", decimal(&(share * hundred), 1))))
}

fn place(&(turn, collapse): &(usize, bool)) -> String {
    format!("{turn}{}", if collapse { " collapse" } else { "" })
}

/// A row for each source, player, turn and kind of decision.
pub(in crate::cli) fn data(measured: &[Accuracy]) -> Table {
    let keys = ["board", "pieces", "positions_from", "player", "turn", "decision", "decisions", "critical"];
    let shares = ["accuracy_decimal", "critical_accuracy_decimal"];
    let mut table = Table::new(keys.into_iter().chain(shares).map(Column::new).collect());
    for of in measured {
        for (player, name) in of.players().into_iter().enumerate() {
            for ((turn, collapse), tallies) in &of.by_turn {
                let tally = &tallies[player];
                table.push(vec![
                    Cell::size(of.contest.start.board().side().unwrap_or(1)),
                    Cell::size(of.contest.start.pieces()),
                    Cell::text(of.contest.players[0].name()),
                    Cell::text(&name),
                    Cell::size(*turn),
                    Cell::text(if *collapse { "collapse" } else { "placement" }),
                    Cell::Number(tally.decisions),
                    Cell::Number(tally.critical),
                    decimal_cell(tally.accuracy()),
                    decimal_cell(tally.critical_accuracy()),
                ]);
            }
        }
    }
    table
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

/// How often critical decisions keep the value, by turn.
fn view(of: &Accuracy) -> Table {
    let mut columns = vec![Column::new("turn"), Column::new("decisions"), Column::new("critical")];
    columns.extend(of.players().into_iter().map(|name| Column::new("player").headed(name)));
    let side = of.contest.start.board().side().unwrap_or(1);
    let caption = format!(
        "{side}x{side}, n = {}: critical decisions that keep the value, in games of {} players",
        of.contest.start.pieces(),
        of.contest.players[0].name()
    );
    let mut table = Table::new(columns).captioned(caption);
    let mut push = |name: String, tallies: &[Tally]| {
        let Some(first) = tallies.first() else { return };
        let mut row = vec![Cell::Text(name), Cell::Number(first.decisions), Cell::Number(first.critical)];
        row.extend(tallies.iter().map(|tally| percent(tally.critical_accuracy())));
        table.push(row);
    };
    for (at, tallies) in &of.by_turn {
        push(place(at), tallies);
    }
    let totals: Vec<Tally> = (0..of.players().len()).map(|player| of.total(player)).collect();
    push("all".to_owned(), &totals);
    table
}
