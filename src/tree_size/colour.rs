//! T(s, n) in polynomial time for fixed n: the blocks of [`epoch`](super) with their squares kept as a polynomial.
//!
//! # Layers
//! Unrolling the exclusion formula for G, the squares of a block die in layers: first some layers of members that are
//! cut off from the root, each with a factor -1, at last a layer with the root. If K squares are dead after a layer, the
//! weight of a square in it that was opened when k were dead is C(K - 1 - k, n - 1). A layer needs at least one
//! member; the last may have only the root.
//!
//! # Colours
//! By Vandermonde's identity C(K - 1 - k, n - 1) = sum_c C(K - 1, c) C(-k, n - 1 - c), over the *colours*
//! c = 0..n-1: the weight separates into a part known when the square is opened and a part known when it dies. So the
//! pending squares need no list of their k. Let f be a homogeneous polynomial in y_0, ..., y_(n-1), its degree the
//! number of pending squares:
//!
//! * opening a square when k are dead multiplies f by sum_c C(-k, n - 1 - c) y_c;
//! * a layer of m squares after which K are dead applies D^m / m!, where D = sum_c C(K - 1, c) d/dy_c: it chooses the
//!   squares, and pairs each one's colour with its other half.
//!
//! The root's own weight C(|B| - 1, n - 1) separates in the same way; its colour is carried beside f through the layers
//! of its turn. In the tail its weight is 1.
//!
//! All layers of different sizes that end at K are one sum, sum_m D^m / m! f_(K-m), by Horner's rule from the
//! largest m. With coefficients of y^a / a! a derivative is a shift.
//!
//! # Exactness
//! The arithmetic is modulo primes below 2^30, enough of them to exceed N <= max(1, C(s-1, n-1))^s; the Chinese
//! remainder theorem gives N. Every step is exact.
//!
//! Cost: about s^(n+2) n / (n-1)! steps for each of about s log2 C(s-1, n-1) / 30 primes, which are shared out over the
//! threads; memory about s C(s+n-1, n) words for each thread.

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};
use rayon::prelude::*;

use super::{Error, binomial, factorial};
use crate::progress::{Interrupted, Progress};

/// The most coefficients of one polynomial.
const MOST_COEFFICIENTS: f64 = 2e5;

/// Whether polynomials of this size are kept.
pub(super) fn applies(squares: usize, pieces: usize) -> bool {
    squares <= 400 && pieces <= 8 && coefficients(squares, pieces) <= MOST_COEFFICIENTS
}

/// About how many coefficients the largest polynomial has.
fn coefficients(squares: usize, pieces: usize) -> f64 {
    (1..pieces).map(|k| (squares + k) as f64 / k as f64).product()
}

/// About how many steps the count takes, as a power of two.
pub(super) fn effort(squares: usize, pieces: usize) -> f64 {
    let s = squares as f64;
    let steps = s * s * s / 40.0 * coefficients(squares, pieces) * (pieces * (pieces + 1)) as f64;
    (steps * (prime_count(squares, pieces) as f64)).log2()
}

/// How many bits N has at most.
fn bits(squares: usize, pieces: usize) -> u64 {
    binomial(squares - 1, pieces - 1).max(BigUint::one()).bits() * squares as u64
}

fn prime_count(squares: usize, pieces: usize) -> usize {
    // Each prime used has at least 29 bits.
    (bits(squares, pieces) / 29 + 1) as usize
}

/// T(s, n). The caller checks that it applies.
pub(super) fn games(squares: usize, pieces: usize, progress: &dyn Progress) -> Result<BigUint, Error> {
    let primes = primes_below(1 << 30, prime_count(squares, pieces));
    let monomials = Monomials::new(squares, pieces);
    progress.begin("residues", Some((primes.len() * squares) as u64));
    let residues: Result<Vec<u64>, Interrupted> = primes
        .par_iter()
        .map(|&prime| Residue::new(prime, squares, pieces, &monomials).planted_games(progress))
        .collect();
    progress.end();
    Ok(chinese_remainder(&primes, &residues?) * factorial(squares))
}

/// The largest primes below a bound, by trial division.
fn primes_below(bound: u64, count: usize) -> Vec<u64> {
    let is_prime = |number: &u64| (2..).take_while(|d| d * d <= *number).all(|d| !number.is_multiple_of(d));
    (2..bound).rev().filter(is_prime).take(count).collect()
}

/// The least number with these residues (Garner).
fn chinese_remainder(primes: &[u64], residues: &[u64]) -> BigUint {
    let (mut number, mut modulus) = (BigUint::zero(), BigUint::one());
    for (&prime, &residue) in primes.iter().zip(residues) {
        let field = Field::new(prime);
        let remainder = |value: &BigUint| (value % prime).to_u64().unwrap_or_default();
        let missing = field.reduce(residue + prime - remainder(&number));
        let factor = field.times(missing, field.inverse(remainder(&modulus)));
        number += &modulus * factor;
        modulus *= prime;
    }
    number
}

