//! Sets of the sets of squares of one size as bits of a word: what a table says of squares is said of all placements at once.

use super::{Mask, SQUARES};

/// All squares.
pub const ALL: Mask = (1 << SQUARES) - 1;

/// All sets of squares, the small ones first.
static SETS: [Mask; 1 << SQUARES] = sets();

/// Where the sets of each size begin.
static BEGIN: [usize; SQUARES + 2] = begin();

/// The place of each set among those of its size.
static PLACES: [u8; 1 << SQUARES] = places_of_sets();

const fn places_of_sets() -> [u8; 1 << SQUARES] {
    let mut places = [0; 1 << SQUARES];
    let mut next = [0; SQUARES + 1];
    let mut set: Mask = 0;
    while set < 1 << SQUARES {
        let size = set.count_ones() as usize;
        places[set as usize] = next[size];
        next[size] += 1;
        set += 1;
    }
    places
}

const fn begin() -> [usize; SQUARES + 2] {
    let mut begin = [0; SQUARES + 2];
    let mut set: Mask = 0;
    while set < 1 << SQUARES {
        let mut larger = set.count_ones() as usize + 1;
        while larger < begin.len() {
            begin[larger] += 1;
            larger += 1;
        }
        set += 1;
    }
    begin
}

const fn sets() -> [Mask; 1 << SQUARES] {
    let mut sets = [0; 1 << SQUARES];
    let mut next = begin();
    let mut set: Mask = 0;
    while set < 1 << SQUARES {
        let size = set.count_ones() as usize;
        sets[next[size]] = set;
        next[size] += 1;
        set += 1;
    }
    sets
}

/// Some of the sets of one size: bit `i` is the `i`-th of them. There are at most 126.
pub type SetsOfSize = u128;

/// The most sets of a size, rounded up.
pub const MOST_SETS: usize = 128;

/// For each size and each set of squares the sets of that size that meet it.
static MEETING: [[SetsOfSize; 1 << SQUARES]; SQUARES + 1] = meeting_sets();

const fn meeting_sets() -> [[SetsOfSize; 1 << SQUARES]; SQUARES + 1] {
    let mut meeting = [[0; 1 << SQUARES]; SQUARES + 1];
    let mut size = 0;
    while size <= SQUARES {
        let mut squares = 1;
        while squares < 1 << SQUARES {
            let rest = squares & (squares - 1);
            meeting[size][squares] = if rest == 0 {
                with(size, squares as Mask)
            } else {
                meeting[size][rest] | meeting[size][squares & !rest]
            };
            squares += 1;
        }
        size += 1;
    }
    meeting
}

/// The sets of a size that have a square.
const fn with(size: usize, square: Mask) -> SetsOfSize {
    let mut sets = 0;
    let mut place = BEGIN[size];
    while place < BEGIN[size + 1] {
        if SETS[place] & square != 0 {
            sets |= 1 << (place - BEGIN[size]);
        }
        place += 1;
    }
    sets
}

/// The sets of a size that meet some squares.
#[inline(always)]
pub fn meeting(size: usize, squares: Mask) -> SetsOfSize {
    MEETING[size][usize::from(squares)]
}

/// The sets of a size that are subsets of some squares.
#[inline(always)]
pub fn within(size: usize, squares: Mask) -> SetsOfSize {
    MEETING[size][usize::from(ALL)] & !meeting(size, ALL & !squares)
}

/// The places of some sets among those of their size.
#[inline]
pub fn places(mut sets: SetsOfSize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (sets != 0).then_some(sets.trailing_zeros() as usize);
        sets &= sets.wrapping_sub(1);
        lowest
    })
}

/// The place of a set among those of its size, which are in increasing order.
#[inline]
pub fn place_of(squares: Mask) -> usize {
    usize::from(PLACES[usize::from(squares)])
}

/// The set at a place.
#[inline]
pub fn set_at(size: usize, place: usize) -> Mask {
    SETS[BEGIN[size] + place]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SquareSet;

    #[test]
    fn sets_within_squares_are_those_of_square_sets() {
        for squares in 0..=ALL {
            for size in 1..=SQUARES {
                let whole = SquareSet(u64::from(squares));
                let listed: Vec<u64> =
                    places(within(size, squares)).map(|place| set_at(size, place).into()).collect();
                assert_eq!(listed, whole.subsets(size).map(|set| set.0).collect::<Vec<_>>());
            }
        }
    }
}
