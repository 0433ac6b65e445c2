//! A game that is being played: who decides, what was played, undo and redo. The terminal is not known here.

use crate::beyond::players;
use crate::engine::game::Game;
use crate::engine::notation::{Beginning, NotationError, Record};
use crate::engine::position::{Action, Phase, PlayError, Position};
use crate::engine::rules::Player;

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Kind {
    #[default]
    Human,
    Computer(players::Kind),
}

impl Kind {
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Human => "human",
            Kind::Computer(kind) => kind.name(),
        }
    }
}

/// Why what a human typed was not played.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The text cannot be read, or the move is not legal.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The text has a collapse that a computer player is to choose.
    #[error(
        "'{}': {side} chooses this collapse; type the squares alone",
        Beginning(token)
    )]
    NotYours { token: String, side: Player },
}

/// A game with its players, and after an undo with the actions that can be played again.
#[derive(Clone, Debug)]
pub struct Match {
    record: Record,
    /// The actions that were taken back. The last one is the next to be played again.
    undone: Vec<Action>,
    kinds: [Kind; 2],
}

impl Default for Match {
    /// The standard game from its start, between two humans.
    fn default() -> Match {
        Match::new(
            Record::new(Position::new(Game::default())),
            [Kind::Human; 2],
        )
    }
}

impl Match {
    /// Who plays.
    pub const fn kinds(&self) -> [Kind; 2] {
        self.kinds
    }

    /// A game that goes on from the end of a record.
    pub const fn new(record: Record, kinds: [Kind; 2]) -> Match {
        Match {
            record,
            undone: Vec::new(),
            kinds,
        }
    }

    pub const fn position(&self) -> &Position {
        self.record.end()
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    pub const fn kind(&self, side: Player) -> Kind {
        self.kinds[side as usize]
    }

    pub fn is_over(&self) -> bool {
        self.position().phase() == Phase::Over
    }

    /// The side that is to decide, if a human plays it.
    pub fn human(&self) -> Option<Player> {
        self.human_at(self.position())
    }

    fn human_at(&self, position: &Position) -> Option<Player> {
        position
            .to_move()
            .filter(|&side| self.kind(side) == Kind::Human)
    }

    /// The side that is to decide, if the computer plays it.
    pub fn computer(&self) -> Option<Player> {
        self.position()
            .to_move()
            .filter(|&side| self.kind(side) != Kind::Human)
    }

    /// The side of the one human who plays, if it is one.
    pub fn you(&self) -> Option<Player> {
        let is_human = |side: &Player| self.kind(*side) == Kind::Human;
        let mut humans = [Player::One, Player::Two].into_iter().filter(is_human);
        humans.next().filter(|_| humans.next().is_none())
    }

    /// Whether the computer plays both sides.
    pub fn is_watched(&self) -> bool {
        !self.kinds.contains(&Kind::Human)
    }

    /// Plays an action. What was taken back before can no longer be played again.
    pub fn play(&mut self, action: Action) -> Result<(), PlayError> {
        self.record.play(action)?;
        self.undone.clear();
        Ok(())
    }

    /// Plays what a human typed: a placement, a collapse, or both.
    pub fn play_text(&mut self, token: &str) -> Result<(), Refused> {
        let mut next = self.record.clone();
        next.play_text(token)?;
        for (before, _) in next.steps().skip(self.record.actions().count()) {
            if let Some(side) = before
                .to_move()
                .filter(|&side| self.kind(side) != Kind::Human)
            {
                return Err(Refused::NotYours {
                    token: token.to_owned(),
                    side,
                });
            }
        }
        self.undone.clear();
        self.record = next;
        Ok(())
    }

    /// Goes back to the last decision of a human; false if there is none.
    pub fn undo(&mut self) -> bool {
        let steps: Vec<_> = self.record.steps().collect();
        let Some(last) = steps
            .iter()
            .rposition(|(before, _)| self.human_at(before).is_some())
        else {
            return false;
        };
        self.undone
            .extend(steps[last..].iter().rev().map(|(_, action)| *action));
        self.keep(last);
        true
    }

    /// Plays again what was taken back, up to the next decision of a human; false if nothing was taken back.
    pub fn redo(&mut self) -> bool {
        let mut any = false;
        while let Some(action) = self.undone.pop() {
            if self.record.play(action).is_err() {
                break;
            }
            any = true;
            if self.human().is_some() {
                break;
            }
        }
        any
    }

    /// Keeps the first actions, so many of them.
    fn keep(&mut self, actions: usize) {
        let kept = Record::from_actions(*self.record.start(), self.record.actions().take(actions));
        debug_assert!(kept.is_ok(), "actions that were played are legal");
        self.record = kept.unwrap_or_else(|_| self.record.clone());
    }
}

#[cfg(test)]
mod tests {
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
        let mut watched = self::game("1-2 2-3", [RANDOM; 2]);
        assert!(
            !watched.undo() && !watched.redo(),
            "no human has decided anything"
        );
    }

    #[test]
    fn a_human_cannot_choose_the_computers_collapse() {
        let mut game = game("1-2 2-3", [Kind::Human, RANDOM]);
        assert!(matches!(
            game.play_text("1-3=1"),
            Err(Refused::NotYours {
                side: Player::Two,
                ..
            })
        ));
        assert_eq!(game.record().to_string(), "1-2 2-3");
        game.play_text("1-3").unwrap();
        assert_eq!(game.computer(), Some(Player::Two));
    }
}
