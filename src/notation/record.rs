//! A game as data: its start and what was played.

use crate::position::{Action, Collapse, PlayError, Position, Turn};

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

    /// Everything that was played, each action with the position before it.
    pub fn steps(&self) -> impl Iterator<Item = (Position, Action)> + '_ {
        self.actions().scan(self.start, |position, action| {
            let before = *position;
            *position = before.after_unchecked(&action);
            Some((before, action))
        })
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
}
