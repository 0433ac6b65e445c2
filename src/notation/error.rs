//! What can be wrong with the text of a game.

use std::fmt;

use crate::board::{Square, SquareSet};
use crate::position::Illegal;

/// The most characters of a text that a message repeats.
const REPEATED: usize = 60;

/// A text that somebody wrote, as a message repeats it: its beginning, if it is long.
pub struct Beginning<'a>(
    /// The whole text.
    pub &'a str,
);

impl fmt::Display for Beginning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(REPEATED) {
            Some((end, _)) => write!(f, "{}...", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}

/// A move that cannot be read or is not legal. Its message is short however long the text is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotationError {
    /// The number of the move's turn in the game, from 1.
    pub number: usize,
    /// The offending text, all of it.
    pub token: String,
    /// What is wrong with it.
    pub reason: Reason,
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}, '{}': {}", self.number, Beginning(&self.token), self.reason)
    }
}

impl std::error::Error for NotationError {}

/// Why a move was refused, with what would have been legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Not a number.
    NotASquare {
        /// The text in its place.
        text: String,
    },
    /// A number that no square has.
    NoSuchSquare {
        /// The number as written.
        text: String,
        /// How many squares there are.
        squares: usize,
    },
    /// A square comes twice in one move.
    Twice {
        /// The square.
        square: Square,
    },
    /// The engine refuses the placement.
    Illegal {
        /// Why.
        reason: Illegal,
        /// The squares that are quantum.
        quantum: SquareSet,
    },
    /// The move before entangled, and its collapse is not written.
    CollapseMissing {
        /// The collapses.
        alternatives: String,
    },
    /// A collapse is written where nothing is entangled or the collapse is forced.
    NoCollapse,
    /// The collapse names more squares than there are entangled series.
    TooManySquares {
        /// How many series are entangled.
        entangled: usize,
    },
    /// No collapse has these places.
    CollapseImpossible {
        /// Series (index) and square.
        places: Vec<(usize, Square)>,
        /// The collapses.
        alternatives: String,
    },
    /// More than one collapse has these places.
    CollapseAmbiguous {
        /// The collapses.
        alternatives: String,
    },
    /// In Goff's record: the text is not of its form.
    NotGoff {
        /// What was expected.
        expected: String,
    },
    /// In Goff's record: the points are not those of the game.
    Points {
        /// What the game gives.
        computed: String,
    },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::NotASquare { text } => {
                let text = Beginning(text);
                write!(f, "'{text}' is not a square's number; a move looks like 1-5 or 1-5=5")
            }
            Reason::NoSuchSquare { text, squares } => {
                let text = Beginning(text);
                write!(f, "there is no square {text}; squares are numbered 1 to {squares}")
            }
            Reason::Twice { square } => write!(f, "square {square} comes twice in one move"),
            Reason::Illegal { reason: Illegal::GameOver, .. } => {
                f.write_str("the game is over before this move")
            }
            Reason::Illegal { reason, quantum } => {
                write!(f, "{reason}; quantum squares: {quantum}")
            }
            Reason::CollapseMissing { alternatives } => {
                write!(f, "the move before it entangles and must say how it collapses; legal: {alternatives}")
            }
            Reason::NoCollapse => f.write_str("this move leaves no collapse to choose; leave it out"),
            Reason::TooManySquares { entangled } => {
                write!(f, "only {entangled} series are entangled; name no more squares than that")
            }
            Reason::CollapseImpossible { places, alternatives } => {
                let listed: Vec<String> =
                    places.iter().map(|(series, square)| format!("{} on {square}", series + 1)).collect();
                write!(f, "no collapse puts {}; legal: {alternatives}", listed.join(" and "))
            }
            Reason::CollapseAmbiguous { alternatives } => {
                write!(f, "several collapses begin like this; legal: {alternatives}")
            }
            Reason::NotGoff { expected } => write!(f, "expected {expected}"),
            Reason::Points { computed } => write!(f, "the points of this game are {computed}"),
        }
    }
}
