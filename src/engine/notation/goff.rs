//! Goff's record of a game: `1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5)),...::X(1)-O(0.5)`.
//!
//! Each placement has its number, player and squares. `Nc` after move N gives the chooser of the
//! collapse and the squares of some marks, each named by player and subscript. The first mark
//! belongs to the newest series of the entanglement. If it does not determine the collapse (which
//! needs n > 2), the next newest follows, until the rest is forced. After `::` come the points of a
//! game that is over.
//!
//! A text may name any marks that determine the collapse, each at most once. Its numbers, players
//! and points must be right. A record that starts from a later position continues the numbers of
//! that position. A record that starts with a pending collapse begins with that `Nc`.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::error::{NotationError, Reason};
use super::moves::{alternatives, parse_square, parse_squares, shortest_places};
use super::record::Record;
use crate::engine::board::Square;
use crate::engine::position::{Action, Phase, Position, piece};
use crate::engine::rules::{Margin, Player};
use crate::support::number;

/// Writes a game in Goff's notation.
pub(super) fn format(record: &Record) -> String {
    let mut entries: Vec<String> = Vec::new();
    for (position, action) in record.steps() {
        // A record's actions are legal, so a player is to move.
        let Some(player) = position.to_move() else {
            break;
        };
        let (turns, letter) = (position.turns(), player.letter());
        entries.push(match &action {
            Action::Place(squares) => format!("{}:{letter}({squares})", turns + 1),
            Action::Collapse(collapse) => {
                let places = shortest_places(&position, collapse);
                let marks: Vec<String> = places.iter().map(|&place| mark(place)).collect();
                format!("{turns}c:{letter}({})", marks.join(","))
            }
        });
    }
    let mut text = entries.join(",");
    if record.end().phase() == Phase::Over {
        text.push_str(&points(record.end()));
    }
    text
}

/// Formats a mark on its square: `O4(5)`.
fn mark((series, square): (usize, Square)) -> String {
    format!("{}({square})", piece(series))
}

/// Formats the points at the end: `::X(1)-O(0.5)`.
fn points(position: &Position) -> String {
    let points = position.points();
    format!(
        "::X({})-O({})",
        decimal(points.player_1),
        decimal(points.player_2)
    )
}

/// Formats points as a terminating decimal (halves, quarters, fifths ...), or else as a fraction.
fn decimal(points: Margin) -> String {
    let points = BigRational::from(points);
    if 1000 % points.denom() != BigInt::ZERO {
        return points.to_string();
    }
    number::decimal(&points, 3)
        .trim_end_matches('0')
        .trim_end_matches('.')
        .to_owned()
}

/// Reads a game in Goff's notation.
pub(super) fn parse(text: &str, start: Position) -> Result<Record, NotationError> {
    let text: String = text.split_whitespace().collect();
    let (moves, written) = match text.split_once("::") {
        Some((moves, _)) => (moves, Some(&text[moves.len()..])),
        None => (text.as_str(), None),
    };
    let mut record = Record::new(start);
    for entry in split_outside_parentheses(moves) {
        record.attempt(entry, |record| play_entry(record, entry))?;
    }
    if let Some(written) = written {
        check_points(&record, written).map_err(|reason| NotationError {
            number: record.end().turns(),
            token: written.to_owned(),
            reason,
        })?;
    }
    Ok(record)
}

fn check_points(record: &Record, written: &str) -> Result<(), Reason> {
    if record.end().phase() != Phase::Over {
        return Err(Reason::NotGoff(
            "more moves: the game is not over".to_owned(),
        ));
    }
    let computed = points(record.end());
    if computed == written {
        Ok(())
    } else {
        Err(Reason::Points(computed))
    }
}

/// Splits a text at the commas outside parentheses.
fn split_outside_parentheses(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_usize;
    text.split(move |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ',' && depth == 0
    })
    .filter(|entry| !entry.is_empty())
}

/// Plays one entry: a placement `N:X(1-2)` or a collapse `Nc:X(O4(5))`.
fn play_entry(record: &mut Record, entry: &str) -> Result<(), Reason> {
    let waits = record.end().phase() == Phase::Collapse;
    if waits
        && !entry
            .split(':')
            .next()
            .is_some_and(|number| number.ends_with('c'))
    {
        return Err(Reason::CollapseMissing(alternatives(
            record.end(),
            &[],
            "=",
        )));
    }
    let turns = record.end().turns();
    let player = record
        .end()
        .to_move()
        .unwrap_or(Player::from_turn(turns + 1))
        .letter();
    let head = if waits {
        format!("{turns}c:{player}(")
    } else {
        format!("{}:{player}(", turns + 1)
    };
    let body = entry
        .strip_prefix(&head)
        .and_then(|rest| rest.strip_suffix(')'));
    let body = body.ok_or_else(|| Reason::NotGoff(format!("{head}...)")))?;
    let squares = record.end().board().squares();
    if !waits {
        return record.place(parse_squares(body, '-', squares)?);
    }
    let mut places: Vec<(usize, Square)> = Vec::new();
    for text in split_outside_parentheses(body) {
        let (series, square) = parse_mark(text, squares, record)?;
        if places.iter().any(|(other, _)| *other == series) {
            return Err(Reason::NotGoff(
                "each entangled mark at most once".to_owned(),
            ));
        }
        places.push((series, square));
    }
    record.choose(&places, "=")
}

/// Reads a mark of the entanglement and its square: `O4(5)`.
fn parse_mark(text: &str, squares: usize, record: &Record) -> Result<(usize, Square), Reason> {
    let expected = || Reason::NotGoff("an entangled mark and its square, like O4(5)".to_owned());
    let (name, square) = text
        .strip_suffix(')')
        .and_then(|rest| rest.split_once('('))
        .ok_or_else(expected)?;
    let series = record
        .end()
        .entangled()
        .into_iter()
        .find(|&series| name == piece(series));
    Ok((series.ok_or_else(expected)?, parse_square(square, squares)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_decimals_if_these_end() {
        let ranks = [1, 2, 3, 4, 5, 7, 8, 12];
        let points: Vec<String> = ranks.map(|rank| decimal(Margin::from_rank(rank))).into();
        assert_eq!(
            points,
            ["1", "0.5", "1/3", "0.25", "0.2", "1/7", "0.125", "1/12"]
        );
        assert_eq!(decimal(Margin::ZERO), "0");
    }
}
