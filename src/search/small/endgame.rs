//! The last three turns of a 3x3 game, many placements at a time.
//!
//! After the last turn everything collapses, and a collapse sends each of the last series to one of its squares. So what a
//! placement can lead to is the union over its squares, and if nothing collapses before:
//!
//! * the *last* series needs its squares looked at one by one ([`LastTurn`](super::outcomes::LastTurn));
//! * the last *two*: for each pair of squares y and z of turns 8 and 9 the possible sets of player 1 are those with a piece
//!   on z and without one on y. A table of pairs answers for every placement of turn 8, and also for those that entangle
//!   all squares but one, for then turn 9 has no choice;
//! * the last *three*: for a reply in turn 8 and each pair of squares x and z of turns 7 and 9 the same, so that one reply
//!   refutes many placements of turn 7 at once.
//!
//! Whether a placement entangles is a union over its squares, too: a square stays free in some matching if it does for one of
//! them. Other placements that entangle are searched in the ordinary way. Where player 1's set does not decide, the order of
//! the late subscripts does: then the sets are asked for once for each place of the subscript that is not known.

use multiversion::multiversion;

use super::family::Family;
use super::node::Node;
use super::outcomes::Split;
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
    const NONE: Unions = Unions { of_low: [0; 32], of_high: [0; 16] };

    #[inline]
    fn of(first: &BySquare, second: &BySquare) -> Unions {
        let both = |square: usize| u32::from(first[square]) << 16 | u32::from(second[square]);
        let mut unions = Unions::NONE;
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

/// The squares that stay free in some matching after a piece on a square.
#[inline(always)]
fn free_with(family: &Family, quantum: Mask, square: usize) -> Mask {
    quantum & !family.lacking(square).common() & !(1 << square)
}

/// The same for each square.
#[inline(always)]
fn free_after(family: &Family, quantum: Mask) -> BySquare {
    let mut free = [0; SQUARES];
    for square in bits(quantum) {
        free[square] = free_with(family, quantum, square);
    }
    free
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

impl Question {
    /// Whether player 1 reaches the threshold in the last turn, which is its own: by the squares on which its last series
    /// may stand. A square is good if a good collapse can be chosen there, or no other can.
    #[inline]
    const fn reached(&self, good: Mask) -> bool {
        if self.last_is_one { good != 0 } else { good.count_ones() as usize >= self.pieces }
    }

    /// The same by what stays free before the last turn, if that is everything, and the squares that count: those with a good
    /// collapse if player 1 chooses, else those with a bad one.
    #[inline]
    fn judge(&self, free: Mask, counting: Mask) -> Option<bool> {
        let good = if self.last_is_one { counting } else { self.quantum & !counting };
        (free == self.quantum).then(|| self.reached(good))
    }

    /// Whether a series can be placed on these squares.
    #[inline]
    pub const fn allows(&self, squares: Mask) -> bool {
        squares & !self.quantum == 0 && squares.count_ones() as usize == self.pieces
    }
}

/// What can become of a node's series, and which full boards reach the threshold.
pub struct Ends<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    split: Split,
    /// What each player's series can fill.
    pub families: [Family; 2],
    /// What player 2's series leave.
    left: Family,
    /// The sets of player 1 that reach the threshold for certain, and perhaps.
    pub reach: [Family; 2],
    threshold: i32,
}

impl<'a> Ends<'a> {
    #[inline]
    pub fn new(tables: &'a Tables, node: &'a Node, threshold: i32) -> Ends<'a> {
        let split = Split::new(node, node.live, tables.merged);
        let families = split.families();
        let left = families[1].complements(node.quantum);
        Ends {
            tables,
            node,
            split,
            families,
            left,
            reach: tables.full_boards(node.owned[0], threshold),
            threshold,
        }
    }

    /// Of sets of player 1 the good ones (or the bad ones): for certain, and perhaps.
    #[inline(always)]
    fn of_kind(&self, sets: &Family, good: bool) -> [Family; 2] {
        let [certain, perhaps] = &self.reach;
        if good {
            [sets.and(certain), sets.and(perhaps)]
        } else {
            [sets.except(perhaps), sets.except(certain)]
        }
    }

    /// Whether some of these sets of player 1 is good (or bad) with turns 7, 8 and 9 on these squares.
    #[inline(always)]
    fn meets_in_order(&self, ones: &Family, late: [Mask; 3], without: &Family, good: bool) -> bool {
        let reach = self.tables.ordered_boards(self.node.owned[0], self.threshold, late);
        if good { ones.meets_in(&reach, without) } else { ones.except(&reach).meets(without) }
    }

    /// For each square what player 2's series and one more on that square leave.
    #[inline]
    fn without(&self) -> [Family; SQUARES] {
        let mut without = [Family::NONE; SQUARES];
        bits(self.node.quantum).for_each(|square| without[square] = self.left.without_one(square));
        without
    }
}

