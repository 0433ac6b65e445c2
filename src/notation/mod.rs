//! Games as text and back.
//!
//! A game is one line of moves separated by white space. A move is the squares of its pieces joined by `-`, in
//! any order: `1-5`, `1-2-6`, `9`. A move that entangles carries the collapse after `=`: the final squares of
//! the entangled series, newest series first, separated by commas and cut short as soon as the rest is forced.
//! For n = 2 one square is always enough (paper, Appendix B). Where the collapse is forced from the start, `=`
//! is left out. A game that ends in an entangling move without its collapse is a position in which the chooser
//! is to collapse; anywhere else that is an error.
//!
//! ```
//! use gqt3::{board::Board, notation::Record, position::{Phase, Position}, rules::Rules};
//!
//! let start = Position::new(Board::new(3)?, 2, Rules::default());
//! let record = Record::parse("1-2 2-5 5-9 1-5=5", start)?;
//! assert_eq!(record.end().phase(), Phase::Place);
//! assert_eq!(record.to_string(), "1-2 2-5 5-9 1-5=5");
//! assert_eq!(record.to_goff(), "1:X(1-2),2:O(2-5),3:X(5-9),4:O(1-5),4c:X(O4(5))");
//! assert_eq!(Record::parse(&record.to_goff(), start)?, record);
//!
//! let error = Record::parse("1-2 2-5 5-9 1-5=2", start).unwrap_err();
//! assert_eq!(error.to_string(), "move 4, '1-5=2': no collapse puts 4 on 2; legal: 1-5=1, 1-5=5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Goff's own record of a game (2025) is the other form. Which of the two a text is, its first colon tells.

mod error;
mod goff;

use std::fmt;

pub use error::{NotationError, Reason};

use crate::board::{Square, SquareSet};
use crate::matching::{Completion, completion};
use crate::position::{Action, Collapse, Illegal, Phase, PlayError, Position, Turn};

/// A game: where it started, its turns, and where it stands.
///
/// # Equality
/// Two records are equal if they start from equal positions and have the same turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    start: Position,
    turns: Vec<Turn>,
    end: Position,
}

impl Record {
    /// A game without a turn yet.
    #[must_use]
    pub const fn new(start: Position) -> Record {
        Record { start, turns: Vec::new(), end: start }
    }

    /// The game with these turns.
    ///
    /// # Errors
    /// The first action that is not legal, with its position.
    pub fn of(start: Position, turns: impl IntoIterator<Item = Turn>) -> Result<Record, PlayError> {
        let mut record = Record::new(start);
        for turn in turns {
            record.play(Action::Place(turn.squares))?;
            if let Some(collapse) = turn.collapse {
                record.play(Action::Collapse(collapse))?;
            }
        }
        Ok(record)
    }

    /// Reads a game in either notation.
    ///
    /// # Errors
    /// The number of the first move that cannot be read or is not legal, the offending text, why, and what
    /// would be legal. Nothing is repaired.
    pub fn parse(text: &str, start: Position) -> Result<Record, NotationError> {
        if text.contains(':') {
            return goff::parse(text, start);
        }
        let mut record = Record::new(start);
        for token in text.split_whitespace() {
            record.play_token(token).map_err(|reason| record.error(token, reason))?;
        }
        Ok(record)
    }

    /// The position before the first turn.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The turns.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The position after the last turn.
    #[must_use]
    pub const fn end(&self) -> &Position {
        &self.end
    }

