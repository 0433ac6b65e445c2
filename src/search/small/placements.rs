//! The placements of a node in the order in which they are tried.

use multiversion::multiversion;

use super::endgame::Ends;
use super::{KILLERS, Mask, SQUARES, bits};

/// The most placements: 4 or 5 of 9 squares.
const MOST_PLACEMENTS: usize = 126;

/// All sets of squares, the small ones first.
static SETS: [Mask; 1 << SQUARES] = sets();

/// Where the sets of each size begin.
static BEGIN: [usize; SQUARES + 2] = begin();

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

/// The sets of so many of these squares, in increasing order.
#[inline]
pub fn subsets(squares: Mask, size: usize) -> impl Iterator<Item = Mask> {
    let all = SETS[BEGIN[size.min(SQUARES + 1)]..BEGIN[(size + 1).min(SQUARES + 1)]].iter().copied();
    all.filter(move |set| set & !squares == 0)
}

/// How much each square promises the player who is to place: of all that can come of it, how many full boards reach the
/// threshold for certain, less those that miss it for certain (for player 2 the other way round).
pub struct Promise {
    /// Sums for each set of the squares 1 to 5, and of 6 to 9.
    of_low: [i16; 32],
    of_high: [i16; 16],
}

impl Promise {
    #[inline]
    pub fn of(&self, squares: Mask) -> i16 {
        self.of_low[usize::from(squares & 31)] + self.of_high[usize::from(squares >> 5)]
    }
}

/// The promise of squares in a turn: the series that are left after it may stand anywhere.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn promise(ends: &Ends) -> Promise {
    let node = ends.node;
    let mover = node.turns % 2;
    let after = ends.tables.board.squares() - node.turns - 1;
    let mut families = ends.families;
    let left = if mover == 0 { [after / 2, after.div_ceil(2)] } else { [after.div_ceil(2), after / 2] };
    for (family, left) in families.iter_mut().zip(left) {
        (0..left).for_each(|_| *family = family.and_one_of(node.quantum));
    }
    let [certain, perhaps] = &ends.reach;
    let mut promise = Promise { of_low: [0; 32], of_high: [0; 16] };
    let [ones, left] = [families[0], families[1].complements(node.quantum)];
    for square in bits(node.quantum) {
        let boards = if mover == 0 {
            ones.and_one_of(1 << square).and(&left)
        } else {
            ones.and(&left.without_one(square))
        };
        let balance = boards.and(certain).count() as i16 - boards.except(perhaps).count() as i16;
        let balance = if mover == 0 { balance } else { -balance };
        match square.checked_sub(5) {
            None => promise.of_low[1 << square] = balance,
            Some(square) => promise.of_high[1 << square] = balance,
        }
    }
    for set in 1..32_usize {
        promise.of_low[set] = promise.of_low[set & (set - 1)] + promise.of_low[set & set.wrapping_neg()];
    }
    for set in 1..16_usize {
        promise.of_high[set] = promise.of_high[set & (set - 1)] + promise.of_high[set & set.wrapping_neg()];
    }
    promise
}

/// The placements of a node, the next to be tried the greatest: its rank above, and below it the complement of its squares.
pub struct Placements {
    ranked: [u32; MOST_PLACEMENTS],
    count: usize,
    given: usize,
}

/// All squares.
const ALL: Mask = (1 << SQUARES) - 1;

/// The rank of a placement that promises nothing.
const MIDDLE: i32 = 1 << 13;

/// The rank of the last killer.
const KILLER: u32 = 1 << 15;

impl Placements {
    /// In increasing order.
    #[inline]
    pub fn of(quantum: Mask, size: usize) -> Placements {
        let mut placements = Placements { ranked: [0; MOST_PLACEMENTS], count: 0, given: 0 };
        for squares in subsets(quantum, size) {
            placements.ranked[placements.count] = u32::from(ALL - squares);
            placements.count += 1;
        }
        placements
    }

    #[inline]
    const fn squares(ranked: u32) -> Mask {
        ALL - (ranked as Mask & ALL)
    }

    /// Orders those not yet given: what settled the question last comes first, then what promises most.
    #[inline]
    pub fn rank(&mut self, promise: &Promise, killers: &[Mask; KILLERS]) {
        for ranked in &mut self.ranked[self.given..self.count] {
            let squares = Placements::squares(*ranked);
            let rank = (MIDDLE + i32::from(promise.of(squares))) as u32;
            let killer = killers.iter().position(|&killer| killer == squares);
            let rank = killer.map_or(rank, |place| KILLER + (KILLERS - place) as u32);
            *ranked = rank << 16 | *ranked & u32::from(ALL);
        }
    }

    /// Keeps those not yet given that `keep` says; returns how many were dropped.
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(Mask) -> bool) -> usize {
        let mut kept = self.given;
        for index in self.given..self.count {
            if keep(Placements::squares(self.ranked[index])) {
                self.ranked[kept] = self.ranked[index];
                kept += 1;
            }
        }
        std::mem::replace(&mut self.count, kept) - kept
    }

    /// How many are left.
    #[inline]
    pub const fn left(&self) -> usize {
        self.count - self.given
    }

    /// The best placement not yet given: usually one of the first settles the question, so nothing is sorted.
    #[inline]
    pub fn next(&mut self) -> Option<Mask> {
        let rest = &mut self.ranked[self.given..self.count];
        let best = rest.iter().copied().fold(0, u32::max);
        let place = rest.iter().position(|&ranked| ranked == best)?;
        rest.swap(0, place);
        self.given += 1;
        Some(Placements::squares(best))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SquareSet;

    #[test]
    fn subsets_are_those_of_square_sets() {
        for squares in 0..=ALL {
            for size in 0..=SQUARES + 2 {
                let whole = SquareSet(u64::from(squares));
                let listed: Vec<u64> = subsets(squares, size).map(u64::from).collect();
                assert_eq!(listed, whole.subsets(size).map(|set| set.0).collect::<Vec<_>>());
            }
        }
    }
}
