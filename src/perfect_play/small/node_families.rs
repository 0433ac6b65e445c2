//! The sets that a node's series can fill, and the boards that reach a threshold.
//!
//! A full board is described by the squares that player 1 owns, its classical squares included. So
//! if player 2's series fill a set of quantum squares, they *leave* to player 1 its classical
//! squares and the other quantum squares. With quantum squares 1 to 4, for example, a series of
//! player 2 that ends on square 2 leaves 1, 3 and 4.

use std::num::NonZero;

use multiversion::multiversion;

use super::bounds::Halves;
use super::collapse::PlayerSeries;
use super::family::{Families, Family};
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

/// A node and a threshold, with the families of the possible full boards.
pub struct NodeFamilies<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    pub threshold: Halves,
    /// The quantum series by player.
    pub series: PlayerSeries,
    /// The sets that each player's series can fill. Player 1's sets include its classical squares,
    /// player 2's do not.
    pub families: [Family; 2],
    /// The sets that player 2's series leave to player 1.
    pub left: Family,
    /// The certain and the possible sets, which reach the threshold always or sometimes.
    ///
    /// See [`full_boards`](super::full_boards).
    pub reach: &'a [Family; 2],
}

impl<'a> NodeFamilies<'a> {
    #[inline]
    pub fn new(tables: &'a Tables, node: &'a Node, threshold: Halves) -> NodeFamilies<'a> {
        let (series, families, left) = fillable(tables, node);
        NodeFamilies {
            tables,
            node,
            threshold,
            series,
            families,
            left,
            reach: tables.full.reach(threshold),
        }
    }

    /// Returns the context of `node`, after turn 7 of 3x3 was placed on some squares.
    ///
    /// The placement must not entangle.
    #[inline]
    pub fn after_turn_7<'b>(&self, node: &'b Node, squares: Mask) -> NodeFamilies<'b>
    where
        'a: 'b,
    {
        let [ones, twos] = self.families;
        let series = PlayerSeries {
            late: [NonZero::new(squares), self.series.late[1]],
            ..self.series
        };
        NodeFamilies {
            node,
            series,
            families: [ones.with_series(squares), twos],
            ..*self
        }
    }

    /// Returns the number of pieces of the next series.
    #[inline]
    pub fn pieces(&self) -> usize {
        self.tables
            .game
            .pieces_to_place(self.node.quantum.count_ones() as usize)
    }

    /// Returns the members of `sets` that are certainly and possibly good.
    ///
    /// A set of player 1 is *good* if the margin reaches the threshold, else *bad*. The first
    /// result holds the sets that are good for every order of the late subscripts, the second the
    /// sets that are good for some order. If `good` is `false`, they hold the sets that are bad for
    /// every order and for some order.
    #[inline(always)]
    pub fn of_kind(&self, sets: &Family, good: bool) -> [Family; 2] {
        let [certain, possible] = self.reach;
        if good {
            [sets.intersect(certain), sets.intersect(possible)]
        } else {
            [sets.except(possible), sets.except(certain)]
        }
    }

    /// Returns the sets left to player 1 beside one more series of player 2.
    ///
    /// The result is indexed by the square of that series.
    #[inline(always)]
    pub fn left_beside(&self) -> Families {
        let mut left = Families::NONE;
        for square in bits(self.node.quantum) {
            left.0[square] = self.left.link(square);
        }
        left
    }

    /// Returns the squares for subscript 8 that make some board of `sets` good.
    ///
    /// If `good` is `false`, they make it bad. Subscript 7 is on `seven` and 9 on `nine`. The series
    /// of turn 8 must leave the board to player 1, see [`NodeFamilies::left_beside`].
    #[inline(always)]
    pub fn by_order(
        &self,
        sets: &Family,
        [seven, nine]: [Mask; 2],
        left: &Families,
        good: bool,
    ) -> Mask {
        let reach = self.tables.full.reach_by_order(self.threshold, seven, nine);
        left.meeting_in(sets, reach, good)
    }
}

/// Finds the series, families and left sets of a [`NodeFamilies`].
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn fillable(tables: &Tables, node: &Node) -> (PlayerSeries, [Family; 2], Family) {
    let series = PlayerSeries::of(node, node.live, tables.early);
    let [ones, twos] = series.families();
    let left = twos.complements(node.quantum).with(node.owned[0]);
    (series, [ones.with(node.owned[0]), twos], left)
}
