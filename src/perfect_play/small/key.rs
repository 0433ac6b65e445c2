//! One key for all positions that are the same game.
//!
//! A key leaves out what changes neither the rest of the game nor its result, under any rule:
//!
//! * *Symmetry.* The rotations and reflections map lines to lines; the least key of all images is taken.
//! * *Early subscripts.* A player's first m subscripts are interchangeable ([`crate::engine::canonical`] says why).
//! * *Lines.* Of the classical squares it matters only which ones they are, and which lines are still open to each
//!   player: a line is *open* to a player if the other player owns no square of it; the player lacks just its quantum
//!   squares then.
//! * *Sets.* Of the quantum series among a player's first m subscripts it matters only which sets of squares they can
//!   fill.
//!
//! Keys are made of nodes before turn 2m + 1 alone, where all series are among a player's first m; the theorem below
//! holds beyond. A key has 15 bits for the class of the classical squares and 9 for each of six series: 69.
//!
//! # Why equal keys are equal games
//!
//! Put the quantum series into *groups*: those among player 1's first m subscripts, those among player 2's, and each
//! later series by itself. A *set of a group* is a set of squares that the group's series fill if each goes to one of
//! its own squares and no two to the same; it has as many squares as the group has series. Call two positions without a
//! waiting collapse *alike* if they have the same number of turns, the same quantum squares, the same lines open to
//! each player, the same squares of the classical late subscripts that stand on lines open to their owners, and in
//! every group the same sets. (S + x, S + T and S - X are the union and the difference of sets.)
//!
//! **Theorem.** Alike positions have the same value under every rule.
//!
//! *Proof*, by induction on the number of turns left.
//!
//! *The end.* Whether a game is over follows from the completed lines and the number of quantum squares. The lines that
//! a player has completed are those that are open to it and have no quantum square. Their largest subscripts follow
//! from the late subscripts on them, as [`crate::engine::canonical`] says. So of two alike positions both are over or neither,
//! and if both are, they have the same margin.
//!
//! *Placement.* The same placements are legal in both. A series on the squares Q joins the group of its player's first
//! m subscripts, whose sets become the S + x with S a set of the group, x in Q and not in S; or it is a later one, and
//! a new group whose sets are the single squares of Q. So the groups of the two positions still have the same sets.
//!
//! *Entanglement.* All quantum series together fill the disjoint unions of one set of each group. The squares X of the
//! entanglement are those that all these unions have: every matching fills X with the entangled series, and any other
//! square is left free by some matching (the lemma of [`crate::engine::matching`] gives the path by which its series leaves
//! it). So X is the same in both positions. If it is empty, they are alike again.
//!
//! *Collapse.* Consider a group and its series that are entangled, k of them. These have all their squares in X, so
//! every set S of the group has at least k squares in X. It has exactly k if and only if S = U + V where U is a set
//! that the entangled series of the group fill, and V one that its other series fill outside X: in such an S the
//! entangled series take all k squares of X, and the others have none there. Such S exist, since in a matching of all
//! quantum series only entangled ones stand on X. Hence k is the least number of squares that a set of the group has in
//! X; the sets U are the S ∩ X and the sets V the S - X, over the sets S of the group with k squares in X; and all this
//! is the same in both positions. (The sets of a group are the bases of a transversal matroid, whose rank is the number
//! of the group's series because they have a matching. The sets V are the bases of the matroid with X deleted, the sets
//! U those of the matroid with all squares outside X contracted.)
//!
//! A collapse divides X among the groups, so that each gets one of its sets U; and each way to divide X like that comes
//! from a collapse. Two collapses with the same division differ only in where a player's first m subscripts go among
//! themselves, for a later series is alone in its group. So after two collapses with the same division, both of one
//! position or one of each, the positions are alike: the same players have got the same squares, so the same lines are
//! still open; the late subscripts stand on the same squares; and the series that stay quantum lose their squares in X,
//! so the groups have the sets V. By induction such positions have the same value. The same player chooses among the
//! same divisions (if there is only one collapse, the engine takes it unasked, and there is one division), so the
//! placement has the same value in both positions. ∎
//!
//! A key describes the image of a position under some symmetry. It has the number of its class, which determines the
//! quantum squares and the open lines, and in place of the quantum series of each player the *full* series, in some
//! order, which can fill the same sets. The number of turns is that of the classical squares and the quantum series
//! together. So positions with equal keys have images that are alike.
//!
//! # Squares that change nothing
//!
//! Let A_1, ..., A_k be the series of a group. They have a matching. Say that some squares *can be filled outside A_i*
//! if none of them is in A_i, and some of the other series fill them.
//!
//! **Lemma.** Let x be a square that is not in A_i. With A_i + x in place of A_i the group has the same sets if and
//! only if x is in each largest set that can be filled outside A_i.
//!
//! *Proof.* If: a set that comes about is S + x, where series i takes x, the others fill S by a matching N, and x is
//! not in S. Then T = S - A_i can be filled outside A_i. By augmenting paths, which keep filled squares filled, every
//! such T is part of a largest one; that one contains x, so T + x can be filled outside A_i, too, by a matching M. Go
//! from x to its series in M, from there to this series' square in N, to that square's series in M, and so on. Each of
//! the other series has a square in N and each square of T a series in M, so the way ends at a square of S outside T,
//! that is, in A_i. Let the series on the way go to their squares in M instead of those in N: this frees the last
//! square for series i, and S + x is filled. So S + x was a set of the group already.
//!
//! Only if: let T be a largest set that can be filled outside A_i, without x. By augmenting paths all series but i fill
//! some set S that contains T. As T is largest, all other squares of S are in A_i, and x is not in S. So S + x comes
//! about, with series i on x. It was no set of the group: series i would take a square of A_i, and the others would
//! fill T + x outside A_i. ∎
//!
//! The largest sets that can be filled outside A_i are the largest S - A_i, over the sets S of the group: in S series i
//! is on a square of A_i, so the others fill the rest; and by augmenting paths a largest set T is part of a set S of
//! the group, with S - A_i = T because T is largest. So A_i and the sets of the group decide which squares can be added
//! to A_i. Therefore they can all be added, to all series. Adding some to one series changes no set, and so does not
//! change what can be added to another. And if x and y can be added to A_i, then y still can after x: a largest set T
//! outside A_i + x is part of a largest set outside A_i; that one contains x and y, and without x it can be filled
//! outside A_i + x, so it is T + x, and T contains y. The series with all these squares are the full ones.
//!
//! That they are the same whichever series with these sets one starts from (a transversal matroid has one maximal
//! presentation: Bondy, "Presentations of transversal matroids", 1972) makes the table smaller; no value rests on it.

