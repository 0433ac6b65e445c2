//! Turn 8 on 3x3 (see [the parent module](super)).

use multiversion::multiversion;

use crate::perfect_play::small::family::{Families, Family};
use crate::perfect_play::small::node::Node;
use crate::perfect_play::small::node_families::NodeFamilies;
use crate::perfect_play::small::placement_sets::{
    PlacementSet, indices, meeting, placement_at, within,
};
use crate::perfect_play::small::squares::{Mask, SQUARES, bits};
use crate::support::progress::Interrupted;

/// Searches a placement, and returns `true` if player 1 reaches the threshold.
pub type After<'a> = dyn FnMut(&Node, Mask) -> Result<bool, Interrupted> + 'a;

pub fn reaches(context: &NodeFamilies, after: &mut After) -> Result<bool, Interrupted> {
    let replies = replies(context);
    Ok(replies.refuting == 0 && withstands(context, &replies, after)?)
}

/// Returns `true` if player 1 reaches the threshold after every reply. The caller must have made
/// sure that none refutes without entangling.
pub fn withstands(
    context: &NodeFamilies,
    replies: &Replies,
    after: &mut After,
) -> Result<bool, Interrupted> {
    let mut undecided = replies.entangling;
    if context.tables.fills_the_board && replies.one_left != 0 {
        if refutes_with_one_left(context, replies) {
            return Ok(false);
        }
        undecided &= !replies.one_left;
    }
    for index in indices(undecided) {
        if !after(context.node, placement_at(replies.size, index))? {
            return Ok(false);
        }
    }
    Ok(true)
}

pub type BySquare = [Mask; SQUARES];

#[derive(Clone, Copy)]
pub struct Query {
    pub quantum: Mask,
    /// `true` if player 1 chooses the collapse after turn 9.
    pub last_is_one: bool,
    /// The pieces of each placement from now on, as long as none entangles.
    pub pieces: usize,
}

impl Query {
    #[inline]
    pub fn of(context: &NodeFamilies) -> Query {
        Query {
            quantum: context.node.quantum,
            last_is_one: context.tables.one_chooses[0],
            pieces: context.pieces(),
        }
    }
}

pub struct Replies {
    quantum: Mask,
    size: usize,
    /// The replies that refute without entangling.
    pub refuting: PlacementSet,
    pub entangling: PlacementSet,
    /// The replies that entangle and leave exactly one square.
    one_left: PlacementSet,
    free: BySquare,
}

impl Replies {
    /// `free[f]` holds the squares y such that f can stay free if turn 8 has a piece on y.
    /// `deciding[z]` holds the squares y such that a good set can arise if turns 8 and 9 are on y
    /// and z, or a bad set if player 2 chooses.
    #[inline]
    pub fn new(query: Query, free: &BySquare, deciding: &BySquare) -> Replies {
        let Query {
            quantum,
            last_is_one,
            pieces: size,
        } = query;
        let all = within(size, quantum);
        // The placements after which at least one square can stay free, at least two, and all.
        let (mut once, mut twice, mut always) = (0, 0, all);
        for square in bits(quantum) {
            let leaving = meeting(size, free[square]);
            twice |= once & leaving;
            once |= leaving;
            always &= leaving;
        }
        let refuting = if last_is_one {
            !bits(quantum).fold(0, |any, square| any | meeting(size, deciding[square]))
        } else {
            // `good[k]` holds the placements after which at least k squares z allow no bad set.
            let mut good = [0; SQUARES + 1];
            good[0] = PlacementSet::MAX;
            for square in bits(quantum) {
                let here = !meeting(size, deciding[square]);
                for count in (1..=size).rev() {
                    good[count] |= good[count - 1] & here;
                }
            }
            !good[size]
        };
        Replies {
            quantum,
            size,
            refuting: refuting & always,
            entangling: all & !always,
            one_left: all & once & !twice,
            free: *free,
        }
    }

    #[inline]
    pub fn refutation(&self) -> Option<Mask> {
        (self.refuting != 0)
            .then(|| placement_at(self.size, self.refuting.trailing_zeros() as usize))
    }

