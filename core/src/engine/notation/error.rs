use std::fmt;

use crate::engine::board::Square;
use crate::engine::position::{Illegal, piece};

const QUOTED: usize = 60;

/// Writes the first 60 characters, with unprintable ones escaped.
#[derive(Clone, Copy, Debug)]
pub struct Beginning<'a>(pub &'a str);

impl fmt::Display for Beginning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (count, letter) in self.0.chars().enumerate() {
            match letter {
                _ if count == QUOTED => return f.write_str("..."),
                '\'' | '"' | '\\' => write!(f, "{letter}")?,
                letter => write!(f, "{}", letter.escape_debug())?,
            }
        }
        Ok(())
    }
}

/// A move that cannot be read or is not legal, or points that are wrong or too early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("move {number}, '{}': {reason}{remedy}", Beginning(token))]
pub struct NotationError {
    /// The move's turn, from 1; 0 for points before any move.
    pub number: usize,
    /// The offending text, which the message can shorten.
    pub token: String,
    pub reason: Reason,
    /// Printed after the reason: the quantum squares, the legal collapses, or the variants that fit
    /// a finished record in Goff's notation. May be empty.
    pub remedy: String,
}

/// The reason to refuse a move or points.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Reason {
    /// A square's number is missing, as in `1-`.
    #[error("a square is missing; a move looks like 1-5 or 1-5=5")]
    NoSquare,
    #[error(
        "{} is not a digit; squares are numbered 1 to {squares}, and a move looks like 1-5 or 1-5=5",
        named(*character)
    )]
    NotASquare {
        character: char,
        /// The number of squares.
        squares: usize,
    },
    #[error(
        "there is no square {}; squares are numbered 1 to {squares}",
        Beginning(text)
    )]
    NoSuchSquare {
        text: String,
        /// The number of squares.
        squares: usize,
    },
    #[error("square {0} comes twice in one move")]
    Twice(Square),
    /// One square is given, but the turn places this many pieces.
    #[error("this turn places {0} pieces; join their squares with -")]
    OneSquare(usize),
    #[error("the game is over before this move")]
    GameOver,
    #[error(transparent)]
    Illegal(#[from] Illegal),
    #[error("the previous move entangles and needs its collapse")]
    CollapseMissing,
    /// A move has a collapse although nothing is entangled, or although it is forced.
    #[error("this move has no collapse to choose; leave it out")]
    NoCollapse,
    /// Only this many series are entangled, but the collapse names more squares.
    #[error("only {0} series are entangled; name at most {0} squares")]
    TooManySquares(usize),
    /// No collapse puts these series (indices) on these squares.
    #[error("no collapse puts {}", listed(.0))]
    CollapseImpossible(Vec<(usize, Square)>),
    /// Several collapses put these series (indices) on these squares.
    #[error("several collapses put {}", listed(.0))]
    CollapseAmbiguous(Vec<(usize, Square)>),
    /// Goff's record collapses a series (an index) that is not entangled.
    #[error("{} is not entangled", piece(*.0))]
    NotEntangled(usize),
    #[error("a record in Goff's notation needs {0} here")]
    NotGoff(String),
    /// Goff's record has points although the game goes on.
    #[error("the game is not over")]
    NotOver,
    /// The points in Goff's record are not the game's points, which are given here.
    #[error("the points of this game are {0}")]
    Points(String),
}

/// Adds the code of a character outside printable ASCII, since many dashes look alike.
fn named(character: char) -> String {
    let shown = format!("'{}'", Beginning(character.encode_utf8(&mut [0; 4])));
    match character {
        ' '..='~' => shown,
        _ => format!("{shown} (U+{:04X})", u32::from(character)),
    }
}

fn listed(places: &[(usize, Square)]) -> String {
    let listed: Vec<String> = places
        .iter()
        .map(|(series, square)| format!("{} on {square}", piece(*series)))
        .collect();
    listed.join(" and ")
}