/// What turn 8 can do, filled in as far as it is asked for.
pub struct SecondLast<'a> {
    ends: &'a Ends<'a>,
    question: Question,
    /// For each square of turn 9 the sets of player 1 with a piece there that count: the good ones if player 1 chooses, else
    /// the bad ones; for certain, and perhaps.
    sets: [[Family; 2]; SQUARES],
    /// The squares of turn 8 that are filled in.
    known: Mask,
    /// For each of them what stays free, and the squares of turn 9 with a collapse that counts.
    free: BySquare,
    counting: BySquare,
    /// The same for sets of them, once all are known.
    unions: Unions,
    /// For each square of turn 9 the squares of turn 8 with a collapse that is good for the chooser of turn 8.
    alone: [Option<Mask>; SQUARES],
}

impl<'a> SecondLast<'a> {
    #[inline]
    pub fn new(ends: &'a Ends<'a>, question: Question) -> SecondLast<'a> {
        let mut table = SecondLast {
            ends,
            question,
            sets: [[Family::NONE; 2]; SQUARES],
            known: 0,
            free: [0; SQUARES],
            counting: [0; SQUARES],
            unions: Unions::NONE,
            alone: [None; SQUARES],
        };
        sets_of_squares(ends, question.last_is_one, &mut table.sets);
        table
    }

    fn fill_in(&mut self, squares: Mask) {
        if squares & !self.known != 0 {
            fill_in(self, squares & !self.known);
            self.known |= squares;
        }
    }

    /// Whether player 1 reaches the threshold after a placement that does not entangle.
    pub fn reached(&mut self, squares: Mask) -> Option<bool> {
        self.fill_in(squares);
        let over = |of: &BySquare| bits(squares).fold(0, |union, square| union | of[square]);
        self.question.judge(over(&self.free), over(&self.counting))
    }

    /// Makes [`SecondLast::reached_by`] ready.
    pub fn complete(&mut self) {
        self.fill_in(self.ends.node.quantum);
        self.unions = Unions::of(&self.free, &self.counting);
    }

    /// As [`SecondLast::reached`], for many placements.
    #[inline]
    pub fn reached_by(&self, squares: Mask) -> Option<bool> {
        let (free, counting) = self.unions.over(squares);
        self.question.judge(free, counting)
    }

    /// Whether player 1 reaches the threshold after a placement that entangles all squares but one, if the game goes on then.
    #[inline]
    pub fn reached_with_one_left(&mut self, squares: Mask, chooser_is_one: bool) -> Option<bool> {
        let (free, _) = self.unions.over(squares);
        if !free.is_power_of_two() {
            return None;
        }
        let last = free.trailing_zeros() as usize;
        let good = self.alone[last].unwrap_or_else(|| eighths(self.ends, last, chooser_is_one));
        self.alone[last] = Some(good);
        Some((good & squares != 0) == chooser_is_one)
    }
}

