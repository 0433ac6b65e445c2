//! The last three turns of a 3x3 game, many placements at a time.
//!
//! After the last turn nine series stand on nine squares and everything collapses: the full boards that can come about
//! are the matchings of all series. In a matching each late series goes to one of its squares. So the full boards that
//! a placement can lead to are those of its squares one by one, taken together, and if nothing collapses before:
//!
//! * the *last* series needs its squares looked at one by one ([`LastTurn`](super::outcomes::LastTurn));
//! * the last *two*: let turn 8 go to a square y and turn 9 to a square z. Player 1 can have a set of squares in the
//!   end if its other series can fill the set without z, and player 2's other series the rest of the board without y
//!   (both with their classical squares). A table of the pairs y and z answers for every placement of turn 8, and also
//!   for those that entangle all squares but one, for then turn 9 has no choice;
//! * the last *three*: for squares x, y and z of turns 7, 8 and 9 the same ([`third_last`](super::third_last)), which
//!   also says of a reply which placements of turn 7 it refutes.
//!
//! All placements are looked at together, as the bits of a word ([`sets_of_size`](super::sets_of_size)). A placement
//! entangles if some square is filled in every matching of all series. In a matching the new series goes to one of its
//! squares; so a square is left free by some matching if and only if it is when the new series stands on one of its
//! squares alone, for at least one of them. Hence the squares that a placement leaves free are a union over its
//! squares, too, and it entangles if they are not all the quantum squares. The placements that entangle, but for those
//! of turn 8 that leave one square (above), are searched in the ordinary way. Where player 1's set alone does not tell
//! whether the threshold is reached, the squares of the late subscripts do: then the sets are asked for once for each
//! square that turn 7 can go to, unless it is known.
//!
//! All sets of player 1 include its classical squares.

use multiversion::multiversion;

use super::family::{Families, Family};
use super::node::Node;
use super::outcomes::Split;
use super::sets_of_size::{SetsOfSize, meeting, within};
use super::tables::Tables;
use super::{Mask, SQUARES, bits};

/// A mask for each square.
pub type BySquare = [Mask; SQUARES];

/// The squares that stay free in some matching after a piece on a square.
#[inline(always)]
fn free_with(family: &Family, quantum: Mask, square: usize) -> Mask {
    quantum & !family.lacking(square).common() & !(1 << square)
}

/// What is asked in the last turns.
#[derive(Clone, Copy)]
pub struct Question {
    /// The quantum squares.
    pub quantum: Mask,
    /// Whether player 1 chooses the last collapse.
    pub last_is_one: bool,
    /// How many squares the last placements need.
    pub pieces: usize,
}

/// What can become of a node's series, and which full boards reach the threshold.
pub struct Ends<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    split: Split,
    /// What each player's series can fill, for player 1 with the classical squares.
    pub families: [Family; 2],
    /// What player 2's series leave to player 1, with its classical squares.
    pub left: Family,
    /// The sets of player 1 that reach the threshold for certain, and perhaps.
    pub reach: &'a [Family; 2],
    threshold: i32,
}

impl<'a> Ends<'a> {
    #[inline]
    pub fn new(tables: &'a Tables, node: &'a Node, threshold: i32) -> Ends<'a> {
        let split = Split::new(node, node.live, tables.merged);
        let [ones, twos] = split.families();
        let families = [ones.with(node.owned[0]), twos];
        let left = twos.complements(node.quantum).with(node.owned[0]);
        Ends { tables, node, split, families, left, reach: tables.full.reach(threshold), threshold }
    }

    /// Of sets of player 1 the good ones (or the bad ones): for certain, and perhaps.
    #[inline(always)]
    pub fn of_kind(&self, sets: &Family, good: bool) -> [Family; 2] {
        let [certain, perhaps] = self.reach;
        if good {
            [sets.and(certain), sets.and(perhaps)]
        } else {
            [sets.except(perhaps), sets.except(certain)]
        }
    }

    /// For each square what player 2's series leave if one more stands there.
    #[inline(always)]
    pub fn without(&self) -> Families {
        let mut without = Families::NONE;
        for square in bits(self.node.quantum) {
            *without.of_mut(square) = self.left.without_one(square);
        }
        without
    }

    /// Of some squares of turn 8 those with which the order of the late subscripts makes one of these sets, which are good (or
    /// bad) perhaps, good (or bad), with turns 7 and 9 on these squares.
    #[inline(always)]
    pub fn in_order(&self, ones: &Family, late: [Mask; 2], without: &Families, good: bool) -> Mask {
        let reach = self.tables.full.reach_in_order(self.threshold, late[0], late[1]);
        without.meeting_in(ones, reach, good)
    }
}

