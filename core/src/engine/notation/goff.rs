//! Goff's game record: `1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5)),...::X(1)-O(0.5)`.
//!
//! Each placement has its number, player and squares. After move N, `Nc` names the chooser and
//! *marks* (pieces of entangled series) with the squares where they collapse. We write the newest
//! series' marks until the rest is forced. After `::` come the points if the game is over.
//!
//! A text may name any marks that determine the collapse, each at most once. Its numbers, players
//! and points must be right. Because Goff writes so, we also read the digit 0 for O, the last
//! square as `9:X(6-6)`, one move per line, and points as `1/2` or `.5`. If a record starts from a
//! later position, its numbers continue from there.

use num_bigint::BigInt;
use num_rational::{BigRational, Ratio};

use super::error::{NotationError, Reason};
use super::moves::{parse_square, parse_squares, shortest_places};
use super::record::Record;
use crate::engine::board::Square;
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position, piece};
use crate::engine::rules::{Margin, Variant};
use crate::support::number;

pub(super) fn format(record: &Record) -> String {
    let entries: Vec<String> = record
        .steps()
        .map(|(position, action)| entry_text(&position, &action))
        .collect();
    let mut text = entries.join(",");
    if record.end().phase() == Phase::Over {
        text.push_str(&points(record.end()));
    }
    text
}

fn entry_text(position: &Position, action: &Action) -> String {
    let body = match action {
        Action::Place(squares) => squares.to_string(),
        Action::Collapse(collapse) => {
            let places = shortest_places(position, collapse);
            let marks: Vec<String> = places.into_iter().map(mark).collect();
            marks.join(",")
        }
    };
    format!("{}({body})", head(position))
}

/// Writes `4:O`, or `4c:X` for a collapse.
fn head(position: &Position) -> String {
    let collapse = match position.phase() {
        Phase::Collapse => "c",
        _ => "",
    };
    let letter = position.to_move().map_or(' ', |player| player.letter());
    format!("{}{collapse}:{letter}", position.turn())
}

fn mark((series, square): (usize, Square)) -> String {
    format!("{}({square})", piece(series))
}

fn points(position: &Position) -> String {
    let points = position.points();
    format!(
        "::X({})-O({})",
        decimal(points.player_1),
        decimal(points.player_2)
    )
}

/// Writes a decimal if three digits are enough, as in 0.125, or else a fraction.
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

fn parse_points(text: &str) -> Option<Ratio<i64>> {
    if text.contains(|character: char| !matches!(character, '0'..='9' | '.' | '/')) {
        return None;
    }
    let Some((whole, decimals)) = text.split_once('.') else {
        return text.parse().ok();
    };
    let scale = 10_i64.checked_pow(decimals.len().try_into().ok()?)?;
    Some(Ratio::new(
        format!("{whole}{decimals}").parse().ok()?,
        scale,
    ))
}

pub(super) fn play(record: &mut Record, text: &str) -> Result<(), NotationError> {
    let (moves, written) = match text.split_once("::") {
        Some((moves, written)) => (moves, Some(written)),
        None => (text, None),
    };
    for entry in entries(moves) {
        record.attempt(&entry, entry_text, |record| play_entry(record, &entry))?;
    }
    let Some(written) = written else {
        return Ok(());
    };
    let token = format!("::{}", written.split_whitespace().collect::<String>());
    record.attempt(&token, entry_text, |record| {
        check_points(record.end(), &token[2..])
    })
}

pub(super) fn name_variants(error: &mut NotationError, text: &str, start: &Position) {
    let game = start.game();
    let fits = |variant: &&Variant| {
        Game::new(game.board(), game.pieces(), variant.rules())
            .is_ok_and(|game| Record::new(Position::new(game)).play_text(text).is_ok())
    };
    if text.contains("::") && *start == Position::new(*game) {
        let names: Vec<&str> = Variant::ALL
            .iter()
            .filter(fits)
            .map(|one| one.name())
            .collect();
        if !names.is_empty() {
            error.remedy = format!("; the record fits variant {}", names.join(", "));
        }
    }
}

fn check_points(position: &Position, written: &str) -> Result<(), Reason> {
    if position.phase() != Phase::Over {
        return Err(Reason::NotOver);
    }
    let read = |text: &str, player| {
        let (name, points) = text.split_once('(')?;
        parse_points(points).filter(|_| is_name(name, player))
    };
    let written = written
        .strip_suffix(')')
        .and_then(|written| written.split_once(")-"))
        .and_then(|(x, o)| Some((read(x, "X")?, read(o, "O")?)));
    let computed = position.points();
    match written == Some((computed.player_1.to_ratio(), computed.player_2.to_ratio())) {
        true => Ok(()),
        false => Err(Reason::Points(points(position))),
    }
}

fn is_name(text: &str, name: &str) -> bool {
    let is_letter = |(text, letter): (char, char)| {
        text.eq_ignore_ascii_case(&letter) || (text, letter) == ('0', 'O')
    };
    text.len() == name.len() && text.chars().zip(name.chars()).all(is_letter)
}

/// Splits after each outermost `)`, and drops white space and the commas between the parts.
fn entries(text: &str) -> impl Iterator<Item = String> {
    let mut depth = 0_usize;
    text.split_inclusive(move |character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        character == ')' && depth == 0
    })
    .map(|entry| entry.split_whitespace().collect::<String>())
    .map(|entry| entry.trim_matches(',').to_owned())
    .filter(|entry| !entry.is_empty())
}

fn play_entry(record: &mut Record, entry: &str) -> Result<(), Reason> {
    let position = *record.end();
    let (name, body) = entry.split_once('(').unwrap_or((entry, ""));
    let body = body
        .strip_suffix(')')
        .filter(|_| is_name(name, &head(&position)));
    let expected = || Reason::NotGoff(format!("{}(...)", head(&position)));
    match position.phase() {
        Phase::Over => Err(Reason::GameOver),
        Phase::Place => record.place(parse_squares(body.ok_or_else(expected)?, &position)?),
        Phase::Collapse if name.to_lowercase().contains("c:") => {
            let mut places: Vec<(usize, Square)> = Vec::new();
            for mark in entries(body.ok_or_else(expected)?) {
                let (series, square) = parse_mark(&mark, &position)?;
                if places.iter().any(|(other, _)| *other == series) {
                    return Err(Reason::NotGoff("different entangled marks".to_owned()));
                }
                places.push((series, square));
            }
            record.choose(places)
        }
        Phase::Collapse => Err(Reason::CollapseMissing),
    }
}

fn parse_mark(text: &str, position: &Position) -> Result<(usize, Square), Reason> {
    let expected = || Reason::NotGoff("an entangled mark and its square, like O4(5)".to_owned());
    let (name, square) = text
        .strip_suffix(')')
        .and_then(|rest| rest.split_once('('))
        .ok_or_else(expected)?;
    let mut all = 0..position.turns();
    let series = all
        .find(|&series| is_name(name, &piece(series)))
        .ok_or_else(expected)?;
    match position.entangled().contains(series) {
        true => Ok((series, parse_square(square, position)?)),
        false => Err(Reason::NotEntangled(series)),
    }
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
