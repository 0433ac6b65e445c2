//! Homogeneous polynomials in y_0, ..., y_(n-1), n >= 2, modulo a prime.
//!
//! A polynomial is the list of its coefficients of y^a / a!, so a derivative is a shift. Let r_j =
//! a_j + ... + a_(n-1). The monomial y^a has the index sum_j C(r_j + n-1-j, n-j), j = 1..n-1. For
//! example, for n = 3 the list begins with y_0^d, y_0^(d-1) y_1, y_0^(d-1) y_2 and y_0^(d-2) y_1^2.
//!
//! The index does not depend on a_0, so one table serves every degree: a polynomial of degree d
//! uses a prefix. Monomials that differ only in r_(n-1) are consecutive, and multiplying by a
//! variable moves such a *row* as a whole.

use multiversion::multiversion;

use super::field::Field;
use crate::tree_size::combinatorics::small_binomial;

pub type Polynomial = Vec<u32>;

pub const MOST: usize = 8;

/// Entries beyond the last variable are ignored.
pub type OfVariables<T> = [T; MOST];

pub struct Monomials {
    rows: Vec<Row>,
    counts: Vec<usize>,
    loops: Loops,
}

/// The loops over variables, compiled for each n.
struct Loops {
    add_product: fn(&[Row], Field, Term, Form, &mut [u32]),
    add_derivative: fn(&[Row], Field, &[u32], Along, &mut [u32]),
}

type Term<'a> = (&'a [u32], usize);

/// A vector and its factor.
type Along<'a> = (&'a OfVariables<u32>, u32);

/// A linear form, and the numbers 0, 1, 2, ... in the field.
type Form<'a> = (&'a OfVariables<u32>, &'a [u32]);

impl Loops {
    const fn of<const N: usize>() -> Loops {
        Loops {
            add_product: add_product::<N>,
            add_derivative: add_derivative::<N>,
        }
    }

    const fn over(variables: usize) -> Loops {
        match variables {
            2 => Loops::of::<2>(),
            3 => Loops::of::<3>(),
            4 => Loops::of::<4>(),
            5 => Loops::of::<5>(),
            6 => Loops::of::<6>(),
            7 => Loops::of::<7>(),
            _ => Loops::of::<MOST>(),
        }
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
            rows,
            counts,
            loops: Loops::over(variables),
        }
    }

    pub fn count(&self, degree: usize) -> usize {
        self.counts[degree]
    }

    /// Estimates the cost of a turn that comes after `turn` others.
    pub fn cost(&self, turn: usize) -> u64 {
        (turn * turn * self.counts[turn]) as u64
    }

    /// Adds `from` times a linear form to `target`, which has one degree more.
    pub fn add_product(
        &self,
        field: Field,
        from: &[u32],
        form: &OfVariables<u32>,
        numbers: &[u32],
        target: &mut [u32],
    ) {
        let degree = self
            .counts
            .iter()
            .position(|&count| count == from.len())
            .unwrap_or_default();
        (self.loops.add_product)(&self.rows, field, (from, degree), (form, numbers), target);
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
        (self.loops.add_derivative)(&self.rows, field, from, along, into);
    }
}

fn add_product<const N: usize>(
    rows: &[Row],
    field: Field,
    (from, degree): Term,
    (form, numbers): Form,
    target: &mut [u32],
) {
    for row in rows {
        for (k, &coefficient) in from.iter().skip(row.starts[0]).take(row.len).enumerate() {
            let mut exponents = row.exponents;
            exponents[N - 1] += k;
            if N > 2 {
                exponents[N - 2] -= k;
            }
            exponents[0] = degree - exponents[1..N].iter().sum::<usize>();
            for variable in 0..N {
                // y^a / a! times y is (a + 1) y^(a + 1) / (a + 1)!.
                let factor = field.times(form[variable], numbers[exponents[variable] + 1]);
                let target = &mut target[row.starts[variable] + k];
                *target = field.plus(*target, field.times(coefficient, factor));
            }
        }
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
    let along: [u32; N] = std::array::from_fn(|variable| field.times(along[variable], factor));
    for row in rows {
        let start = row.starts[0];
        if start >= into.len() {
            break;
        }
        let len = row.len.min(into.len() - start);
        let into = &mut into[start..start + len];
        let parts: [&[u32]; N] =
            std::array::from_fn(|variable| &from[row.starts[variable]..][..len]);
        for k in 0..len {
            let mut sum = 0;
            for variable in 0..N {
                sum += u64::from(parts[variable][k]) * u64::from(along[variable]);
            }
            into[k] = field.plus(into[k], field.reduce(sum));
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

/// Sums weighted polynomials of equal degree, at most sixteen because of [`Field::reduce`].
/// `products` is working memory.
pub fn combine<'a>(
    field: Field,
    polynomials: impl Iterator<Item = (&'a Polynomial, u32)>,
    products: &mut Vec<u64>,
    sum: &mut Polynomial,
) {
    products.clear();
    for (polynomial, weight) in polynomials {
        products.resize(polynomial.len(), 0);
        add_times(polynomial, weight, products);
    }
    reduce_into(field, products, sum);
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn add_times(polynomial: &[u32], weight: u32, sums: &mut [u64]) {
    for (sum, &coefficient) in sums.iter_mut().zip(polynomial) {
        *sum += u64::from(coefficient) * u64::from(weight);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512vl", "x86_64+avx2"))]
fn reduce_into(field: Field, sums: &[u64], into: &mut Polynomial) {
    into.clear();
    into.extend(sums.iter().map(|&sum| field.reduce(sum)));
}