/// What is certain about the placements of turn 8 before one is tried.
pub struct Replies {
    quantum: Mask,
    pub size: usize,
    /// Those after which player 1 does not reach the threshold.
    pub refuting: SetsOfSize,
    /// Those that entangle.
    pub entangling: SetsOfSize,
    /// Those that entangle all squares but one.
    one_left: SetsOfSize,
    free: BySquare,
}

impl Replies {
    /// By what stays free after a square of turn 8, and for each square of turn 9 the squares of turn 8 with a collapse that
    /// counts.
    #[inline]
    pub fn new(question: Question, free: &BySquare, counting: &BySquare) -> Replies {
        let Question { quantum, last_is_one, pieces: size } = question;
        let all = within(size, quantum);
        let (mut once, mut twice, mut always) = (0, 0, all);
        for square in bits(quantum) {
            // Squares leave one another free.
            let leaving = meeting(size, free[square]);
            twice |= once & leaving;
            once |= leaving;
            always &= leaving;
        }
        let refuting = if last_is_one {
            !bits(quantum).fold(0, |any, square| any | meeting(size, counting[square]))
        } else {
            // With so many good squares.
            let mut good = [0; SQUARES + 1];
            good[0] = SetsOfSize::MAX;
            for square in bits(quantum) {
                let here = !meeting(size, counting[square]);
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

    /// The placements that entangle all squares but one, by that square.
    pub fn with_one_left(&self) -> impl Iterator<Item = (usize, SetsOfSize)> {
        let leaving = |square: usize| self.one_left & meeting(self.size, self.free[square]);
        let squares = if self.one_left == 0 { 0 } else { self.quantum };
        bits(squares).map(move |square| (square, leaving(square))).filter(|(_, sets)| *sets != 0)
    }
}

/// The replies of turn 8 where turn 7 is placed.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn replies(ends: &Ends, question: Question) -> Replies {
    let quantum = question.quantum;
    let without = ends.without();
    let (mut free, mut counting) = ([0; SQUARES], [0; SQUARES]);
    for square in bits(quantum) {
        free[square] = free_with(&ends.node.family, quantum, square);
        counting[square] = with_last(ends, square, &without, question.last_is_one);
    }
    Replies::new(question, &free, &counting)
}

/// The squares of turn 8 that have a good collapse (or a bad one) with a square of turn 9.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn eighths(ends: &Ends, last: usize, good: bool) -> Mask {
    with_last(ends, last, &ends.without(), good)
}

/// The same. Where the order of the late subscripts decides: wherever turn 7 may stand.
#[inline(always)]
fn with_last(ends: &Ends, last: usize, without: &Families, good: bool) -> Mask {
    let sets = ends.of_kind(&ends.families[0].and_one_of(1 << last), good);
    let certain = without.meeting(&sets[0]);
    if sets[0] == sets[1] || without.meeting(&sets[1]) == certain {
        return certain;
    }
    let last: Mask = 1 << last;
    if ends.split.late[0] == 0 {
        let seventh = ends.node.series[2 * ends.tables.merged];
        return certain | ends.in_order(&sets[1], [seventh, last], without, good);
    }
    let early = ends.split.early[0].with(ends.node.owned[0]).and_one_of(last);
    bits(ends.split.late[0] & !last).fold(certain, |eighths, seventh| {
        let [_, perhaps] = ends.of_kind(&early.and_one_of(1 << seventh), good);
        eighths | ends.in_order(&perhaps, [1 << seventh, last], without, good)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::search::small::sets_of_size::{places, set_at};

    proptest! {
        #[test]
        fn replies_are_judged_together_as_one_by_one(
            quantum in 1_u16..512,
            last_is_one: bool,
            pieces in 1_usize..=9,
            free in proptest::array::uniform9(0_u16..512),
            counting in proptest::array::uniform9(0_u16..512),
        ) {
            prop_assume!(quantum.count_ones() as usize >= pieces);
            let replies = Replies::new(Question { quantum, last_is_one, pieces }, &free, &counting);
            let one_left: Vec<_> = replies.with_one_left().collect();
            for place in places(within(pieces, 511)) {
                let squares = set_at(pieces, place);
                let among = |sets: SetsOfSize| sets >> place & 1 == 1;
                let meets = |of: &BySquare| -> Vec<usize> { bits(quantum).filter(|&square| of[square] & squares != 0).collect() };
                let allowed = squares & !quantum == 0;
                let left = meets(&free);
                let entangles = left.len() < quantum.count_ones() as usize;
                let count = meets(&counting).len();
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
