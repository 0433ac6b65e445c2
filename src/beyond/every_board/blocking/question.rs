//! A blocking question: can the blocker keep the attacker from a goal?

use super::forest::{ATTACKER, BLOCKER};
use super::table::Proofs;
use super::targets::{Goal, Squares, Targets};

/// The question for one blocker and goal, and the table that the threads share.
#[derive(Debug)]
pub struct Question {
    /// The attacker's goal.
    pub goal: Goal,
    /// The targets of the goal.
    pub targets: Targets,
    /// The number of pieces in a series.
    pub pieces: usize,
    /// `true` if the attacker moves in the last turn.
    pub attacker_is_last: bool,
    /// `true` if the blocker chooses the collapse, by the side that entangles.
    pub blocker_chooses: [bool; 2],
    /// The table of answers.
    pub table: Proofs,
}

impl Question {
    /// Returns the side to move when `turns_left` turns are left.
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

    /// Counts the pieces that a turn places when these squares are quantum.
    pub fn pieces_on(&self, quantum: Squares) -> usize {
        if (quantum.count_ones() as usize) < self.pieces {
            1
        } else {
            self.pieces
        }
    }
}
