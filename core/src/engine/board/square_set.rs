use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign};

use super::MAX_SQUARES;

/// A cell, stored as an index from 0 and shown as a number from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this index; `None` from [`MAX_SQUARES`] upward.
    #[inline]
    pub const fn new(index: usize) -> Option<Square> {
        if index < MAX_SQUARES {
            Some(Square(index as u8))
        } else {
            None
        }
    }

    /// Returns the square with this index, which must be below [`MAX_SQUARES`]. Only a debug build
    /// checks it.
    #[inline]
    pub const fn from_index(index: usize) -> Square {
        debug_assert!(index < MAX_SQUARES);
        Square(index as u8)
    }

    /// Returns the index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the number shown to users, from 1.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({})", self.number())
    }
}

/// A set of squares, as the bits of one word.
///
/// ```
/// use gqt3::engine::board::{Square, SquareSet};
/// let corner_and_centre = [0, 4].into_iter().filter_map(Square::new).collect::<SquareSet>();
/// assert_eq!(corner_and_centre.to_string(), "1-5");
/// assert_eq!((SquareSet::first(9) - corner_and_centre).len(), 7);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SquareSet(pub u64);

impl SquareSet {
    pub const EMPTY: SquareSet = SquareSet(0);

    /// Returns the squares numbered 1 to `count`, but at most [`MAX_SQUARES`] of them.
    #[inline]
    pub const fn first(count: usize) -> SquareSet {
        match count {
            0 => SquareSet(0),
            1..MAX_SQUARES => SquareSet(u64::MAX >> (MAX_SQUARES - count)),
            _ => SquareSet(u64::MAX),
        }
    }

    #[inline]
    pub const fn single(square: Square) -> SquareSet {
        SquareSet(1 << square.0)
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 != 0
    }

    #[inline]
    pub const fn is_subset(self, other: SquareSet) -> bool {
        self.0 & !other.0 == 0
    }

    #[inline]
    pub const fn intersects(self, other: SquareSet) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the square with the smallest number; `None` if the set is empty.
    #[inline]
    pub const fn lowest(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square(self.0.trailing_zeros() as u8))
        }
    }

    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    /// Iterates over the squares in increasing order.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }

    /// Iterates over the subsets with `size` squares in the order of their words (colexicographic):
    /// 1-2, 1-3, 2-3, 1-4. Each takes O(`size`) steps and no allocation.
    #[inline]
    pub fn subsets(self, size: usize) -> Subsets {
        Subsets::new(self, size)
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

macro_rules! set_operator {
    ($trait:ident, $method:ident, $word:expr) => {
        impl $trait for SquareSet {
            type Output = SquareSet;
            #[inline]
            fn $method(self, other: SquareSet) -> SquareSet {
                let word: fn(u64, u64) -> u64 = $word;
                SquareSet(word(self.0, other.0))
            }
        }
    };
}
set_operator!(BitAnd, bitand, |a, b| a & b);
set_operator!(BitOr, bitor, |a, b| a | b);
set_operator!(BitXor, bitxor, |a, b| a ^ b);
set_operator!(Sub, sub, |a, b| a & !b);

impl BitAndAssign for SquareSet {
    #[inline]
    fn bitand_assign(&mut self, other: SquareSet) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for SquareSet {
    #[inline]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl SubAssign for SquareSet {
    #[inline]
    fn sub_assign(&mut self, other: SquareSet) {
        self.0 &= !other.0;
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    #[inline]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, square) in self.iter().enumerate() {
            if position > 0 {
                f.write_str("-")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = SquareSet(self.0).lowest()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Squares {}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let highest = self.0.checked_ilog2()?;
        self.0 ^= 1 << highest;
        Some(Square(highest as u8))
    }
}

#[derive(Clone, Debug)]
pub struct Subsets {
    whole: u64,
    next: Option<u64>,
}

impl Subsets {
    fn new(whole: SquareSet, size: usize) -> Subsets {
        let next = (size <= whole.len()).then(|| whole.iter().take(size).collect::<SquareSet>().0);
        Subsets {
            whole: whole.0,
            next,
        }
    }
}

impl Iterator for Subsets {
    type Item = SquareSet;

    #[inline]
    fn next(&mut self) -> Option<SquareSet> {
        let subset = self.next?;
        // The lowest member that can move up does so by one square of the whole, and all members
        // below it drop to the lowest squares.
        let rest = self.whole & !subset;
        let mut dropped = 0;
        let mut members = subset;
        self.next = loop {
            if members == 0 {
                break None;
            }
            let member = members & members.wrapping_neg();
            members ^= member;
            let above = rest & !(member | (member - 1));
            let next_square = above & above.wrapping_neg();
            let blocked = members & members.wrapping_neg();
            if next_square != 0 && (blocked == 0 || next_square < blocked) {
                let lowest: u64 = SquareSet(self.whole)
                    .iter()
                    .take(dropped)
                    .collect::<SquareSet>()
                    .0;
                break Some(members | next_square | lowest);
            }
            dropped += 1;
        };
        Some(SquareSet(subset))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_come_in_order_and_are_all_there() {
        for whole in [
            SquareSet(0b1_0110_1101),
            SquareSet::first(7),
            SquareSet(1),
            SquareSet::EMPTY,
        ] {
            for size in 0..=whole.len() + 1 {
                let listed: Vec<SquareSet> = whole.subsets(size).collect();
                let expected: Vec<SquareSet> = (0..=whole.0)
                    .map(SquareSet)
                    .filter(|set| set.is_subset(whole) && set.len() == size)
                    .collect();
                assert_eq!(listed, expected, "{whole} by {size}");
            }
        }
    }

    #[test]
    fn subsets_of_a_full_word_end() {
        assert_eq!(SquareSet::first(64).subsets(2).count(), 64 * 63 / 2);
        assert_eq!(SquareSet::first(64).subsets(64).count(), 1);
    }
}
