//! One key for all positions that are the same game.
//!
//! Four reductions, each of which leaves the rest of the game and its result as they are under every rule:
//!
//! * *Symmetry.* The rotations and reflections map lines to lines; the least key of all images is taken.
//! * *Subscript classes.* On an m-by-m board a line has m subscripts of one player. Its largest is that player's m-th if
//!   the line holds exactly the first m, and one beyond the m-th otherwise. So exchanging two of a player's first m
//!   subscripts, quantum or classical, changes no largest subscript: hence no score under any rule, no end of the game, no
//!   choice. On 3x3 this makes 1 = 3 = 5 and 2 = 4 = 6.
//! * *Lines.* Of the classical squares only this matters: which squares are classical, and which lines are still open to
//!   each player. An open line lacks its quantum squares, whoever owns the others.
//! * *Late subscripts.* A classical 7 or 8 matters only on a line that is open to its owner.
//!
//! A key has 15 bits for the class of the classical squares, 4 for each classical late subscript and 9 for each quantum
//! series: 95.

use super::node::Node;
use super::tables::Tables;
use super::{Mask, bits};

/// The quantum series a key can have: a tight set appears with as many series as squares.
const SERIES: usize = 8;

/// No late subscript, or one that does not matter.
const NOWHERE: u64 = 15;

impl Tables {
    /// The key: equal keys are equal games from here on.
    #[inline]
    pub fn key(&self, node: &Node) -> u128 {
        let class = self.class(node.owned);
        let late = [0, 1].map(|player: usize| {
            let series = 2 * self.merged + player;
            let classical = series < node.turns && series < SERIES && node.live >> series & 1 == 0;
            if classical { node.series[series] & class.relevant[player] } else { 0 }
        });
        let full = self.full_series(node);
        let mut least = u128::MAX;
        for symmetry in bits(Mask::from(class.symmetries)) {
            let image = &self.images[symmetry];
            let places = late.map(|mask| match mask {
                0 => NOWHERE,
                mask => u64::from(image[usize::from(mask)].trailing_zeros()),
            });
            let mut series = [0; SERIES];
            for number in bits(node.live) {
                series[number] = image[usize::from(full[number])];
            }
            sort_classes(&mut series, self.merged);
            let low = series[..4].iter().fold(0, |word, &mask| word << 9 | u64::from(mask));
            let high = series[4..].iter().fold(0, |word, &mask| word << 9 | u64::from(mask));
            let key = u128::from(places[0] << 4 | places[1]) << 72 | u128::from(low) << 36 | u128::from(high);
            least = least.min(key);
        }
        u128::from(class.number) << 80 | least
    }
}

impl Tables {
    /// The quantum series, those of the interchangeable subscripts with every square that changes nothing.
    ///
    /// All that the rest of the game needs to know of a player's early series is which sets they can fill. A square can be
    /// added to one of them if no new set comes about. With all such squares the series are the same whichever series
    /// with these sets one starts from (the maximal presentation of a transversal matroid is unique), and those squares are
    /// the ones that are in every largest set that the other series can fill beside this one (Bondy, "Presentations of
    /// transversal matroids", 1972).
    #[inline]
    fn full_series(&self, node: &Node) -> [Mask; SERIES + 1] {
        let mut full = node.series;
        for early in EARLY.map(|player| node.live & player & ((1 << (2 * self.merged)) - 1)) {
            for number in bits(early) {
                full[number] |= addable(node, early & !(1 << number), node.series[number]);
            }
        }
        full
    }

    /// A placement with every square that changes nothing: those with the same ones are the same move.
    #[inline]
    pub fn full_placement(&self, node: &Node, squares: Mask) -> Mask {
        let early = (1 << (2 * self.merged)) - 1;
        let alike = if node.turns < 2 * self.merged { node.live & EARLY[node.turns % 2] & early } else { 0 };
        squares | addable(node, alike, squares)
    }
}

/// The squares that can be added to a series beside some others.
#[inline]
fn addable(node: &Node, others: Mask, series: Mask) -> Mask {
    let mut others = bits(others).map(|other| node.series[other] & !series);
    let (first, second) = (others.next().unwrap_or(0), others.next().unwrap_or(0));
    debug_assert!(others.next().is_none(), "m is at most 3");
    needed(first, second)
}

/// The squares of every largest set that two series can fill; no square is none.
#[inline]
fn needed(first: Mask, second: Mask) -> Mask {
    let alone = |squares: Mask| if squares & squares.wrapping_sub(1) == 0 { squares } else { 0 };
    let all = first | second;
    if first == 0 || second == 0 {
        alone(all)
    } else if all.count_ones() <= 2 {
        all
    } else {
        alone(first) | alone(second)
    }
}

/// The series of each player.
const EARLY: [Mask; 2] = [0b0_0101_0101, 0b0_1010_1010];

/// Sorts each player's first `merged` series among their places: at most three.
#[inline]
fn sort_classes(series: &mut [Mask; SERIES], merged: usize) {
    for last in (1..merged).rev() {
        for place in 0..2 * last {
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
    use crate::board::Board;
    use crate::rules::Rules;
    use crate::search::small::family::Family;

    fn tables() -> Tables {
        Tables::new(Board::new(3).expect("a board"), Rules::default())
    }

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
        bits(set).fold(Family::EMPTY_SET, |family, number| family.and_one_of(series[number]))
    }

    proptest! {
        #[test]
        fn placements_that_are_one_move_can_fill_the_same_sets(
            series in proptest::collection::vec(1_u16..512, 0..=6),
            live in 0_u16..64,
            squares in 1_u16..512,
        ) {
            let node = node(&series, live);
            let others = of(node.live & EARLY[node.turns % 2], &node.series);
            prop_assume!(others.and_one_of(squares) != Family::NONE);
            let full = tables().full_placement(&node, squares);
            prop_assert_eq!(full & squares, squares);
            prop_assert_eq!(others.and_one_of(full), others.and_one_of(squares));
        }

        #[test]
        fn a_square_is_added_if_no_new_set_comes_about(series in proptest::collection::vec(1_u16..512, 6), live in 0_u16..64) {
            let (tables, node) = (tables(), node(&series, live));
            for early in EARLY.map(|player| player & live) {
                let all = of(early, &node.series);
                prop_assume!(all != Family::NONE);
                let full = tables.full_series(&node);
                for number in bits(early) {
                    let others = of(early & !(1 << number), &node.series);
                    let same = |square: &usize| others.and_one_of(1 << square).is_within(&all);
                    let expected = (0..9).filter(same).fold(0, |squares, square| squares | 1 << square);
                    prop_assert_eq!(full[number], expected);
                }
                prop_assert_eq!(of(early, &full), all);
            }
        }
    }
}
