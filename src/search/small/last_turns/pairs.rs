//! The last three turns of a 3x3 game with two pieces in a series, without a search.
//!
//! With n = 2 the quantum series are the edges of a forest on the quantum squares (a quantum square without series is a
//! tree, too), and there are as many trees as turns left: three before turn 7. A placement joins two trees, or it
//! closes a cycle and the tree collapses. If the series that closes the cycle goes to a square, we call this square the
//! *root* of the tree, and say that the turn of this series roots the tree there. Then every other series of the tree
//! goes to that one of its two squares which is farther from the root. So each full board belongs to one choice of a
//! root in each of the three trees, together with the order in which turns 7, 8 and 9 root them.
//!
//! Let turns 7 and 8 root two different trees at x and y, and let good(x, y) be the number of squares of the third tree
//! at which turn 9 then makes a good board (0 if x and y are in one tree). All other cases are sums:
//!
//! * If turn 7 joins the squares a and b and turn 8 roots at y, turn 9 has good(a, y) + good(b, y) good squares: turn 9
//!   closes a cycle in the joined tree. Either it roots a's part and series 7 goes to b, or the other way round.
//! * If turn 8 joins the squares y and z then, turn 9 has the sum of what it would have for y and for z.
//!
//! It only matters whether a number is 0, 1 or more. So two sets for each x answer for all placements: the squares y
//! with good(x, y) = 0, and those with good(x, y) = 1. For example, let player 1 choose the collapse of turn 9. Then
//! turn 8 refutes by joining y and z if the numbers of both are 0. If player 2 chooses, turn 9 needs two good squares,
//! so turn 8 also refutes if one of the numbers is 0 and the other is 1.

use multiversion::multiversion;

use crate::search::small::family::Family;
use crate::search::small::limits::Halves;
use crate::search::small::node::Node;
use crate::search::small::squares::{Mask, SQUARES, bits};
use crate::search::small::tables::Tables;

/// The trees of the quantum squares. Entries of squares that are not quantum have no meaning.
struct Forest {
    /// `tree[i]`: the squares of the tree of square i.
    tree: [Mask; SQUARES],
    /// `ones[p][i]`: the squares of the tree that player 1 gets if a series of player 1 (p = 0) or of player 2 (p = 1)
    /// roots the tree at square i.
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
            // If the root is in one of the two trees, the series goes to the other one; its square there is the root of
            // that tree.
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

    /// The squares of its tree that each player gets if a series of player 1 (0) or player 2 (1) roots the tree at
    /// `square`.
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

/// For one choice of turn 7 the squares y of turn 8 by what follows.
#[derive(Clone, Copy, Default)]
struct Row {
    /// Those after which turn 9 has no good square.
    none: Mask,
    /// Those after which it has exactly one.
    one: Mask,
    /// Those such that player 1 does not reach the threshold if turn 8 roots the tree of y at y.
    lost: Mask,
}

/// A node before turn 7, and what is asked about it.
struct Turn7<'a> {
    tables: &'a Tables,
    node: &'a Node,
    forest: Forest,
    /// The certain sets, and the possible ones.
    reach: &'a [Family; 2],
    threshold: Halves,
}