/// Arithmetic modulo a prime below 2^30.
#[derive(Clone, Copy)]
struct Field {
    prime: u64,
    /// 2^64 / prime, for reductions without a division (Barrett).
    reciprocal: u64,
}

impl Field {
    fn new(prime: u64) -> Field {
        Field { prime, reciprocal: u64::MAX / prime }
    }

    #[inline]
    fn reduce(self, value: u64) -> u64 {
        let quotient = ((u128::from(value) * u128::from(self.reciprocal)) >> 64) as u64;
        let rest = value - quotient * self.prime;
        // The quotient is at most two too small.
        let rest = if rest >= 2 * self.prime { rest - 2 * self.prime } else { rest };
        if rest >= self.prime { rest - self.prime } else { rest }
    }

    fn times(self, a: u64, b: u64) -> u64 {
        self.reduce(a * b)
    }

    fn inverse(self, value: u64) -> u64 {
        let (mut power, mut base, mut exponent) = (1, value, self.prime - 2);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = self.times(power, base);
            }
            base = self.times(base, base);
            exponent >>= 1;
        }
        power
    }

    /// C(of, chosen) for small arguments.
    fn binomial(self, of: usize, chosen: usize) -> u64 {
        (binomial(of, chosen) % self.prime).to_u64().unwrap_or_default()
    }
}

/// The monomials of each degree, and how they go up by one variable.
struct Monomials {
    pieces: usize,
    /// For each degree and each monomial of it: the places of its products with y_0, y_1, ... in the next degree, and
    /// its exponents.
    up: Vec<Vec<u32>>,
    exponents: Vec<Vec<u8>>,
}

impl Monomials {
    fn new(squares: usize, pieces: usize) -> Monomials {
        let lists: Vec<Vec<Vec<u8>>> = (0..=squares).map(|degree| of_degree(degree, pieces)).collect();
        let mut up = Vec::new();
        for degree in 0..squares {
            let places: std::collections::HashMap<&[u8], u32> = lists[degree + 1]
                .iter()
                .enumerate()
                .map(|(place, list)| (list.as_slice(), place as u32))
                .collect();
            let mut steps = Vec::new();
            for exponents in &lists[degree] {
                for variable in 0..pieces {
                    let mut product = exponents.clone();
                    product[variable] += 1;
                    steps.push(places[product.as_slice()]);
                }
            }
            up.push(steps);
        }
        Monomials { pieces, up, exponents: lists.into_iter().map(|list| list.concat()).collect() }
    }

    fn count(&self, degree: usize) -> usize {
        self.exponents[degree].len() / self.pieces
    }
}

/// All exponents of `pieces` variables with this sum.
fn of_degree(degree: usize, pieces: usize) -> Vec<Vec<u8>> {
    if pieces == 1 {
        return vec![vec![degree as u8]];
    }
    let mut all = Vec::new();
    for first in (0..=degree).rev() {
        for mut rest in of_degree(degree - first, pieces - 1) {
            rest.insert(0, first as u8);
            all.push(rest);
        }
    }
    all
}

/// The count modulo one prime. A polynomial is the list of its coefficients of y^a / a!.
struct Residue<'a> {
    field: Field,
    squares: usize,
    pieces: usize,
    monomials: &'a Monomials,
    /// C(K - 1, c) for each K >= 1.
    dying: Vec<Vec<u64>>,
    /// C(-k, n - 1 - c) for each k.
    opening: Vec<Vec<u64>>,
    inverses: Vec<u64>,
}

type Polynomial = Vec<u64>;

