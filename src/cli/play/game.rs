//! A game that is being played: who decides, what was played, undo and redo. Knows no terminal.

use gqt3::notation::{Beginning, NotationError, Record};
use gqt3::players;
use gqt3::position::{Action, Phase, PlayError, Position};
use gqt3::rules::Player as Side;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Human,
    Computer(players::Kind),
}

impl Kind {
    pub const ALL: &'static [Kind] = &[
        Kind::Human,
        Kind::Computer(players::Kind::Perfect),
        Kind::Computer(players::Kind::Heuristic),
        Kind::Computer(players::Kind::Random),
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Human => "human",
            Kind::Computer(kind) => kind.name(),
        }
    }

    pub const fn help(self) -> &'static str {
        match self {
            Kind::Human => "you, or somebody beside you",
            Kind::Computer(kind) => kind.help(),
        }
    }
}

/// Why what somebody typed was not played.
#[derive(Debug)]
pub enum Refused {
    /// It cannot be read, or is not legal.
    Notation(NotationError),
    /// It decides for a computer player.
    NotYours { token: String, side: Side },
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Notation(error) => error.fmt(f),
            Refused::NotYours { token, side } => {
                write!(f, "'{}': {side} chooses this collapse; type the squares alone", Beginning(token))
            }
        }
    }
}

/// A game with its past and, after an undo, its future.
#[derive(Clone, Debug)]
pub struct Match {
    record: Record,
    actions: Vec<Action>,
    /// What was taken back, the next to be played again last.
    undone: Vec<Action>,
    kinds: [Kind; 2],
}

impl Match {
    /// Goes on from a record.
    pub fn new(record: Record, kinds: [Kind; 2]) -> Match {
        let actions = record.actions().collect();
        Match { record, actions, undone: Vec::new(), kinds }
    }

    pub const fn position(&self) -> &Position {
        self.record.end()
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    pub const fn kind(&self, side: Side) -> Kind {
        self.kinds[side as usize]
    }

    pub fn is_over(&self) -> bool {
        self.position().phase() == Phase::Over
    }

    /// The side that a human decides for now.
    pub fn human(&self) -> Option<Side> {
        self.position().to_move().filter(|&side| self.kind(side) == Kind::Human)
    }

    /// The side that the computer decides for now.
    pub fn computer(&self) -> Option<Side> {
        self.position().to_move().filter(|&side| self.kind(side) != Kind::Human)
    }

    /// What was played last, and the position before it.
    pub fn last(&self) -> Option<(Position, Action)> {
        let (&last, before) = self.actions.split_last()?;
        let mut record = Record::new(*self.record.start());
        before.iter().try_for_each(|&action| record.play(action)).ok()?;
        Some((*record.end(), last))
    }

    /// Plays an action; what was taken back before can no longer be played again.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.record.play(action)?;
        self.actions.push(action);
        self.undone.clear();
        Ok(())
    }

    /// Plays what a human typed: a placement, a collapse, or both.
    pub fn play_text(&mut self, token: &str) -> Result<(), Refused> {
        let mut next = self.record.clone();
        next.play_text(token).map_err(Refused::Notation)?;
        let new: Vec<Action> = next.actions().skip(self.actions.len()).collect();
        let mut position = *self.position();
        for &action in &new {
            if let Some(side) = position.to_move().filter(|&side| self.kind(side) != Kind::Human) {
                return Err(Refused::NotYours { token: token.to_owned(), side });
            }
            if let Ok(after) = position.play(action) {
                position = after;
            }
        }
        self.actions.extend(new);
        self.undone.clear();
        self.record = next;
        Ok(())
    }

    /// Goes back to the last decision of a human.
    pub fn undo(&mut self) -> bool {
        let mut position = *self.record.start();
        let mut last_human = None;
        for (index, &action) in self.actions.iter().enumerate() {
            if position.to_move().is_some_and(|side| self.kind(side) == Kind::Human) {
                last_human = Some(index);
            }
            match position.play(action) {
                Ok(next) => position = next,
                Err(_) => break,
            }
        }
        let Some(index) = last_human else { return false };
        self.undone.extend(self.actions.drain(index..).rev());
        self.replay();
        true
    }

    /// Plays again what was taken back, up to the next decision of a human.
    pub fn redo(&mut self) -> bool {
        let mut any = false;
        while let Some(action) = self.undone.pop() {
            if self.record.play(action).is_err() {
                break;
            }
            self.actions.push(action);
            any = true;
            if self.human().is_some() {
                break;
            }
        }
        any
    }

    /// Begins anew.
    pub fn restart(&mut self) {
        self.actions.clear();
        self.undone.clear();
        self.replay();
    }

    fn replay(&mut self) {
        self.record = Record::new(*self.record.start());
        for &action in &self.actions {
            let played = self.record.play(action);
            debug_assert!(played.is_ok(), "it was legal before");
        }
    }
}

#[cfg(test)]
mod tests {
    use gqt3::game::Game;

    use super::*;

    const RANDOM: Kind = Kind::Computer(players::Kind::Random);

    fn game(text: &str, kinds: [Kind; 2]) -> Match {
        let start = Position::new(Game::default());
        Match::new(Record::parse(text, start).unwrap(), kinds)
    }

    #[test]
    fn undo_goes_back_to_the_last_human_decision_and_redo_forward_again() {
        let mut game = game("1-2 2-5 5-9 1-5=5 3-4", [Kind::Human, RANDOM]);
        assert!(game.undo());
        assert_eq!(game.record().to_string(), "1-2 2-5 5-9 1-5=5");
        assert!(game.undo(), "the collapse is player 1's choice");
        assert_eq!(game.record().to_string(), "1-2 2-5 5-9 1-5");
        assert!(game.undo(), "player 2's move goes with player 1's");
        assert_eq!(game.record().to_string(), "1-2 2-5");
        assert!(game.redo());
        assert_eq!(game.record().to_string(), "1-2 2-5 5-9 1-5");
        game.play_text("=1").unwrap();
        assert!(!game.redo(), "another way was taken");
        assert_eq!(game.record().to_string(), "1-2 2-5 5-9 1-5=1");
    }

    #[test]
    fn a_human_cannot_choose_the_computers_collapse() {
        let mut game = game("1-2 2-3", [Kind::Human, RANDOM]);
        assert!(matches!(game.play_text("1-3=1"), Err(Refused::NotYours { side: Side::Two, .. })));
        assert_eq!(game.record().to_string(), "1-2 2-3");
        game.play_text("1-3").unwrap();
        assert_eq!(game.computer(), Some(Side::Two));
    }

    #[test]
    fn without_a_human_nothing_is_taken_back() {
        let mut game = game("1-2 2-3", [RANDOM; 2]);
        assert!(!game.undo() && !game.redo());
    }
}
