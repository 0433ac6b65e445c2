//! Turn 7 on 3x3 (see [the parent module](super)).

use multiversion::multiversion;

use super::turn8::{After, BySquare, Query, Replies, withstands};
use crate::perfect_play::small::family::{Families, Family};
use crate::perfect_play::small::move_order::{Killers, Placements};
use crate::perfect_play::small::node_families::NodeFamilies;
use crate::perfect_play::small::placement_sets::PlacementSet;
use crate::perfect_play::small::squares::{ALL, Mask, SQUARES, bits};
use crate::support::progress::Interrupted;

/// Searches only placements and replies that entangle.
pub fn reaches(
    context: &NodeFamilies,
    killers: &mut Killers,
    after: &mut After,
) -> Result<bool, Interrupted> {
    let table = Turn7::new(context);
    let node = context.node;
    let mut placements = Placements::new(context.tables, node, *killers);
    while let Some(squares) = placements.pop_best() {
        let reached = match table.replies(squares) {
            None => after(node, squares)?,
            Some(replies) => match replies.refutation() {
                Some(reply) => {
                    placements.remove_all(table.refuted(reply));
                    false
                }
                None if replies.entangling == 0 => true,
                None => {
                    let (next, _) = node.place(squares);
                    withstands(&context.after_turn_7(&next, squares), &replies, after)?
                }
            },
        };
        if reached {
            killers.note(squares);
            return Ok(true);
        }
    }
    Ok(false)
}

static THREE: Family = Family::of_size(3);

/// A set of squares for each square, as wide as a vector register (AVX2).
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Row([Mask; 16]);

impl Row {
    const NONE: Row = Row([0; 16]);

    #[inline(always)]
    fn or(&self, other: &Row) -> Row {
        let mut row = *self;
        for (squares, other) in row.0.iter_mut().zip(&other.0) {
            *squares |= other;
        }
        row
    }

    #[inline]
    fn by_square(&self) -> &BySquare {
        self.0.first_chunk().expect("there are 9")
    }
}

type Rows = [Row; SQUARES];

/// For two different squares, all other squares.
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

struct Turn7<'a> {
    context: &'a NodeFamilies<'a>,
    query: Query,
    /// `free[x].0[y]` has the squares that can stay free if turns 7 and 8 are pieces on x and y.
    ///
    /// Entries and bits of squares that are not quantum mean nothing.
    free: Rows,
    /// `eights[x].0[z]` has the squares for turn 8 with which a good set (a bad one if player 2
    /// chooses the last collapse) can arise if turns 7 and 9 are pieces on x and z.
    eights: Rows,
}

impl<'a> Turn7<'a> {
    #[inline]
    fn new(context: &'a NodeFamilies<'a>) -> Turn7<'a> {
        let query = Query::of(context);
        let mut table = Turn7 {
            context,
            query,
            free: OTHERS,
            eights: [Row::NONE; SQUARES],
        };
        fill_in(&mut table);
        table
    }

    /// `None` if the placement entangles.
    #[inline]
    fn replies(&self, sevens: Mask) -> Option<Replies> {
        let (free, quantum) = (self.free(sevens), self.query.quantum);
        if bits(quantum).any(|square| free.0[square] & quantum == 0) {
            return None;
        }
        let rows = bits(sevens).map(|square| &self.eights[square]);
        let deciding = rows.fold(Row::NONE, |union, row| union.or(row));
        Some(Replies::new(
            self.query,
            free.by_square(),
            deciding.by_square(),
        ))
    }

    /// Returns the placements of turn 7 that the reply `eights` refutes without an entanglement.
    ///
    /// The reply is fixed here, so turns 7 and 8 exchange their roles in both tables.
    #[inline]
    fn refuted(&self, eights: Mask) -> PlacementSet {
        let mut deciding = Row::NONE;
        for (seven, row) in self.eights.iter().enumerate() {
            for (sevens, row) in deciding.0.iter_mut().zip(&row.0) {
                *sevens |= Mask::from(row & eights != 0) << seven;
            }
        }
        Replies::new(
            self.query,
            self.free(eights).by_square(),
            deciding.by_square(),
        )
        .refuting
    }

    #[inline]
    fn free(&self, squares: Mask) -> Row {
        bits(squares).fold(Row::NONE, |free, square| free.or(&self.free[square]))
    }

    /// A matching of the quantum series before turn 7 leaves three squares free. If turns 7 and 8
    /// take two of them, x and y, the third one, f, stays free. So the table must have f for x and
    /// y if and only if some matching leaves {x, y, f}. It begins with all f, and the loop removes
    /// each f without such a matching.
    #[inline(always)]
    fn fill_in_free(&mut self) {
        let quantum = self.query.quantum;
        let left = self.context.node.family.complements(quantum);
        for squares in THREE.within(quantum).except(&left).members() {
            let rest = squares & (squares - 1);
            let lowest = |set: Mask| set.trailing_zeros() as usize;
            let (one, two, three) = (lowest(squares), lowest(rest), lowest(rest & (rest - 1)));
            for [x, y] in [
                [one, two],
                [one, three],
                [two, one],
                [two, three],
                [three, one],
                [three, two],
            ] {
                self.free[x].0[y] &= !squares;
            }
        }
    }

    /// Turns 7 and 9 are on `one` and `other`, in either order. `sets` is [`NodeFamilies::of_kind`]
    /// of what player 1 fills with pieces there, and `left` is [`NodeFamilies::left_beside`].
    #[inline(always)]
    fn fill_in_eights(&mut self, one: usize, other: usize, sets: &[Family; 2], left: &Families) {
        let certain = left.meeting(&sets[0]);
        let mut eights = [certain; 2];
        if sets[0] != sets[1] && left.meeting(&sets[1]) != certain {
            let late: [[Mask; 2]; 2] = [[1 << one, 1 << other], [1 << other, 1 << one]];
            for (eights, late) in eights.iter_mut().zip(late) {
                *eights |= self
                    .context
                    .by_order(&sets[1], late, left, self.query.last_is_one);
            }
        }
        self.eights[one].0[other] = eights[0];
        self.eights[other].0[one] = eights[1];
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn fill_in(table: &mut Turn7) {
    let context = table.context;
    let quantum = context.node.quantum;
    table.fill_in_free();
    let left = context.left_beside();
    for one in bits(quantum) {
        let with_one = context.families[0].with_piece(one);
        for other in bits(quantum & ((1 << one) - 1)) {
            let sets = context.of_kind(&with_one.with_piece(other), table.query.last_is_one);
            table.fill_in_eights(one, other, &sets, &left);
        }
    }
}
