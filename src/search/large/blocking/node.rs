//! What is asked, and a position with what is known of it at once.

use super::state::{BLOCKER, Prospects, State, Wanted, each, needed, squares_where};
use super::table::{Known, ProofKey, Proofs};
use super::targets::{MOST_SQUARES, Squares, TargetSet, Targets};

/// How many placements the blocker tries in a position. At first only the best ones, for a proof needs just one that is
/// good enough; all in the end, for only then is it a refutation that none is.
pub const WIDTHS: [usize; 6] = [2, 4, 8, 16, 32, usize::MAX];

/// What is asked, and what the threads share.
pub struct Question<S: State> {
    /// What the attacker wants.
    pub targets: Targets,
    /// How many pieces a series has.
    pub pieces: usize,
    /// By turns left: whose turn it is.
    pub side: [usize; MOST_SQUARES + 1],
    /// By turns left: how many series the attacker still places.
    pub series: [usize; MOST_SQUARES + 1],
    /// By the side that entangles: whether the blocker chooses the collapse.
    pub blocker_chooses: [bool; 2],
    /// Whether plans are made.
    pub plans: bool,
    /// What is known.
    pub table: Proofs<S::Key>,
}

impl<S: State> Question<S> {
    /// How many pieces a turn places when these squares are quantum.
    pub fn pieces_on(&self, quantum: Squares) -> usize {
        if (quantum.count_ones() as usize) < self.pieces { 1 } else { self.pieces }
    }

    /// The least number of turns left in the first half of a game.
    pub fn first_half(&self) -> u8 {
        (self.targets.board_squares / 2) as u8
    }

    /// Stores an entry of another run; false if it cannot be one.
    pub fn add_entry(&self, key: &[u64], known: Known) -> bool {
        let Some(key) = S::Key::of_words(key) else { return false };
        let can_be =
            usize::from(known.width) < WIDTHS.len() && known.turns_left <= self.targets.board_squares as u8;
        if can_be {
            self.table.store(&key, known);
        }
        can_be
    }

    /// Whether the blocker, whose turn it is, can end all targets at once: by a placement on free squares alone, or by
    /// a collapse of its own choice that has the new series on a free square.
    pub fn ends_all(&self, quantum: Squares, free: Squares, blocks: &[Squares; MOST_SQUARES]) -> bool {
        let pieces = self.pieces_on(quantum);
        free.count_ones() as usize >= pieces
            || (self.blocker_chooses[BLOCKER]
                && each(free).any(|square| blocks[square].count_ones() as usize >= pieces))
    }
}

/// A placement and how dangerous it is to the blocker.
#[derive(Clone, Copy)]
pub struct Move {
    /// A guess; see the order.
    pub score: f32,
    /// Its squares.
    pub placement: Squares,
}

/// A position with what is known of it at once.
pub struct Node<'a, S> {
    /// The position.
    pub position: &'a S,
    /// How many turns are left.
    pub turns_left: usize,
    /// Whose turn it is.
    pub side: usize,
    /// By square: its block.
    pub blocks: [Squares; MOST_SQUARES],
    /// What can still come about.
    pub prospects: Prospects,
    /// The targets that live and are needed.
    pub living: TargetSet,
    /// What the living targets ask for.
    pub wanted: Wanted,
    /// The free squares: where the next series ends all targets if it is the blocker's.
    pub free: Squares,
}

impl<'a, S: State> Node<'a, S> {
    /// What is known of a position that is not over; `None` if the blocker holds the attacker at once.
    pub fn open(question: &Question<S>, position: &'a S, turns_left: usize) -> Option<Node<'a, S>> {
        let prospects = position.prospects(&question.targets, question.series[turns_left]);
        if prospects.living == 0 {
            return None;
        }
        let (side, quantum) = (question.side[turns_left], position.quantum());
        let living = needed(&question.targets, prospects.living, position.taken());
        let free = squares_where(quantum, |square| prospects.with[BLOCKER][square] & living == 0);
        let blocks = position.blocks();
        if side == BLOCKER && question.ends_all(quantum, free, &blocks) {
            return None;
        }
        let wanted = Wanted::of(&question.targets, living, quantum);
        Some(Node { position, turns_left, side, blocks, prospects, living, wanted, free })
    }

    /// The block in which a placement lies, if it entangles.
    pub fn entangled_by(&self, placement: Squares) -> Option<Squares> {
        let block = self.blocks[placement.trailing_zeros() as usize];
        (placement & !block == 0).then_some(block)
    }
}
