//! The last three turns of a 3x3 game with two pieces in a series, without a search.
//!
//! With n = 2 the quantum series are the edges of a forest, and there are as many trees as turns left (an empty quantum
//! square is a tree, too). A placement joins two trees, or closes a cycle and its tree collapses. Say that a tree is *rooted*
//! at a square if the series that closes its cycle goes there: every other series of the tree goes to the end that is further
//! from the root. So of three trees there are as many full boards as ways to choose a root in each, and to say which tree
//! turn 7, 8 and 9 root.
//!
//! Let `good(x, y)` be the number of squares of the third tree with which turn 9 makes a board that reaches the threshold, if
//! turns 7 and 8 root at x and y (0 if those are in one tree). Then everything else is a sum:
//!
//! * If turn 7 joins a and b and turn 8 roots at y, there are `good(a, y) + good(b, y)` such squares for turn 9: its root is on
//!   the side of a, and then b is the root of the other side, or the other way round.
//! * If turn 8 joins y and z then, there are as many for y as for z in sum.
//!
//! Only whether a number is 0, 1 or more matters, so a mask of the squares y with 0 and one of those with 1 for each x answers
//! for all placements.

use multiversion::multiversion;

use super::family::Family;
use super::node::Node;
use super::tables::Tables;
use super::{Mask, SQUARES, bits};
use crate::rules::Ending;

/// The pieces in a series.
const PIECES: usize = 2;

/// The trees of the quantum squares; what is said of a square that is not quantum has no meaning.
struct Forest {
    /// The tree of each square.
    tree: [Mask; SQUARES],
    /// What player 1 gets of the tree if it is rooted at a square by a series of player 1, or of player 2.
    ones: [[Mask; SQUARES]; 2],
}

impl Forest {
    #[inline(always)]
    fn of(node: &Node) -> Forest {
        let alone: [Mask; SQUARES] = std::array::from_fn(|square| 1 << square);
        let mut forest = Forest { tree: alone, ones: [alone, [0; SQUARES]] };
        for series in bits(node.live) {
            let [a, b] = ends(node.series[series]);
            let trees = [forest.tree[a], forest.tree[b]];
            let ones = &mut forest.ones;
            // With the root in one tree the series goes to the other, as if it were the root there.
            let others = [ones[series % 2][b], ones[series % 2][a]];
            for (square, tree) in forest.tree.iter_mut().enumerate() {
                let side = if trees[0] >> square & 1 == 1 { 0 } else { 1 };
                if trees[side] >> square & 1 == 1 {
                    *tree = trees[0] | trees[1];
                    ones[0][square] |= others[side];
                    ones[1][square] |= others[side];
                }
            }
        }
        forest
    }

    /// What the players get if a square is the root of its tree, by a series of a player.
    #[inline(always)]
    fn rooted(&self, square: usize, player: usize) -> [Mask; 2] {
        let ones = self.ones[player][square];
        [ones, self.tree[square] & !ones]
    }
}

/// The two squares of a series.
#[inline(always)]
fn ends(series: Mask) -> [usize; 2] {
    [series.trailing_zeros() as usize, (Mask::BITS - 1 - series.leading_zeros()) as usize]
}

#[inline(always)]
const fn has_two(squares: Mask) -> bool {
    squares & squares.wrapping_sub(1) != 0
}

#[inline(always)]
fn and(owned: [Mask; 2], added: [Mask; 2]) -> [Mask; 2] {
    [owned[0] | added[0], owned[1] | added[1]]
}

/// Of some squares for turn 8 those with no good square for turn 9, and those with one; and those after which player 1 does
/// not reach the threshold if turn 8 collapses their tree.
#[derive(Clone, Copy, Default)]
struct Row {
    none: Mask,
    one: Mask,
    lost: Mask,
}

/// What is asked about a node before turn 7.
struct Last<'a> {
    tables: &'a Tables,
    owned: [Mask; 2],
    quantum: Mask,
    forest: Forest,
    /// The sets of player 1 that reach the threshold for certain, and perhaps.
    reach: &'a [Family; 2],
    threshold: i32,
    /// Who chooses the collapse in turns 7 and 9, and in turn 8.
    one_chooses: [bool; 2],
}

