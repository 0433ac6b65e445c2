//! Arithmetic modulo primes below 2^60, or below 2^28 in half the space, and the way back to integers.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::progress::{Interrupted, Progress};

/// Every prime of a [`Field`] lies below two to this power; sixteen products may then be added before one reduction. The
/// primes just below it are dense enough: each that is used has no bit less.
pub const BITS: u32 = 60;

/// The numbers modulo an odd p, each x kept as x R mod p, where R is two to the bits of a word (Montgomery 1985).
macro_rules! field {
    ($(#[$doc:meta])* $name:ident, $word:ty, $wide:ty) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            prime: $word,
            /// The inverse of p modulo R.
            inverse: $word,
            /// R^2 mod p.
            square: $word,
        }

        impl $name {
            /// The field of an odd `modulus` below R / 16; without inverses if that is not a prime.
            pub fn new(modulus: u64) -> $name {
                let prime = modulus as $word;
                let power = (1 << <$word>::BITS) % <$wide>::from(prime);
                let square = (power * power % <$wide>::from(prime)) as $word;
                // Each of Newton's steps doubles the number of correct bits; x itself has three.
                let step = |x: $word, _| x.wrapping_mul((2 as $word).wrapping_sub(prime.wrapping_mul(x)));
                $name { prime, inverse: (0..5).fold(prime, step), square }
            }

            /// x / R for x below R p: a product, or a sum of up to sixteen.
            #[inline(always)]
            pub fn reduce(self, x: $wide) -> $word {
                let multiple = (x as $word).wrapping_mul(self.inverse);
                let low = (<$wide>::from(multiple) * <$wide>::from(self.prime)) >> <$word>::BITS;
                // Between -p and p: what is negative is large as an unsigned number.
                let difference = ((x >> <$word>::BITS) as $word).wrapping_sub(low as $word);
                difference.min(difference.wrapping_add(self.prime))
            }

            #[inline(always)]
            pub fn times(self, a: $word, b: $word) -> $word {
                self.reduce(<$wide>::from(a) * <$wide>::from(b))
            }

            #[inline(always)]
            pub fn plus(self, a: $word, b: $word) -> $word {
                let sum = a + b;
                sum.min(sum.wrapping_sub(self.prime))
            }

            #[inline(always)]
            pub fn minus(self, a: $word) -> $word {
                if a == 0 { 0 } else { self.prime - a }
            }

            pub fn one(self) -> $word {
                self.of(1)
            }

            /// The number in this field.
            pub fn of(self, number: u64) -> $word {
                self.times((number % u64::from(self.prime)) as $word, self.square)
            }

            pub fn of_big(self, number: &BigUint) -> $word {
                self.of((number % self.prime).to_u64().unwrap_or_default())
            }

            /// Back from the field: the residue itself.
            pub fn residue(self, element: $word) -> u64 {
                u64::from(self.reduce(<$wide>::from(element)))
            }
        }
    };
}

field! {
    /// The numbers modulo an odd prime below 2^60.
    Field, u64, u128
}

impl Field {
    pub fn power(self, base: u64, mut exponent: u64) -> u64 {
        let (mut power, mut base) = (self.one(), base);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.times(power, base);
            }
            base = self.times(base, base);
            exponent >>= 1;
        }
        power
    }

    pub fn invert(self, element: u64) -> u64 {
        self.power(element, self.prime - 2)
    }
}

/// The same for a [`NarrowField`].
pub const NARROW_BITS: u32 = 28;

field! {
    /// The numbers modulo an odd prime below 2^28: words of half the size, of which a processor multiplies several at once.
    NarrowField, u32, u64
}

impl NarrowField {
    /// The inverses of 0 to `most`, with 0 for that of 0: each from a smaller one, for p = q i + r gives
    /// 1 / i = -q / r.
    pub fn inverses(self, most: usize) -> Vec<u32> {
        let mut inverses = vec![0, self.one()];
        for number in 2..=most as u64 {
            let (quotient, rest) = (u64::from(self.prime) / number, u64::from(self.prime) % number);
            inverses.push(self.times(self.minus(self.of(quotient)), inverses[rest as usize]));
        }
        inverses
    }
}

/// The largest primes below two to the power `bits`.
pub fn primes(bits: u32, count: usize, progress: &dyn Progress) -> Result<Vec<u64>, Interrupted> {
    let numbers = (1 << (bits - 1)..1_u64 << bits).rev();
    let primes = numbers.filter(|&number| is_prime(number)).take(count);
    primes.map(|prime| progress.check().map(|()| prime)).collect()
}

