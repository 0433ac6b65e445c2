//! Keys for the transposition table: positions with equal keys are equivalent games.
//!
//! A key holds, for a position's image under some symmetry,
//!
//! * the class of its classical squares: which squares are quantum, and which lines are *open* to
//!   each player, which means that the other player owns no square on the line;
//! * for each player, the sets of squares that its quantum series can fill.
//!
//! For example, `1-2 5-6 2-3` and `1-2 5-6 1-3` have the same key. In both, X1 and X3 can fill
//! {1, 2}, {1, 3} and {2, 3}. The key holds 1-2-3 for X1 and for X3, because these are the largest
//! series that fill the same sets.
//!
//! Keys are made only for nodes with at most 2m series, where m is the board's side. So each series
//! is among its player's first m.
//!
//! # Why equal keys are equal games
//!
//! Divide the quantum series into *groups*: those among player 1's first m subscripts, those among
//! player 2's first m, and each later, or *late*, series by itself. A group's *sets* are the sets
//! of squares that it can fill (see [the parent module](super)). Two positions that do not wait for
//! a collapse are *alike* if they agree in
//!
//! * how many turns were played;
//! * the quantum squares;
//! * the lines open to each player;
//! * the squares of the classical late subscripts that stand on lines open to their owners;
//! * each group's sets.
//!
//! Write S + x, S + T and S - X for unions and differences.
//!
//! **Theorem.** Alike positions have the same value under every rule.
//!
//! *Proof*, by induction on how many turns are left.
//!
//! *The end.* Whether a game is over depends on the completed lines and on how many squares are
//! quantum. A player has completed exactly its open lines that have no quantum square. Their
//! largest subscripts follow from the late subscripts on them, as [`crate::engine::canonical`]
//! shows. So alike positions are both over, with equal margins, or neither is.
//!
//! *Placement.* The same placements are legal in both. Let a series be placed on the squares Q. If
//! it is late, it is a new group whose sets are the single squares in Q. Otherwise its group's sets
//! become the S + x, where S was one of them and x is in Q but not in S. So the two positions'
//! groups still have the same sets.
//!
//! *Entanglement.* Take a set from each group so that no two share a square. All quantum series
//! together fill the union of these sets, and each set that they fill arises like this. Let X be
//! the squares that lie in every such union. They are the entangled squares, because every matching
//! fills an entangled square, and any other square is left free by some matching: the lemma of
//! [`crate::engine::matching`] gives a path along which series can move away from it. So X is the
//! same in both positions. If X is empty, the positions are alike again.
//!
//! *Collapse.* Let k series in a group be entangled. All their squares are in X, so every set S
//! that the group fills has at least k squares in X. Let the entangled series fill U, and let the
//! group's other series fill V outside X. These U + V are exactly the sets S with k squares in X,
//! because in such an S the entangled series take all k squares. Such an S exists, because in a
//! matching of all quantum series only entangled ones stand on X. So k is the fewest squares that
//! any S has in X. If S runs over the sets with k squares in X, the U are the S ∩ X and the V are
//! the S - X. So k, the U and the V are the same in both positions.
//!
//! A collapse divides X so that each group gets one of its sets U, and each such division comes
//! from a collapse. Take two collapses with the same division, both in one position or one in each.
//! They differ only in how a player's first m subscripts share their squares, because a late series
//! is a group by itself. So the positions after them are alike: each player gets the same squares,
//! so the same lines stay open; the late subscripts collapse to the same squares; and each group
//! has the same sets V, because its other series lose their squares in X. By induction these
//! positions have the same value. As the same player chooses among the same divisions, the
//! placement has the same value in both positions. ∎
//!
//! Positions with equal keys have alike images, because the class determines the quantum squares
//! and the open lines, the *full* series in the key (see below) fill the same sets as the quantum
//! series, no series is late, and as many turns were played as there are classical squares and
//! quantum series together.
//!
//! # Full series
//!
//! Let a group's series stand on A_1, ..., A_k. A square x *can be added* to A_i if the group fills
//! no further set with A_i + x in place of A_i. Series *cover* a set of squares if each square can
//! get a series of its own, where series can be left over. The sets that given series cover form a
//! transversal matroid (Edmonds and Fulkerson, 1965): if the series cover two sets of different
//! size, they also cover the smaller one together with some further square of the larger one.
//!
//! **Lemma.** A square x outside A_i can be added to A_i if and only if x is in each largest set
//! outside A_i that the other series cover.
//!
//! *Proof.* If: let S + x be filled with series i on x, so that the others fill S, and x is not in
//! S. They cover S - A_i, which is part of a largest set as in the lemma. That set contains x, so
//! they also cover S - A_i + x. As they cover S, too, squares of S can be added to this set until
//! it is as large as S. It is then S + x - y for some y in A_i, because only squares in A_i were
//! missing from S + x. With series i on y, the group fills S + x without the addition.
//!
//! Only if: let T be a largest set as in the lemma, without x. Add squares until the others fill a
//! set S. As T is largest, the added squares are in A_i. So x is not in S, and S + x is filled
//! after the addition. Before it, series i would have to take some y in A_i, and the others would
//! fill S + x - y and so cover T + x, although T is largest. ∎
//!
//! The lemma's largest sets are the largest S - A_i, where the group fills S. Indeed in S series i
//! stands on A_i, so the others cover S - A_i. Conversely, add squares to a largest set T until the
//! group fills a set S. Then S - A_i contains T, so it is T. Hence A_i and the group's sets decide
//! which squares can be added to A_i.
//!
//! All possible additions to all series can be made at once. An addition to one series changes none
//! of the group's sets, so the same squares as before can be added to the other series. If x and y
//! can each be added to A_i, both together can, because the group fills no further set with series
//! i on x, nor with series i on y. The resulting series are the *full* series.
//!
//! Groups with the same sets even have the same full series (Bondy, "Presentations of transversal
//! matroids", 1972), but no value rests on this.

use super::node::Node;
use super::squares::{Mask, SQUARES, bits};
use super::tables::Tables;

const SERIES: usize = 6;

impl Tables {
    /// All the node's series must be early.
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

    /// Makes the early quantum series full.
    ///
    /// Without this, `nash --pieces 4 --threads 1` takes 2.5 times as long.
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

/// Returns the squares that can be added to `series` by the lemma. `others` are the rest of its
/// group.
#[inline]
fn addable(node: &Node, others: Mask, series: Mask) -> Mask {
    let mut others = bits(others).map(|other| node.series[other] & !series);
    let (first, second) = (others.next().unwrap_or(0), others.next().unwrap_or(0));
    debug_assert!(others.next().is_none(), "m is at most 3");
    needed(first, second)
}

/// Returns the squares that are in every largest set that the two series cover. A series can be
/// empty.
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

/// Each player's first four series, as bits.
const OF_PLAYER: [Mask; 2] = [0b0_0101_0101, 0b0_1010_1010];

#[inline]
fn sort_early(series: &mut [Mask; SERIES], early: usize) {
    for last in (2..early).step_by(2).rev() {
        for index in 0..last {
            if series[index] < series[index + 2] {
                series.swap(index, index + 2);
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
