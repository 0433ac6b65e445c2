//! Homogeneous polynomials in y_0, ..., y_(n-1), n >= 2, modulo a prime.
//!
//! A polynomial is the list of its coefficients of y^a / a!, so a derivative is a shift. Let r_j =
//! a_j + ... + a_(n-1). The monomial y^a has the index sum_j C(r_j + n-1-j, n-j), j = 1..n-1. For
//! example, for n = 3 the list begins with y_0^d, y_0^(d-1) y_1, y_0^(d-1) y_2 and y_0^(d-2) y_1^2.
//!
//! The index does not depend on a_0, so one table serves every degree: a polynomial of degree d
//! uses a prefix. Monomials that differ only in r_(n-1) are consecutive, and multiplying by a
//! variable moves such a *row* as a whole.

use std::num::Wrapping;

use multiversion::multiversion;

use super::field::Field;
use crate::tree_size::combinatorics::small_binomial;

pub type Polynomial = Vec<u32>;

pub const MOST: usize = 8;

/// Entries beyond the last variable are ignored.
pub type OfVariables<T> = [T; MOST];

pub struct Monomials {
    variables: usize,
    rows: Vec<Row>,
    counts: Vec<usize>,
    add_derivative: AddDerivative,
}

/// A loop over rows and variables, compiled for each n.
type AddDerivative = fn(&[Row], Field, &[u32], Along, &mut [u32]);

/// A vector and its factor.
type Along<'a> = (&'a OfVariables<u32>, u32);

const fn add_derivative_of(variables: usize) -> AddDerivative {
    match variables {
        2 => add_derivative::<2>,
        3 => add_derivative::<3>,
        4 => add_derivative::<4>,
        5 => add_derivative::<5>,
        6 => add_derivative::<6>,
        7 => add_derivative::<7>,
        _ => add_derivative::<MOST>,
    }
}

struct Row {
    len: usize,
    /// The indices of the first monomial and of its products with y_1, y_2, ...
    starts: OfVariables<usize>,
    /// The first monomial's exponents, without y_0.
    exponents: OfVariables<usize>,
}

impl Monomials {
    pub fn new(variables: usize, degree: usize) -> Monomials {
        let mut rows = Vec::new();
        let mut sums = [0; MOST];
        loop {
            let len = if variables == 2 {
                degree + 2
            } else {
                sums[variables - 2] + 1
            };
            let starts = std::array::from_fn(|variable| {
                let raised =
                    std::array::from_fn(|j| sums[j] + usize::from(1 <= j && j <= variable));
                index_of(variables, &raised)
            });
            let above = |j: usize| if j + 1 < variables { sums[j + 1] } else { 0 };
            let exponents = std::array::from_fn(|j| {
                if (1..variables).contains(&j) {
                    sums[j] - above(j)
                } else {
                    0
                }
            });
            rows.push(Row {
                len,
                starts,
                exponents,
            });
            // Advance the sums r_1 >= ... >= r_(n-2), in the order of the indices.
            let Some(j) = (1..=variables - 2)
                .rev()
                .find(|&j| sums[j] < if j == 1 { degree + 1 } else { sums[j - 1] })
            else {
                break;
            };
            sums[j] += 1;
            sums[j + 1..].fill(0);
        }
        let count = |degree: usize| {
            let top = std::array::from_fn(|j| usize::from(j == 1) * (degree + 1));
            index_of(variables, &top)
        };
        let counts = (0..=degree + 1).map(count).collect();
        Monomials {
            variables,
            rows,
            counts,
            add_derivative: add_derivative_of(variables),
        }
    }

    pub fn count(&self, degree: usize) -> usize {
        self.counts[degree]
    }

    /// Estimates the cost of a turn that comes after `turn` others.
    pub fn cost(&self, turn: usize) -> u64 {
        (turn * turn * self.counts[turn]) as u64
    }

    /// Adds `from` times a variable to `target`, which has one degree more. `numbers` are 0, 1, 2,
    /// ... in the field.
    pub fn add_raised(
        &self,
        field: Field,
        from: &[u32],
        variable: usize,
        numbers: &[u32],
        target: &mut [u32],
    ) {
        let degree = self
            .counts
            .iter()
            .position(|&count| count == from.len())
            .unwrap_or_default();
        for row in &self.rows {
            let start = row.starts[0];
            if start >= from.len() {
                break;
            }
            let from = &from[start..];
            let from = &from[..row.len.min(from.len())];
            let target = &mut target[row.starts[variable]..][..from.len()];
            let exponent = match variable {
                0 => degree - row.exponents.iter().sum::<usize>(),
                _ => row.exponents[variable],
            };
            for (k, (sum, &coefficient)) in target.iter_mut().zip(from).enumerate() {
                // y^a / a! times y is (a + 1) y^(a + 1) / (a + 1)!.
                let raised = match self.variables - variable {
                    1 => exponent + k + 1,
                    2 => exponent - k + 1,
                    _ => exponent + 1,
                };
                *sum = field.plus(*sum, field.times(coefficient, numbers[raised]));
            }
        }
    }

    /// Computes the derivative along a vector, times a factor, plus another polynomial. `degree` is
    /// that of the result.
    pub fn derivative(
        &self,
        field: Field,
        from: &[u32],
        along: Along,
        plus: Option<&Polynomial>,
        degree: usize,
        into: &mut Polynomial,
    ) {
        into.clear();
        match plus {
            None => into.resize(self.counts[degree], 0),
            Some(plus) => into.extend_from_slice(&plus[..self.counts[degree]]),
        }
        (self.add_derivative)(&self.rows, field, from, along, into);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn add_derivative<const N: usize>(
    rows: &[Row],
    field: Field,
    from: &[u32],
    (along, factor): Along,
    into: &mut [u32],
) {
    let along = along.map(|part| field.times(part, factor));
    for row in rows {
        let start = row.starts[0];
        if start >= into.len() {
            break;
        }
        let len = row.len.min(into.len() - start);
        let into = &mut into[start..start + len];
        // Listed, because a loop over the variables hides from the compiler that the lengths are
        // equal: checks of indices would almost double the time.
        let part = |variable: usize| match variable < N {
            true => &from[row.starts[variable]..][..len],
            false => &[],
        };
        let parts: OfVariables<&[u32]> = [
            part(0),
            part(1),
            part(2),
            part(3),
            part(4),
            part(5),
            part(6),
            part(7),
        ];
        for k in 0..len {
            // Eight products of 28-bit numbers fit. With checks, counting takes half again as long
            // in the dev profile.
            let product = |variable: usize| match variable < N {
                true => Wrapping(u64::from(parts[variable][k]) * u64::from(along[variable])),
                false => Wrapping(0),
            };
            let low = product(0) + product(1) + product(2) + product(3);
            let high = product(4) + product(5) + product(6) + product(7);
            into[k] = field.plus(into[k], field.reduce((low + high).0));
        }
    }
}

/// The index of the monomial with these sums r_j; `sums[0]` is ignored.
fn index_of(variables: usize, sums: &OfVariables<usize>) -> usize {
    let part = |j: usize| match sums[j] {
        0 => 0,
        sum => small_binomial(sum + variables - 1 - j, variables - j),
    };
    (1..variables).map(part).sum()
}
