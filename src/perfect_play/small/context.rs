//! The sets that a node's series can fill, and the boards that reach a threshold.
//!
//! A set of player 1 is written with its classical squares, a set of player 2 without them. Suppose
//! that player 2's series fill a set of quantum squares. Then they leave player 1 its classical
//! squares and the other quantum squares.

use std::num::NonZero;

use multiversion::multiversion;

use super::bounds::Halves;
use super::collapse::PlayerSeries;
use super::family::{Families, Family};
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

/// A node and a threshold, with the families of the possible full boards.
pub struct Context<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    pub threshold: Halves,
    /// The quantum series by player.
    pub series: PlayerSeries,
    /// The sets that each player's series can fill. Player 1's include its classical squares.
    pub families: [Family; 2],
    /// The sets that player 2's series leave to player 1.
    pub left: Family,
    /// The sets of player 1 that certainly and possibly reach the threshold.
    ///
    /// See [`full_boards`](super::full_boards).
    pub reach: &'a [Family; 2],
}

impl<'a> Context<'a> {
    #[inline]
    pub fn new(tables: &'a Tables, node: &'a Node, threshold: Halves) -> Context<'a> {
        let (series, families, left) = fillable(tables, node);
        Context {
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
    /// The placement did not entangle.
    #[inline]
    pub fn after_turn_7<'b>(&self, node: &'b Node, squares: Mask) -> Context<'b>
    where
        'a: 'b,
    {
        let [ones, twos] = self.families;
        let series = PlayerSeries {
            late: [NonZero::new(squares), self.series.late[1]],
            ..self.series
        };
        Context {
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

    /// Returns the sets that are certainly good, and the sets that may be good.
    ///
    /// `sets` are sets of player 1. A set is good if it reaches the threshold, else bad. It is
    /// certain if this holds for every order of the late subscripts, and possible if it holds for
    /// some order. If `good` is `false`, returns the bad sets instead.
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
            left.0[square] = self.left.without_one(square);
        }
        left
    }

    /// Returns the squares of turn 8 that let player 1 end with a suitable set.
    ///
    /// A set of `sets` is suitable for a square y if the order (`seven`, y, `nine`) of 7, 8 and 9
    /// makes it good, or bad if `good` is `false`. `left` is [`Context::left_beside`].
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

/// Finds the series, families and left sets of a [`Context`].
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn fillable(tables: &Tables, node: &Node) -> (PlayerSeries, [Family; 2], Family) {
    let series = PlayerSeries::of(node, node.live, tables.early);
    let [ones, twos] = series.families();
    let left = twos.complements(node.quantum).with(node.owned[0]);
    (series, [ones.with(node.owned[0]), twos], left)
}
