//! Unbiased random numbers from a ChaCha8 stream.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

#[derive(Debug)]
pub(super) struct Numbers(ChaCha8Rng);

impl Numbers {
    pub(super) fn new(seed: u64, stream: u64) -> Numbers {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(stream);
        Numbers(generator)
    }

    #[inline]
    pub(super) fn coin(&mut self) -> bool {
        self.0.next_u32() >> 31 != 0
    }

    /// Throws independent dice, the i-th uniform over `0..sides[i]`.
    ///
    /// All dice come from one 32-bit word by repeated multiplication, with rejection (Lemire 2019;
    /// Brackett-Rozinsky and Lemire 2024). The product of the sides must be positive and below
    /// 2^32. A retry has a probability of at most that product divided by 2^32.
    #[inline]
    pub(super) fn dice<const N: usize>(&mut self, sides: [u32; N]) -> [usize; N] {
        let product: u32 = sides.iter().product();
        loop {
            let mut word = self.0.next_u32();
            let dice = sides.map(|sides| {
                let wide = u64::from(word) * u64::from(sides);
                word = wide as u32;
                (wide >> 32) as usize
            });
            // A word that leaves less than 2^32 mod product is drawn again, because otherwise some
            // throws would come from one word more than others.
            if word >= product || word >= product.wrapping_neg() % product {
                return dice;
            }
        }
    }

    /// Draws uniformly from `0..bound`; `bound` must be at least 1.
    #[inline]
    pub(super) fn below(&mut self, bound: u64) -> u64 {
        match u32::try_from(bound) {
            Ok(sides) => self.dice([sides])[0] as u64,
            Err(_) => self.below_large(bound),
        }
    }

    fn below_large(&mut self, bound: u64) -> u64 {
        let mask = u64::MAX >> (bound - 1).leading_zeros();
        loop {
            let number = self.0.next_u64() & mask;
            if number < bound {
                return number;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_reproducible_and_differ() {
        let first = |seed, stream| Numbers::new(seed, stream).below_large(u64::MAX);
        assert_eq!(first(1, 2), first(1, 2));
        assert_ne!(first(1, 2), first(1, 3));
        assert_ne!(first(1, 2), first(2, 2));
    }

    #[test]
    fn every_throw_of_two_dice_is_as_likely_as_another() {
        let mut numbers = Numbers::new(0, 0);
        let mut counts = [[0_u32; 8]; 9];
        for _ in 0..720_000 {
            let [a, b] = numbers.dice([9, 8]);
            counts[a][b] += 1;
        }
        // 72 cells of 10,000; six standard deviations are 596.
        assert!(
            counts
                .as_flattened()
                .iter()
                .all(|count| count.abs_diff(10_000) < 600),
            "{counts:?}"
        );
    }

    #[test]
    fn a_coin_shows_both_sides_equally_often() {
        let mut numbers = Numbers::new(0, 0);
        let heads = (0..10_000).filter(|_| numbers.coin()).count();
        // Six standard deviations are 300.
        assert!(heads.abs_diff(5_000) < 300, "{heads}");
    }

    #[test]
    fn large_numbers_stay_below_their_bound_and_come_near_it() {
        let mut numbers = Numbers::new(0, 0);
        for bound in [1, 2, 1 << 31, u64::from(u32::MAX) + 1, (1 << 60) + 1] {
            let drawn: Vec<u64> = (0..1_000).map(|_| numbers.below(bound)).collect();
            assert!(drawn.iter().all(|&number| number < bound));
            assert!(drawn.iter().any(|&number| number >= bound / 2));
        }
    }
}
