//! Turn 7 of a 3x3 game: for turns 7, 8 and 9 on any three squares, whether a collapse counts.
//!
//! What a placement of turn 7 can lead to is the union over its squares, so it is with a reply of turn 8: a few words say
//! which replies refute a placement, and which placements a reply refutes. Only what entangles is searched.

use multiversion::multiversion;

use super::endgame::{BySquare, Ends, Question, Replies};
use super::family::{Families, Family};
use super::sets_of_size::{ALL, SetsOfSize};
use super::{Mask, SQUARES, bits};

/// The sets of three squares.
static THREE: Family = Family::of_size(3);

/// Some squares for each square; as wide as a register.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Row([Mask; 16]);

impl Row {
    const NONE: Row = Row([0; 16]);

    #[inline(always)]
    fn or(&self, other: &Row) -> Row {
        Row(std::array::from_fn(|square| self.0[square] | other.0[square]))
    }

    #[inline]
    fn by_square(&self) -> &BySquare {
        self.0.first_chunk().expect("there are 9")
    }
}

/// The same for each square.
type Rows = [Row; SQUARES];

/// The squares beside two others.
static OTHERS: Rows = others();

const fn others() -> Rows {
    let mut rows = [Row::NONE; SQUARES];
    let mut pair = 0;
    while pair < SQUARES * SQUARES {
        let (one, other) = (pair / SQUARES, pair % SQUARES);
        if one != other {
            rows[one].0[other] = ALL & !(1 << one | 1 << other);
        }
        pair += 1;
    }
    rows
}

/// What turns 7, 8 and 9 can do without entangling.
pub struct ThirdLast<'a> {
    ends: &'a Ends<'a>,
    question: Question,
    /// Of a square and another the squares that stay free in some matching without them; of quantum squares the quantum ones.
    free: Rows,
    /// For a square of turn 7 and one of turn 9 those of turn 8 with a collapse that counts.
    eighths: Rows,
}

impl<'a> ThirdLast<'a> {
    #[inline]
    pub fn new(ends: &'a Ends<'a>, question: Question) -> ThirdLast<'a> {
        let none = [Row::NONE; SQUARES];
        let mut table = ThirdLast { ends, question, free: OTHERS, eighths: none };
        fill_in(&mut table);
        table
    }

    /// The replies to a placement of turn 7; `None` if it entangles.
    #[inline]
    pub fn replies(&self, seventh: Mask) -> Option<Replies> {
        let (free, quantum) = (self.free(seventh), self.question.quantum);
        if bits(quantum).any(|square| free.0[square] & quantum == 0) {
            return None;
        }
        let rows = bits(seventh).map(|square| &self.eighths[square]);
        let counting = rows.fold(Row::NONE, |union, row| union.or(row));
        Some(Replies::new(self.question, free.by_square(), counting.by_square()))
    }

    /// The placements of turn 7 that a reply refutes if they do not entangle.
    #[inline]
    pub fn refuted(&self, eighth: Mask) -> SetsOfSize {
        let mut sevenths = Row::NONE;
        for (square, row) in self.eighths.iter().enumerate() {
            for (sevenths, eighths) in sevenths.0.iter_mut().zip(&row.0) {
                *sevenths |= Mask::from(eighths & eighth != 0) << square;
            }
        }
        Replies::new(self.question, self.free(eighth).by_square(), sevenths.by_square()).refuting
    }

    #[inline]
    fn free(&self, squares: Mask) -> Row {
        bits(squares).fold(Row::NONE, |free, square| free.or(&self.free[square]))
    }

    /// [`ThirdLast::free`]: three squares are left by each matching.
    #[inline(always)]
    fn fill_in_free(&mut self) {
        let quantum = self.question.quantum;
        let left = self.ends.node.family.complements(quantum);
        for squares in THREE.within(quantum).except(&left).members() {
            let rest = squares & (squares - 1);
            let [one, two, three] =
                [squares, rest, rest & (rest - 1)].map(|set| set.trailing_zeros() as usize);
            for [square, other] in
                [[one, two], [one, three], [two, one], [two, three], [three, one], [three, two]]
            {
                self.free[square].0[other] &= !squares;
            }
        }
    }

    /// With turns 7 and 9 on two squares, in either order.
    #[inline(always)]
    fn fill_in_eighths(&mut self, one: usize, other: usize, sets: &[Family; 2], without: &Families) {
        let certain = without.meeting(&sets[0]);
        let mut eighths = [certain; 2];
        if sets[0] != sets[1] && without.meeting(&sets[1]) != certain {
            let late: [[Mask; 2]; 2] = [[1 << one, 1 << other], [1 << other, 1 << one]];
            for (eighths, late) in eighths.iter_mut().zip(late) {
                *eighths |= self.ends.in_order(&sets[1], late, without, self.question.last_is_one);
            }
        }
        self.eighths[one].0[other] = eighths[0];
        self.eighths[other].0[one] = eighths[1];
    }

    /// The squares of turn 8 that have a good collapse (or a bad one) with one square of turn 9.
    pub fn with_one_left(&self, sevenths: Mask, last: usize, good: bool) -> Mask {
        let ends = self.ends;
        let without = ends.without();
        let with_last = ends.families[0].and_one_of(1 << last);
        bits(sevenths & !(1 << last)).fold(0, |eighths, seventh| {
            let [certain, perhaps] = ends.of_kind(&with_last.and_one_of(1 << seventh), good);
            let in_order = ends.in_order(&perhaps, [1 << seventh, 1 << last], &without, good);
            eighths | without.meeting(&certain) | in_order
        })
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn fill_in(table: &mut ThirdLast) {
    let ends = table.ends;
    let quantum = ends.node.quantum;
    table.fill_in_free();
    let without = ends.without();
    for one in bits(quantum) {
        let with_one = ends.families[0].and_one_of(1 << one);
        for other in bits(quantum & ((1 << one) - 1)) {
            let sets = ends.of_kind(&with_one.and_one_of(1 << other), table.question.last_is_one);
            table.fill_in_eighths(one, other, &sets, &without);
        }
    }
}