use super::node::Node;
use super::squares::{Mask, SQUARES, bits};
use super::tables::Tables;

/// The most series of a key: each player's first three.
const SERIES: usize = 6;

impl Tables {
    /// The key of a node before turn 7, so that all its series are early: nodes with equal keys have the same value, as
    /// shown above.
    #[inline]
    pub fn key(&self, node: &Node) -> u128 {
        debug_assert!(node.turns <= self.early, "all series are early");
        let class = self.class(node.owned);
        let full = self.full_series(node);
        let mut least = u64::MAX;
        for symmetry in bits(Mask::from(class.symmetries)) {
            let image = &self.images[symmetry];
            let mut series = [0; SERIES];
            for number in bits(node.live) {
                series[number] = image[usize::from(full[number])];
            }
            sort_early(&mut series, self.early);
            let word = series
                .iter()
                .fold(0_u64, |word, &mask| word << 9 | u64::from(mask));
            least = least.min(word);
        }
        u128::from(class.number) << 54 | u128::from(least)
    }

    /// The quantum series, those of each player's first m subscripts with all squares that can be added to them.
    #[inline]
    fn full_series(&self, node: &Node) -> [Mask; SQUARES] {
        let mut full = node.series;
        for player in OF_PLAYER {
            let early = node.live & player & ((1 << self.early) - 1);
            for number in bits(early) {
                full[number] |= addable(node, early & !(1 << number), node.series[number]);
            }
        }
        full
    }
}

/// The squares that can be added to a series without changing the sets of its group, of which `others` are the other
/// series: the squares that are in each largest set that can be filled outside the series.
#[inline]
fn addable(node: &Node, others: Mask, series: Mask) -> Mask {
    let mut others = bits(others).map(|other| node.series[other] & !series);
    let (first, second) = (others.next().unwrap_or(0), others.next().unwrap_or(0));
    debug_assert!(others.next().is_none(), "m is at most 3");
    needed(first, second)
}

/// The squares that are in each largest set that two series can fill. A series without squares counts as none.
#[inline]
fn needed(first: Mask, second: Mask) -> Mask {
    let alone = |squares: Mask| {
        if squares & squares.wrapping_sub(1) == 0 {
            squares
        } else {
            0
        }
    };
    let all = first | second;
    if first == 0 || second == 0 {
        alone(all)
    } else if all.count_ones() <= 2 {
        all
    } else {
        alone(first) | alone(second)
    }
}

/// The numbers of each player's series, as bits.
const OF_PLAYER: [Mask; 2] = [0b0_0101_0101, 0b0_1010_1010];

/// Sorts each player's early series among their places: at most three.
#[inline]
fn sort_early(series: &mut [Mask; SERIES], early: usize) {
    for last in (2..early).step_by(2).rev() {
        for place in 0..last {
            if series[place] < series[place + 2] {
                series.swap(place, place + 2);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::engine::game::Game;
    use crate::perfect_play::small::family::Family;

    /// A node with these series, of which some are quantum.
    fn node(series: &[Mask], live: Mask) -> Node {
        let mut node = Node {
            series: [0; 9],
            live: live & ((1 << series.len()) - 1),
            quantum: 511,
            owned: [0; 2],
            turns: series.len(),
            family: Family::EMPTY_SET,
        };
        node.series[..series.len()].copy_from_slice(series);
        node
    }

    /// What some series can fill.
    fn of(set: Mask, series: &[Mask; 9]) -> Family {
        bits(set).fold(Family::EMPTY_SET, |family, number| {
            family.with_series(series[number])
        })
    }

    proptest! {
        #[test]
        fn a_square_is_added_if_no_new_set_comes_about(series in proptest::collection::vec(1_u16..512, 6), live in 0_u16..64) {
            let (tables, node) = (Tables::new(Game::default()), node(&series, live));
            for early in OF_PLAYER.map(|player| player & live) {
                let all = of(early, &node.series);
                prop_assume!(all != Family::NONE);
                let full = tables.full_series(&node);
                for number in bits(early) {
                    let others = of(early & !(1 << number), &node.series);
                    let same = |square: &usize| others.with_series(1 << square).is_within(&all);
                    let expected = (0..9).filter(same).fold(0, |squares, square| squares | 1 << square);
                    prop_assert_eq!(full[number], expected);
                }
                prop_assert_eq!(of(early, &full), all);
            }
        }
    }
}
