//! What the quantum series of a node can become, and which full boards reach a threshold.
//!
//! A set of player 1 is written with its classical squares, a set of player 2 without them. So if player 2's series fill
//! a set of quantum squares, they leave player 1 its classical squares and the other quantum ones.

use super::collapse::PlayerSeries;
use super::family::{Families, Family};
use super::node::Node;
use super::squares::{Mask, bits};
use super::tables::Tables;

/// A node and a threshold, with the families that tell which full boards can come about.
pub struct Context<'a> {
    pub tables: &'a Tables,
    pub node: &'a Node,
    pub threshold: i32,
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
    pub fn new(tables: &'a Tables, node: &'a Node, threshold: i32) -> Context<'a> {
        let series = PlayerSeries::of(node, node.live, tables.merged);
        let [ones, twos] = series.families();
        let families = [ones.with(node.owned[0]), twos];
        let left = twos.complements(node.quantum).with(node.owned[0]);
        Context { tables, node, threshold, series, families, left, reach: tables.full.reach(threshold) }
    }

    /// Of some sets of player 1 those that are good for certain, and those that may be. A set is good if it reaches the
    /// threshold; with `good` false it is asked for the bad ones.
    #[inline(always)]
    pub fn of_kind(&self, sets: &Family, good: bool) -> [Family; 2] {
        let [certain, possible] = self.reach;
        if good {
            [sets.and(certain), sets.and(possible)]
        } else {
            [sets.except(possible), sets.except(certain)]
        }
    }

    /// For each quantum square what player 2's series leave to player 1 if one more of them stands on the square.
    #[inline(always)]
    pub fn left_beside(&self) -> Families {
        let mut left = Families::NONE;
        for square in bits(self.node.quantum) {
            *left.of_mut(square) = self.left.without_one(square);
        }
        left
    }

    /// The squares y of turn 8 with which one of `sets`, which are perhaps good (or bad), is good (or bad) by the order of
    /// the late subscripts, turns 7 and 9 being on the squares `seven` and `nine`. `left`: see [`Context::left_beside`].
    #[inline(always)]
    pub fn by_order(&self, sets: &Family, [seven, nine]: [Mask; 2], left: &Families, good: bool) -> Mask {
        let reach = self.tables.full.reach_by_order(self.threshold, seven, nine);
        left.meeting_in(sets, reach, good)
    }
}
