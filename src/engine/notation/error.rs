//! The errors in the text of a game.

use std::fmt;

use crate::engine::board::{Square, SquareSet};
use crate::engine::position::{Illegal, piece};

/// The largest number of characters that a message quotes.
const QUOTED: usize = 60;

/// A text in a message: its first 60 characters, without control characters.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a>(
    /// The whole text.
    pub &'a str,
);

impl fmt::Display for Beginning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, letter) in self.0.chars().enumerate() {
            match letter {
                _ if count == QUOTED => return f.write_str("..."),
                // A terminal would execute a control character.
                letter if letter.is_control() => write!(f, "{}", letter.escape_default())?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}

/// A move that cannot be read or is not legal.
///
/// Its message is short for a text of any length.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, '{}': {reason}", Beginning(token))]
pub struct NotationError {
    /// The number of the move's turn in the game, from 1.
    pub number: usize,
    /// The whole offending text.
    pub token: String,
    /// The reason.
    pub reason: Reason,
}

/// The reason to refuse a move, with the legal alternatives.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// The text is not a number.
    #[error("'{}' is not the number of a square; a move looks like 1-5 or 1-5=5", Beginning(.0))]
    NotASquare(String),
    /// The number is not that of a square.
    #[error(
        "there is no square {}; squares are numbered 1 to {squares}",
        Beginning(text)
    )]
    NoSuchSquare {
        /// The number as written.
        text: String,
        /// The number of squares.
        squares: usize,
    },
    /// The square occurs twice in one move.
    #[error("square {0} comes twice in one move")]
    Twice(Square),
    /// The game is over.
    #[error("the game is over before this move")]
    GameOver,
    /// The engine refuses the placement.
    #[error("{reason}; quantum squares: {quantum}")]
    Illegal {
        /// The reason.
        reason: Illegal,
        /// The quantum squares.
        quantum: SquareSet,
    },
    /// The move before entangled, and its collapse is not written. The legal collapses are listed.
    #[error("the previous move entangles and needs its collapse; legal: {0}")]
    CollapseMissing(String),
    /// A collapse is written although nothing is entangled, or although it is forced.
    #[error("this move has no collapse to choose; leave it out")]
    NoCollapse,
    /// The collapse names more squares than there are entangled series; their number.
    #[error("only {0} series are entangled; name at most {0} squares")]
    TooManySquares(usize),
    /// No collapse has these places.
    #[error("no collapse puts {}; legal: {alternatives}", listed(places))]
    CollapseImpossible {
        /// Series (index) and square.
        places: Vec<(usize, Square)>,
        /// The legal collapses.
        alternatives: String,
    },
    /// Several collapses, which are listed, have the places that are written.
    #[error("several collapses begin like this; legal: {0}")]
    CollapseAmbiguous(String),
    /// A record in Goff's notation lacks the text that is expected here.
    #[error("expected {0}")]
    NotGoff(String),
    /// A record in Goff's notation has other points than the game, whose points are given.
    #[error("the points of this game are {0}")]
    Points(String),
}

/// Formats pieces with their squares: `O4 on 2 and X1 on 1`.
fn listed(places: &[(usize, Square)]) -> String {
    let listed: Vec<String> = places
        .iter()
        .map(|(series, square)| format!("{} on {square}", piece(*series)))
        .collect();
    listed.join(" and ")
}
