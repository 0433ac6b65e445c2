use crate::engine::position::{Action, PlayError, Position};

/// A game as data: its start, its actions, and its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    start: Position,
    actions: Vec<Action>,
    end: Position,
}

impl Record {
    /// Creates a game without an action, from a start in any phase.
    pub const fn new(start: Position) -> Record {
        Record {
            start,
            actions: Vec::new(),
            end: start,
        }
    }

    /// Creates the game with these actions.
    ///
    /// # Errors
    /// Fails at the first action that is not legal.
    pub fn from_actions(
        start: Position,
        actions: impl IntoIterator<Item = Action>,
    ) -> Result<Record, PlayError> {
        let mut record = Record::new(start);
        actions
            .into_iter()
            .try_for_each(|action| record.play(action))?;
        Ok(record)
    }

    /// Returns the position before the first action.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    pub fn actions(&self) -> impl ExactSizeIterator<Item = Action> + '_ {
        self.actions.iter().copied()
    }

    /// Iterates over the actions, with the position before each.
    pub fn steps(&self) -> impl Iterator<Item = (Position, Action)> + '_ {
        self.actions().scan(self.start, |position, action| {
            let before = *position;
            *position = before.after_unchecked(&action);
            Some((before, action))
        })
    }

    /// Returns the position after the last action.
    pub const fn end(&self) -> &Position {
        &self.end
    }

    /// Plays one more action.
    ///
    /// # Errors
    /// Fails if the action is not legal.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.end = self.end.play(action)?;
        self.actions.push(action);
        Ok(())
    }
}
