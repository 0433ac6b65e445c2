//! Random numbers for the checks that go beyond what is small: the same on every machine.

use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A stream of random numbers.
#[derive(Clone, Debug)]
pub struct Numbers(ChaCha8Rng);

impl Numbers {
    /// The stream with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Numbers {
        Numbers(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The next word.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `bound` - 1, each as likely as another; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0.random_range(0..bound.max(1))
    }

    /// Puts a list into a random order.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        list.shuffle(&mut self.0);
    }
}