impl Turn7<'_> {
    /// Whether player 1 reaches the threshold if the game ends with these squares; `None` if it goes on.
    #[inline(always)]
    fn ended(&self, owned: [Mask; 2], late: [Mask; 3], left: Mask) -> Option<bool> {
        let margin_reaches = || self.tables.margin(owned, late) >= self.threshold;
        let ends = self.tables.is_over(owned, left);
        ends.then(|| self.tables.limits(owned).decide(self.threshold).unwrap_or_else(margin_reaches))
    }

    /// The squares of turn 8 after which turn 9 has too few good squares, if it places two pieces.
    #[inline(always)]
    const fn bad(&self, row: Row) -> Mask {
        if self.tables.one_chooses[0] { row.none } else { row.none | row.one }
    }

    /// The row if turn 7 roots its tree at a square.
    #[inline(always)]
    fn row(&self, seven: usize) -> Row {
        let tables = self.tables;
        let mut row = Row { none: self.forest.tree[seven], ..Row::default() };
        let first = and(self.node.owned, self.forest.rooted(seven, 0));
        for eight in bits(self.node.quantum & !self.forest.tree[seven]) {
            let second = and(first, self.forest.rooted(eight, 1));
            let last = self.node.quantum & !self.forest.tree[seven] & !self.forest.tree[eight];
            let (mut good, mut possible): (Mask, Mask) = (0, 0);
            for nine in bits(last) {
                let one = second[0] | self.forest.ones[0][nine];
                good |= Mask::from(self.reach[0].contains(one)) << nine;
                possible |= Mask::from(self.reach[1].contains(one)) << nine;
            }
            for nine in bits(possible & !good) {
                let one = second[0] | self.forest.ones[0][nine];
                let late = [1 << seven, 1 << eight, 1 << nine];
                let reached = tables.full.reaches_by_order(one, late, self.threshold);
                good |= Mask::from(reached) << nine;
            }
            row.none |= Mask::from(good == 0) << eight;
            row.one |= Mask::from(good != 0 && !has_two(good)) << eight;
            // On a single last square turn 9 places a single piece.
            let bad = if has_two(last) { self.bad(row) } else { row.none };
            let ended = self.ended(second, [1 << seven, 1 << eight, 0], last);
            let lost = ended.map_or(bad >> eight & 1 == 1, |reached| !reached);
            row.lost |= Mask::from(lost) << eight;
        }
        row
    }

    /// Whether player 1 reaches the threshold from turn 8 on, when these two trees are left.
    #[inline(always)]
    fn reaches_from_turn_8(&self, row: Row, trees: [Mask; 2]) -> bool {
        let [none, one] = [trees.map(|tree| row.none & tree), trees.map(|tree| row.one & tree)];
        // Player 2 joins the trees.
        let joined_to_none = none[0] != 0 && none[1] != 0;
        let joined_to_one = none[0] != 0 && one[1] != 0 || one[0] != 0 && none[1] != 0;
        if joined_to_none || joined_to_one && !self.tables.one_chooses[0] {
            return false;
        }
        // Player 2 collapses one.
        !trees.into_iter().any(|tree| {
            let lost = row.lost & tree;
            if self.tables.one_chooses[1] { has_two(lost) } else { lost != 0 && has_two(tree) }
        })
    }

    /// Two squares of different trees that turn 7 joins so that player 1 reaches the threshold. Fills in the rows on
    /// the way.
    #[inline(always)]
    fn by_joining(&self, likely: Mask, rows: &mut [Row; SQUARES]) -> Option<Mask> {
        // Turn 8 may collapse the third tree. The joined tree is left then, which has two squares or more, so only a
        // line can end the game.
        let (mut ends, mut lost) = (0, 0);
        if self.tables.first_line_ends {
            for eight in bits(self.node.quantum) {
                let owned = and(self.node.owned, self.forest.rooted(eight, 1));
                if let Some(reached) = self.ended(owned, [0, 1 << eight, 0], self.node.quantum) {
                    ends |= 1 << eight;
                    lost |= Mask::from(!reached) << eight;
                }
            }
        }
        let mut done: Mask = 0;
        for a in bits(self.node.quantum & likely).chain(bits(self.node.quantum & !likely)) {
            rows[a] = self.row(a);
            let before = done & !self.forest.tree[a];
            done |= 1 << a;
            for b in bits(before) {
                let joined = self.forest.tree[a] | self.forest.tree[b];
                let third = self.node.quantum & !joined;
                let none = rows[a].none & rows[b].none;
                let one = rows[a].none & rows[b].one | rows[a].one & rows[b].none;
                let mut row = Row { none, one, lost: 0 };
                row.lost = (self.bad(row) & !ends | lost) & third
                    | rows[b].lost & self.forest.tree[a]
                    | rows[a].lost & self.forest.tree[b];
                if self.reaches_from_turn_8(row, [joined, third]) {
                    return Some(1 << a | 1 << b);
                }
            }
        }
        None
    }

    /// Two squares of one tree that turn 7 collapses so that player 1 reaches the threshold.
    #[inline(always)]
    fn by_collapsing(&self, rows: &[Row; SQUARES]) -> Option<Mask> {
        let mut reached: Mask = 0;
        for seven in bits(self.node.quantum).filter(|&square| has_two(self.forest.tree[square])) {
            let tree = self.forest.tree[seven];
            let owned = and(self.node.owned, self.forest.rooted(seven, 0));
            let left = self.node.quantum & !tree;
            let first = self.forest.tree[left.trailing_zeros() as usize];
            let reaches = self
                .ended(owned, [1 << seven, 0, 0], left)
                .unwrap_or_else(|| self.reaches_from_turn_8(rows[seven], [first, left & !first]));
            reached |= Mask::from(reaches) << seven;
            // If player 1 chooses, one good end is enough; else both must be good.
            let squares = if self.tables.one_chooses[0] { tree } else { reached & tree };
            if reaches && has_two(squares) {
                let other = squares & !(1 << seven);
                return Some(1 << seven | other & other.wrapping_neg());
            }
        }
        None
    }
}

/// A placement of turn 7 with which player 1 can force a threshold, with two pieces in a series. `likely`: squares to
/// be tried first.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn turn_7(tables: &Tables, node: &Node, threshold: Halves, likely: Mask) -> Option<Mask> {
    let turn_7 =
        Turn7 { tables, node, forest: Forest::of(node), reach: tables.full.reach(threshold), threshold };
    let mut rows = [Row::default(); SQUARES];
    let joined = turn_7.by_joining(likely, &mut rows);
    joined.or_else(|| turn_7.by_collapsing(&rows))
}
