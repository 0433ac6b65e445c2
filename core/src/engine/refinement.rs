//! Colour refinement distinguishes a hypergraph's vertices without trying relabellings.
//!
//! In each round a vertex absorbs the colours of all vertices that share a set with it (Weisfeiler
//! and Leman, 1968). A round doesn't depend on the vertices' names or on the order of sets, so a
//! symmetry that keeps the colours before a round keeps them after it. But equal colours don't
//! imply a symmetry.

use crate::engine::board::{MAX_SQUARES, SquareSet};

#[inline]
pub(crate) const fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ word >> 29
}

/// Refines the colours by one round.
///
/// Each set comes with its kind, and sets of different kinds count as different.
#[inline]
pub(crate) fn refine(colours: &mut [u64], sets: impl IntoIterator<Item = (u64, SquareSet)>) {
    let mut sums = [0_u64; MAX_SQUARES];
    for (kind, set) in sets {
        let colour = |vertex: crate::engine::board::Square| colours[vertex.index()];
        let sum = set
            .iter()
            .map(colour)
            .fold(mix(kind + 1), u64::wrapping_add);
        let label = mix(sum);
        for vertex in set {
            sums[vertex.index()] = sums[vertex.index()].wrapping_add(label);
        }
    }
    for (colour, sum) in colours.iter_mut().zip(sums) {
        *colour = mix(colour.rotate_left(17) ^ sum);
    }
}

/// Sorts vertices by colour, and those of a colour by index.
pub(crate) fn by_colour(
    vertices: impl Iterator<Item = usize>,
    colours: &[u64],
) -> Vec<(u64, usize)> {
    let mut order: Vec<_> = vertices.map(|vertex| (colours[vertex], vertex)).collect();
    order.sort_unstable();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_are_told_apart_by_their_sets() {
        let path = |kind: u64, colour: u64| {
            let mut colours = [colour; 4];
            let sets = [(0, 0b0011), (kind, 0b0110), (0, 0b1100)];
            refine(&mut colours, sets.map(|(kind, set)| (kind, SquareSet(set))));
            colours
        };
        for colour in [0, 1, u64::MAX] {
            let [a, b, c, d] = path(0, colour);
            assert!(a == d && b == c && a != b);
            let [end, inner, ..] = path(1, colour);
            assert!(end == a && inner != b);
        }
    }

    /// These words differ in few bits.
    #[test]
    fn mixing_keeps_words_distinct() {
        let words = (0..64).flat_map(|high| (0..64).map(move |low| !(high << 32 | low)));
        let mixed: std::collections::HashSet<u64> = words.map(mix).collect();
        assert_eq!(mixed.len(), 64 * 64);
    }

    /// Allows eight standard deviations.
    #[test]
    fn mixing_sets_each_bit_in_half_of_the_words() {
        for bit in 0..64 {
            let set = (0..4096).filter(|&word| mix(word) >> bit & 1 == 1).count();
            assert!((1792..=2304).contains(&set), "bit {bit}: {set}");
        }
    }
}
