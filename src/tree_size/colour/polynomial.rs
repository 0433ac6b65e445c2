//! Homogeneous polynomials in y_0, ..., y_(N-1), N >= 2, modulo a prime.
//!
//! A polynomial is the list of its coefficients of y^a / a!, so a derivative is a shift. With r_j = a_j + ... + a_(N-1)
//! the monomial y^a has the place sum_j C(r_j + N-1-j, N-j), j = 1..N-1. The place does not depend on a_0, so one table
//! serves every degree: a polynomial of degree d is a prefix, and dividing by y_0 changes no place. Where only r_(N-1)
//! varies the places are consecutive: such a *row* moves as a whole when a variable is added.

use crate::tree_size::field::Field;

pub type Polynomial = Vec<u64>;

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
        from: &[u64],
        form: &[u64; N],
        numbers: &[u64],
        target: &mut [u64],
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
        from: &[u64],
        along: &[u64; N],
        plus: Option<&Polynomial>,
        degree: usize,
        into: &mut Polynomial,
    ) {
        let count = self.counts[degree];
        into.clear();
        for row in &self.rows {
            let start = row.starts[0];
            if start >= count {
                break;
            }
            let len = row.len.min(count - start);
            let parts: [&[u64]; N] = row.starts.map(|start| &from[start..start + len]);
            let at = |k: usize| {
                let terms =
                    (0..N).map(|variable| u128::from(parts[variable][k]) * u128::from(along[variable]));
                field.reduce(terms.sum())
            };
            match plus {
                None => into.extend((0..len).map(at)),
                Some(plus) => {
                    let plus = &plus[start..start + len];
                    into.extend((0..len).map(|k| field.plus(at(k), plus[k])));
                }
            }
        }
    }
}

/// The place of the monomial with these sums; the first of them does not matter.
fn place<const N: usize>(sums: &[usize; N]) -> usize {
    let choose = |of: usize, chosen: usize| (0..chosen).fold(1, |product, k| product * (of - k) / (k + 1));
    (1..N).map(|j| if sums[j] == 0 { 0 } else { choose(sums[j] + N - 1 - j, N - j) }).sum()
}

/// The sum of polynomials of one degree, each with its weight; at most sixteen.
pub fn combination(field: Field, polynomials: &[&Polynomial], weights: &[u64]) -> Polynomial {
    let count = polynomials.first().map_or(0, |polynomial| polynomial.len());
    let at = |k: usize| {
        let terms = polynomials
            .iter()
            .zip(weights)
            .map(|(polynomial, &weight)| u128::from(polynomial[k]) * u128::from(weight));
        field.reduce(terms.sum())
    };
    (0..count).map(at).collect()
}
