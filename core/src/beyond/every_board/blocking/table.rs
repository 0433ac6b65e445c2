//! The transposition table that all threads of a search share. It has many shards, each with its
//! own lock, so that threads seldom wait for each other.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::support::table::{TranspositionTable, hash};

const SHARD_BITS: u32 = 10;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult {
    pub proved: bool,
    /// The width of the search, as an index of `WIDTHS`.
    pub width: u8,
}

/// A shard takes its memory with its first entry.
type Shard = Option<TranspositionTable<[u32; 5]>>;

#[derive(Debug)]
pub struct Proofs {
    shards: Vec<Mutex<Shard>>,
    bytes_of_a_shard: usize,
}

impl Proofs {
    /// Returns a table that grows to at most `bytes` bytes, or to one bucket per shard if that is
    /// more.
    pub fn new(bytes: usize) -> Proofs {
        Proofs {
            shards: (0..1 << SHARD_BITS).map(|_| Mutex::default()).collect(),
            bytes_of_a_shard: bytes >> SHARD_BITS,
        }
    }

    fn shard(&self, key: u128) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[(hash(key) >> (u64::BITS - SHARD_BITS)) as usize];
        // A panic cannot leave half an entry behind.
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn load(&self, key: u128) -> Option<SearchResult> {
        let value = self.shard(key).as_ref()?.load(key)?;
        Some(SearchResult {
            proved: value & 1 != 0,
            width: (value >> 1) as u8,
        })
    }

    /// Does nothing if there is no memory for a new shard.
    pub fn store(&self, key: u128, known: SearchResult) {
        let mut shard = self.shard(key);
        if shard.is_none() {
            *shard = TranspositionTable::try_with_bytes(self.bytes_of_a_shard);
        }
        if let Some(table) = shard.as_mut() {
            table.store(key, u32::from(known.width) << 1 | u32::from(known.proved));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_table_loses_entries_but_never_confuses_them() {
        let table = Proofs::new(0);
        let known = |key: u64| SearchResult {
            proved: key.is_multiple_of(3),
            width: (key % 5) as u8,
        };
        (1..20_000_u64).for_each(|key| table.store(key.into(), known(key)));
        let kept = (1..20_000_u64)
            .filter(|&key| table.load(key.into()) == Some(known(key)))
            .count();
        let lost = (1..20_000_u64)
            .filter(|&key| table.load(key.into()).is_none())
            .count();
        assert_eq!(kept + lost, 19_999);
        assert!(
            kept > 1 << SHARD_BITS && lost > 1 << SHARD_BITS,
            "{kept}, {lost}"
        );
    }
}
