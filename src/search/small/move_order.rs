//! The placements of a node in the order in which they are tried: those that caused the last cutoffs of this turn first
//! (killer moves), then those whose squares have the highest scores.
//!
//! The score of a square counts full boards: all that can come about if the new series ends up there and the series of
//! the turns left may go anywhere. For player 1 it is the number of those that certainly reach the threshold minus the
//! number of those that certainly miss it; for player 2 it is the opposite number. The score of a placement is the sum
//! of the scores of its squares.

use multiversion::multiversion;

use super::context::Context;
use super::placement_sets::{MOST_PLACEMENTS, PlacementSet, place_of, placement_at, places, within};
use super::squares::{Mask, bits};

/// How many placements of a turn are remembered for their cutoffs.
pub const KILLERS: usize = 4;

/// The scores of all sets of squares, for [`Scores::of`].
pub struct Scores {
    /// The sum of the scores for each set of squares 1 to 5, and for each set of squares 6 to 9.
    of_low: [i16; 32],
    of_high: [i16; 16],
}

impl Scores {
    #[inline]
    pub fn of(&self, squares: Mask) -> i16 {
        self.of_low[usize::from(squares & 31)] + self.of_high[usize::from(squares >> 5)]
    }
}

/// The scores for the player who is to place.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn scores(context: &Context) -> Scores {
    let node = context.node;
    let mover = node.turns % 2;
    let after = context.tables.game.squares() - node.turns - 1;
    let mut families = context.families;
    let left = if mover == 0 { [after / 2, after.div_ceil(2)] } else { [after.div_ceil(2), after / 2] };
    for (family, left) in families.iter_mut().zip(left) {
        (0..left).for_each(|_| *family = family.and_one_of(node.quantum));
    }
    let [certain, possible] = context.reach;
    let mut scores = Scores { of_low: [0; 32], of_high: [0; 16] };
    let [ones, left] = [families[0], families[1].complements(node.quantum).with(node.owned[0])];
    for square in bits(node.quantum) {
        let boards =
            if mover == 0 { ones.and_one(square).and(&left) } else { ones.and(&left.without_one(square)) };
        let balance = boards.and(certain).count() as i16 - boards.except(possible).count() as i16;
        let score = if mover == 0 { balance } else { -balance };
        match square.checked_sub(5) {
            None => scores.of_low[1 << square] = score,
            Some(square) => scores.of_high[1 << square] = score,
        }
    }
    for set in 1..32_usize {
        scores.of_low[set] = scores.of_low[set & (set - 1)] + scores.of_low[set & set.wrapping_neg()];
    }
    for set in 1..16_usize {
        scores.of_high[set] = scores.of_high[set & (set - 1)] + scores.of_high[set & set.wrapping_neg()];
    }
    scores
}

/// The placements of a node that are left to be tried.
pub struct Placements {
    size: usize,
    /// The rank of each set of this size.
    ranks: [i16; MOST_PLACEMENTS],
}

/// The rank of sets that are no placements, or not left.
const NONE: i16 = i16::MIN;

/// Killers have greater ranks than this, other placements smaller ones.
const KILLER: i16 = 1 << 14;

impl Placements {
    /// All placements of the next turn. Among those of equal rank the lowest squares come first.
    #[inline]
    pub fn new(context: &Context, scores: &Scores, killers: &[Mask; KILLERS]) -> Placements {
        let (quantum, size) = (context.node.quantum, context.pieces());
        let mut placements = Placements { size, ranks: [NONE; MOST_PLACEMENTS] };
        for place in places(within(size, quantum)) {
            placements.ranks[place] = scores.of(placement_at(size, place));
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
    pub fn drop(&mut self, sets: PlacementSet) {
        places(sets).for_each(|place| self.ranks[place] = NONE);
    }

    /// The best that is left. Usually one of the first causes a cutoff, so nothing is sorted.
    #[inline]
    pub fn next(&mut self) -> Option<Mask> {
        let best = self.ranks.iter().copied().fold(NONE, i16::max);
        if best == NONE {
            return None;
        }
        let place = self.ranks.iter().position(|&rank| rank == best)?;
        self.ranks[place] = NONE;
        Some(placement_at(self.size, place))
    }
}
