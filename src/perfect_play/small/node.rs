//! The state of the search: a position without a pending collapse, in a few machine words.
//!
//! A node is copied at every step, so it is small.

use multiversion::multiversion;

use super::family::Family;
use super::squares::{Mask, SQUARES, bits};
use crate::engine::position::Position;
use crate::engine::rules::Player;

/// A position that waits for a placement, or is over.
///
/// The quantum series are represented by the [`Family`] of the sets of squares that they can fill.
/// A square that is in all these sets is filled by every matching, so it belongs to a tight set
/// (see the lemma of [`crate::engine::matching`]). So after a placement the squares that all
/// members of the family share are the squares of the entanglement. The series that lie within them
/// are the entangled ones.
#[derive(Clone, Copy)]
pub struct Node {
    /// The quantum squares of each live series, and the square of each classical late series.
    ///
    /// Entries of classical early series are unspecified: their subscripts do not matter. Entries
    /// of series that are not yet placed are 0.
    pub series: [Mask; SQUARES],
    /// The quantum series, as bits.
    pub live: Mask,
    /// The quantum squares.
    pub quantum: Mask,
    /// The squares of each player's classical pieces.
    pub owned: [Mask; 2],
    /// The number of series placed.
    pub turns: usize,
    /// The sets of squares that the quantum series can fill.
    pub family: Family,
}

impl Node {
    /// Returns the node of a position without a pending collapse.
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

    /// Returns the node with one more series, and the squares that it entangles.
    ///
    /// These squares collapse next. There are none if the series entangles nothing.
    #[inline]
    pub fn place(&self, squares: Mask) -> (Node, Mask) {
        place(self, squares)
    }

    /// Returns the quantum series within some squares.
    #[inline]
    pub fn within(&self, squares: Mask) -> Mask {
        bits(self.live)
            .filter(|&series| self.series[series] & !squares == 0)
            .fold(0, |set, series| set | 1 << series)
    }

    /// Returns the node after a collapse of the series `entangled` on `squares`.
    ///
    /// The caller sets the owners of the squares and the square of each late series.
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
