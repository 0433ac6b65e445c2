//! Families, whose members are sets of at most 9 squares.

use super::squares::{Mask, SQUARES};

const WORDS: usize = 8;

/// For each of the first six squares, the bits of a word for sets that lack it.
const LACKING: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// The set `mask` is bit `mask % 64` of word `mask / 64`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Family([u64; WORDS]);

impl Family {
    /// The family if there is no series: only the empty set.
    pub const EMPTY_SET: Family = Family([1, 0, 0, 0, 0, 0, 0, 0]);

    pub const NONE: Family = Family([0; WORDS]);

    /// A plain loop, because closures passed to the library's array functions are not always
    /// inlined.
    #[inline(always)]
    fn of_words(word: impl Fn(usize) -> u64) -> Family {
        let mut words = [0; WORDS];
        for (number, word_mut) in words.iter_mut().enumerate() {
            *word_mut = word(number);
        }
        Family(words)
    }

    /// Adds a series: extends each member by each of `squares` that it lacks.
    #[inline(always)]
    pub fn with_series(&self, squares: Mask) -> Family {
        let mut sum = [0; WORDS];
        let mut low = squares & 63;
        while low != 0 {
            let square = low.trailing_zeros();
            low &= low - 1;
            let (lacking, shift) = (LACKING[square as usize], 1_u32 << square);
            for (sum, word) in sum.iter_mut().zip(&self.0) {
                *sum |= (word & lacking) << shift;
            }
        }
        let old = &self.0;
        if squares & 64 != 0 {
            for word in [0, 2, 4, 6] {
                sum[word + 1] |= old[word];
            }
        }
        if squares & 128 != 0 {
            for word in [0, 1, 4, 5] {
                sum[word + 2] |= old[word];
            }
        }
        if squares & 256 != 0 {
            for word in 0..4 {
                sum[word + 4] |= old[word];
            }
        }
        Family(sum)
    }

    #[inline(always)]
    pub fn with_piece(&self, square: usize) -> Family {
        match square {
            0..6 => Family::of_words(|word| (self.0[word] & LACKING[square]) << (1_u32 << square)),
            6 => self.and_word_bit::<1>(),
            7 => self.and_word_bit::<2>(),
            _ => self.and_word_bit::<4>(),
        }
    }

    /// `BIT` is set in the numbers of the words whose sets have the square.
    #[inline(always)]
    fn and_word_bit<const BIT: usize>(&self) -> Family {
        Family::of_words(|word| {
            if word & BIT == 0 {
                0
            } else {
                self.0[word ^ BIT]
            }
        })
    }

    /// Returns the squares that all members have, or all squares if there is no member.
    #[inline(always)]
    pub fn common(&self) -> Mask {
        let any = |words: [usize; 4]| words.iter().fold(0, |any, &word| any | self.0[word]);
        let low = self.0.iter().fold(0, |any, word| any | word);
        let mut common = 0;
        for (square, lacking) in LACKING.iter().enumerate() {
            common |= Mask::from(low & lacking == 0) << square;
        }
        common |= Mask::from(any([0, 2, 4, 6]) == 0) << 6;
        common |= Mask::from(any([0, 1, 4, 5]) == 0) << 7;
        common | Mask::from(any([0, 1, 2, 3]) == 0) << 8
    }

    #[inline(always)]
    pub fn lacking(&self, square: usize) -> Family {
        if square < 6 {
            return Family::of_words(|word| self.0[word] & LACKING[square]);
        }
        let step = 1 << (square - 6);
        Family::of_words(|word| if word & step == 0 { self.0[word] } else { 0 })
    }

    /// Returns the members that have a square, each without it.
    #[inline(always)]
    pub fn link(&self, square: usize) -> Family {
        if square < 6 {
            let lacking = LACKING[square];
            return Family::of_words(|word| self.0[word] >> (1 << square) & lacking);
        }
        let step = 1 << (square - 6);
        Family::of_words(|word| {
            if word & step == 0 {
                self.0[word | step]
            } else {
                0
            }
        })
    }

