//! Sets of squares as the bits of a word: square i, counted from 0, is bit i.

use crate::engine::board::{Board, Square, Symmetry};

pub type Mask = u16;

/// The most squares that a small board can have.
pub const SQUARES: usize = 9;

pub const ALL: Mask = (1 << SQUARES) - 1;

/// Returns the indices of the set bits, in increasing order.
#[inline]
pub fn bits(mut mask: Mask) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lowest
    })
}

/// Sums of squares' scores, by set of squares.
pub struct Scores {
    /// By set of the squares 1 to 5. `of_high` is for the squares 6 to 9.
    of_low: [i16; 32],
    of_high: [i16; 16],
}

impl Scores {
    #[inline]
    pub fn new(scores: [i16; SQUARES]) -> Scores {
        let mut sums = Scores {
            of_low: [0; 32],
            of_high: [0; 16],
        };
        for set in 1..32_usize {
            sums.of_low[set] = sums.of_low[set & (set - 1)] + scores[set.trailing_zeros() as usize];
        }
        for set in 1..16_usize {
            sums.of_high[set] =
                sums.of_high[set & (set - 1)] + scores[5 + set.trailing_zeros() as usize];
        }
        sums
    }

    #[inline]
    pub fn of(&self, squares: Mask) -> i16 {
        self.of_low[usize::from(squares & 31)] + self.of_high[usize::from(squares >> 5)]
    }
}

/// Returns, for each symmetry in the order of [`Board::symmetries`], the image of each set of the
/// board's squares.
pub fn images(board: &Board) -> Vec<[Mask; 1 << SQUARES]> {
    let all: Mask = (1 << board.squares()) - 1;
    let images_by = |symmetry: Symmetry| {
        let mut images: [Mask; 1 << SQUARES] = [0; 1 << SQUARES];
        for mask in 1..=all {
            let last = 1
                << symmetry
                    .square(Square::from_index(mask.trailing_zeros() as usize))
                    .index();
            images[usize::from(mask)] = images[usize::from(mask & (mask - 1))] | last;
        }
        images
    };
    board.symmetries().into_iter().map(images_by).collect()
}