    #[inline(always)]
    fn with_one_left(&self) -> impl Iterator<Item = (usize, PlacementSet)> {
        let leaving = |square: usize| self.one_left & meeting(self.size, self.free[square]);
        bits(self.quantum)
            .map(move |square| (square, leaving(square)))
            .filter(|(_, sets)| *sets != 0)
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn replies(context: &NodeFamilies) -> Replies {
    let query = Query::of(context);
    let quantum = query.quantum;
    let left = context.left_beside();
    let (mut free, mut deciding) = ([0; SQUARES], [0; SQUARES]);
    for square in bits(quantum) {
        free[square] = free_beside(&context.node.family, quantum, square);
        deciding[square] = with_nine(context, square, &left, query.last_is_one);
    }
    Replies::new(query, &free, &deciding)
}

#[inline(always)]
fn free_beside(family: &Family, quantum: Mask, square: usize) -> Mask {
    quantum & !family.lacking(square).common() & !(1 << square)
}

/// Turn 9 takes the one square left, so the chooser of turn 8's collapse decides the result.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn refutes_with_one_left(context: &NodeFamilies, replies: &Replies) -> bool {
    let (left, chooser_is_one) = (context.left_beside(), context.tables.one_chooses[1]);
    replies.with_one_left().any(|(nine, sets)| {
        let deciding = meeting(
            replies.size,
            with_nine(context, nine, &left, chooser_is_one),
        );
        sets & if chooser_is_one { !deciding } else { deciding } != 0
    })
}

/// Returns the squares for turn 8 with which a good set (a bad one if `good` is `false`) can arise
/// if turn 9 is on `nine`.
#[inline(always)]
fn with_nine(context: &NodeFamilies, nine: usize, left: &Families, good: bool) -> Mask {
    let sets = context.of_kind(&context.families[0].with_piece(nine), good);
    let certain = left.meeting(&sets[0]);
    if sets[0] == sets[1] || left.meeting(&sets[1]) == certain {
        return certain;
    }
    let Some(sevens) = context.series.late[0] else {
        let seven = context.node.series[context.tables.early];
        return certain | context.by_order(&sets[1], [seven, 1 << nine], left, good);
    };
    let early = context.series.early[0]
        .with(context.node.owned[0])
        .with_piece(nine);
    bits(sevens.get() & !(1 << nine)).fold(certain, |eights, seven| {
        let [_, possible] = context.of_kind(&early.with_piece(seven), good);
        eights | context.by_order(&possible, [1 << seven, 1 << nine], left, good)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn replies_are_judged_together_as_one_by_one(
            quantum in 1_u16..512,
            last_is_one: bool,
            pieces in 1_usize..=9,
            free in proptest::array::uniform9(0_u16..512),
            deciding in proptest::array::uniform9(0_u16..512),
        ) {
            prop_assume!(quantum.count_ones() as usize >= pieces);
            let replies = Replies::new(Query { quantum, last_is_one, pieces }, &free, &deciding);
            let one_left: Vec<_> = replies.with_one_left().collect();
            for index in indices(within(pieces, 511)) {
                let squares = placement_at(pieces, index);
                let among = |sets: PlacementSet| sets >> index & 1 == 1;
                let meets = |by_square: &BySquare| -> Vec<usize> { bits(quantum).filter(|&square| by_square[square] & squares != 0).collect() };
                let allowed = squares & !quantum == 0;
                let left = meets(&free);
                let entangles = left.len() < quantum.count_ones() as usize;
                let count = meets(&deciding).len();
                let good = if last_is_one { count } else { quantum.count_ones() as usize - count };
                let reached = good >= if last_is_one { 1 } else { pieces };
                prop_assert_eq!(among(replies.refuting), allowed && !entangles && !reached);
                prop_assert_eq!(among(replies.entangling), allowed && entangles);
                for square in 0..SQUARES {
                    let alone = one_left.iter().any(|&(last, sets)| last == square && among(sets));
                    prop_assert_eq!(alone, allowed && left == [square]);
                }
            }
        }
    }
}
