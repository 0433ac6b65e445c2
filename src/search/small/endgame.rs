//! The last three turns of a 3x3 game, many placements at a time.
//!
//! After the last turn everything collapses, and a collapse sends each of the last series to one of its squares. So what a
//! placement can lead to is the union over its squares, and if nothing collapses before:
//!
//! * the *last* series needs its squares looked at one by one ([`LastTurn`]);
//! * the last *two*: for each pair of squares y and z of turns 8 and 9 the possible sets of player 1 are those with a piece
//!   on z and without one on y. A table of pairs answers for every placement of turn 8;
//! * the last *three*: for a reply in turn 8 and each pair of squares x and z of turns 7 and 9 the same, so that one reply refutes many
//!   placements of turn 7 at once.
//!
//! Whether a placement entangles is a union over its squares, too: a square stays free in some matching if it does for one of them.
//! Placements that entangle are searched in the ordinary way. Where the order of late subscripts decides, tables give two
//! answers, one certain and one possible, and the last turn is asked if they differ.

use super::family::Family;
use super::node::Node;
use super::tables::Tables;
use super::{Mask, SQUARES, bits};

/// A mask for each square.
type BySquare = [Mask; SQUARES];

/// Unions of the masks of squares, for two masks of each at once.
struct Unions {
    /// For each set of the squares 1 to 5, and of 6 to 9.
    of_low: [u32; 32],
    of_high: [u32; 16],
}

impl Unions {
    #[inline]
    fn of(first: &BySquare, second: &BySquare) -> Unions {
        let both = |square: usize| u32::from(first[square]) << 16 | u32::from(second[square]);
        let mut unions = Unions { of_low: [0; 32], of_high: [0; 16] };
        for square in 0..5 {
            for set in 0..1 << square {
                unions.of_low[set | 1 << square] = unions.of_low[set] | both(square);
            }
        }
        for square in 0..4 {
            for set in 0..1 << square {
                unions.of_high[set | 1 << square] = unions.of_high[set] | both(square + 5);
            }
        }
        unions
    }

    /// The unions over some squares.
    #[inline]
    fn over(&self, squares: Mask) -> (Mask, Mask) {
        let both = self.of_low[usize::from(squares & 31)] | self.of_high[usize::from(squares >> 5)];
        ((both >> 16) as Mask, both as Mask)
    }
}

/// For each square of the next series the squares that stay free in some matching.
#[inline]
fn free_after(family: &Family, quantum: Mask) -> BySquare {
    let mut free = [0; SQUARES];
    for square in bits(quantum) {
        free[square] = quantum & !family.and_one_of(1 << square).common();
    }
    free
}

/// What is asked in the last turns.
#[derive(Clone, Copy)]
pub struct Question {
    pub threshold: i32,
    /// Whether player 1 chooses the last collapse.
    pub last_is_one: bool,
    /// How many squares the last placements need.
    pub pieces: usize,
}

impl Question {
    /// Whether player 1 reaches the threshold in the last turn, which is its own: by the squares on which its last series
    /// may stand. A square is good if a good collapse can be chosen there, or no other can.
    #[inline]
    const fn reached(&self, good: Mask) -> bool {
        if self.last_is_one { good != 0 } else { good.count_ones() as usize >= self.pieces }
    }
}

/// What turn 8 can do without entangling.
pub struct SecondLast {
    quantum: Mask,
    free: BySquare,
    /// For each square of turn 8 the squares of turn 9 with a good collapse (if player 1 chooses) or a bad one: for certain,
    /// and perhaps.
    unions: Unions,
    question: Question,
}

impl SecondLast {
    #[inline]
    pub fn new(tables: &Tables, node: &Node, families: &[Family; 2], question: Question) -> SecondLast {
        let [reach, may_reach] = tables.full_boards(node.owned[0], question.threshold);
        let left = families[1].complements(node.quantum);
        let (mut certain, mut perhaps) = ([0; SQUARES], [0; SQUARES]);
        let mut without = [left; SQUARES];
        bits(node.quantum).for_each(|square| without[square] = left.without_one(square));
        for last in bits(node.quantum) {
            let ones = families[0].and_one_of(1 << last);
            let [surely, maybe] = if question.last_is_one {
                [ones.and(&reach), ones.and(&may_reach)]
            } else {
                [ones.except(&may_reach), ones.except(&reach)]
            };
            for square in bits(node.quantum & !(1 << last)) {
                certain[square] |= Mask::from(surely.meets(&without[square])) << last;
                perhaps[square] |= Mask::from(maybe.meets(&without[square])) << last;
            }
        }
        let free = free_after(&node.family, node.quantum);
        SecondLast { quantum: node.quantum, free, unions: Unions::of(&certain, &perhaps), question }
    }

