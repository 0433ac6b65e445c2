//! What the search has found so far and keeps from one question to the next.

use super::last_turns::turn8::Replies;
use super::move_order::KILLERS;
use super::placement_sets::{place_of, placement_at};
use super::squares::Mask;
use crate::progress::{Interrupted, Progress};
use crate::search::meter::Meter;
use crate::table::Table;

/// How many replies of turn 8 are remembered for having refuted a placement last.
const REPLIES: usize = 8;

/// How many nodes pass between two questions whether to stop.
const NODES_BETWEEN_CHECKS: u64 = 1 << 12;

/// The state of the search between two positions.
pub struct SearchState {
    pub table: Table,
    /// For each turn the placements that caused the last cutoffs, the newest first.
    pub killers: Vec<[Mask; KILLERS]>,
    /// Replies of turn 8 that refuted a placement of turn 7 last, the newest first.
    replies: [Mask; REPLIES],
    pub meter: Meter,
}

impl SearchState {
    /// Nothing is known yet.
    pub fn new(table: Table, squares: usize) -> SearchState {
        SearchState {
            table,
            killers: vec![[0; KILLERS]; squares],
            replies: [0; REPLIES],
            meter: Meter::new(NODES_BETWEEN_CHECKS),
        }
    }

    /// Forgets everything but how many positions were visited.
    pub fn forget(&mut self) {
        self.table.clear();
        self.killers.fill([0; KILLERS]);
        self.replies = [0; REPLIES];
    }

    /// Counts one more position; `Err` where the search is to end.
    #[inline]
    pub fn visit(&mut self, progress: &dyn Progress) -> Result<(), Interrupted> {
        let table = &self.table;
        self.meter.visit(|| table.fill(), progress)
    }

    /// Notes that a placement caused a cutoff: it answered the question.
    pub fn note_cutoff(&mut self, turn: usize, squares: Mask) {
        to_front(&mut self.killers[turn], squares);
    }

    /// A refuting reply, which also becomes the first of those remembered.
    pub fn likely_reply(&mut self, replies: &Replies) -> Mask {
        let refutes = |&squares: &Mask| {
            squares.count_ones() as usize == replies.size && replies.refuting >> place_of(squares) & 1 == 1
        };
        let first = || placement_at(replies.size, replies.refuting.trailing_zeros() as usize);
        let likely = self.replies.into_iter().find(refutes).unwrap_or_else(first);
        to_front(&mut self.replies, likely);
        likely
    }
}

/// Moves an item to the front, in place of the last one if it is new.
fn to_front(list: &mut [Mask], item: Mask) {
    let place = list.iter().position(|&other| other == item).unwrap_or(list.len() - 1);
    list[..=place].rotate_right(1);
    list[0] = item;
}
