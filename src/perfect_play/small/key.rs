//! One key for all positions that are equivalent games.
//!
//! A key omits details that change neither the rest of the game nor its result, under any rule:
//!
//! * *Symmetry.* The rotations and reflections map lines to lines. The key is the least over all
//!   images.
//! * *Early subscripts.* A player's first m subscripts are interchangeable, as
//!   [`crate::engine::canonical`] proves.
//! * *Lines.* The classical squares matter only as a set, and through the lines that are still open
//!   to each player. A line is *open* to a player if the other player owns no square of it. The
//!   player then lacks just the quantum squares of the line.
//! * *Sets.* The quantum series among a player's first m subscripts matter only through the sets of
//!   squares that they can fill.
//!
//! Keys are made only for nodes with at most 2m series, where each series is among a player's first
//! m. The theorem below does not need this. A key has 15 bits for the class of the classical
//! squares and 9 for each of six series, together 69.
//!
//! # Why equal keys are equal games
//!
//! Divide the quantum series into *groups*: the series of player 1's first m subscripts, the series
//! of player 2's first m subscripts, and each later series by itself. The series of a group fill a
//! set of squares if each goes to one of its own squares and no two go to the same square. Such a
//! set is a *set of the group*. It has as many squares as the group has series. Two positions
//! without a waiting collapse are *alike* if they agree in five things:
//!
//! * the number of turns;
//! * the quantum squares;
//! * the lines open to each player;
//! * the squares of the classical late subscripts that stand on lines open to their owners;
//! * the sets of each group.
//!
//! S + x, S + T and S - X denote unions and differences of sets.
//!
//! **Theorem.** Alike positions have the same value under every rule.
//!
//! *Proof*, by induction on the number of turns left.
//!
//! *The end.* The completed lines and the number of quantum squares decide if a game is over. A
//! player has completed exactly the lines that are open to it and have no quantum square. Their
//! largest subscripts follow from the late subscripts on them, as [`crate::engine::canonical`]
//! shows. So of two alike positions both are over or neither is, and if both are, they have the
//! same margin.
//!
//! *Placement.* The same placements are legal in both. Let a series be placed on the squares Q. If
//! it is one of its player's first m, it joins that group. The sets of the group become the S + x,
//! where S is one of its sets, x is in Q and x is not in S. If the series is later, it is a new
//! group whose sets are the single squares of Q. So the groups of the two positions still have the
//! same sets.
//!
//! *Entanglement.* Take one set of each group such that no two of these sets share a square. Their
//! union is a set that all quantum series together fill, and each such set arises so. The squares X
//! of the entanglement are the squares that all these unions share. Indeed every matching fills X
//! with the entangled series. Any other square is left free by some matching: the lemma of
//! [`crate::engine::matching`] gives a path along which series can move so that the square becomes
//! free. So X is the same in both positions. If X is empty, they are alike again.
//!
//! *Collapse.* Consider a group and its k entangled series. These have all their squares in X, so
//! every set S of the group has at least k squares in X. Let U be a set that the entangled series
//! of the group fill, and V a set that its other series fill outside X. Then S has exactly k
//! squares in X if and only if S = U + V for some such U and V. In such an S the entangled series
//! take all k squares of X, and the others have none there. Such sets S exist, because only
//! entangled series stand on X in a matching of all quantum series. Hence k is the least number of
//! squares that a set of the group has in X. Let S run over the sets of the group with k squares in
//! X. The sets U are the S ∩ X, and the sets V are the S - X. All this is the same in both
//! positions. (The sets of a group are the bases of a transversal matroid, whose rank is the number
//! of the group's series because they have a matching. The sets V are the bases of the matroid with
//! X deleted. The sets U are the bases of the matroid with all squares outside X contracted.)
//!
//! A collapse divides X among the groups, so that each group gets one of its sets U. Each such
//! division comes from a collapse. Two collapses with the same division differ only in the squares
//! that a player's first m subscripts take among themselves, because a later series is alone in its
//! group. Now take two collapses with the same division, both of one position or one of each. The
//! positions after them are alike. The same players have got the same squares, so the same lines
//! are still open. The late subscripts stand on the same squares. The series that stay quantum lose
//! their squares in X, so the groups have the sets V. By induction such positions have the same
//! value. The same player chooses among the same divisions, so the placement has the same value in
//! both positions. (If there is only one collapse, the engine takes it without a choice, and there
//! is one division.) ∎
//!
//! A key describes the image of a position under some symmetry. It contains the number of the class
//! of that image, which determines the quantum squares and the open lines. In place of the quantum
//! series of each player it contains the *full* series, in some order, which can fill the same
//! sets. The number of turns is the number of classical squares plus the number of quantum series.
//! So positions with equal keys have images that are alike.
//!
//! # Squares that change nothing
//!
//! Let A_1, ..., A_k be the squares of the series of a group. A set of squares *can be filled
//! outside A_i* if none of them is in A_i and some of the other series fill them.
//!
//! **Lemma.** Let x be a square that is not in A_i. Replacing A_i by A_i + x keeps the sets of the
//! group if and only if x is in each largest set that can be filled outside A_i.
//!
//! *Proof.* If: consider a set after the replacement in which series i takes x. It is some S + x,
//! where the others fill S by a matching N, and x is not in S. Then T = S - A_i can be filled
//! outside A_i. Augmenting paths keep filled squares filled, so every such T is part of a largest
//! one. That one contains x, so T + x can also be filled outside A_i, by a matching M. Go from x to
//! its series in M, from there to this series' square in N, to that square's series in M, and so
//! on. Each of the other series has a square in N, and each square of T has a series in M. So the
//! path ends at a square of S outside T, which is in A_i. Move the series on the path from their
//! squares in N to their squares in M. This frees the last square for series i, and S + x is
//! filled. So S + x was a set of the group already.
//!
//! Only if: let T be a largest set that can be filled outside A_i, without x. By augmenting paths,
//! the series other than i fill some set S that contains T. As T is largest, all other squares of S
//! are in A_i, and x is not in S. So S + x is a set after the replacement, with series i on x.
//! Before, it was no set of the group: series i would take a square of A_i, and the others would
//! fill T + x outside A_i. ∎
//!
//! The largest sets that can be filled outside A_i are the largest S - A_i, over the sets S of the
//! group. Indeed in S series i is on a square of A_i, so the others fill the rest. By augmenting
//! paths a largest set T is part of a set S of the group, with S - A_i = T because T is largest. So
//! A_i and the sets of the group decide which squares can be added to A_i. Therefore they can all
//! be added, to all series:
//!
//! * Adding some to one series changes no set, and so does not change the squares that can be added
//!   to another.
//! * If x and y can be added to A_i, then y still can after x. A largest set T outside A_i + x is
//!   part of a largest set outside A_i, which contains x and y. Without x, that set can be filled
//!   outside A_i + x, so it is T + x, and T contains y.
//!
//! The series with all these squares are the full ones.
//!
//! Series with the same sets lead to the same full series, because a transversal matroid has one
//! maximal presentation (Bondy, "Presentations of transversal matroids", 1972). This makes the
//! table smaller. No value rests on it.

