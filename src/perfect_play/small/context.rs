//! What the quantum series of a node can become, and which full boards reach a threshold.
//!
//! A set of player 1 is written with its classical squares, a set of player 2 without them. So if player 2's series
//! fill a set of quantum squares, they leave player 1 its classical squares and the other quantum ones.

use std::num::NonZero;

use multiversion::multiversion;

use super::bounds::Halves;
use super::collapse::PlayerSeries;
use super::family::{Families, Family};
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

/// A node and a threshold, with the families that tell which full boards can come about.
pub struct Context<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    pub threshold: Halves,
    /// The quantum series by player.
    pub series: PlayerSeries,
    /// What each player's series can fill; for player 1 each time with its classical squares.
    pub families: [Family; 2],
    /// What player 2's series leave to player 1.
    pub left: Family,
    /// The sets of player 1 that reach the threshold for certain, and the possible ones (see
    /// [`full_boards`](super::full_boards)).
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

    /// The context after turn 7 of 3x3 has been placed on some squares without entangling: of `node`, which has it.
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

    /// How many pieces the next series has.
    #[inline]
    pub fn pieces(&self) -> usize {
        self.tables
            .game
            .pieces_to_place(self.node.quantum.count_ones() as usize)
    }

    /// Among some sets of player 1, those that are good for every order of the late subscripts, and those that are good
    /// for some order. A set is good if it reaches the threshold; if `good` is false, the bad ones are asked for
    /// instead.
    #[inline(always)]
    pub fn of_kind(&self, sets: &Family, good: bool) -> [Family; 2] {
        let [certain, possible] = self.reach;
        if good {
            [sets.intersect(certain), sets.intersect(possible)]
        } else {
            [sets.except(possible), sets.except(certain)]
        }
    }

    /// For each quantum square what player 2's series leave to player 1 if one more series of player 2 stands there.
    #[inline(always)]
    pub fn left_beside(&self) -> Families {
        let mut left = Families::NONE;
        for square in bits(self.node.quantum) {
            left.0[square] = self.left.without_one(square);
        }
        left
    }

    /// Turn 8's squares y for which player 1 can end with one of `sets`, and the order (`seven`, y, `nine`) of 7, 8, 9
    /// makes it good (or bad). `left` is [`Context::left_beside`].
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

/// The quantum series of a node by player, what each player's can fill, and what player 2's leave to player 1.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn fillable(tables: &Tables, node: &Node) -> (PlayerSeries, [Family; 2], Family) {
    let series = PlayerSeries::of(node, node.live, tables.early);
    let [ones, twos] = series.families();
    let left = twos.complements(node.quantum).with(node.owned[0]);
    (series, [ones.with(node.owned[0]), twos], left)
}