    /// Removes these squares from each member, which must have them.
    #[inline(always)]
    pub fn without(&self, squares: Mask) -> Family {
        // Removing these bits subtracts the number `squares` from a member, so all members shift.
        let (words, bits) = (usize::from(squares >> 6), u32::from(squares & 63));
        let word = |number: usize| self.0.get(number).copied().unwrap_or(0);
        Family::of_words(|number| {
            let low = word(number + words) >> bits;
            // Two shifts, because a single shift by 64 overflows.
            low | word(number + words + 1) << (63 - bits) << 1
        })
    }

    /// Adds these squares to each member, which must have none of them.
    #[inline(always)]
    pub fn with(&self, squares: Mask) -> Family {
        let (words, bits) = (usize::from(squares >> 6), u32::from(squares & 63));
        let word = |number: usize| if number < WORDS { self.0[number] } else { 0 };
        Family::of_words(|number| {
            let high = word(number.wrapping_sub(words)) << bits;
            high | word(number.wrapping_sub(words + 1)) >> (63 - bits) >> 1
        })
    }

    /// Returns each member's complement within these squares, which must contain all members.
    #[inline(always)]
    pub fn complements(&self, within: Mask) -> Family {
        let mut words = self.0;
        for (square, lacking) in LACKING.iter().enumerate() {
            if within >> square & 1 == 1 {
                for word in &mut words {
                    *word = (*word & lacking) << (1 << square) | *word >> (1 << square) & lacking;
                }
            }
        }
        let flip = usize::from(within >> 6);
        Family::of_words(|word| words[word ^ flip])
    }

    #[inline(always)]
    pub fn within(&self, squares: Mask) -> Family {
        let mut words = self.0;
        for (square, lacking) in LACKING.iter().enumerate() {
            if squares >> square & 1 == 0 {
                words.iter_mut().for_each(|word| *word &= lacking);
            }
        }
        let outside = !usize::from(squares >> 6);
        Family::of_words(|word| {
            if word & outside & 7 == 0 {
                words[word]
            } else {
                0
            }
        })
    }

    #[inline(always)]
    pub fn intersect(&self, other: &Family) -> Family {
        Family::of_words(|word| self.0[word] & other.0[word])
    }

    #[inline(always)]
    pub fn except(&self, other: &Family) -> Family {
        Family::of_words(|word| self.0[word] & !other.0[word])
    }

    #[inline(always)]
    pub fn has_members(&self) -> bool {
        // Comparing the arrays would stall: it loads a whole register, but the words may just have
        // been stored one by one.
        self.0.iter().fold(0, |any, word| any | word) != 0
    }

    #[inline(always)]
    pub fn meets(&self, other: &Family) -> bool {
        self.intersect(other).has_members()
    }

    #[inline(always)]
    pub fn is_within(&self, other: &Family) -> bool {
        !self.except(other).has_members()
    }

    pub fn of(sets: impl IntoIterator<Item = Mask>) -> Family {
        let mut family = Family::NONE;
        sets.into_iter().for_each(|set| family.insert(set));
        family
    }

    pub fn insert(&mut self, set: Mask) {
        self.0[usize::from(set >> 6)] |= 1 << (set & 63);
    }

    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub const fn of_size(size: u32) -> Family {
        let mut words = [0; WORDS];
        let mut set: usize = 0;
        while set < 64 * WORDS {
            if set.count_ones() == size {
                words[set / 64] |= 1 << (set % 64);
            }
            set += 1;
        }
        Family(words)
    }

    #[inline(always)]
    pub const fn contains(&self, set: Mask) -> bool {
        self.0[(set >> 6) as usize] >> (set & 63) & 1 == 1
    }

    /// In increasing order.
    #[inline(always)]
    pub fn members(self) -> impl Iterator<Item = Mask> {
        self.0.into_iter().enumerate().flat_map(|(number, word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                (left != 0).then(|| {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    (number as Mask) << 6 | bit as Mask
                })
            })
        })
    }
}

/// One family for each square, and a last one for no square.
#[derive(Debug, Clone, Copy)]
pub struct Families(pub [Family; SQUARES + 1]);

impl Families {
    pub const NONE: Families = Families([Family::NONE; SQUARES + 1]);

    /// Returns the squares whose family shares a member with `family`.
    #[inline(always)]
    pub fn meeting(&self, family: &Family) -> Mask {
        let mut squares = 0;
        for square in 0..SQUARES {
            squares |= Mask::from(self.0[square].meets(family)) << square;
        }
        squares
    }

