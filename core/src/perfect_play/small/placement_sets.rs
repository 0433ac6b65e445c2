//! Sets of placements as the bits of a word.
//!
//! At most C(9, 4) = 126 placements have the same size, so a set of them fits into 128 bits. Bit i
//! is the placement with the i-th least mask, counted from 0, and i is called its *index*.

use super::squares::{ALL, Mask, SQUARES};

pub type PlacementSet = u128;

pub const MOST_PLACEMENTS: usize = 128;

struct Numbering {
    sets: [Mask; 1 << SQUARES],
    begin: [usize; SQUARES + 2],
    indices: [u8; 1 << SQUARES],
}

/// All sets of squares, the small ones first.
static SETS: [Mask; 1 << SQUARES] = numbering().sets;

/// The index in [`SETS`] at which the sets of each size begin.
static BEGIN: [usize; SQUARES + 2] = numbering().begin;

static INDICES: [u8; 1 << SQUARES] = numbering().indices;

const fn numbering() -> Numbering {
    let mut numbering = Numbering {
        sets: [0; 1 << SQUARES],
        begin: [0; SQUARES + 2],
        indices: [0; 1 << SQUARES],
    };
    let mut next = 0;
    let mut size = 0;
    while size <= SQUARES {
        numbering.begin[size] = next;
        let mut set: Mask = 0;
        while set <= ALL {
            if set.count_ones() as usize == size {
                numbering.sets[next] = set;
                numbering.indices[set as usize] = (next - numbering.begin[size]) as u8;
                next += 1;
            }
            set += 1;
        }
        size += 1;
    }
    numbering.begin[SQUARES + 1] = next;
    numbering
}

static MEETING: [[PlacementSet; 1 << SQUARES]; SQUARES + 1] = meeting_sets();

const fn meeting_sets() -> [[PlacementSet; 1 << SQUARES]; SQUARES + 1] {
    let mut meeting = [[0; 1 << SQUARES]; SQUARES + 1];
    let mut size = 0;
    while size <= SQUARES {
        let mut squares = 1;
        while squares < 1 << SQUARES {
            let rest = squares & (squares - 1);
            meeting[size][squares] = if rest == 0 {
                with_square(size, squares as Mask)
            } else {
                meeting[size][rest] | meeting[size][squares & !rest]
            };
            squares += 1;
        }
        size += 1;
    }
    meeting
}

const fn with_square(size: usize, square: Mask) -> PlacementSet {
    let (begin, end) = (BEGIN[size], BEGIN[size + 1]);
    let mut sets = 0;
    let mut index = begin;
    while index < end {
        if SETS[index] & square != 0 {
            sets |= 1 << (index - begin);
        }
        index += 1;
    }
    sets
}

/// Returns the placements on at least one of these squares.
#[inline(always)]
pub fn meeting(size: usize, squares: Mask) -> PlacementSet {
    MEETING[size][usize::from(squares)]
}

#[inline(always)]
pub fn within(size: usize, squares: Mask) -> PlacementSet {
    MEETING[size][usize::from(ALL)] & !meeting(size, ALL & !squares)
}

#[inline]
pub fn indices(mut sets: PlacementSet) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (sets != 0).then_some(sets.trailing_zeros() as usize);
        sets &= sets.wrapping_sub(1);
        lowest
    })
}

#[inline]
pub fn index_of(squares: Mask) -> usize {
    usize::from(INDICES[usize::from(squares)])
}

#[inline]
pub fn placement_at(size: usize, index: usize) -> Mask {
    SETS[BEGIN[size] + index]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::board::SquareSet;

    #[test]
    fn placements_on_squares_are_those_of_square_sets() {
        for squares in 0..=ALL {
            for size in 1..=SQUARES {
                let whole = SquareSet(u64::from(squares));
                let listed: Vec<u64> = indices(within(size, squares))
                    .map(|index| placement_at(size, index).into())
                    .collect();
                assert_eq!(
                    listed,
                    whole.subsets(size).map(|set| set.0).collect::<Vec<_>>()
                );
            }
        }
    }
}