impl<'a> Residue<'a> {
    fn new(prime: u64, squares: usize, pieces: usize, monomials: &'a Monomials) -> Residue<'a> {
        let field = Field::new(prime);
        let colours = 0..pieces;
        let dying =
            |dead: usize| colours.clone().map(|c| field.binomial(dead.saturating_sub(1), c)).collect();
        let opening = |dead: usize| {
            // C(-k, j) = (-1)^j C(k + j - 1, j).
            let of = |j: usize| match (dead, j) {
                (_, 0) => 1,
                (0, _) => 0,
                _ if j.is_multiple_of(2) => field.binomial(dead + j - 1, j),
                _ => field.reduce(field.prime - field.binomial(dead + j - 1, j)),
            };
            colours.clone().map(|c| of(pieces - 1 - c)).collect()
        };
        Residue {
            field,
            squares,
            pieces,
            monomials,
            dying: (0..=squares).map(dying).collect(),
            opening: (0..=squares).map(opening).collect(),
            inverses: (0..=squares as u64).map(|m| field.inverse(m)).collect(),
        }
    }

    /// N modulo the prime.
    fn planted_games(&self, progress: &dyn Progress) -> Result<u64, Interrupted> {
        // By the number of dead squares; the degree is the turns played less that.
        let mut states: Vec<Polynomial> = vec![vec![1]];
        for turn in 0..self.squares {
            progress.check()?;
            let mut next: Vec<Polynomial> =
                (0..=turn + 1).map(|dead| vec![0; self.monomials.count(turn + 1 - dead)]).collect();
            for (dead, state) in states.iter().enumerate() {
                if !self.in_tail(dead) {
                    self.open(state, dead, turn - dead, &mut next[dead]);
                }
            }
            // The root's colour, or the tail, is carried beside the polynomials.
            for colour in 0..=self.pieces {
                let mut layered = self.roots(&states, colour);
                if layered.iter().flatten().all(|&coefficient| coefficient == 0) {
                    continue;
                }
                self.cut_off(&mut layered, turn);
                for (dead, target) in next.iter_mut().enumerate().skip(1) {
                    let weight = if colour == self.pieces { 1 } else { self.dying[dead][colour] };
                    if weight != 0 {
                        let last = self.layers(&layered[..dead], dead, turn, 0);
                        self.add(target, &last, weight);
                    }
                }
            }
            states = next;
            progress.advance(1);
        }
        Ok(states.last().and_then(|state| state.first().copied()).unwrap_or_default())
    }

    fn in_tail(&self, dead: usize) -> bool {
        self.squares - dead < self.pieces
    }

    /// The states in which a root of this colour may play; colour n stands for the tail.
    fn roots(&self, states: &[Polynomial], colour: usize) -> Vec<Polynomial> {
        let scaled = states.iter().enumerate().map(|(dead, state)| {
            let factor = match (colour == self.pieces, self.in_tail(dead)) {
                (true, true) => 1,
                (false, false) => self.opening[dead][colour],
                _ => 0,
            };
            state.iter().map(|&coefficient| self.field.times(coefficient, factor)).collect()
        });
        scaled.collect()
    }

    /// Multiplies by the linear form of a square opened when `dead` were dead.
    fn open(&self, state: &[u64], dead: usize, degree: usize, target: &mut [u64]) {
        for (place, &coefficient) in state.iter().enumerate() {
            if coefficient == 0 {
                continue;
            }
            for variable in 0..self.pieces {
                let at = place * self.pieces + variable;
                let exponent = u64::from(self.monomials.exponents[degree][at]) + 1;
                let factor = self.field.times(self.opening[dead][variable], exponent);
                let target = &mut target[self.monomials.up[degree][at] as usize];
                *target = self.field.reduce(*target + coefficient * factor);
            }
        }
    }

    /// All sequences of cut-off layers, each with the factor -1, in place: by rising number of dead squares.
    fn cut_off(&self, states: &mut [Polynomial], turn: usize) {
        for dead in 1..states.len() {
            let (before, here) = states.split_at_mut(dead);
            let layers = self.layers(before, dead, turn, 1);
            self.add(&mut here[0], &layers, self.field.prime - 1);
        }
    }

    fn add(&self, target: &mut [u64], terms: &[u64], factor: u64) {
        for (target, &term) in target.iter_mut().zip(terms) {
            *target = self.field.reduce(*target + term * factor);
        }
    }

    /// The sum over `before` of one layer that ends with `dead` dead squares: D^m / m!, where m counts the members, and
    /// the root is not one of them. `members_of_next` is the number of members of the layer that starts at `dead - 1`:
    /// 1 for a layer without a root, 0 for the root's.
    fn layers(&self, before: &[Polynomial], dead: usize, turn: usize, members_of_next: usize) -> Polynomial {
        let mut sum = before[0].clone();
        for (start, state) in before.iter().enumerate() {
            if start > 0 {
                sum.iter_mut().zip(state).for_each(|(sum, &more)| {
                    *sum += more;
                    if *sum >= self.field.prime {
                        *sum -= self.field.prime;
                    }
                });
            }
            let members = dead - start - 1 + members_of_next;
            if members > 0 {
                let degree = turn - start;
                sum = self.derivative(&sum, dead, degree, self.inverses[members]);
            }
        }
        sum
    }

    /// D / m of a polynomial of this degree, for a layer that ends with `dead` dead squares.
    fn derivative(&self, polynomial: &[u64], dead: usize, degree: usize, inverse: u64) -> Polynomial {
        let Some(lower) = degree.checked_sub(1) else {
            return vec![0; 1];
        };
        let weights: Vec<u64> =
            self.dying[dead].iter().map(|&weight| self.field.times(weight, inverse)).collect();
        self.monomials.up[lower]
            .chunks_exact(self.pieces)
            .map(|places| {
                // At most 8 products below 2^60.
                let terms =
                    places.iter().zip(&weights).map(|(&place, &weight)| polynomial[place as usize] * weight);
                self.field.reduce(terms.sum())
            })
            .collect()
    }
}
