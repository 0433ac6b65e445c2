//! One key for all positions that are the same game: board symmetries and subscripts that cannot matter.
//!
//! For boards of up to 9 squares and n <= 2, where a quantum series stands on two squares. Three reductions,
//! each of which leaves the rest of the game and its result as they are under every rule:
//!
//! * *Symmetry.* The 8 rotations and reflections map lines to lines; the least key of the 8 is taken.
//! * *Subscript classes.* On an m-by-m board a line has m subscripts of one player. Its largest is that player's
//!   m-th subscript if the line holds exactly the first m, and one beyond the m-th otherwise. So exchanging two of
//!   a player's first m subscripts, quantum or classical, changes no largest subscript: hence no score under any
//!   rule, no end of the game, no choice. On 3x3 this makes 1 = 3 = 5 and 2 = 4 = 6.
//! * *Dead squares.* A classical square all of whose lines hold pieces of both players can be in no line any
//!   more, and neither can they: its piece is replaced by a neutral one.

use crate::board::{Board, Square, SquareSet};

/// The most squares a keyed position can have.
pub const MAX_SQUARES: usize = 9;

/// The most quantum series it can have: a tight set appears with as many series as squares.
pub const MAX_QUANTUM_SERIES: usize = 8;

/// Squares of the board as the bits of a word.
pub type Mask = u16;

/// A position as the key sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// For each square with a classical piece its class, in three bit planes; 0 is a quantum square.
    pub planes: [Mask; 3],
    /// The two squares of the quantum series of each turn (from 0); 0 if it is classical or not yet placed.
    pub pairs: [Mask; MAX_QUANTUM_SERIES],
}

/// The class of a neutral piece on a dead square.
pub const DEAD: usize = 1;

/// The class of the classical piece of a turn (from 0); 2 to 7. Turn 9 never stands beside a quantum square, so
/// it needs no class of its own. `merged` is how many of a player's first turns count as one: the side m.
#[must_use]
pub const fn class_of_turn(turn: usize, merged: usize) -> usize {
    let nth = turn / 2;
    let rank = if nth < merged { 0 } else { nth + 1 - merged };
    2 + turn % 2 + 2 * if rank > 2 { 2 } else { rank }
}

/// Tables for one board.
pub struct Canonical {
    merged: usize,
    images: Vec<Images>,
}

/// Where one symmetry sends every set of squares, and the number of every pair.
struct Images {
    of_mask: [Mask; 1 << MAX_SQUARES],
    /// The number (from 1) of the image of the pair with this mask; 0 for masks that are no pair.
    of_pair: [u8; 1 << MAX_SQUARES],
}

impl Canonical {
    /// Tables for a board of at most [`MAX_SQUARES`] squares.
    #[must_use]
    pub fn new(board: Board) -> Canonical {
        debug_assert!(board.squares() <= MAX_SQUARES);
        let mut numbers = [0_u8; 1 << MAX_SQUARES];
        for (number, pair) in SquareSet::first(MAX_SQUARES).subsets(2).enumerate() {
            numbers[pair.0 as usize] = number as u8 + 1;
        }
        let images = board.symmetries().into_iter().map(|symmetry| {
            let mut images = Images { of_mask: [0; 512], of_pair: [0; 512] };
            for mask in 0..1_usize << board.squares() {
                let image: SquareSet =
                    SquareSet(mask as u64).iter().map(|square: Square| symmetry.square(square)).collect();
                images.of_mask[mask] = image.0 as Mask;
                images.of_pair[mask] = numbers[image.0 as usize];
            }
            images
        });
        Canonical { merged: board.side().unwrap_or(1), images: images.collect() }
    }

    /// How many of a player's first turns are one class.
    #[must_use]
    pub const fn merged(&self) -> usize {
        self.merged
    }

    /// The key of a position: equal keys are equal games from here on. 75 bits.
    ///
    /// The symmetries that make the classical part least are found first; only they are tried on the pairs.
    #[must_use]
    pub fn key(&self, marks: &Marks) -> u128 {
        let mut least_classical = u32::MAX;
        let mut least_pairs = u64::MAX;
        for images in &self.images {
            let [low, middle, high] = marks.planes.map(|plane| u32::from(images.of_mask[plane as usize]));
            let classical = high << 18 | middle << 9 | low;
            if classical > least_classical {
                continue;
            }
            let pairs = self.pairs(marks, images);
            if classical < least_classical {
                least_classical = classical;
                least_pairs = pairs;
            } else {
                least_pairs = least_pairs.min(pairs);
            }
        }
        u128::from(least_classical) << 48 | u128::from(least_pairs)
    }

    /// The pair of each turn, 6 bits each, with the pairs of a class in order.
    #[inline]
    fn pairs(&self, marks: &Marks, images: &Images) -> u64 {
        let mut numbers = marks.pairs.map(|pair| images.of_pair[pair as usize]);
        // Bubble sort within each player's first `merged` turns: at most three numbers.
        for last in (1..self.merged).rev() {
            for place in 0..2 * last {
                if numbers[place] < numbers[place + 2] {
                    numbers.swap(place, place + 2);
                }
            }
        }
        numbers.iter().fold(0, |word, &number| word << 6 | u64::from(number))
    }
}
