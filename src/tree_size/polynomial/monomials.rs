//! Homogeneous polynomials in y_0, ..., y_(N-1), N >= 2, modulo a prime.
//!
//! A polynomial is the list of its coefficients of y^a / a!, so a derivative is a shift. With r_j = a_j + ... + a_(N-1)
//! the monomial y^a has the place sum_j C(r_j + N-1-j, N-j), j = 1..N-1. The place does not depend on a_0, so one table
//! serves every degree: a polynomial of degree d is a prefix, and dividing by y_0 changes no place. Where only r_(N-1)
//! varies the places are consecutive: such a *row* moves as a whole when a variable is added.

use multiversion::multiversion;

use super::field::Field;
use crate::tree_size::combinatorics::small_binomial;

pub type Polynomial = Vec<u32>;

/// The rows of all degrees up to some degree.
pub struct Monomials<const N: usize> {
    rows: Vec<Row<N>>,
    /// How many monomials each degree has.
    counts: Vec<usize>,
}

/// Monomials in consecutive places: all exponents from y_1 to y_(N-3) are the same, and r_(N-2) is.
struct Row<const N: usize> {
    len: usize,
    /// Where the row begins, and where its products with y_1, y_2, ... do.
    starts: [usize; N],
    /// The exponents of its first monomial; that of y_0 is meant to be the degree less the others.
    exponents: [usize; N],
}

impl<const N: usize> Monomials<N> {
    pub fn new(degree: usize) -> Monomials<N> {
        let mut rows = Vec::new();
        // One more degree is needed for the products.
        let mut sums = [0_usize; N];
        loop {
            let len = if N == 2 { degree + 2 } else { sums[N - 2] + 1 };
            let starts = std::array::from_fn(|variable| {
                let raised = std::array::from_fn(|j| sums[j] + usize::from(1 <= j && j <= variable));
                place::<N>(&raised)
            });
            let above = |j: usize| if j + 1 < N { sums[j + 1] } else { 0 };
            let exponents = std::array::from_fn(|j| if j == 0 { 0 } else { sums[j] - above(j) });
            rows.push(Row { len, starts, exponents });
            // The next sums r_1 >= ... >= r_(N-2), in the order of places.
            let Some(j) =
                (1..=N - 2).rev().find(|&j| sums[j] < if j == 1 { degree + 1 } else { sums[j - 1] })
            else {
                break;
            };
            sums[j] += 1;
            sums[j + 1..].fill(0);
        }
        let count = |degree: usize| {
            let top = std::array::from_fn(|j| usize::from(j == 1) * (degree + 1));
            place::<N>(&top)
        };
        Monomials { rows, counts: (0..=degree + 1).map(count).collect() }
    }

    /// How many monomials of this degree there are.
    pub fn count(&self, degree: usize) -> usize {
        self.counts[degree]
    }

    /// What a turn costs with this many turns before it, in some unit.
    pub fn cost(&self, turn: usize) -> u64 {
        (turn * turn * self.counts[turn]) as u64
    }

    /// Multiplies by a linear form, and adds to `target`, which has one degree more. `numbers` are 0, 1, 2, ... in the
    /// field.
    pub fn add_product(
        &self,
        field: Field,
        from: &[u32],
        form: &[u32; N],
        numbers: &[u32],
        target: &mut [u32],
    ) {
        let degree = self.counts.iter().position(|&count| count == from.len()).unwrap_or_default();
        for row in &self.rows {
            for (k, &coefficient) in from.iter().skip(row.starts[0]).take(row.len).enumerate() {
                let mut exponents = row.exponents;
                exponents[N - 1] += k;
                if N > 2 {
                    exponents[N - 2] -= k;
                }
                exponents[0] = degree - exponents[1..].iter().sum::<usize>();
                for variable in 0..N {
                    // y^a / a! times y is (a + 1) y^(a + 1) / (a + 1)!.
                    let factor = field.times(form[variable], numbers[exponents[variable] + 1]);
                    let target = &mut target[row.starts[variable] + k];
                    *target = field.plus(*target, field.times(coefficient, factor));
                }
            }
        }
    }

    /// The derivative along a vector, plus another polynomial of its `degree`.
    pub fn derivative(
        &self,
        field: Field,
        from: &[u32],
        along: &[u32; N],
        plus: Option<&Polynomial>,
        degree: usize,
        into: &mut Polynomial,
    ) {
        into.clear();
        match plus {
            None => into.resize(self.counts[degree], 0),
            Some(plus) => into.extend_from_slice(&plus[..self.counts[degree]]),
        }
        add_derivative(&self.rows, field, from, along, into);
    }
}

/// Adds the derivative along a vector to a polynomial of its degree.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn add_derivative<const N: usize>(
    rows: &[Row<N>],
    field: Field,
    from: &[u32],
    along: &[u32; N],
    into: &mut [u32],
) {
    for row in rows {
        let start = row.starts[0];
        if start >= into.len() {
            break;
        }
        let len = row.len.min(into.len() - start);
        let into = &mut into[start..start + len];
        let parts: [&[u32]; N] = std::array::from_fn(|variable| &from[row.starts[variable]..][..len]);
        for k in 0..len {
            let mut sum = 0;
            for variable in 0..N {
                sum += u64::from(parts[variable][k]) * u64::from(along[variable]);
            }
            into[k] = field.plus(into[k], field.reduce(sum));
        }
    }
}

/// The place of the monomial with these sums; the first of them does not matter.
fn place<const N: usize>(sums: &[usize; N]) -> usize {
    (1..N).map(|j| if sums[j] == 0 { 0 } else { small_binomial(sums[j] + N - 1 - j, N - j) }).sum()
}

/// The sum of polynomials of one degree, each with its weight; at most sixteen.
pub fn combination(field: Field, polynomials: &[&Polynomial], weights: &[u32]) -> Polynomial {
    let mut sums = vec![0; polynomials.first().map_or(0, |polynomial| polynomial.len())];
    polynomials
        .iter()
        .zip(weights)
        .for_each(|(polynomial, &weight)| add_times(polynomial, weight, &mut sums));
    reduced(field, &sums)
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn add_times(polynomial: &[u32], weight: u32, sums: &mut [u64]) {
    for (sum, &coefficient) in sums.iter_mut().zip(polynomial) {
        *sum += u64::from(coefficient) * u64::from(weight);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn reduced(field: Field, sums: &[u64]) -> Polynomial {
    sums.iter().map(|&sum| field.reduce(sum)).collect()
}
