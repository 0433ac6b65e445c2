//! Boards of at most 9 squares, any n: threshold search on a compact state.
//!
//! One boolean question per threshold: can player 1 force a margin of at least theta? Depth-first search answers it; all
//! questions share one table, which keeps for each position the thresholds known to be reached and to be out of reach.

mod endgame;
mod family;
mod forest;
mod full_boards;
mod key;
mod last_turns;
mod node;
mod outcomes;
mod placements;
mod sets_of_size;
mod solver;
mod tables;
mod third_last;

use endgame::Replies;
use node::Node;
use outcomes::Outcome;
use sets_of_size::{place_of, set_at};
use solver::Solver;
use tables::Tables;

use crate::board::Board;
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{CollapseChooser, Margin, Rules};
use crate::search::Bounds;
use crate::search::meter::Meter;
use crate::table::Table;

/// The version of what the table holds: to be raised when [`Tables::key`] or [`Known::word`] changes its meaning, so that
/// no older file is read.
const KEYS: u32 = 2;

/// Squares of the board as the bits of a word.
type Mask = u16;

/// The most squares.
pub const SQUARES: usize = 9;

/// The margins that can occur on boards up to 3x3, in half points from -2 to 4 (two lines at once).
const LEAST: i32 = -2;
const MOST: i32 = 4;

/// With fewer squares left than this, looking a position up costs more than searching it.
const KEYED_QUANTUM_SQUARES: u32 = 3;

/// With fewer squares left than this in turn 7, a table of replies costs more than the searches that it saves.
const TABLED_QUANTUM_SQUARES: u32 = 7;

/// How many placements of a turn are remembered for having settled the question last.
const KILLERS: usize = 4;

/// How many replies of turn 8 are remembered for having refuted a placement last.
const REPLIES: usize = 8;

/// How many nodes pass between two questions whether to stop.
const NODES_BETWEEN_CHECKS: u64 = 1 << 12;

/// The set bits of a mask, from the lowest.
#[inline]
fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

fn halves(margin: Margin) -> i8 {
    let half = Margin::UNIT / 2;
    debug_assert!(margin.units() % half == 0, "boards up to 3x3 have no thirds");
    (margin.units() / half) as i8
}

/// The smallest number of half points that is at least a margin.
pub fn halves_up(margin: Margin) -> i32 {
    -(-margin.units()).div_euclid(Margin::UNIT / 2)
}

pub fn of_halves(halves: i32) -> Margin {
    (0..halves.abs()).fold(Margin::ZERO, |sum, _| {
        if halves > 0 { sum + Margin::of_rank(2) } else { sum - Margin::of_rank(2) }
    })
}

/// A solver for one board, n and set of rules, and what it knows.
pub struct Memory {
    pieces: usize,
    tables: Tables,
    found: Found,
}

/// What a solver has found.
pub struct Found {
    table: Table,
    /// For each turn the placements that settled the question last, the newest first.
    killers: Vec<[Mask; KILLERS]>,
    /// Replies of turn 8 that refuted a placement of turn 7 last, the newest first.
    replies: [Mask; REPLIES],
    /// Lists of outcomes not in use.
    spare: Vec<Vec<Outcome>>,
    meter: Meter,
}

impl Found {
    fn turns_to(&mut self, question: &str, progress: &dyn Progress) {
        self.meter.turns_to(question, progress);
    }

    /// Counts one more position; `Err` where the search is to end.
    #[inline]
    fn visit(&mut self, progress: &dyn Progress) -> Result<(), Interrupted> {
        let table = &self.table;
        self.meter.visit(|| table.fill(), progress)
    }

    /// Notes that a placement settled the question.
    fn settled_by(&mut self, turn: usize, squares: Mask) {
        to_front(&mut self.killers[turn], squares);
    }

    /// A refuting reply, which also becomes the first of those remembered.
    fn likely_reply(&mut self, replies: &Replies) -> Mask {
        let refutes = |&squares: &Mask| {
            squares.count_ones() as usize == replies.size && replies.refuting >> place_of(squares) & 1 == 1
        };
        let first = || set_at(replies.size, replies.refuting.trailing_zeros() as usize);
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

impl Memory {
    pub fn new(board: Board, pieces: usize, rules: Rules, table: Table) -> Memory {
        let found = Found {
            table,
            killers: vec![[0; KILLERS]; board.squares()],
            replies: [0; REPLIES],
            spare: Vec::new(),
            meter: Meter::new(NODES_BETWEEN_CHECKS),
        };
        Memory { pieces, tables: Tables::new(board, rules), found }
    }

    /// Forgets what was found but how many positions were visited.
    pub fn forget(&mut self) {
        self.found.table.clear();
        self.found.killers.fill([0; KILLERS]);
        self.found.replies = [0; REPLIES];
    }

    /// A solver at work.
    pub fn solver<'a>(&'a mut self, progress: &'a dyn Progress) -> Solver<'a> {
        Solver { tables: &self.tables, pieces: self.pieces, found: &mut self.found, progress }
    }

    /// How many positions were visited, and may be.
    pub const fn meter(&self) -> &Meter {
        &self.found.meter
    }

    pub const fn meter_mut(&mut self) -> &mut Meter {
        &mut self.found.meter
    }

    /// The table, to be saved.
    pub const fn table(&self) -> &Table {
        &self.found.table
    }

    /// The table, to be filled from a file.
    pub const fn table_mut(&mut self) -> &mut Table {
        &mut self.found.table
    }

    /// What tells whether a file has the same keys.
    pub fn keys(&self) -> String {
        format!("{KEYS} {:016x}", self.tables.fingerprint())
    }

    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    pub const fn board(&self) -> Board {
        self.tables.board
    }

    pub const fn rules(&self) -> &Rules {
        &self.tables.rules
    }

    /// Where the value is looked for first: more if player 1 chooses the last collapse. Changes the time alone.
    pub fn guess(&self) -> Margin {
        match (self.tables.rules.collapse, self.pieces) {
            (CollapseChooser::Player1, _) => Margin::ONE,
            (_, 2) => Margin::of_rank(2),
            (CollapseChooser::Mover, _) => Margin::ONE,
            _ => Margin::ZERO,
        }
    }

    /// What is known of a position without a search.
    pub fn known(&self, position: &Position) -> Bounds {
        let (mut lower, mut upper) = self.tables.range();
        if position.phase() == Phase::Place {
            let known = Known::of_word(self.found.table.load(self.tables.key(&Node::of(position))));
            (lower, upper) = (lower.max(known.lower), upper.min(known.upper));
        }
        Bounds { lower: of_halves(lower), upper: of_halves(upper) }
    }
}

/// What is known of a margin, in half points.
#[derive(Clone, Copy)]
struct Known {
    lower: i32,
    upper: i32,
}

impl Known {
    fn of_word(word: Option<u32>) -> Known {
        let [lower, upper, ..] = word.map_or([LEAST as u8, MOST as u8, 0, 0], u32::to_le_bytes);
        Known { lower: i32::from(lower as i8), upper: i32::from(upper as i8) }
    }

    fn word(self) -> u32 {
        u32::from_le_bytes([self.lower as u8, self.upper as u8, 0, 0])
    }
}
