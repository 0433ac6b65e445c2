//! What can be wrong with the text of a game.

use std::fmt;

use crate::engine::board::{Square, SquareSet};
use crate::engine::position::{Illegal, piece};

/// The most characters of a text that a message quotes.
const QUOTED: usize = 60;

/// A text as a message quotes it: whole, or its beginning if it is long, and without control characters.
pub struct Beginning<'a>(
    /// The whole text.
    pub &'a str,
);

impl fmt::Display for Beginning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, letter) in self.0.chars().enumerate() {
            match letter {
                _ if count == QUOTED => return f.write_str("..."),
                // A terminal would obey it.
                letter if letter.is_control() => write!(f, "{}", letter.escape_default())?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}

/// A move that cannot be read or is not legal. Its message is short however long the text is.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, '{}': {reason}", Beginning(token))]
pub struct NotationError {
    /// The number of the move's turn in the game, from 1.
    pub number: usize,
    /// The offending text, all of it.
    pub token: String,
    /// What is wrong with it.
    pub reason: Reason,
}

/// Why a move was refused, with what would have been legal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// This text is not a number.
    #[error("'{}' is not a square's number; a move looks like 1-5 or 1-5=5", Beginning(.0))]
    NotASquare(String),
    /// A number that no square has.
    #[error(
        "there is no square {}; squares are numbered 1 to {squares}",
        Beginning(text)
    )]
    NoSuchSquare {
        /// The number as written.
        text: String,
        /// How many squares there are.
        squares: usize,
    },
    /// This square comes twice in one move.
    #[error("square {0} comes twice in one move")]
    Twice(Square),
    /// The game is over.
    #[error("the game is over before this move")]
    GameOver,
    /// The engine refuses the placement.
    #[error("{reason}; quantum squares: {quantum}")]
    Illegal {
        /// Why.
        reason: Illegal,
        /// The squares that are quantum.
        quantum: SquareSet,
    },
    /// The move before entangled, and which of these collapses it has is not written.
    #[error("the move before it entangles and must say how it collapses; legal: {0}")]
    CollapseMissing(String),
    /// A collapse is written where nothing is entangled or the collapse is forced.
    #[error("this move leaves no collapse to choose; leave it out")]
    NoCollapse,
    /// The collapse names more squares than there are entangled series; their number.
    #[error("only {0} series are entangled; name no more squares than that")]
    TooManySquares(usize),
    /// No collapse has these places.
    #[error("no collapse puts {}; legal: {alternatives}", listed(places))]
    CollapseImpossible {
        /// Series (index) and square.
        places: Vec<(usize, Square)>,
        /// The collapses.
        alternatives: String,
    },
    /// More than one of these collapses has the places that are written.
    #[error("several collapses begin like this; legal: {0}")]
    CollapseAmbiguous(String),
    /// In Goff's record: something else was expected.
    #[error("expected {0}")]
    NotGoff(String),
    /// In Goff's record: the points are not these, which the game gives.
    #[error("the points of this game are {0}")]
    Points(String),
}

/// `O4 on 2 and X1 on 1`: pieces and their squares.
fn listed(places: &[(usize, Square)]) -> String {
    let listed: Vec<String> = places
        .iter()
        .map(|(series, square)| format!("{} on {square}", piece(*series)))
        .collect();
    listed.join(" and ")
}
