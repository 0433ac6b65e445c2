//! A table of answers with exact keys and a fixed size, which all threads share.
//!
//! A hash selects a shard, and in it a bucket of four entries. Entries are compared by the whole
//! key. A full bucket gives up the entry with the fewest turns left, which is the cheapest to find
//! again.

use std::sync::{Mutex, MutexGuard, PoisonError};

const WAYS: usize = 4;
const SHARDS: usize = 1 << 10;

/// The key of an empty entry. No stored position has it, because its key contains a living target.
const EMPTY: u128 = 0;

/// Hashes a key.
fn hash(key: u128) -> u64 {
    [key as u64, (key >> 64) as u64]
        .into_iter()
        .fold(0, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed ^ mixed >> 32).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        })
}

/// The result of a search of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// `true` if the blocker is proved to hold the attacker.
    pub proved: bool,
    /// The width of the search, as an index of `WIDTHS`.
    ///
    /// If `proved` is `false`, there is no proof at this width.
    pub width: u8,
    /// The number of turns left.
    pub turns_left: u8,
}

impl Known {
    /// Converts the result to the bytes of an entry.
    const fn to_bytes(self) -> [u8; 3] {
        [self.proved as u8, self.width, self.turns_left]
    }

    /// Converts the bytes of an entry to a result.
    const fn of_bytes([proved, width, turns_left]: [u8; 3]) -> Known {
        Known {
            proved: proved != 0,
            width,
            turns_left,
        }
    }
}

/// A part of the table.
///
/// The system maps fresh vectors of zeros lazily, so memory is taken as it is used.
#[derive(Debug)]
struct Shard {
    keys: Vec<u128>,
    known: Vec<[u8; 3]>,
}

/// A table of the results of a search, by exact keys.
#[derive(Debug)]
pub struct Proofs {
    shards: Vec<Mutex<Shard>>,
    buckets: usize,
}

impl Proofs {
    /// Returns a table of at most `bytes` bytes, but at least one bucket per shard.
    pub fn new(bytes: usize) -> Proofs {
        let bucket = WAYS * (size_of::<u128>() + size_of::<[u8; 3]>());
        let buckets = 1 << (bytes / SHARDS / bucket).max(1).ilog2();
        let shard = || {
            Mutex::new(Shard {
                keys: Vec::new(),
                known: Vec::new(),
            })
        };
        Proofs {
            shards: (0..SHARDS).map(|_| shard()).collect(),
            buckets,
        }
    }

    /// Locks the shard of a key. Also returns the index at which its bucket starts.
    fn place(&self, key: u128) -> (MutexGuard<'_, Shard>, usize) {
        let hash = hash(key);
        // A panic cannot leave half an entry behind, so a poisoned lock is safe.
        let shard = self.shards[(hash >> 54) as usize % SHARDS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        (shard, (hash >> 8) as usize % self.buckets * WAYS)
    }

    /// Returns the result stored for a key.
    pub fn load(&self, key: u128) -> Option<Known> {
        let (shard, first) = self.place(key);
        let way = shard
            .keys
            .get(first..first + WAYS)?
            .iter()
            .position(|&stored| stored == key)?;
        Some(Known::of_bytes(shard.known[first + way]))
    }

    /// Stores a result in place of an older one. Does nothing if there is no memory.
    pub fn store(&self, key: u128, known: Known) {
        let (mut shard, first) = self.place(key);
        let Shard {
            keys,
            known: stored,
        } = &mut *shard;
        if keys.is_empty() {
            let entries = self.buckets * WAYS;
            if Vec::<u128>::new().try_reserve_exact(2 * entries).is_err() {
                return;
            }
            (*keys, *stored) = (vec![EMPTY; entries], vec![[0; 3]; entries]);
        }
        let ways = first..first + WAYS;
        let same = ways.clone().find(|&way| keys[way] == key);
        let turns_left = |way: &usize| Known::of_bytes(stored[*way]).turns_left;
        let place = same
            .or_else(|| ways.min_by_key(turns_left))
            .unwrap_or(first);
        keys[place] = key;
        stored[place] = known.to_bytes();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_forgets_but_never_confuses() {
        let table: Proofs = Proofs::new(0);
        let known = |key: u64| Known {
            proved: key.is_multiple_of(3),
            width: (key % 5) as u8,
            turns_left: (key % 16) as u8,
        };
        (1..20_000_u64).for_each(|key| table.store(key.into(), known(key)));
        let found = (1..20_000_u64)
            .filter(|&key| table.load(key.into()) == Some(known(key)))
            .count();
        let forgotten = (1..20_000_u64)
            .filter(|&key| table.load(key.into()).is_none())
            .count();
        assert_eq!(found + forgotten, 19_999);
        assert!(found > SHARDS && forgotten > SHARDS, "{found}, {forgotten}");
    }
}
