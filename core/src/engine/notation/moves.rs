use std::fmt;

use super::error::{NotationError, Reason};
use super::record::Record;
use crate::engine::board::{Square, SquareSet};
use crate::engine::matching::{Completion, completion, completions};
use crate::engine::position::{Action, Collapse, Illegal, Phase, Position};

pub(super) fn play(record: &mut Record, text: &str) -> Result<(), NotationError> {
    for token in text.split_whitespace() {
        let has_move = token.find('=').is_some_and(|end| end > 0);
        let (turns, is_first) = (record.end().turns(), record.actions().len() == 0);
        let text = |position: &Position, action: &Action| {
            let text = action_text(position, action);
            match has_move && (is_first || position.turns() > turns) {
                true => newest_squares(position).to_string() + &text,
                false => text,
            }
        };
        record.attempt(token, text, |record| record.play_token(token))?;
    }
    Ok(())
}

impl Record {
    /// Plays one token. An error may list legal collapses, written by `text`, or the quantum
    /// squares.
    pub(super) fn attempt(
        &mut self,
        token: &str,
        text: impl Fn(&Position, &Action) -> String,
        play: impl FnOnce(&mut Record) -> Result<(), Reason>,
    ) -> Result<(), NotationError> {
        let (turns, waited) = (self.end().turns(), self.end().phase() == Phase::Collapse);
        play(self).map_err(|reason| {
            // While a collapse is pending, any text is about the last move, unless it is a further
            // move that comes too early. Points are about the last move, too.
            let is_last = match reason {
                Reason::CollapseMissing => false,
                Reason::NotOver | Reason::Points(_) => true,
                _ => waited,
            };
            NotationError {
                number: turns + usize::from(!is_last),
                token: token.to_owned(),
                remedy: self.remedy(&reason, text),
                reason,
            }
        })
    }

    fn remedy(&self, reason: &Reason, text: impl Fn(&Position, &Action) -> String) -> String {
        use Reason::{CollapseAmbiguous, NoCollapse, NotGoff, NotOver};
        let position = self.end();
        let places = match reason {
            CollapseAmbiguous(places) => &places[..],
            _ => &[],
        };
        match (position.phase(), reason) {
            (Phase::Over, _) | (Phase::Place, NoCollapse | NotGoff(_) | NotOver) => String::new(),
            (Phase::Place, _) => {
                // With spaces, because hyphens would look like a move.
                let quantum = position.quantum().to_string().replace('-', " ");
                format!("; quantum squares: {quantum}")
            }
            (Phase::Collapse, _) => {
                let mut all = completions(position.entangled(), position.neighbours(), places)
                    .map(|collapse| text(position, &Action::Collapse(collapse)));
                let listed: Vec<String> = all.by_ref().take(MOST_ALTERNATIVES).collect();
                let more = if all.next().is_some() { ", ..." } else { "" };
                format!("; legal: {}{more}", listed.join(", "))
            }
        }
    }

    fn play_token(&mut self, token: &str) -> Result<(), Reason> {
        let position = *self.end();
        let (squares, collapse) = match token.split_once('=') {
            Some((squares, collapse)) => (squares, Some(collapse)),
            None => (token, None),
        };
        match (position.phase(), collapse) {
            (Phase::Over, _) => Err(Reason::GameOver),
            (Phase::Place, Some(_)) if squares.is_empty() => Err(Illegal::NothingToCollapse.into()),
            (Phase::Place, _) => {
                self.place(parse_squares(squares, &position)?)?;
                match collapse {
                    Some(_) if self.end().phase() != Phase::Collapse => Err(Reason::NoCollapse),
                    Some(collapse) => self.collapse_to(collapse),
                    None => Ok(()),
                }
            }
            // Squares without `-` are the collapse. At the start of a record the last move may be
            // repeated before the `=`.
            (Phase::Collapse, None) if !squares.contains('-') => self.collapse_to(squares),
            (Phase::Collapse, Some(collapse))
                if squares.is_empty()
                    || self.actions().len() == 0
                        && parse_squares(squares, &position)? == newest_squares(&position) =>
            {
                self.collapse_to(collapse)
            }
            (Phase::Collapse, _) => Err(Reason::CollapseMissing),
        }
    }

    pub(super) fn place(&mut self, squares: SquareSet) -> Result<(), Reason> {
        let expected = self.end().pieces_to_place();
        if squares.len() == 1 && expected > 1 {
            return Err(Reason::OneSquare(expected));
        }
        Ok(self
            .play(Action::Place(squares))
            .map_err(|error| error.reason)?)
    }

    /// Chooses the collapse by the squares of the newest entangled series.
    fn collapse_to(&mut self, text: &str) -> Result<(), Reason> {
        let series = self.end().entangled();
        let (mut places, mut newest_first) = (Vec::new(), series.iter().rev());
        for number in text.split(',') {
            let square = parse_square(number, self.end())?;
            let member = newest_first
                .next()
                .ok_or(Reason::TooManySquares(series.len()))?;
            places.push((member, square));
        }
        self.choose(places)
    }

    pub(super) fn choose(&mut self, places: Vec<(usize, Square)>) -> Result<(), Reason> {
        match completion(self.end().entangled(), self.end().neighbours(), &places) {
            Completion::Unique(collapse) => {
                let action = Action::Collapse(collapse);
                Ok(self.play(action).map_err(|error| error.reason)?)
            }
            Completion::Impossible => Err(Reason::CollapseImpossible(places)),
            Completion::Several => Err(Reason::CollapseAmbiguous(places)),
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

/// Returns where the newest series was placed, or its final square if it has collapsed.
fn newest_squares(position: &Position) -> SquareSet {
    position.squares_of(position.turns() - 1)
}

/// Lists the newest series with their squares until only this collapse fits.
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

/// Writes a pending collapse without its `=`.
pub fn collapse_text(position: &Position, collapse: &Collapse) -> String {
    let places = shortest_places(position, collapse);
    let squares: Vec<String> = places
        .iter()
        .map(|(_, square)| square.to_string())
        .collect();
    squares.join(",")
}

/// Writes a placement, `1-5`, or a collapse, `=5`.
pub fn action_text(position: &Position, action: &Action) -> String {
    match action {
        Action::Place(squares) => squares.to_string(),
        Action::Collapse(collapse) => format!("={}", collapse_text(position, collapse)),
    }
}

const MOST_ALTERNATIVES: usize = 8;

pub(super) fn parse_square(text: &str, position: &Position) -> Result<Square, Reason> {
    let squares = position.board().squares();
    // The parser would also accept `+1`.
    if let Some(character) = text.chars().find(|character| !character.is_ascii_digit()) {
        return Err(Reason::NotASquare { character, squares });
    }
    match text.parse::<usize>() {
        _ if text.is_empty() => Err(Reason::NoSquare),
        Ok(number) if (1..=squares).contains(&number) => Ok(Square::from_index(number - 1)),
        _ => Err(Reason::NoSuchSquare {
            text: text.to_owned(),
            squares,
        }),
    }
}

pub(super) fn parse_squares(text: &str, position: &Position) -> Result<SquareSet, Reason> {
    let mut set = SquareSet::EMPTY;
    let numbers = text.split(['-', ',']);
    // Goff writes the last square twice.
    let may_repeat = position.quantum().len() == 1 && numbers.clone().count() == 2;
    for number in numbers {
        let square = parse_square(number, position)?;
        if set.contains(square) && !may_repeat {
            return Err(Reason::Twice(square));
        }
        set.insert(square);
    }
    Ok(set)
}
