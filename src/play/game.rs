use std::iter;

use gqt3::beyond::players::Computer;
use gqt3::engine::game::Game;
use gqt3::engine::notation::{Beginning, NotationError, Record};
use gqt3::engine::position::{Action, Phase, PlayError, Position};
use gqt3::engine::rules::Player;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Seat {
    #[default]
    Human,
    Computer(Computer),
}

impl Seat {
    /// The name on the command line and in saved games.
    pub fn name(self) -> &'static str {
        match self {
            Seat::Human => "human",
            Seat::Computer(computer) => computer.name(),
        }
    }

    fn all() -> impl Iterator<Item = Seat> {
        iter::once(Seat::Human).chain(Computer::ALL.iter().copied().map(Seat::Computer))
    }

    pub fn names() -> Vec<&'static str> {
        Seat::all().map(Seat::name).collect()
    }

    pub fn from_name(name: &str) -> Option<Seat> {
        Seat::all().find(|seat| seat.name() == name)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Refused {
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// The text contains a computer player's decision, such as its collapse.
    #[error(
        "'{}': {side} decides a part of this; type only your own part",
        Beginning(token)
    )]
    NotYours { token: String, side: Player },
}

#[derive(Clone, Debug)]
pub struct SeatedGame {
    record: Record,
    /// The next action to be played again is last.
    undone: Vec<Action>,
    seats: [Seat; 2],
}

impl Default for SeatedGame {
    fn default() -> SeatedGame {
        SeatedGame::new(
            Record::new(Position::new(Game::default())),
            [Seat::Human; 2],
        )
    }
}

impl SeatedGame {
    pub const fn seats(&self) -> [Seat; 2] {
        self.seats
    }

    pub const fn new(record: Record, seats: [Seat; 2]) -> SeatedGame {
        SeatedGame {
            record,
            undone: Vec::new(),
            seats,
        }
    }

    pub fn has_computer(&self) -> bool {
        self.seats.iter().any(|seat| *seat != Seat::Human)
    }

    pub const fn position(&self) -> &Position {
        self.record.end()
    }

    pub const fn record(&self) -> &Record {
        &self.record
    }

    pub const fn seat(&self, side: Player) -> Seat {
        self.seats[side as usize]
    }

    pub fn is_over(&self) -> bool {
        self.position().phase() == Phase::Over
    }

    /// The side to decide, if a human plays it.
    pub fn human(&self) -> Option<Player> {
        self.human_at(self.position())
    }

    fn human_at(&self, position: &Position) -> Option<Player> {
        position
            .to_move()
            .filter(|&side| self.seat(side) == Seat::Human)
    }

    pub fn computer(&self) -> Option<Player> {
        self.position()
            .to_move()
            .filter(|&side| self.seat(side) != Seat::Human)
    }

    /// The side of the only human; `None` if there are two or none.
    pub fn you(&self) -> Option<Player> {
        let is_human = |side: &Player| self.seat(*side) == Seat::Human;
        let mut humans = [Player::One, Player::Two].into_iter().filter(is_human);
        humans.next().filter(|_| humans.next().is_none())
    }

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
                .filter(|&side| self.seat(side) != Seat::Human)
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

    /// Undoes the last human decision and what followed it, or returns `false` if there is none.
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

    /// Plays undone actions again up to the next human decision, or returns `false` if there are
    /// none.
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

    fn keep(&mut self, actions: usize) {
        let kept = Record::from_actions(*self.record.start(), self.record.actions().take(actions));
        debug_assert!(kept.is_ok(), "actions that were played are legal");
        self.record = kept.unwrap_or_else(|_| self.record.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM: Seat = Seat::Computer(Computer::Random);

    fn game(text: &str, seats: [Seat; 2]) -> SeatedGame {
        let start = Position::new(Game::default());
        SeatedGame::new(Record::parse(text, start).unwrap(), seats)
    }

    #[test]
    fn undo_goes_back_to_the_last_human_decision_and_redo_forward_again() {
        let mut game = game("1-2 2-5 5-9 1-5=5 3-4", [Seat::Human, RANDOM]);
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
        let mut game = game("1-2 2-3", [Seat::Human, RANDOM]);
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
