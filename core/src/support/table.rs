//! A transposition table with exact keys and a fixed size.
//!
//! The hash only chooses a bucket with four slots, and entries are compared by the whole key. So a
//! table can lose entries, but never confuse them.

const WAYS: usize = 4;

const SAMPLED_SLOTS: usize = 1 << 12;

/// An entry of a table.
pub trait Slot: Copy {
    /// All zeros, because the system provides zeroed memory at no cost until it is used.
    const EMPTY: Self;

    fn new(key: u128, value: u32) -> Self;

    fn get(self, key: u128) -> Option<u32>;

    fn is_empty(self) -> bool;
}

/// 16 bytes, for keys less than 2^96 - 1 and any value.
impl Slot for u128 {
    const EMPTY: u128 = 0;

    #[inline]
    fn new(key: u128, value: u32) -> u128 {
        debug_assert!(key + 1 < 1 << 96);
        // One is added to keys, so that none matches an empty slot.
        (key + 1) << 32 | u128::from(value)
    }

    #[inline]
    fn get(self, key: u128) -> Option<u32> {
        (self >> 32 == key + 1).then_some(self as u32)
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }
}

/// 20 bytes, for any key and values less than 2^32 - 1.
impl Slot for [u32; 5] {
    const EMPTY: [u32; 5] = [0; 5];

    #[inline]
    fn new(key: u128, value: u32) -> [u32; 5] {
        let [a, b, c, d] = words(key);
        [a, b, c, d, value + 1]
    }

    #[inline]
    fn get(self, key: u128) -> Option<u32> {
        (self[..4] == words(key)).then(|| self[4].checked_sub(1))?
    }

    #[inline]
    fn is_empty(self) -> bool {
        self[4] == 0
    }
}

fn words(key: u128) -> [u32; 4] {
    [0, 32, 64, 96].map(|shift| (key >> shift) as u32)
}

/// Low bits are mixed worst, so 2^b buckets use the b bits from bit 32 upward.
#[inline]
pub fn hash(key: u128) -> u64 {
    let mixed = (key as u64 ^ (key >> 64) as u64 ^ ((key >> 64) as u64).rotate_left(23))
        .wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// In a full bucket the table's r-th replacement overwrites slot r mod 4.
#[derive(Debug)]
pub struct TranspositionTable<S = u128> {
    slots: Vec<S>,
    replaced: usize,
}

impl<S: Slot> TranspositionTable<S> {
    /// Uses at most `bytes` bytes, but at least one bucket.
    ///
    /// Some systems grant more memory than is free. Then the process becomes slow or is killed once
    /// it uses too much.
    pub fn with_bytes(bytes: usize) -> TranspositionTable<S> {
        TranspositionTable {
            slots: vec![S::EMPTY; TranspositionTable::<S>::slots_of(bytes)],
            replaced: 0,
        }
    }

    /// Returns `None` if the system refuses the memory.
    ///
    /// ```
    /// use gqt3::support::table::TranspositionTable;
    /// assert!(TranspositionTable::<u128>::try_with_bytes(1 << 12).is_some());
    /// assert!(TranspositionTable::<u128>::try_with_bytes(usize::MAX).is_none());
    /// ```
    pub fn try_with_bytes(bytes: usize) -> Option<TranspositionTable<S>> {
        // Reserves and frees the memory at once, because safe std can't allocate zeros fallibly.
        Vec::<S>::new()
            .try_reserve_exact(TranspositionTable::<S>::slots_of(bytes))
            .ok()?;
        Some(TranspositionTable::with_bytes(bytes))
    }

    fn slots_of(bytes: usize) -> usize {
        WAYS << (bytes / (WAYS * size_of::<S>())).max(1).ilog2()
    }

    /// Returns the last value stored with this key, unless it was replaced.
    #[inline]
    pub fn load(&self, key: u128) -> Option<u32> {
        let first = self.first_slot(key);
        let slots = &self.slots[first..first + WAYS];
        slots.iter().find_map(|slot| slot.get(key))
    }

    #[inline]
    pub fn store(&mut self, key: u128, value: u32) {
        let first = self.first_slot(key);
        let slots = &mut self.slots[first..first + WAYS];
        let same_or_empty = slots
            .iter()
            .position(|slot| slot.get(key).is_some() || slot.is_empty());
        let way = same_or_empty.unwrap_or_else(|| {
            self.replaced = self.replaced.wrapping_add(1);
            self.replaced % WAYS
        });
        slots[way] = S::new(key, value);
    }

    pub fn clear(&mut self) {
        let slots = std::mem::take(&mut self.slots).len();
        self.slots = vec![S::EMPTY; slots];
        self.replaced = 0;
    }

    pub const fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Estimates the used share, from 0 to 1, by the first 4,096 slots, because the hash fills all
    /// buckets evenly.
    pub fn fill(&self) -> f64 {
        let sample = &self.slots[..self.slots.len().min(SAMPLED_SLOTS)];
        sample.iter().filter(|slot| !slot.is_empty()).count() as f64 / sample.len() as f64
    }

    #[inline]
    fn first_slot(&self, key: u128) -> usize {
        ((hash(key) >> 32) as usize & (self.slots.len() / WAYS - 1)) * WAYS
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn loads_what_was_last_stored<S: Slot>(
        entries: &[(u128, u32)],
        bytes: usize,
    ) -> Result<(), TestCaseError> {
        let mut table = TranspositionTable::<S>::with_bytes(bytes);
        let mut last = std::collections::HashMap::new();
        for &(key, value) in entries {
            table.store(key, value);
            last.insert(key, value);
            prop_assert_eq!(table.load(key), Some(value));
        }
        for (key, value) in last {
            prop_assert!(table.load(key).is_none_or(|stored| stored == value));
        }
        prop_assert!(table.fill() > 0.0 && table.fill() <= 1.0);
        Ok(())
    }

    proptest! {
        #[test]
        fn what_is_loaded_is_what_was_last_stored(
            entries in proptest::collection::vec((0_u128..500, 0..u32::MAX), 1..200),
        ) {
            let wide = entries.iter().map(|&(key, value)| (key << 110 | key, value));
            loads_what_was_last_stored::<[u32; 5]>(&wide.collect::<Vec<_>>(), 1 << 8)?;
            let narrow = entries.iter().map(|&(key, value)| (key << 70 | key, value));
            loads_what_was_last_stored::<u128>(&narrow.collect::<Vec<_>>(), 1 << 8)?;
        }
    }
}
