use std::cell::RefCell;
use std::mem;

use crate::engine::board::SquareSet;

/// If all squares are among the first 10, sets index an array of counts, which is faster than
/// sorting.
const WITH_ARRAY: usize = 10;

/// Otherwise, if all are among the first 16, an array of sums sorts the sets.
const SORTED_BY_ARRAY: usize = 16;

/// Counts, for each set of squares, the ways in which the series can fill exactly this set, each
/// series on a square of its own. The counts saturate.
///
/// Series are added one by one, so that lists of series that begin alike share the work.
///
/// # Cost
/// If the earlier series can fill N sets, adding a series with k squares takes O(kN) steps and a
/// pass over up to 2^10 entries of an array. If any square is beyond the first 16, the sets are
/// also sorted by comparison.
///
/// ```
/// use gqt3::engine::board::SquareSet;
/// use gqt3::engine::matching::Assignments;
/// let triangle = [0b011, 0b110, 0b101].map(SquareSet);
/// let ways = triangle.iter().fold(Assignments::default(), |ways, &series| ways.with(series));
/// assert_eq!(ways.onto(SquareSet(0b111)), 2, "the first series chooses, and the others follow");
/// ```
#[derive(Clone, Debug)]
pub struct Assignments {
    /// In rising order unless [`Assignments::has_array`].
    ways: Vec<(SquareSet, u64)>,
    /// By the set's word; 0 if the set cannot be filled. Unused unless `has_array`.
    array: Vec<u64>,
    squares: SquareSet,
}

impl Default for Assignments {
    fn default() -> Assignments {
        Assignments {
            ways: vec![(SquareSet::EMPTY, 1)],
            array: vec![1],
            squares: SquareSet::EMPTY,
        }
    }
}

impl Assignments {
    pub fn with(&self, series: SquareSet) -> Assignments {
        let mut next = Assignments {
            ways: Vec::new(),
            array: Vec::new(),
            squares: SquareSet::EMPTY,
        };
        next.set_to_filling(self, series, SquareSet::EMPTY);
        next
    }

    /// Becomes `before` with one more series, but reuses the memory of `self`. Keeps only the sets
    /// that contain all squares in `filled`, and removes these squares from the sets.
    pub fn set_to_filling(&mut self, before: &Assignments, series: SquareSet, filled: SquareSet) {
        if self.has_array() {
            self.ways
                .iter()
                .for_each(|(set, _)| self.array[set.0 as usize] = 0);
        }
        self.ways.clear();
        self.squares = (before.squares | series) - filled;
        let steps = before.ways.iter().flat_map(|&(taken, ways)| {
            let squares = allowed(taken, series, filled).iter();
            squares.map(move |square| ((taken | SquareSet::single(square)) - filled, ways))
        });
        if self.has_array() {
            self.add_in_array(before, series, filled);
        } else if self.squares.is_subset(SquareSet::first(SORTED_BY_ARRAY)) {
            SUMS.with_borrow_mut(|sums| sums.sort(steps, self.squares, &mut self.ways));
        } else {
            self.ways.extend(steps);
            self.ways.sort_unstable_by_key(|&(taken, _)| taken);
            self.ways.dedup_by(|(taken, more), (same, ways)| {
                let is_same = taken == same;
                if is_same {
                    *ways = ways.saturating_add(*more);
                }
                is_same
            });
        }
    }

    #[inline]
    fn has_array(&self) -> bool {
        self.squares.is_subset(SquareSet::first(WITH_ARRAY))
    }

    /// Sums in plain loops, because an iterator is slower.
    ///
    /// Every set is written behind the others and kept if it is new, because a branch would be
    /// mispredicted too often.
    #[inline]
    fn add_in_array(&mut self, before: &Assignments, series: SquareSet, filled: SquareSet) {
        let room = self.squares.0 as usize + 1;
        if self.array.len() < room {
            self.array.resize(room, 0);
        }
        self.ways.resize(
            room.min(before.ways.len() * series.len()) + 1,
            (SquareSet::EMPTY, 0),
        );
        let mut kept = 0;
        for &(taken, ways) in &before.ways {
            for square in allowed(taken, series, filled) {
                let set = (taken | SquareSet::single(square)) - filled;
                let sum = &mut self.array[set.0 as usize];
                self.ways[kept].0 = set;
                kept += usize::from(*sum == 0);
                *sum = sum.saturating_add(ways);
            }
        }
        self.ways.truncate(kept);
        for (set, ways) in &mut self.ways {
            *ways = self.array[set.0 as usize];
        }
    }

