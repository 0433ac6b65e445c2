//! The sets that a node's series can fill, and the full boards that reach a threshold.
//!
//! A full board is described by player 1's squares, including its classical ones. So if player 2's
//! series fill a set of quantum squares, they *leave* to player 1 its classical squares and the
//! other quantum squares. For example, let the squares 6, 7 and 8 be quantum and player 1 own 1, 3
//! and 9. If player 2 has one series, on 6-8, it leaves {1, 3, 7, 8, 9} or {1, 3, 6, 7, 9}. A full
//! board can arise if player 2's series leave it and player 1's fill it, with its classical
//! squares.

use std::num::NonZero;

use multiversion::multiversion;

use super::bounds::Halves;
use super::collapse::PlayerSeries;
use super::family::{Families, Family};
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

pub struct NodeFamilies<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    pub threshold: Halves,
    pub series: PlayerSeries,
    /// The sets that each player's series can fill. Player 1's have its classical squares added.
    pub families: [Family; 2],
    pub left: Family,
    /// The certain and the possible sets (see [`full_boards`](super::full_boards)).
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

    /// Returns the families after turn 7 of 3x3 on `squares`, which must entangle nothing.
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

    #[inline]
    pub fn pieces(&self) -> usize {
        self.tables
            .game
            .pieces_to_place(self.node.quantum.count_ones() as usize)
    }

    /// Returns the certain and the possible members of `sets`.
    ///
    /// If `good` is `false`, returns those that certainly miss the threshold, and those that may.
    #[inline(always)]
    pub fn of_kind(&self, sets: &Family, good: bool) -> [Family; 2] {
        let [certain, possible] = self.reach;
        if good {
            [sets.intersect(certain), sets.intersect(possible)]
        } else {
            [sets.except(possible), sets.except(certain)]
        }
    }

    /// Returns, for each square, the sets that player 2 leaves if it has one more series there.
    #[inline(always)]
    pub fn left_beside(&self) -> Families {
        let mut left = Families::NONE;
        for square in bits(self.node.quantum) {
            left.0[square] = self.left.link(square);
        }
        left
    }

    /// Returns the squares for subscript 8 with which some uncertain set reaches the threshold.
    ///
    /// If `good` is `false`, returns those with which some set misses it, certainly or by the order
    /// of the subscripts. `sets` is the second result of [`NodeFamilies::of_kind`]. `left` is
    /// [`NodeFamilies::left_beside`], because player 2 must leave the set to player 1.
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

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn fillable(tables: &Tables, node: &Node) -> (PlayerSeries, [Family; 2], Family) {
    let series = PlayerSeries::of(node, node.live, tables.early);
    let [ones, twos] = series.families();
    let left = twos.complements(node.quantum).with(node.owned[0]);
    (series, [ones.with(node.owned[0]), twos], left)
}
