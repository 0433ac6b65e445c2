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
//! use gqt3::{game::Game, notation::Record, position::{Phase, Position}};
//!
//! let start = Position::new(Game::default());
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
//! Goff's own record of a game (2025) is the other form; a text with a colon is read as such a record.
//!
//! A game may start from any position, and its text is read back from that position. Moves are numbered by their
//! turns. If the start itself waits for a collapse, the game begins with it: the text has the last move before the
//! start once more, with the collapse (`1-5=1`; when reading, `=1` is enough), and Goff's record has `4c:X(O4(1))`.
//!
//! ```
//! # use gqt3::{game::Game, notation::Record, position::Position};
//! # let start = Position::new(Game::default());
//! let waiting = *Record::parse("1-2 2-5 5-9 1-5", start)?.end();
//! let record = Record::parse("=1 3-7", waiting)?;
//! assert_eq!(record.to_string(), "1-5=1 3-7");
//! assert_eq!(record.to_goff(), "4c:X(O4(1)),5:X(3-7)");
//! assert_eq!(Record::parse("1-5=1 3-7", waiting)?, record);
//! assert_eq!(Record::parse(&record.to_goff(), waiting)?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod goff;

use std::fmt;

pub use error::{Beginning, NotationError, Reason};

use crate::board::{Square, SquareSet};
use crate::matching::{Completion, completion};
use crate::position::{Action, Collapse, Illegal, Phase, PlayError, Position, Turn};

/// A game: where it started, what was played, and where it stands.
///
/// # Equality
/// Two records are equal if they start from equal positions and have the same actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    start: Position,
    /// The collapse that the start waited for, once it is chosen.
    opening: Option<Collapse>,
    turns: Vec<Turn>,
    end: Position,
}

impl Record {
    /// A game in which nothing was played yet. The start may be in any phase.
    #[must_use]
    pub const fn new(start: Position) -> Record {
        Record { start, opening: None, turns: Vec::new(), end: start }
    }

    /// The game with these actions.
    ///
    /// # Errors
    /// The first action that is not legal, with its position.
    pub fn of(start: Position, actions: impl IntoIterator<Item = Action>) -> Result<Record, PlayError> {
        let mut record = Record::new(start);
        actions.into_iter().try_for_each(|action| record.play(action))?;
        Ok(record)
    }

    /// Reads a game in either notation. What [`Record`] and [`Record::to_goff`] write is read back as it was, if the start is
    /// the same.
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

    /// The position before the first action.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The collapse chosen for the last series of the start; `None` unless the start waited for one.
    #[must_use]
    pub const fn opening(&self) -> Option<&Collapse> {
        self.opening.as_ref()
    }

    /// The turns from the start on. If the start waited for a collapse, that is no part of them but
    /// [`Record::opening`]; [`Record::actions`] has everything.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Everything that was played, one decision at a time.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let of_turn = |turn: &Turn| {
            std::iter::once(Action::Place(turn.squares)).chain(turn.collapse.map(Action::Collapse))
        };
        self.opening.map(Action::Collapse).into_iter().chain(self.turns.iter().flat_map(of_turn))
    }

    /// The position after the last action.
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
                let of_turn = self.turns.last_mut().map_or(&mut self.opening, |turn| &mut turn.collapse);
                *of_turn = Some(collapse);
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
    /// # use gqt3::{game::Game, notation::Record, position::Position};
    /// # let start = Position::new(Game::default());
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
        if self.turns.is_empty() && self.end.phase() == Phase::Collapse {
            return self.play_opening(squares, collapse);
        }
        let squares = parse_squares(squares, '-', self.end.board().squares())?;
        let mut next = self.clone();
        next.place(squares)?;
        if let Some(collapse) = collapse {
            next.collapse_to(&format!("{squares}="), collapse)?;
        }
        *self = next;
        Ok(())
    }

    /// Chooses the collapse that the start waits for, written after the start's last move or after nothing; leaves
    /// the record as it was on an error.
    fn play_opening(&mut self, squares: &str, collapse: Option<&str>) -> Result<(), Reason> {
        let last = newest_squares(&self.start);
        let is_last = squares.is_empty() || parse_squares(squares, '-', self.end.board().squares())? == last;
        let prefix = format!("{last}=");
        match collapse {
            Some(collapse) if is_last => self.collapse_to(&prefix, collapse),
            _ => Err(Reason::CollapseMissing { alternatives: alternatives(&self.end, &prefix) }),
        }
    }

    /// Chooses the collapse of the move before; leaves the record as it was on an error.
    fn collapse_alone(&mut self, text: &str) -> Result<(), Reason> {
        match self.end.phase() {
            Phase::Collapse => self.collapse_to("=", text),
            Phase::Place => {
                Err(Reason::Illegal { reason: Illegal::NothingToCollapse, quantum: self.end.quantum() })
            }
            Phase::Over => Err(Reason::GameOver),
        }
    }

    /// Places a series that was read.
    fn place(&mut self, squares: SquareSet) -> Result<(), Reason> {
        match self.end.phase() {
            Phase::Place => {}
            Phase::Collapse => {
                return Err(Reason::CollapseMissing { alternatives: alternatives(&self.end, "=") });
            }
            Phase::Over => return Err(Reason::GameOver),
        }
        let quantum = self.end.quantum();
        self.play(Action::Place(squares)).map_err(|error| Reason::Illegal { reason: error.reason, quantum })
    }

    /// Chooses the collapse that was written as the final squares of the newest series. `prefix` goes before each
    /// alternative in the message.
    fn collapse_to(&mut self, prefix: &str, text: &str) -> Result<(), Reason> {
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
        self.choose(&places, prefix)
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
        let number = self.end.turns() + usize::from(!is_last);
        NotationError { number, token: token.to_owned(), reason }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut position = self.start;
        if self.opening.is_some() {
            write!(f, "{}", newest_squares(&position))?;
        }
        let mut separator = "";
        for action in self.actions() {
            match &action {
                Action::Place(squares) => write!(f, "{separator}{squares}")?,
                Action::Collapse(collapse) => write!(f, "={}", collapse_text(&position, collapse))?,
            }
            position = position.after_unchecked(&action);
            separator = " ";
        }
        Ok(())
    }
}

/// The squares of the newest series; while its collapse is awaited, these are the squares it was placed on.
fn newest_squares(position: &Position) -> SquareSet {
    position.squares_of(position.turns() - 1)
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

/// How many alternatives a message lists. Each has at most 64 squares, so the list is of bounded length.
const LISTED: usize = 8;

/// The legal collapses, each after `prefix`, as text for a message.
fn alternatives(position: &Position, prefix: &str) -> String {
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