    /// Whether player 1 reaches the threshold after a placement, if that is certain and the placement does not entangle.
    #[inline]
    pub fn reached(&self, squares: Mask) -> Option<bool> {
        if bits(squares).fold(0, |free, square| free | self.free[square]) != self.quantum {
            return None;
        }
        let (certain, perhaps) = self.unions.over(squares);
        let [first, second] = if self.question.last_is_one {
            [certain, perhaps].map(|good| self.question.reached(good))
        } else {
            [certain, perhaps].map(|bad| self.question.reached(self.quantum & !bad))
        };
        (first == second).then_some(first)
    }
}

/// What turn 7 can do without entangling.
pub struct ThirdLast<'a> {
    node: &'a Node,
    families: &'a [Family; 2],
    free: Unions,
    /// For each pair of squares the sets of player 1 with pieces there that count against a refutation: those that may reach
    /// the threshold if player 1 chooses; else for it, those that surely do not. In the order of [`pairs`].
    sets: [Family; PAIRS],
    question: Question,
}

/// The pairs of 9 squares.
const PAIRS: usize = SQUARES * (SQUARES - 1) / 2;

/// The pairs of some squares.
#[inline]
fn pairs(squares: Mask) -> impl Iterator<Item = (usize, usize)> {
    bits(squares).flat_map(move |first| bits(squares & ((1 << first) - 1)).map(move |second| (first, second)))
}

impl<'a> ThirdLast<'a> {
    #[inline]
    pub fn new(
        tables: &Tables,
        node: &'a Node,
        families: &'a [Family; 2],
        question: Question,
    ) -> ThirdLast<'a> {
        let [_, may_reach] = tables.full_boards(node.owned[0], question.threshold);
        let mut sets = [Family::NONE; PAIRS];
        for (set, (first, second)) in sets.iter_mut().zip(pairs(node.quantum)) {
            let both = families[0].and_one_of(1 << first).and_one_of(1 << second);
            *set = if question.last_is_one { both.and(&may_reach) } else { both.except(&may_reach) };
        }
        let free = free_after(&node.family, node.quantum);
        ThirdLast { node, families, free: Unions::of(&free, &[0; SQUARES]), sets, question }
    }

    /// Whether a placement entangles.
    #[inline]
    pub fn entangles(&self, squares: Mask) -> bool {
        self.free.over(squares).0 != self.node.quantum
    }

    /// A reply in turn 8.
    #[inline]
    pub fn reply(&self, squares: Mask) -> Reply {
        let quantum = self.node.quantum;
        let left = self.families[1].and_one_of(squares).complements(quantum);
        let mut last = [0; SQUARES];
        for (set, (first, second)) in self.sets.iter().zip(pairs(quantum)) {
            let counts = Mask::from(set.meets(&left));
            last[first] |= counts << second;
            last[second] |= counts << first;
        }
        let free = free_after(&self.node.family.and_one_of(squares), quantum);
        Reply { quantum, question: self.question, unions: Unions::of(&free, &last) }
    }
}

/// A reply to every placement of turn 7.
pub struct Reply {
    quantum: Mask,
    question: Question,
    /// For each square of turn 7 what stays free, and the squares of turn 9 that count.
    unions: Unions,
}

impl Reply {
    /// Whether the reply is sure to keep player 1 below the threshold after a placement that does not entangle.
    #[inline]
    pub fn refutes(&self, squares: Mask) -> bool {
        let (free, counts) = self.unions.over(squares);
        if free != self.quantum {
            return false;
        }
        if self.question.last_is_one { counts == 0 } else { !self.question.reached(self.quantum & !counts) }
    }
}