    /// Counts the ways to fill exactly these squares.
    pub fn onto(&self, squares: SquareSet) -> u64 {
        if self.has_array() {
            return self.array.get(squares.0 as usize).copied().unwrap_or(0);
        }
        self.ways
            .binary_search_by_key(&squares, |&(taken, _)| taken)
            .map_or(0, |index| self.ways[index].1)
    }

    /// Iterates over the sets that can be filled, with their counts, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (SquareSet, u64)> {
        self.ways.iter().copied()
    }

    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }
}

/// Returns the squares that `series` can take so that no square in `filled` stays free.
#[inline]
fn allowed(taken: SquareSet, series: SquareSet, filled: SquareSet) -> SquareSet {
    if filled.is_empty() {
        return series - taken;
    }
    // Any free square if `taken` has all of `filled`; the missing square if it lacks one; otherwise
    // none. The last case is a mask to save a branch.
    let missing = (filled - taken).0;
    let at_most_one = u64::from(missing & missing.wrapping_sub(1) == 0).wrapping_neg();
    let wanted = if missing == 0 { !taken.0 } else { missing };
    SquareSet(series.0 & wanted & at_most_one)
}

thread_local! {
    static SUMS: RefCell<Sums> = RefCell::default();
}

/// A sum for each set of squares, 0 between two uses.
#[derive(Default)]
struct Sums {
    sums: Vec<u64>,
    /// A bit for each set with a sum.
    met: Vec<u64>,
}

impl Sums {
    /// Appends the sets in rising order, each once, with its ways added up (saturating).
    #[inline]
    fn sort(
        &mut self,
        sets: impl Iterator<Item = (SquareSet, u64)>,
        squares: SquareSet,
        out: &mut Vec<(SquareSet, u64)>,
    ) {
        let room = squares.0 as usize + 1;
        if self.sums.len() < room {
            self.sums.resize(room, 0);
            self.met.resize(room.div_ceil(64), 0);
        }
        let sums = &mut self.sums[..room];
        let met = &mut self.met[..room.div_ceil(64)];
        sets.for_each(|(set, ways)| {
            let set = set.0 as usize;
            sums[set] = sums[set].saturating_add(ways);
            met[set / 64] |= 1 << (set % 64);
        });
        for (high, word) in met.iter_mut().enumerate() {
            for low in SquareSet(mem::take(word)) {
                let set = 64 * high + low.index();
                out.push((SquareSet(set as u64), mem::take(&mut sums[set])));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn literal(rows: &[SquareSet], filled: SquareSet) -> BTreeMap<SquareSet, u64> {
        fn extend(rows: &[SquareSet], taken: SquareSet, result: &mut BTreeMap<SquareSet, u64>) {
            match rows.split_first() {
                None => *result.entry(taken).or_default() += 1,
                Some((&row, rest)) => {
                    (row - taken)
                        .iter()
                        .for_each(|square| extend(rest, taken | SquareSet::single(square), result));
                }
            }
        }
        let mut result = BTreeMap::new();
        extend(rows, SquareSet::EMPTY, &mut result);
        let with_filled = result.into_iter().filter(|(set, _)| filled.is_subset(*set));
        with_filled
            .map(|(set, ways)| (set - filled, ways))
            .collect()
    }

    proptest! {
        #[test]
        fn ways_are_counted_wherever_the_squares_are(
            lists in proptest::collection::vec(
                (prop::sample::select(vec![8_u32, 14, 40]), proptest::collection::vec(1_u64..256, 1..6), 0_u64..16),
                4,
            ),
        ) {
            let mut last = Assignments::default();
            for (reach, rows, filled) in lists {
                // Move each row's upper four squares to the end of the first `reach` squares.
                let spread = |word: u64| SquareSet(word & 0xf | (word >> 4) << (reach - 4));
                let rows: Vec<SquareSet> = rows.into_iter().map(spread).collect();
                let (&row, before) = rows.split_last().unwrap();
                let before = before.iter().fold(Assignments::default(), |ways, &row| ways.with(row));
                let filled = spread(filled) & rows.iter().fold(SquareSet::EMPTY, |all, &row| all | row);
                last.set_to_filling(&before, row, filled);
                let expected = literal(&rows, filled);
                prop_assert_eq!(last.iter().collect::<BTreeMap<_, _>>(), expected.clone());
                prop_assert_eq!(last.is_empty(), expected.is_empty());
                for set in (0..256).map(spread) {
                    prop_assert_eq!(last.onto(set), expected.get(&set).copied().unwrap_or(0));
                }
            }
        }
    }
}