    /// Like [`Families::meeting`], but the member must also be in `other`'s family for the square.
    /// If `is_member` is `false`, it must not be there.
    #[inline(always)]
    pub fn meeting_in(&self, family: &Family, other: &Families, is_member: bool) -> Mask {
        let mut squares = 0;
        for square in 0..SQUARES {
            let other = &other.0[square];
            let sets = if is_member {
                family.intersect(other)
            } else {
                family.except(other)
            };
            squares |= Mask::from(self.0[square].meets(&sets)) << square;
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn family(sets: &BTreeSet<Mask>) -> Family {
        Family::of(sets.iter().copied())
    }

    proptest! {
        #[test]
        fn it_does_what_sets_of_sets_do(
            sets in proptest::collection::btree_set(0_u16..512, 1..40),
            squares in 0_u16..512,
        ) {
            let all = family(&sets);
            prop_assert_eq!(all.members().collect::<BTreeSet<_>>(), sets.clone());
            prop_assert!((0..512).all(|set| all.contains(set) == sets.contains(&set)));
            let common = sets.iter().fold(511, |common, set| common & set);
            prop_assert_eq!(all.common(), common);
            let more: BTreeSet<Mask> = sets.iter().flat_map(|set| {
                (0..9).map(|square| 1 << square).filter(move |one| squares & one & !set != 0).map(move |one| set | one)
            }).collect();
            prop_assert_eq!(all.with_series(squares), family(&more));
            let with: BTreeSet<Mask> = sets.iter().map(|set| set | squares).collect();
            let without = with.iter().map(|set| set & !squares).collect();
            let inside: BTreeSet<Mask> = sets.iter().map(|set| set & squares).collect();
            let complements = inside.iter().map(|set| squares & !set).collect();
            prop_assert_eq!(family(&inside).complements(squares), family(&complements));
            let both = inside.intersection(&sets).copied().collect();
            prop_assert_eq!(family(&inside).intersect(&all), family(&both));
            prop_assert_eq!(family(&inside).meets(&all), !both.is_empty());
            prop_assert_eq!(family(&inside).is_within(&all), inside.is_subset(&sets));
            for square in 0..9 {
                let had = sets.iter().filter(|&set| set >> square & 1 == 1).map(|set| set & !(1 << square)).collect();
                prop_assert_eq!(all.link(square), family(&had));
                let lack = sets.iter().filter(|&set| set >> square & 1 == 0).copied().collect();
                prop_assert_eq!(all.lacking(square), family(&lack));
                prop_assert_eq!(all.with_piece(square), all.with_series(1 << square));
            }
            let except = inside.difference(&sets).copied().collect();
            prop_assert_eq!(family(&inside).except(&all), family(&except));
            prop_assert_eq!(family(&with).without(squares), family(&without));
            prop_assert_eq!(family(&without).with(squares), family(&with));
        }
    }

    proptest! {
        #[test]
        fn families_are_looked_at_together(words in proptest::collection::vec(any::<u64>(), 8 * 19)) {
            // Sparse, so that both answers occur.
            let sparse: Vec<u64> = words.chunks(2).map(|pair| pair[0] & pair[1] & pair[0].rotate_left(9)).collect();
            let family = |words: &[u64]| Family(std::array::from_fn(|word| words[word]));
            let families: Vec<Family> = sparse.windows(WORDS).step_by(3).map(family).collect();
            let (one, rest) = families.split_first().expect("some");
            let gathered = |families: &[Family]| {
                let mut all = Families::NONE;
                (0..SQUARES).for_each(|square| all.0[square] = families[square]);
                all
            };
            let (first, second) = (gathered(&rest[..SQUARES]), gathered(&rest[SQUARES..]));
            for square in 0..SQUARES {
                let both = first.0[square].intersect(one);
                prop_assert_eq!(first.meeting(one) >> square & 1 == 1, both.has_members());
                let inside = first.meeting_in(one, &second, true) >> square & 1 == 1;
                prop_assert_eq!(inside, both.meets(&second.0[square]));
                let outside = first.meeting_in(one, &second, false) >> square & 1 == 1;
                prop_assert_eq!(outside, both.except(&second.0[square]).has_members());
            }
        }
    }
}