/// For each square of turn 9 the sets of player 1 that are good (or bad).
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn sets_of_squares(ends: &Ends, good: bool, sets: &mut [[Family; 2]; SQUARES]) {
    for last in bits(ends.node.quantum) {
        sets[last] = ends.of_kind(&ends.families[0].and_one_of(1 << last), good);
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn fill_in(table: &mut SecondLast, squares: Mask) {
    let ends = table.ends;
    let quantum = ends.node.quantum;
    for square in bits(squares) {
        table.free[square] = free_with(&ends.node.family, quantum, square);
        let without = ends.left.without_one(square);
        for last in bits(quantum & !(1 << square)) {
            let counts = counts(ends, &table.sets[last], square, last, &without, table.question.last_is_one);
            table.counting[square] |= Mask::from(counts) << last;
        }
    }
}

/// The squares of turn 8 that have a good collapse (or a bad one) with a square of turn 9.
fn eighths(ends: &Ends, last: usize, good: bool) -> Mask {
    let sets = ends.of_kind(&ends.families[0].and_one_of(1 << last), good);
    let squares = bits(ends.node.quantum & !(1 << last));
    let ones =
        squares.filter(|&square| counts(ends, &sets, square, last, &ends.left.without_one(square), good));
    ones.fold(0, |squares, square| squares | 1 << square)
}

/// Whether some set counts with turns 8 and 9 on these squares. Where the order of the late subscripts decides: wherever turn
/// 7 may stand.
#[inline(always)]
fn counts(
    ends: &Ends,
    [certain, perhaps]: &[Family; 2],
    square: usize,
    last: usize,
    without: &Family,
    good: bool,
) -> bool {
    if certain.meets(without) || !perhaps.meets(without) {
        return certain.meets(without);
    }
    let late: [Mask; 2] = [1 << square, 1 << last];
    let quantum = ends.split.late[0];
    if quantum == 0 {
        let seventh = ends.node.series[2 * ends.tables.merged];
        return ends.meets_in_order(perhaps, [seventh, late[0], late[1]], without, good);
    }
    let early = ends.split.early[0].and_one_of(late[1]);
    bits(quantum & !(late[0] | late[1])).any(|seventh| {
        let ones = early.and_one_of(1 << seventh);
        ends.meets_in_order(&ones, [1 << seventh, late[0], late[1]], without, good)
    })
}

/// What turn 7 can do without entangling.
pub struct ThirdLast<'a> {
    ends: &'a Ends<'a>,
    question: Question,
    free: Unions,
    /// For each pair of squares the sets of player 1 with pieces there that count against a refutation: the good ones if
    /// player 1 chooses, else for it the bad ones; for certain, and perhaps. In the order of [`pairs`].
    sets: [[Family; 2]; PAIRS],
    /// For each square of turn 8 what player 2's series leave.
    without: [Family; SQUARES],
}

/// The pairs of 9 squares.
const PAIRS: usize = SQUARES * (SQUARES - 1) / 2;

/// The pairs of some squares.
#[inline(always)]
fn pairs(squares: Mask) -> impl Iterator<Item = (usize, usize)> {
    bits(squares).flat_map(move |first| bits(squares & ((1 << first) - 1)).map(move |second| (first, second)))
}

impl<'a> ThirdLast<'a> {
    #[inline]
    pub fn new(ends: &'a Ends<'a>, question: Question) -> ThirdLast<'a> {
        let mut table = ThirdLast {
            ends,
            question,
            free: Unions::NONE,
            sets: [[Family::NONE; 2]; PAIRS],
            without: ends.without(),
        };
        let free = sets_of_pairs(ends, question.last_is_one, &mut table.sets);
        table.free = Unions::of(&free, &[0; SQUARES]);
        table
    }

    /// Whether a placement entangles.
    #[inline]
    pub fn entangles(&self, squares: Mask) -> bool {
        self.free.over(squares).0 != self.ends.node.quantum
    }

    /// A reply in turn 8.
    #[inline]
    pub fn reply(&self, squares: Mask) -> Reply {
        let (free, counting) = last_with_reply(self, squares);
        Reply { question: self.question, unions: Unions::of(&free, &counting) }
    }
}

/// [`ThirdLast::sets`]; returns what stays free for each square of turn 7.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn sets_of_pairs(ends: &Ends, good: bool, sets: &mut [[Family; 2]; PAIRS]) -> BySquare {
    let quantum = ends.node.quantum;
    let mut with = [Family::NONE; SQUARES];
    bits(quantum).for_each(|square| with[square] = ends.families[0].and_one_of(1 << square));
    for (sets, (first, second)) in sets.iter_mut().zip(pairs(quantum)) {
        *sets = ends.of_kind(&with[first].and_one_of(1 << second), good);
    }
    free_after(&ends.node.family, quantum)
}

/// For each square of turn 7 what stays free after a reply, and the squares of turn 9 that count.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn last_with_reply(table: &ThirdLast, squares: Mask) -> (BySquare, BySquare) {
    let ends = table.ends;
    let good = table.question.last_is_one;
    let left = ends.families[1].and_one_of(squares).complements(ends.node.quantum);
    let mut counting = [0; SQUARES];
    for ([certain, perhaps], (one, other)) in table.sets.iter().zip(pairs(ends.node.quantum)) {
        if certain.meets(&left) {
            counting[one] |= 1 << other;
            counting[other] |= 1 << one;
        } else if perhaps.meets(&left) {
            for (first, last) in [(one, other), (other, one)] {
                // The order of the late subscripts decides: wherever turn 8 may stand.
                let counts = bits(squares & !(1 << first | 1 << last)).any(|second| {
                    let late = [1 << first, 1 << second, 1 << last];
                    ends.meets_in_order(perhaps, late, &table.without[second], good)
                });
                counting[first] |= Mask::from(counts) << last;
            }
        }
    }
    (free_after(&ends.node.family.and_one_of(squares), ends.node.quantum), counting)
}

/// A reply to every placement of turn 7.
pub struct Reply {
    question: Question,
    /// For each square of turn 7 what stays free, and the squares of turn 9 that count.
    unions: Unions,
}

impl Reply {
    /// Whether the reply keeps player 1 below the threshold after a placement, if neither entangles.
    #[inline]
    pub fn refutes(&self, squares: Mask) -> bool {
        let (free, counting) = self.unions.over(squares);
        self.question.judge(free, counting) == Some(false)
    }
}
