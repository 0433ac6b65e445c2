//! This project's notation: `1-2 2-5 5-9 1-5=5`.

use std::fmt;

use super::error::{NotationError, Reason};
use super::record::Record;
use crate::engine::board::{Square, SquareSet};
use crate::engine::matching::{Completion, completion, completions};
use crate::engine::position::{Action, Collapse, Illegal, Phase, Position};

/// Reads a game in this project's notation.
pub(super) fn parse(text: &str, start: Position) -> Result<Record, NotationError> {
    let mut record = Record::new(start);
    for token in text.split_whitespace() {
        record.attempt(token, |record| record.play_token(token))?;
    }
    Ok(record)
}

impl Record {
    /// Reads and plays one typed move: `1-5`, `1-5=5`, or `=5` for a pending collapse.
    ///
    /// An error leaves the game unchanged.
    ///
    /// # Errors
    ///
    /// Fails if the text cannot be read or the move is not legal, as [`Record::parse`].
    ///
    /// ```
    /// # use gqt3::engine::game::Game;
    /// # use gqt3::engine::notation::Record;
    /// # use gqt3::engine::position::Position;
    /// # let start = Position::new(Game::default());
    /// let mut record = Record::parse("1-2 2-5 5-9", start)?;
    /// record.play_text("1-5")?;
    /// assert!(record.play_text("=2").is_err());
    /// record.play_text("=5")?;
    /// assert_eq!(record.to_string(), "1-2 2-5 5-9 1-5=5");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_text(&mut self, token: &str) -> Result<(), NotationError> {
        self.attempt(token, |record| match token.strip_prefix('=') {
            Some(collapse) => record.collapse_alone(collapse),
            None => record.play_token(token),
        })
    }

    /// Plays a part of a text. An error leaves the game unchanged and carries the move's number.
    pub(super) fn attempt(
        &mut self,
        token: &str,
        play: impl FnOnce(&mut Record) -> Result<(), Reason>,
    ) -> Result<(), NotationError> {
        let mut next = self.clone();
        let Err(reason) = play(&mut next) else {
            *self = next;
            return Ok(());
        };
        // With a pending collapse any text is about the last move, except a further move that comes
        // too early.
        let is_last =
            self.end().phase() == Phase::Collapse && !matches!(reason, Reason::CollapseMissing(_));
        let number = self.end().turns() + usize::from(!is_last);
        Err(NotationError {
            number,
            token: token.to_owned(),
            reason,
        })
    }

    /// Reads and plays one move of this project's notation.
    fn play_token(&mut self, token: &str) -> Result<(), Reason> {
        let (squares, collapse) = match token.split_once('=') {
            Some((squares, collapse)) => (squares, Some(collapse)),
            None => (token, None),
        };
        if self.actions().len() == 0 && self.end().phase() == Phase::Collapse {
            return self.play_opening(squares, collapse);
        }
        let squares = parse_squares(squares, '-', self.end().board().squares())?;
        self.place(squares)?;
        match collapse {
            Some(collapse) => self.collapse_to(&format!("{squares}="), collapse),
            None => Ok(()),
        }
    }

    /// Chooses the pending collapse of the start, written after the start's last move or alone.
    fn play_opening(&mut self, squares: &str, collapse: Option<&str>) -> Result<(), Reason> {
        let last = newest_squares(self.start());
        let is_last = squares.is_empty()
            || parse_squares(squares, '-', self.end().board().squares())? == last;
        let prefix = format!("{last}=");
        match collapse {
            Some(collapse) if is_last => self.collapse_to(&prefix, collapse),
            _ => Err(Reason::CollapseMissing(alternatives(
                self.end(),
                &[],
                &prefix,
            ))),
        }
    }

    /// Chooses the collapse of the move before.
    fn collapse_alone(&mut self, text: &str) -> Result<(), Reason> {
        match self.end().phase() {
            Phase::Collapse => self.collapse_to("=", text),
            Phase::Place => Err(Reason::Illegal {
                reason: Illegal::NothingToCollapse,
                quantum: self.end().quantum(),
            }),
            Phase::Over => Err(Reason::GameOver),
        }
    }

    /// Places a series.
    pub(super) fn place(&mut self, squares: SquareSet) -> Result<(), Reason> {
        match self.end().phase() {
            Phase::Place => self.act(Action::Place(squares)),
            Phase::Collapse => Err(Reason::CollapseMissing(alternatives(self.end(), &[], "="))),
            Phase::Over => Err(Reason::GameOver),
        }
    }

    fn act(&mut self, action: Action) -> Result<(), Reason> {
        let quantum = self.end().quantum();
        self.play(action).map_err(|error| Reason::Illegal {
            reason: error.reason,
            quantum,
        })
    }

    /// Chooses the collapse given by the final squares of the newest series.
    ///
    /// `prefix` precedes each alternative in the message.
    fn collapse_to(&mut self, prefix: &str, text: &str) -> Result<(), Reason> {
        if self.end().phase() != Phase::Collapse {
            return Err(Reason::NoCollapse);
        }
        let series = self.end().entangled();
        let (mut places, mut newest_first) = (Vec::new(), series.iter().rev());
        for number in text.split(',') {
            let square = parse_square(number, self.end().board().squares())?;
            let member = newest_first
                .next()
                .ok_or(Reason::TooManySquares(series.len()))?;
            places.push((member, square));
        }
        self.choose(&places, prefix)
    }

    /// Chooses the only collapse with these places.
    ///
    /// `prefix` precedes each alternative in the message.
    pub(super) fn choose(
        &mut self,
        places: &[(usize, Square)],
        prefix: &str,
    ) -> Result<(), Reason> {
        match completion(self.end().entangled(), self.end().neighbours(), places) {
            Completion::Unique(collapse) => self.act(Action::Collapse(collapse)),
            Completion::Impossible => Err(Reason::CollapseImpossible {
                places: places.to_vec(),
                alternatives: alternatives(self.end(), &[], prefix),
            }),
            Completion::Several => Err(Reason::CollapseAmbiguous(alternatives(
                self.end(),
                places,
                prefix,
            ))),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Action::Collapse(_)) = self.actions().next() {
            write!(f, "{}", newest_squares(self.start()))?;
        }
        for (number, (position, action)) in self.steps().enumerate() {
            let separator = if number > 0 && matches!(action, Action::Place(_)) {
                " "
            } else {
                ""
            };
            write!(f, "{separator}{}", action_text(&position, &action))?;
        }
        Ok(())
    }
}

