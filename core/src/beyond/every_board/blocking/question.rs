use super::forest::{ATTACKER, BLOCKER};
use super::table::Proofs;
use super::targets::{Goal, Squares, Targets};
use crate::engine::game::Game;

#[derive(Debug)]
pub struct Question {
    /// With n = 1 or 2.
    pub game: Game,
    pub goal: Goal,
    pub targets: Targets,
    pub attacker_is_last: bool,
    /// Whether the blocker chooses the collapse, by the side whose placement entangles.
    pub blocker_chooses: [bool; 2],
    pub table: Proofs,
}

impl Question {
    pub fn side(&self, turns_left: usize) -> usize {
        if (turns_left % 2 == 1) == self.attacker_is_last {
            ATTACKER
        } else {
            BLOCKER
        }
    }

    /// Counts the series that the attacker places in the last `turns_left` turns.
    pub fn series(&self, turns_left: usize) -> usize {
        (turns_left + usize::from(self.attacker_is_last)) / 2
    }

    pub fn pieces_on(&self, quantum: Squares) -> usize {
        self.game.pieces_to_place(quantum.count_ones() as usize)
    }
}
