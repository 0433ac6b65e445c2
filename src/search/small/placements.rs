//! The placements of a node in the order in which they are tried.

use multiversion::multiversion;

use super::endgame::Ends;
use super::sets_of_size::{MOST_SETS, SetsOfSize, place_of, places, set_at, within};
use super::{KILLERS, Mask, bits};

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
    let [certain, perhaps] = ends.reach;
    let mut promise = Promise { of_low: [0; 32], of_high: [0; 16] };
    let [ones, left] = [families[0], families[1].complements(node.quantum).with(node.owned[0])];
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

/// The placements of a node that are left to be tried.
pub struct Placements {
    size: usize,
    /// The rank of each set of this size.
    ranks: [i16; MOST_SETS],
}

/// The rank of what is no placement, or not left.
const NONE: i16 = i16::MIN;

/// The rank of the last killer; no promise is as much.
const KILLER: i16 = 1 << 14;

impl Placements {
    /// What settled the question last is tried first, then what promises most; among equals the lowest squares.
    #[inline]
    pub fn new(quantum: Mask, size: usize, promise: &Promise, killers: &[Mask; KILLERS]) -> Placements {
        let mut placements = Placements { size, ranks: [NONE; MOST_SETS] };
        let sets = within(size, quantum);
        for place in places(sets) {
            placements.ranks[place] = promise.of(set_at(size, place));
        }
        for (nth, &killer) in killers.iter().enumerate() {
            if killer.count_ones() as usize == size && killer & !quantum == 0 {
                placements.ranks[place_of(killer)] = KILLER + (KILLERS - nth) as i16;
            }
        }
        placements
    }

    /// Leaves some out.
    #[inline]
    pub fn drop(&mut self, sets: SetsOfSize) {
        places(sets).for_each(|place| self.ranks[place] = NONE);
    }

    /// The best that is left: usually one of the first settles the question, so nothing is sorted.
    #[inline]
    pub fn next(&mut self) -> Option<Mask> {
        let best = self.ranks.iter().copied().fold(NONE, i16::max);
        if best == NONE {
            return None;
        }
        let place = self.ranks.iter().position(|&rank| rank == best)?;
        self.ranks[place] = NONE;
        Some(set_at(self.size, place))
    }
}