/// Whether a number below 2^60 is prime, by Miller's test to the first twelve primes, which is exact below 2^64
/// (Sorenson and Webster 2015).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if number < 2 || BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return BASES.contains(&number);
    }
    let field = Field::new(number);
    let twos = (number - 1).trailing_zeros();
    let minus_one = field.minus(field.one());
    BASES.iter().all(|&base| {
        let mut power = field.power(field.of(base), (number - 1) >> twos);
        power == field.one()
            || (0..twos).any(|_| {
                let found = power == minus_one;
                power = field.times(power, power);
                found
            })
    })
}

/// The least number with these residues modulo these primes (Garner 1959).
pub fn chinese_remainder(
    primes: &[u64],
    residues: &[u64],
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    let (mut number, mut modulus) = (BigUint::zero(), BigUint::one());
    for (&prime, &residue) in primes.iter().zip(residues) {
        progress.check()?;
        let field = Field::new(prime);
        let missing = field.plus(field.of(residue), field.minus(field.of_big(&number)));
        let factor = field.times(missing, field.invert(field.of_big(&modulus)));
        number += &modulus * field.residue(factor);
        modulus *= prime;
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::progress::Silent;

    #[test]
    fn primes_are_those_of_trial_division() {
        let divides = |number: u64| (2..).take_while(|d| d * d <= number).any(|d| number.is_multiple_of(d));
        for number in 2..5_000 {
            assert_eq!(is_prime(number), !divides(number), "{number}");
        }
        // A product of two primes near 2^30 that no small base divides, and Carmichael numbers.
        for composite in [1_073_741_789 * 1_073_741_783, 561, 41_041, 825_265, 3_215_031_751] {
            assert!(!is_prime(composite), "{composite}");
        }
    }

    #[test]
    fn arithmetic_is_that_of_wide_integers() {
        for prime in primes(BITS, 3, &Silent).unwrap() {
            let field = Field::new(prime);
            let mut x = 88_172_645_463_325_252_u64;
            for _ in 0..1_000 {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (a, b) = (x % prime, (x >> 7) % prime);
                let product = (u128::from(a) * u128::from(b) % u128::from(prime)) as u64;
                assert_eq!(field.residue(field.times(field.of(a), field.of(b))), product);
                if a > 0 {
                    assert_eq!(field.times(field.of(a), field.invert(field.of(a))), field.one());
                }
            }
        }
    }

    #[test]
    fn arithmetic_in_half_words_is_that_of_integers() {
        for prime in primes(NARROW_BITS, 3, &Silent).unwrap() {
            let field = NarrowField::new(prime);
            let mut x = 88_172_645_463_325_252_u64;
            for _ in 0..1_000 {
                x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (a, b) = (x % prime, (x >> 7) % prime);
                let (in_a, in_b) = (field.of(a), field.of(b));
                assert_eq!(field.residue(field.times(in_a, in_b)), a * b % prime);
                assert_eq!(field.residue(field.plus(in_a, in_b)), (a + b) % prime);
                assert_eq!(field.residue(field.plus(in_a, field.minus(in_b))), (a + prime - b) % prime);
            }
            for (number, &inverse) in field.inverses(100).iter().enumerate().skip(1) {
                assert_eq!(field.times(field.of(number as u64), inverse), field.one());
            }
        }
    }

    #[test]
    fn sixteen_products_are_reduced_at_once() {
        let prime = primes(BITS, 1, &Silent).unwrap()[0];
        let most = u128::from(prime - 1);
        assert!(Field::new(prime).reduce(16 * most * most) < prime);
        let prime = primes(NARROW_BITS, 1, &Silent).unwrap()[0];
        let most = prime - 1;
        assert!(u64::from(NarrowField::new(prime).reduce(16 * most * most)) < prime);
    }

    #[test]
    fn residues_give_the_number_back() {
        let primes = primes(BITS, 5, &Silent).unwrap();
        let number = BigUint::from(3_u32).pow(180);
        let residues: Vec<u64> =
            primes.iter().map(|prime| (&number % prime).to_u64().unwrap_or_default()).collect();
        assert_eq!(chinese_remainder(&primes, &residues, &Silent), Ok(number));
    }
}
