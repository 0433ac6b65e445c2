//! What the search has found so far and keeps from one question to the next.

use super::collapse::Outcome;
use super::last_turns::turn8::Replies;
use super::limits::{LEAST, MOST};
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
    /// Lists of outcomes not in use.
    pub spare: Vec<Vec<Outcome>>,
    pub meter: Meter,
}

impl SearchState {
    /// Nothing is known yet.
    pub fn new(table: Table, squares: usize) -> SearchState {
        SearchState {
            table,
            killers: vec![[0; KILLERS]; squares],
            replies: [0; REPLIES],
            spare: Vec::new(),
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

/// A table entry: between which margins the value of a position is known to lie, in half points.
#[derive(Clone, Copy)]
pub struct TableEntry {
    pub lower: i32,
    pub upper: i32,
}

impl TableEntry {
    /// The entry of a word of the table; `None` is a position of which nothing is known.
    pub fn of_word(word: Option<u32>) -> TableEntry {
        let [lower, upper, ..] = word.map_or([LEAST as u8, MOST as u8, 0, 0], u32::to_le_bytes);
        TableEntry { lower: i32::from(lower as i8), upper: i32::from(upper as i8) }
    }

    /// The word of the table.
    pub fn word(self) -> u32 {
        u32::from_le_bytes([self.lower as u8, self.upper as u8, 0, 0])
    }
}