/// Returns the squares of the newest series. Before its collapse it stands where it was placed.
fn newest_squares(position: &Position) -> SquareSet {
    position.squares_of(position.turns() - 1)
}

/// Returns the fewest places, newest series first, that determine the collapse.
pub(super) fn shortest_places(position: &Position, collapse: &Collapse) -> Vec<(usize, Square)> {
    let mut places: Vec<(usize, Square)> = Vec::new();
    for place in collapse.newest_first() {
        places.push(place);
        if completion(position.entangled(), position.neighbours(), &places)
            == Completion::Unique(*collapse)
        {
            break;
        }
    }
    places
}

/// Formats a pending collapse without its `=`.
pub fn collapse_text(position: &Position, collapse: &Collapse) -> String {
    let places = shortest_places(position, collapse);
    let squares: Vec<String> = places
        .iter()
        .map(|(_, square)| square.to_string())
        .collect();
    squares.join(",")
}

/// Formats an action: a placement `1-5`, or a collapse `=5`.
pub fn action_text(position: &Position, action: &Action) -> String {
    match action {
        Action::Place(squares) => squares.to_string(),
        Action::Collapse(collapse) => format!("={}", collapse_text(position, collapse)),
    }
}

/// The largest number of alternatives in a message. Each has at most 64 squares.
const LISTED: usize = 8;

/// Lists the legal collapses with these places, each after `prefix`, for a message.
pub(super) fn alternatives(
    position: &Position,
    places: &[(usize, Square)],
    prefix: &str,
) -> String {
    let mut all = completions(position.entangled(), position.neighbours(), places)
        .map(|collapse| format!("{prefix}{}", collapse_text(position, &collapse)));
    let mut listed: Vec<String> = all.by_ref().take(LISTED).collect();
    if all.next().is_some() {
        listed.push("...".to_owned());
    }
    listed.join(", ")
}

/// Reads the number of a square.
pub(super) fn parse_square(text: &str, squares: usize) -> Result<Square, Reason> {
    // A number consists of digits; parsing it would also accept a sign.
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number {
        return Err(Reason::NotASquare(text.to_owned()));
    }
    match text.parse::<usize>() {
        Ok(number) if (1..=squares).contains(&number) => Ok(Square::from_index(number - 1)),
        _ => Err(Reason::NoSuchSquare {
            text: text.to_owned(),
            squares,
        }),
    }
}

/// Reads distinct squares.
pub(super) fn parse_squares(
    text: &str,
    separator: char,
    squares: usize,
) -> Result<SquareSet, Reason> {
    let mut set = SquareSet::EMPTY;
    for number in text.split(separator) {
        let square = parse_square(number, squares)?;
        if set.contains(square) {
            return Err(Reason::Twice(square));
        }
        set.insert(square);
    }
    Ok(set)
}