use super::node::Node;
use super::squares::{Mask, SQUARES, bits};
use super::tables::Tables;

/// The largest number of series in a key: each player's first three.
const SERIES: usize = 6;

impl Tables {
    /// Returns the key of a node in which all series are early.
    ///
    /// On 3x3 this is a node before turn 7. Nodes with equal keys have equal values, as shown
    /// above.
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

    /// Returns the series, with the full series in place of the early quantum ones.
    ///
    /// With the series themselves, `nash --pieces 4 --threads 1` takes 2.5 times as long.
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

/// Returns the squares that a series can get without changing the sets of its group.
///
/// These are the squares in each largest set that can be filled outside the series. `others` are
/// the other series of the group.
#[inline]
fn addable(node: &Node, others: Mask, series: Mask) -> Mask {
    let mut others = bits(others).map(|other| node.series[other] & !series);
    let (first, second) = (others.next().unwrap_or(0), others.next().unwrap_or(0));
    debug_assert!(others.next().is_none(), "m is at most 3");
    needed(first, second)
}

/// Returns the squares that are in each largest set that two series can fill.
///
/// A series without squares counts as none.
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

/// The indices of each player's first four series, as bits.
const OF_PLAYER: [Mask; 2] = [0b0_0101_0101, 0b0_1010_1010];

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

    /// Returns a node with these series. `live` are the quantum ones.
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
