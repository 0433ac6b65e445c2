//! Families of sets of points up to a relabelling of the points: the keys of the memo methods.
//!
//! The points are sorted by what the family looks like from them, a few rounds of refinement. Equal keys are always
//! isomorphic families, because the key *is* the relabelled family; where the refinement leaves points alike, some
//! isomorphic families may get different keys, which costs memory and never exactness.

/// A set of points as bits.
pub type Mask = u32;

/// The family, relabelled and sorted, with the number of points first.
pub type Key = Box<[Mask]>;

/// The key of a family of sets of the points 0..points.
pub fn key(points: usize, sets: &[Mask]) -> Key {
    let mut colour: Vec<u64> = vec![1; points];
    for _ in 0..3 {
        let of_set = |set: Mask| -> u64 {
            let sum = members(set).fold(0_u64, |sum, point| sum.wrapping_add(scramble(colour[point])));
            scramble(sum ^ u64::from(set.count_ones()))
        };
        let seen = sets.iter().map(|&set| (set, of_set(set)));
        let mut next = vec![0_u64; points];
        for (set, seen) in seen {
            members(set).for_each(|point| next[point] = next[point].wrapping_add(seen));
        }
        colour = next.iter().zip(&colour).map(|(&seen, &old)| scramble(seen ^ old.rotate_left(17))).collect();
    }
    let mut order: Vec<usize> = (0..points).collect();
    order.sort_by_key(|&point| colour[point]);
    let mut place = vec![0; points];
    order.iter().enumerate().for_each(|(at, &point)| place[point] = at);
    let relabelled = |&set: &Mask| members(set).fold(0, |image, point| image | 1 << place[point]);
    let mut key: Vec<Mask> = sets.iter().map(relabelled).collect();
    key.sort_unstable();
    key.insert(0, points as Mask);
    key.into()
}

/// The points of a set.
pub fn members(set: Mask) -> impl Iterator<Item = usize> {
    crate::board::SquareSet(u64::from(set)).iter().map(crate::board::Square::index)
}

/// Mixes the bits of a word (splitmix64's finisher).
fn scramble(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
