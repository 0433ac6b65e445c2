//! Reading the text form of a certificate.

use std::io::{self, BufRead, Read};

use num_rational::Ratio;

use super::claim::ClaimedBound;
use super::strategy::{Certificate, Choice};
use crate::engine::board::{Board, Square, SquareSet};
use crate::engine::canonical::{Canonical, Key};
use crate::engine::game::Game;
use crate::engine::position::Position;
use crate::engine::rules::{Margin, Player, Rules};

/// The largest number of bytes in a line, with its end.
const LONGEST_LINE: u64 = 4096;

/// The largest side of a board, as in `scripts/check_certificate.py`.
const MAX_SIDE: usize = 4;

/// A file that is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line has another form.
    #[error("line {line} is not {expected}")]
    Malformed {
        /// The number of the line, from 1.
        line: usize,
        /// The form that it should have.
        expected: &'static str,
    },
}

impl Certificate {
    /// Reads the text form, as strictly as `scripts/check_certificate.py`.
    ///
    /// The claim may be false, see [`Certificate::check`]. Margins that no game can have are
    /// refused.
    ///
    /// ```
    /// use gqt3::engine::game::Game;
    /// use gqt3::engine::position::Position;
    /// use gqt3::engine::rules::{Margin, Player, Rules};
    /// use gqt3::perfect_play::certificate::{Certificate, ClaimedBound};
    /// use gqt3::perfect_play::{Solver, TABLE_BYTES};
    /// use gqt3::support::progress::Silent;
    /// let start = Position::new(Game::from_side(2, 2, Rules::default())?);
    /// let mut solver = Solver::new(*start.game(), TABLE_BYTES)?;
    /// let claim = ClaimedBound { prover: Player::One, margin: Margin::from_rank(2) };
    /// let certificate = Certificate::new(&start, claim, &mut solver, &Silent)?;
    /// let mut file = Vec::new();
    /// certificate.write(&mut file)?;
    /// assert_eq!(Certificate::read(&mut &file[..])?, certificate);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if the file cannot be read, or is no certificate.
    pub fn read(input: &mut dyn BufRead) -> Result<Certificate, ReadError> {
        let mut lines = Lines { input, number: 0 };
        lines.field("certificate", |version| (version == "1").then_some(()))?;
        let side = lines.field("board", |side| {
            number(side).filter(|side| *side <= MAX_SIDE)
        })?;
        let pieces = lines.field("pieces", |pieces| number(pieces).filter(|&n| n > 0))?;
        let mut rules = Rules::default();
        for (flag, _) in Rules::default().axes() {
            lines.field(flag, |name| rules.set(flag, name).ok())?;
        }
        let prover = lines.field("prover", |name| {
            [Player::One, Player::Two]
                .into_iter()
                .find(|player| player.name() == name)
        })?;
        let margin = lines.field("margin", margin)?;
        let count = lines.field("choices", number)?;
        let game =
            Game::from_side(side, pieces, rules).map_err(|_| lines.malformed("after a game"))?;
        let mut certificate =
            Certificate::empty(Position::new(game), ClaimedBound { prover, margin });
        while let Some(line) = lines.next()? {
            let (key, choice) =
                choice(&line, &game.board()).ok_or(lines.malformed("'position -> action'"))?;
            if !certificate.append(key, choice) {
                return Err(lines.malformed("after the position before it"));
            }
        }
        if certificate.choices() == count {
            Ok(certificate)
        } else {
            Err(lines.malformed("the last of the announced choices"))
        }
    }
}

/// The lines of a file.
struct Lines<'a> {
    input: &'a mut dyn BufRead,
    number: usize,
}

impl Lines<'_> {
    /// Returns an error for the last line.
    const fn malformed(&self, expected: &'static str) -> ReadError {
        ReadError::Malformed {
            line: self.number,
            expected,
        }
    }

    /// Reads the next line without its end. `None` at the end of the file.
    fn next(&mut self) -> Result<Option<String>, ReadError> {
        let mut line = Vec::new();
        (&mut *self.input)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let ends = line.pop() == Some(b'\n');
        let is_printable = line.iter().all(|byte| matches!(byte, b' '..=b'~'));
        match String::from_utf8(line) {
            Ok(line) if ends && is_printable => Ok(Some(line)),
            _ => Err(self.malformed("a short line of printable ASCII")),
        }
    }

    /// Reads a line `name value` and returns the parsed value.
    fn field<T>(
        &mut self,
        name: &'static str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ReadError> {
        let line = self.next()?.unwrap_or_default();
        line.strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(' '))
            .and_then(parse)
            .ok_or(self.malformed(name))
    }
}

/// Parses a number of at most nine digits without leading zeros.
fn number(text: &str) -> Option<usize> {
    let is_number = matches!(text.len(), 1..=9)
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    is_number.then(|| text.parse().ok()).flatten()
}

/// Parses a margin such as `-1/2`.
fn margin(text: &str) -> Option<Margin> {
    let (sign, size) = match text.strip_prefix('-') {
        Some(size) => (-1, size),
        None => (1, text),
    };
    let (numerator, denominator) = size.split_once('/').unwrap_or((size, "1"));
    let denominator = number(denominator).filter(|&denominator| denominator > 0)?;
    let [numerator, denominator] = [number(numerator)?, denominator].map(|part| part as i64);
    Margin::from_ratio(Ratio::new(sign * numerator, denominator))
}

/// Parses squares in increasing order, such as `1-2`.
fn squares(text: &str, board: &Board) -> Option<SquareSet> {
    let mut squares = SquareSet::EMPTY;
    for part in text.split('-') {
        let index = number(part)?.checked_sub(1)?;
        let is_next = index < board.squares() && squares.0 >> index == 0;
        squares = is_next.then_some(SquareSet(squares.0 | 1 << index))?;
    }
    Some(squares)
}

/// Parses a line `position -> action`. `None` unless the position is in canonical form.
fn choice(line: &str, board: &Board) -> Option<(Key, Choice)> {
    let (position, action) = line.split_once(" -> ")?;
    let key: Key = match position {
        "-" => Key::new(),
        _ => position
            .split(' ')
            .map(|series| Some(squares(series, board)?.0))
            .collect::<Option<_>>()?,
    };
    if key.len() > board.squares() || !Canonical::is_key(&key, board) {
        return None;
    }
    let Some(collapse) = action.strip_prefix('=') else {
        return Some((key, Choice::Place(squares(action, board)?)));
    };
    let single = |text| {
        let squares = squares(text, board)?;
        let square: Option<Square> = squares.iter().next();
        square.filter(|_| squares.len() == 1)
    };
    let collapse = collapse.split(',').map(single).collect::<Option<_>>()?;
    Some((key, Choice::Collapse(collapse)))
}
