use multiversion::multiversion;

use super::family::Family;
use super::squares::{Mask, SQUARES, bits};
use crate::engine::position::Position;
use crate::engine::rules::Player;

/// A position that waits for a placement or is over; after [`Node::place`] it may wait for a
/// collapse.
///
/// The squares in every set of the family are entangled (proof in [`key`](super::key)), and so are
/// the series that lie within them.
#[derive(Clone, Copy)]
pub struct Node {
    /// Each quantum series' squares, and each classical late series' square.
    ///
    /// Classical early series have any entry, because their subscripts do not matter, and series to
    /// come have 0.
    pub series: [Mask; SQUARES],
    /// The quantum series, as bits.
    pub live: Mask,
    pub quantum: Mask,
    pub owned: [Mask; 2],
    pub turns: usize,
    pub family: Family,
}

impl Node {
    /// The position must not wait for a collapse.
    pub fn of(position: &Position) -> Node {
        let mut node = Node {
            series: [0; SQUARES],
            live: 0,
            quantum: position.quantum().0 as Mask,
            owned: [Player::One, Player::Two].map(|player| position.owned_by(player).0 as Mask),
            turns: position.turns(),
            family: Family::EMPTY_SET,
        };
        for series in 0..position.turns() {
            node.series[series] = position.squares_of(series).0 as Mask;
        }
        for series in position.quantum_series() {
            node.live |= 1 << series;
            node.family = node.family.with_series(node.series[series]);
        }
        node
    }

    /// Returns the node with one more series, and the squares that must collapse next.
    #[inline]
    pub fn place(&self, squares: Mask) -> (Node, Mask) {
        place(self, squares)
    }

    #[inline]
    pub fn within(&self, squares: Mask) -> Mask {
        bits(self.live)
            .filter(|&series| self.series[series] & !squares == 0)
            .fold(0, |set, series| set | 1 << series)
    }

    /// The series `entangled` fill `squares`. The caller sets the owners of these squares, and the
    /// square of each late series in `entangled`.
    #[inline(always)]
    pub fn collapsed(&self, entangled: Mask, squares: Mask) -> Node {
        let mut next = *self;
        next.live &= !entangled;
        next.quantum &= !squares;
        for series in bits(next.live) {
            next.series[series] &= !squares;
        }
        next.family = self.family.without(squares);
        next
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn place(node: &Node, squares: Mask) -> (Node, Mask) {
    let mut next = *node;
    next.series[node.turns] = squares;
    next.live |= 1 << node.turns;
    next.turns += 1;
    next.family = node.family.with_series(squares);
    (next, next.family.common())
}