    /// Plays one more action.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.end = self.end.play(action)?;
        match action {
            Action::Place(squares) => self.turns.push(Turn { squares, collapse: None }),
            Action::Collapse(collapse) => {
                if let Some(turn) = self.turns.last_mut() {
                    turn.collapse = Some(collapse);
                }
            }
        }
        Ok(())
    }

    /// Reads and plays one more move as people type it: `1-5`, `1-5=5`, or `=5` where a collapse waits. An error leaves
    /// the game as it was.
    ///
    /// # Errors
    /// If the text cannot be read or the move is not legal, as [`Record::parse`] says it.
    ///
    /// ```
    /// # use gqt3::{board::Board, notation::Record, position::Position, rules::Rules};
    /// # let start = Position::new(Board::new(3)?, 2, Rules::default());
    /// let mut record = Record::parse("1-2 2-5 5-9", start)?;
    /// record.play_text("1-5")?;
    /// assert!(record.play_text("=2").is_err());
    /// record.play_text("=5")?;
    /// assert_eq!(record.to_string(), "1-2 2-5 5-9 1-5=5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_text(&mut self, token: &str) -> Result<(), NotationError> {
        let played = match token.strip_prefix('=') {
            Some(collapse) => self.collapse_alone(collapse),
            None => self.play_token(token),
        };
        played.map_err(|reason| self.error(token, reason))
    }

    /// The game in Goff's notation, with the points if it is over.
    #[must_use]
    pub fn to_goff(&self) -> String {
        goff::format(self)
    }

    /// Reads and plays one move of this project's notation; leaves the record as it was on an error.
    fn play_token(&mut self, token: &str) -> Result<(), Reason> {
        let (squares, collapse) = match token.split_once('=') {
            Some((squares, collapse)) => (squares, Some(collapse)),
            None => (token, None),
        };
        let mut next = self.clone();
        next.place(parse_squares(squares, '-', self.end.board().squares())?)?;
        if let Some(collapse) = collapse {
            next.collapse_to(squares, collapse)?;
        }
        *self = next;
        Ok(())
    }

    /// Chooses the collapse of the move before; leaves the record as it was on an error.
    fn collapse_alone(&mut self, text: &str) -> Result<(), Reason> {
        match self.end.phase() {
            Phase::Collapse => self.collapse_to("", text),
            Phase::Place => {
                Err(Reason::Illegal { reason: Illegal::NothingToCollapse, quantum: self.end.quantum() })
            }
            Phase::Over => Err(Reason::Illegal { reason: Illegal::GameOver, quantum: self.end.quantum() }),
        }
    }

    /// Places a series that was read.
    fn place(&mut self, squares: SquareSet) -> Result<(), Reason> {
        if self.end.phase() == Phase::Collapse {
            return Err(Reason::CollapseMissing { alternatives: alternatives(&self.end, "") });
        }
        let quantum = self.end.quantum();
        self.play(Action::Place(squares)).map_err(|error| Reason::Illegal { reason: error.reason, quantum })
    }

    /// Chooses the collapse that was written as the final squares of the newest series.
    fn collapse_to(&mut self, move_text: &str, text: &str) -> Result<(), Reason> {
        if self.end.phase() != Phase::Collapse {
            return Err(Reason::NoCollapse);
        }
        let series = self.end.entangled();
        let mut places: Vec<(usize, Square)> = Vec::new();
        for number in text.split(',') {
            let square = parse_square(number, self.end.board().squares())?;
            let Some(member) = series.iter().rev().nth(places.len()) else {
                return Err(Reason::TooManySquares { entangled: series.len() });
            };
            places.push((member, square));
        }
        self.choose(&places, &format!("{move_text}="))
    }

    /// Chooses the one collapse that has these places. `prefix` goes before each alternative in the message.
    fn choose(&mut self, places: &[(usize, Square)], prefix: &str) -> Result<(), Reason> {
        match completion(self.end.entangled(), self.end.neighbours(), places) {
            Completion::Unique(collapse) => self
                .play(Action::Collapse(collapse))
                .map_err(|error| Reason::Illegal { reason: error.reason, quantum: self.end.quantum() }),
            Completion::Impossible => Err(Reason::CollapseImpossible {
                places: places.to_vec(),
                alternatives: alternatives(&self.end, prefix),
            }),
            Completion::Several => {
                Err(Reason::CollapseAmbiguous { alternatives: alternatives(&self.end, prefix) })
            }
        }
    }

    fn error(&self, token: &str, reason: Reason) -> NotationError {
        // Where a collapse is due, any text but a further move is about the last one.
        let is_last =
            self.end.phase() == Phase::Collapse && !matches!(reason, Reason::CollapseMissing { .. });
        let number = self.turns.len() + usize::from(!is_last);
        NotationError { number, token: token.to_owned(), reason }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = self.start;
        for (index, turn) in self.turns.iter().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{}", turn.squares)?;
            position.place_unchecked(turn.squares);
            if let Some(collapse) = &turn.collapse {
                write!(f, "={}", collapse_text(&position, collapse))?;
                position.collapse_unchecked(collapse);
            }
        }
        Ok(())
    }
}

/// The shortest places, newest series first, that leave one collapse.
fn shortest_places(position: &Position, collapse: &Collapse) -> Vec<(usize, Square)> {
    let mut places: Vec<(usize, Square)> = Vec::new();
    for place in collapse.newest_first() {
        places.push(place);
        if completion(position.entangled(), position.neighbours(), &places) == Completion::Unique(*collapse) {
            break;
        }
    }
    places
}

/// The text of a collapse after `=`, for a position that waits for it.
#[must_use]
pub fn collapse_text(position: &Position, collapse: &Collapse) -> String {
    let places = shortest_places(position, collapse);
    let squares: Vec<String> = places.iter().map(|(_, square)| square.to_string()).collect();
    squares.join(",")
}

/// How many alternatives a message lists.
const LISTED: usize = 8;

/// The legal collapses, each after `prefix`, as text for a message.
fn alternatives(position: &Position, prefix: &str) -> String {
    let prefix = if prefix.is_empty() { "=" } else { prefix };
    let mut listed: Vec<String> = position
        .collapses()
        .take(LISTED + 1)
        .map(|collapse| format!("{prefix}{}", collapse_text(position, &collapse)))
        .collect();
    if listed.len() > LISTED {
        listed[LISTED] = "...".to_owned();
    }
    listed.join(", ")
}

/// Reads one square's number.
fn parse_square(text: &str, squares: usize) -> Result<Square, Reason> {
    match text.parse::<usize>() {
        Ok(number) if (1..=squares).contains(&number) => Ok(Square::new(number - 1)),
        Ok(_) => Err(Reason::NoSuchSquare { text: text.to_owned(), squares }),
        Err(_) if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            Err(Reason::NoSuchSquare { text: text.to_owned(), squares })
        }
        Err(_) => Err(Reason::NotASquare { text: text.to_owned() }),
    }
}

/// Reads distinct squares.
fn parse_squares(text: &str, separator: char, squares: usize) -> Result<SquareSet, Reason> {
    let mut set = SquareSet::EMPTY;
    for number in text.split(separator) {
        let square = parse_square(number, squares)?;
        if set.contains(square) {
            return Err(Reason::Twice { square });
        }
        set.insert(square);
    }
    Ok(set)
}
