//! Arithmetic modulo primes below 2^28, and the way back to integers.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use crate::support::progress::{Interrupted, Progress};

/// So few that sixteen products may be added before one reduction.
pub const BITS: u32 = 28;

/// The numbers modulo an odd prime p below 2^28. Each x is kept as x 2^32 mod p (Montgomery 1985).
#[derive(Clone, Copy, Debug)]
pub struct Field {
    prime: u32,
    /// The inverse of p modulo 2^32.
    inverse: u32,
    /// 2^64 mod p.
    square: u32,
}

impl Field {
    pub fn new(prime: u32) -> Field {
        let power = (1_u64 << 32) % u64::from(prime);
        // Each Newton step doubles the correct bits, and p itself has three.
        let step = |x: u32, _| x.wrapping_mul(2_u32.wrapping_sub(prime.wrapping_mul(x)));
        Field {
            prime,
            inverse: (0..4).fold(prime, step),
            square: (power * power % u64::from(prime)) as u32,
        }
    }

    /// Computes x / 2^32 for x < 2^32 p, for example a sum of sixteen products.
    #[inline(always)]
    pub fn reduce(self, x: u64) -> u32 {
        let multiple = (x as u32).wrapping_mul(self.inverse);
        let low = (u64::from(multiple) * u64::from(self.prime)) >> 32;
        // Between -p and p. If it is negative, it is large as an unsigned number.
        let difference = ((x >> 32) as u32).wrapping_sub(low as u32);
        difference.min(difference.wrapping_add(self.prime))
    }

    #[inline(always)]
    pub fn times(self, a: u32, b: u32) -> u32 {
        self.reduce(u64::from(a) * u64::from(b))
    }

    #[inline(always)]
    pub fn plus(self, a: u32, b: u32) -> u32 {
        let sum = a.wrapping_add(b);
        sum.min(sum.wrapping_sub(self.prime))
    }

    #[inline(always)]
    pub fn negate(self, a: u32) -> u32 {
        if a == 0 { 0 } else { self.prime - a }
    }

    pub fn one(self) -> u32 {
        self.encode(1)
    }

    pub fn encode(self, number: u64) -> u32 {
        self.times((number % u64::from(self.prime)) as u32, self.square)
    }

    pub fn of_big(self, number: &BigUint) -> u32 {
        self.encode((number % self.prime).to_u64().unwrap_or_default())
    }

    pub fn decode(self, element: u32) -> u32 {
        self.reduce(u64::from(element))
    }

    /// The inverses of 1 to `most`, after a 0. Each follows from a smaller one, because p = q i + r
    /// gives 1 / i = -q / r.
    pub fn inverses(self, most: usize) -> Vec<u32> {
        let mut inverses = vec![0, self.one()];
        for number in 2..=most as u64 {
            let (quotient, rest) = u64::from(self.prime).div_rem(&number);
            inverses.push(self.times(self.negate(self.encode(quotient)), inverses[rest as usize]));
        }
        inverses
    }
}

/// Finds the largest primes of 28 bits.
pub fn primes(count: usize, progress: &dyn Progress) -> Result<Vec<u32>, Interrupted> {
    let is_prime = |number: u32, divisors: &[u32]| {
        divisors
            .iter()
            .take_while(|&divisor| divisor * divisor <= number)
            .all(|&divisor| !number.is_multiple_of(divisor))
    };
    let mut divisors = Vec::new();
    for number in (3..1 << (BITS / 2)).step_by(2) {
        if is_prime(number, &divisors) {
            divisors.push(number);
        }
    }
    let odd_numbers = (1 << (BITS - 1)..1_u32 << BITS).rev().step_by(2);
    let primes = odd_numbers
        .filter(|&number| is_prime(number, &divisors))
        .take(count);
    primes
        .map(|prime| progress.check().map(|()| prime))
        .collect()
}

/// Finds the least number with these residues modulo these primes (Garner 1959).
pub fn chinese_remainder(
    primes: &[u32],
    residues: &[u32],
    progress: &dyn Progress,
) -> Result<BigUint, Interrupted> {
    let (mut number, mut modulus) = (BigUint::zero(), BigUint::one());
    for (&prime, &residue) in primes.iter().zip(residues) {
        progress.check()?;
        let reduced = |big: &BigUint| (big % prime).to_i64().unwrap_or_default();
        let missing = i64::from(residue) - reduced(&number);
        let inverse = reduced(&modulus).extended_gcd(&i64::from(prime)).x;
        number += &modulus
            * (missing * inverse)
                .rem_euclid(i64::from(prime))
                .unsigned_abs();
        modulus *= prime;
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::progress::Silent;

    #[test]
    fn the_primes_are_the_largest() {
        let powers_less = [57, 89, 95, 119, 125];
        assert_eq!(
            primes(5, &Silent),
            Ok(powers_less.map(|less| (1 << 28) - less).to_vec())
        );
    }

    #[test]
    fn arithmetic_is_that_of_integers() {
        for prime in primes(3, &Silent).unwrap() {
            let (field, prime) = (Field::new(prime), u64::from(prime));
            let decode = |element| u64::from(field.decode(element));
            let mut x = 88_172_645_463_325_252_u64;
            for _ in 0..1_000 {
                x = x
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let (a, b) = (x % prime, (x >> 7) % prime);
                let (in_a, in_b) = (field.encode(a), field.encode(b));
                assert_eq!(decode(field.times(in_a, in_b)), a * b % prime);
                assert_eq!(decode(field.plus(in_a, in_b)), (a + b) % prime);
                assert_eq!(
                    decode(field.plus(in_a, field.negate(in_b))),
                    (a + prime - b) % prime
                );
            }
            for (number, &inverse) in field.inverses(100).iter().enumerate().skip(1) {
                assert_eq!(
                    field.times(field.encode(number as u64), inverse),
                    field.one()
                );
            }
            let most = prime - 1;
            assert!(
                u64::from(field.reduce(16 * most * most)) < prime,
                "sixteen products at once"
            );
        }
    }

    #[test]
    fn residues_give_the_number_back() {
        let primes = primes(11, &Silent).unwrap();
        let number = BigUint::from(3_u32).pow(180);
        let residues: Vec<u32> = primes
            .iter()
            .map(|prime| (&number % prime).to_u32().unwrap_or_default())
            .collect();
        assert_eq!(chinese_remainder(&primes, &residues, &Silent), Ok(number));
    }
}
