//! What both ways to play say about a game.

use gqt3::notation::action_text;
use gqt3::position::{Action, Collapse, Phase, Position, piece};
use gqt3::rules::{Margin, Player as Side};

use super::game::Match;
use super::thinking::{Advice, best};

/// The most actions of one value that are listed.
const LISTED: usize = 12;

/// `player 1 (X, human)`.
pub fn who(game: &Match, side: Side) -> String {
    format!("{side} ({}, {})", side.letter(), game.kind(side).name())
}

/// Whose decision it is, and which.
pub fn situation(game: &Match) -> String {
    let position = game.position();
    let Some(side) = position.to_move() else {
        return result(position);
    };
    let who = who(game, side);
    match position.phase() {
        Phase::Collapse => {
            format!("Turn {}: {who} collapses {}", position.turns(), position.entangled_squares())
        }
        _ => {
            let squares = match position.pieces_to_place() {
                1 => "1 square".to_owned(),
                pieces => format!("{pieces} squares"),
            };
            format!("Turn {}: {who} moves: {squares}", position.turns() + 1)
        }
    }
}

/// How a game ended.
pub fn result(position: &Position) -> String {
    let points = position.points();
    let margin = position.margin();
    let winner = match margin.cmp(&Margin::ZERO) {
        std::cmp::Ordering::Greater => "player 1 (X) wins",
        std::cmp::Ordering::Equal => "a draw",
        std::cmp::Ordering::Less => "player 2 (O) wins",
    };
    let (one, two) = (points.player_1.to_ratio(), points.player_2.to_ratio());
    format!("The game is over: {winner}, {one} to {two} points, margin {margin}")
}

/// Where a collapse puts the pieces, newest first.
pub fn places(collapse: &Collapse) -> String {
    let places = collapse.newest_first().map(|(series, square)| format!("{} on {square}", piece(series)));
    places.collect::<Vec<_>>().join(", ")
}

/// An action and who took it: `player 2: 2-5`.
pub fn played(before: &Position, action: &Action) -> String {
    let side = before.to_move().map_or_else(String::new, |side| side.to_string());
    format!("{side}: {}", action_text(before, action))
}

/// Advice in a few words.
pub fn advice(position: &Position, advice: &Advice) -> String {
    match advice {
        Advice::Choice(action) => {
            format!("the board is too large for exact values; heuristic: {}", action_text(position, action))
        }
        Advice::Values(values) => {
            let side = position.to_move().unwrap_or(Side::One);
            match best(values, side) {
                Some((value, actions)) => format!("value {value}; best: {}", listed(position, &actions)),
                None => String::new(),
            }
        }
    }
}

/// Actions as text, the first few of many.
pub fn listed(position: &Position, actions: &[Action]) -> String {
    let mut texts: Vec<String> =
        actions.iter().take(LISTED).map(|action| action_text(position, action)).collect();
    if actions.len() > LISTED {
        texts.push(format!("and {} more", actions.len() - LISTED));
    }
    texts.join(" ")
}
