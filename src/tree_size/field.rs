//! Arithmetic modulo primes below 2^60, or below 2^28 in half the space, and the way back to integers.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::progress::{Interrupted, Progress};

/// Every prime used lies below two to this power; sixteen products may then be added before one reduction.
const BITS: u32 = 60;

/// How many bits each prime used has at least: the primes just below 2^60 are dense enough.
pub const BITS_OF_A_PRIME: u64 = BITS as u64 - 1;

/// The numbers modulo an odd prime p, each x kept as x 2^64 mod p (Montgomery 1985).
#[derive(Clone, Copy, Debug)]
pub struct Field {
    prime: u64,
    /// The inverse of p modulo 2^64.
    inverse: u64,
    /// 2^128 mod p.
    square: u64,
}

impl Field {
    /// The field of an odd `modulus` below 2^60; without inverses if that is not a prime.
    pub fn new(modulus: u64) -> Field {
        // Each of Newton's steps doubles the number of correct bits; x itself has three.
        let inverse =
            (0..5).fold(modulus, |x, _| x.wrapping_mul(2_u64.wrapping_sub(modulus.wrapping_mul(x))));
        let power = (1_u128 << 64) % u128::from(modulus);
        let square = (power * power % u128::from(modulus)) as u64;
        Field { prime: modulus, inverse, square }
    }

    /// x 2^-64 for x below 2^64 p: a product, or a sum of up to sixteen.
    #[inline]
    pub fn reduce(self, x: u128) -> u64 {
        let multiple = (x as u64).wrapping_mul(self.inverse);
        let low = ((u128::from(multiple) * u128::from(self.prime)) >> 64) as u64;
        let (difference, borrowed) = ((x >> 64) as u64).overflowing_sub(low);
        if borrowed { difference.wrapping_add(self.prime) } else { difference }
    }

    pub fn times(self, a: u64, b: u64) -> u64 {
        self.reduce(u128::from(a) * u128::from(b))
    }

    #[inline]
    pub fn plus(self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }

    pub fn minus(self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.prime - a }
    }

    pub fn one(self) -> u64 {
        self.of(1)
    }

    /// The number in this field.
    pub fn of(self, number: u64) -> u64 {
        self.times(number % self.prime, self.square)
    }

    pub fn of_big(self, number: &BigUint) -> u64 {
        self.of((number % self.prime).to_u64().unwrap_or_default())
    }

    /// Back from the field: the residue itself.
    pub fn residue(self, element: u64) -> u64 {
        self.reduce(u128::from(element))
    }

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

/// Every prime of a [`NarrowField`] lies below two to this power; sixteen products may then be added before one reduction.
const NARROW_BITS: u32 = 28;

/// How many bits each of these primes has at least.
pub const BITS_OF_A_NARROW_PRIME: u64 = NARROW_BITS as u64 - 1;

/// The numbers modulo an odd prime p below 2^28, each x kept as x 2^32 mod p: as [`Field`], in words of half the size, of
/// which a processor multiplies several at once.
#[derive(Clone, Copy, Debug)]
pub struct NarrowField {
    prime: u32,
    /// The inverse of p modulo 2^32.
    inverse: u32,
    /// 2^64 mod p.
    square: u32,
}

impl NarrowField {
    /// The field of an odd `prime` below 2^28.
    pub fn new(prime: u64) -> NarrowField {
        let power = (1_u64 << 32) % prime;
        // The inverse modulo 2^64 is one modulo 2^32 too.
        let inverse = Field::new(prime).inverse as u32;
        NarrowField { prime: prime as u32, inverse, square: (power * power % prime) as u32 }
    }

    /// x 2^-32 for x below 2^32 p: a product, or a sum of up to sixteen.
    #[inline(always)]
    pub fn reduce(self, x: u64) -> u32 {
        let multiple = (x as u32).wrapping_mul(self.inverse);
        let low = (u64::from(multiple) * u64::from(self.prime)) >> 32;
        // Between -p and p: what is negative is large as an unsigned number.
        let difference = ((x >> 32) as u32).wrapping_sub(low as u32);
        difference.min(difference.wrapping_add(self.prime))
    }

    #[inline(always)]
    pub fn times(self, a: u32, b: u32) -> u32 {
        self.reduce(u64::from(a) * u64::from(b))
    }

    #[inline(always)]
    pub fn plus(self, a: u32, b: u32) -> u32 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(self.prime))
    }

    #[inline(always)]
    pub fn minus(self, a: u32) -> u32 {
        if a == 0 { 0 } else { self.prime - a }
    }

    pub fn one(self) -> u32 {
        self.of(1)
    }

    /// The number in this field.
    pub fn of(self, number: u64) -> u32 {
        self.times((number % u64::from(self.prime)) as u32, self.square)
    }

    pub fn of_big(self, number: &BigUint) -> u32 {
        self.of((number % self.prime).to_u64().unwrap_or_default())
    }

    /// Back from the field: the residue itself.
    pub fn residue(self, element: u32) -> u64 {
        u64::from(self.reduce(u64::from(element)))
    }

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

/// The largest primes below 2^60.
///
/// # Errors
/// If it was interrupted.
pub fn primes(count: usize, progress: &dyn Progress) -> Result<Vec<u64>, Interrupted> {
    primes_below(BITS, count, progress)
}

/// The largest primes below 2^28.
///
/// # Errors
/// If it was interrupted.
pub fn narrow_primes(count: usize, progress: &dyn Progress) -> Result<Vec<u64>, Interrupted> {
    primes_below(NARROW_BITS, count, progress)
}

fn primes_below(bits: u32, count: usize, progress: &dyn Progress) -> Result<Vec<u64>, Interrupted> {
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
///
/// # Errors
/// If it was interrupted.
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
        for prime in primes(3, &Silent).unwrap() {
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
        for prime in narrow_primes(3, &Silent).unwrap() {
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
        let prime = primes(1, &Silent).unwrap()[0];
        let most = u128::from(prime - 1);
        assert!(Field::new(prime).reduce(16 * most * most) < prime);
        let prime = narrow_primes(1, &Silent).unwrap()[0];
        let most = prime - 1;
        assert!(u64::from(NarrowField::new(prime).reduce(16 * most * most)) < prime);
    }

    #[test]
    fn residues_give_the_number_back() {
        let primes = primes(5, &Silent).unwrap();
        let number = BigUint::from(3_u32).pow(180);
        let residues: Vec<u64> =
            primes.iter().map(|prime| (&number % prime).to_u64().unwrap_or_default()).collect();
        assert_eq!(chinese_remainder(&primes, &residues, &Silent), Ok(number));
    }
}
