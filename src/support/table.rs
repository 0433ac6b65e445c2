//! A transposition table with exact keys and a fixed size. It is independent of the game.
//!
//! A slot is one 128-bit word: the whole key, less than 2^96 - 1, beside a 32-bit value. The hash
//! only chooses a bucket of four slots (64 bytes), and entries are compared by the whole key. So a
//! table can lose entries, but never confuse them. A full bucket replaces its slots in turn.
//!
//! # Cost
//!
//! One or two cache lines for a look-up or a store. A slot takes 16 bytes, which the system zeroes
//! on first use.

/// The number of bits of a key. The key with all bits set is reserved.
const KEY_BITS: u32 = 96;

const WAYS: usize = 4;

/// The number of slots that [`Table::fill`] examines.
const SAMPLE: usize = 1 << 12;

/// A transposition table.
///
/// ```
/// let mut table = gqt3::support::table::Table::with_bytes(1 << 12);
/// table.store(42, 7);
/// assert_eq!((table.load(42), table.load(43)), (Some(7), None));
/// ```
#[derive(Debug)]
pub struct Table {
    /// The buckets of [`WAYS`] slots.
    ///
    /// The system provides a vector of zeros page by page, on first use.
    slots: Vec<u128>,
    given_up: usize,
}

impl Table {
    /// Creates a table of at most `bytes` bytes, but at least one bucket.
    ///
    /// A bucket takes 64 bytes. A system that provides memory page by page grants even a table that
    /// is larger than the free memory. Once too much of it is in use, the process becomes slow or
    /// is killed.
    pub fn with_bytes(bytes: usize) -> Table {
        Table {
            slots: vec![0; Table::slots_of(bytes)],
            given_up: 0,
        }
    }

    /// Creates a table as [`Table::with_bytes`] does. Returns `None` if the system refuses the
    /// memory.
    ///
    /// ```
    /// use gqt3::support::table::Table;
    /// assert!(Table::try_with_bytes(1 << 12).is_some());
    /// assert!(Table::try_with_bytes(usize::MAX).is_none());
    /// ```
    pub fn try_with_bytes(bytes: usize) -> Option<Table> {
        // A test, freed at once: the standard library has no fallible allocation of zeroed vectors.
        Vec::<u128>::new()
            .try_reserve_exact(Table::slots_of(bytes))
            .ok()?;
        Some(Table::with_bytes(bytes))
    }

    fn slots_of(bytes: usize) -> usize {
        WAYS << (bytes / (WAYS * size_of::<u128>())).max(1).ilog2()
    }

    /// Returns the value stored with this key, unless it was replaced.
    #[inline]
    pub fn load(&self, key: u128) -> Option<u32> {
        debug_assert!(key >> KEY_BITS == 0);
        let first = self.first_slot(key);
        let slots = &self.slots[first..first + WAYS];
        // Stored keys are kept plus one, so that an empty slot matches none.
        slots
            .iter()
            .find(|&&slot| slot >> 32 == key + 1)
            .map(|&slot| slot as u32)
    }

    /// Stores a value with a key, in place of an old value of the key.
    #[inline]
    pub fn store(&mut self, key: u128, value: u32) {
        debug_assert!(key + 1 < 1 << KEY_BITS);
        let first = self.first_slot(key);
        let slots = &mut self.slots[first..first + WAYS];
        let same_or_empty = slots
            .iter()
            .position(|&slot| slot >> 32 == key + 1 || slot == 0);
        let way = same_or_empty.unwrap_or_else(|| {
            self.given_up = self.given_up.wrapping_add(1);
            self.given_up % WAYS
        });
        slots[way] = (key + 1) << 32 | u128::from(value);
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        let slots = std::mem::take(&mut self.slots).len();
        self.slots = vec![0; slots];
        self.given_up = 0;
    }

    /// Returns the number of slots.
    pub const fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Estimates the used share of the table, from 0 to 1, within microseconds.
    ///
    /// Only the first buckets are counted, because the hash fills all buckets evenly.
    pub fn fill(&self) -> f64 {
        let sample = &self.slots[..self.slots.len().min(SAMPLE)];
        sample.iter().filter(|&&slot| slot != 0).count() as f64 / sample.len() as f64
    }

    #[inline]
    fn first_slot(&self, key: u128) -> usize {
        // Multiply-mix both halves. The high bits are the best mixed.
        let mixed = (key as u64 ^ (key >> 64) as u64 ^ ((key >> 64) as u64).rotate_left(23))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed >> 32) as usize & (self.slots.len() / WAYS - 1)) * WAYS
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_is_loaded_is_what_was_last_stored(
            entries in proptest::collection::vec((0_u128..500, any::<u32>()), 1..200),
        ) {
            let mut table = Table::with_bytes(1 << 8);
            let mut last = std::collections::HashMap::new();
            for (key, value) in entries {
                let key = key << 70 | key;
                table.store(key, value);
                last.insert(key, value);
                prop_assert_eq!(table.load(key), Some(value));
            }
            for (key, value) in last {
                prop_assert!(table.load(key).is_none_or(|found| found == value));
            }
        }

        #[test]
        fn how_much_is_in_use_is_a_share(keys in proptest::collection::hash_set(0_u128..1 << 90, 1..200)) {
            let mut table = Table::with_bytes(1 << 9);
            keys.iter().for_each(|&key| table.store(key, key as u32));
            prop_assert!(table.fill() > 0.0 && table.fill() <= 1.0);
        }
    }
}