impl Last<'_> {
    /// Whether player 1 reaches the threshold if the game ends with these squares; `None` if it goes on.
    #[inline(always)]
    fn ended(&self, owned: [Mask; 2], late: [Mask; 3], left: Mask) -> Option<bool> {
        let margin_reaches = || i32::from(self.tables.margin(owned, late)) >= self.threshold;
        let ends = self.tables.stops(owned, left, PIECES);
        ends.then(|| self.tables.settled(owned, self.threshold).unwrap_or_else(margin_reaches))
    }

    /// The squares for turn 8 after which turn 9 has too few good squares, if it needs two.
    #[inline(always)]
    const fn bad(&self, row: Row) -> Mask {
        if self.one_chooses[0] { row.none } else { row.none | row.one }
    }

    /// If turn 7 roots its tree at a square.
    #[inline(always)]
    fn row(&self, seven: usize) -> Row {
        let tables = self.tables;
        let mut row = Row { none: self.forest.tree[seven], ..Row::default() };
        let first = and(self.owned, self.forest.rooted(seven, 0));
        for eight in bits(self.quantum & !self.forest.tree[seven]) {
            let second = and(first, self.forest.rooted(eight, 1));
            let last = self.quantum & !self.forest.tree[seven] & !self.forest.tree[eight];
            let (mut good, mut perhaps): (Mask, Mask) = (0, 0);
            for nine in bits(last) {
                let one = second[0] | self.forest.ones[0][nine];
                good |= Mask::from(self.reach[0].contains(one)) << nine;
                perhaps |= Mask::from(self.reach[1].contains(one)) << nine;
            }
            for nine in bits(perhaps & !good) {
                let one = second[0] | self.forest.ones[0][nine];
                let late = [1 << seven, 1 << eight, 1 << nine];
                let reached = tables.full.reaches_in_order(one, late, self.threshold);
                good |= Mask::from(reached) << nine;
            }
            row.none |= Mask::from(good == 0) << eight;
            row.one |= Mask::from(good != 0 && !has_two(good)) << eight;
            // A single last square takes a single piece.
            let bad = if has_two(last) { self.bad(row) } else { row.none };
            let ended = self.ended(second, [1 << seven, 1 << eight, 0], last);
            let lost = ended.map_or(bad >> eight & 1 == 1, |reached| !reached);
            row.lost |= Mask::from(lost) << eight;
        }
        row
    }

    /// Whether player 1 reaches the threshold from turn 8 on.
    #[inline(always)]
    fn eighth(&self, row: Row, trees: [Mask; 2]) -> bool {
        let [none, one] = [trees.map(|tree| row.none & tree), trees.map(|tree| row.one & tree)];
        // Player 2 joins the trees.
        let joined_to_none = none[0] != 0 && none[1] != 0;
        let joined_to_one = none[0] != 0 && one[1] != 0 || one[0] != 0 && none[1] != 0;
        if joined_to_none || joined_to_one && !self.one_chooses[0] {
            return false;
        }
        // Player 2 collapses one.
        !trees.into_iter().any(|tree| {
            let lost = row.lost & tree;
            if self.one_chooses[1] { has_two(lost) } else { lost != 0 && has_two(tree) }
        })
    }

    /// Joins two trees so that player 1 reaches the threshold; fills in the rows on the way.
    #[inline(always)]
    fn by_joining(&self, likely: Mask, rows: &mut [Row; SQUARES]) -> Option<Mask> {
        // Turn 8 may collapse the third tree; two or more squares are left then.
        let mut ends = 0;
        let mut lost = 0;
        if self.tables.rules.ending == Ending::FirstLine {
            for eight in bits(self.quantum) {
                let owned = and(self.owned, self.forest.rooted(eight, 1));
                if let Some(reached) = self.ended(owned, [0, 1 << eight, 0], self.quantum) {
                    ends |= 1 << eight;
                    lost |= Mask::from(!reached) << eight;
                }
            }
        }
        let mut done: Mask = 0;
        for a in bits(self.quantum & likely).chain(bits(self.quantum & !likely)) {
            rows[a] = self.row(a);
            let before = done & !self.forest.tree[a];
            done |= 1 << a;
            for b in bits(before) {
                let joined = self.forest.tree[a] | self.forest.tree[b];
                let third = self.quantum & !joined;
                let none = rows[a].none & rows[b].none;
                let one = rows[a].none & rows[b].one | rows[a].one & rows[b].none;
                let mut row = Row { none, one, lost: 0 };
                row.lost = (self.bad(row) & !ends | lost) & third
                    | rows[b].lost & self.forest.tree[a]
                    | rows[a].lost & self.forest.tree[b];
                if self.eighth(row, [joined, third]) {
                    return Some(1 << a | 1 << b);
                }
            }
        }
        None
    }

    /// Collapses a tree so that player 1 reaches the threshold.
    #[inline(always)]
    fn by_collapsing(&self, rows: &[Row; SQUARES]) -> Option<Mask> {
        let mut reached: Mask = 0;
        for seven in bits(self.quantum).filter(|&square| has_two(self.forest.tree[square])) {
            let tree = self.forest.tree[seven];
            let owned = and(self.owned, self.forest.rooted(seven, 0));
            let left = self.quantum & !tree;
            let first = self.forest.tree[left.trailing_zeros() as usize];
            let reaches = self
                .ended(owned, [1 << seven, 0, 0], left)
                .unwrap_or_else(|| self.eighth(rows[seven], [first, left & !first]));
            reached |= Mask::from(reaches) << seven;
            // Who chooses takes the better end.
            let squares = if self.one_chooses[0] { tree } else { reached & tree };
            if reaches && has_two(squares) {
                let other = squares & !(1 << seven);
                return Some(1 << seven | other & other.wrapping_neg());
            }
        }
        None
    }
}

/// A placement with which player 1 can force a threshold from a node before turn 7, with two pieces in a series.
///
/// `one_chooses`: whether player 1 chooses the collapse in turns 7 and 9, and in turn 8. `likely`: squares to be tried first.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn third_last(
    tables: &Tables,
    node: &Node,
    threshold: i32,
    one_chooses: [bool; 2],
    likely: Mask,
) -> Option<Mask> {
    let forest = Forest::of(node);
    let reach = tables.full.reach(threshold);
    let last =
        Last { tables, owned: node.owned, quantum: node.quantum, forest, reach, threshold, one_chooses };
    let mut rows = [Row::default(); SQUARES];
    let joined = last.by_joining(likely, &mut rows);
    joined.or_else(|| last.by_collapsing(&rows))
}
