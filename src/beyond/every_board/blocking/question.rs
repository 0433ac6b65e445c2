use super::forest::{ATTACKER, BLOCKER};
use super::table::Proofs;
use super::targets::{Goal, Squares, Targets};

#[derive(Debug)]
pub struct Question {
    pub goal: Goal,
    pub targets: Targets,
    /// 1 or 2.
    pub pieces: usize,
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
        if (quantum.count_ones() as usize) < self.pieces {
            1
        } else {
            self.pieces
        }
    }
}
