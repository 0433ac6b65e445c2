//! How T(s, n) grows, beside s! C^s with C = C(s-1, n-1), in floats.
//!
//! *n = 2, proved.* The formula of [`crate::tree_size::closed_form`] is T = A(s) + s A(s-1), where A(s) is (s!)^2
//! times the coefficient of x^s in exp(C(x)^2 / 2) for Cayley's tree function C. It has its singularity at x = 1/e,
//! where C = 1 - (2 (1 - e x))^(1/2) + ..., so exp(C^2 / 2) = e^(1/2) (1 - (2 (1 - e x))^(1/2) + ...), and singularity
//! analysis (Flajolet, Odlyzko 1990) gives A(s) ~ (s!)^2 e^(1/2 + s) / ((2 pi)^(1/2) s^(3/2)). The other term is smaller
//! by a factor of order 1/s. With Stirling's formula
//!
//! T(s, 2) ~ (2 pi)^(1/2) s^(2s - 1/2) e^(1/2 - s),  that is  T / (s! (s-1)^s) ~ e^(3/2) / s.
//!
//! *n >= 3, a conjecture.* Numerically T / (s! C^s) tends to the positive solution nu of nu = 1 - exp(-(n-1) nu): the
//! share of a random digraph's vertices in its giant component. No proof is known to us.

use num_bigint::BigUint;
use num_traits::ToPrimitive;

use crate::tree_size::{binomial, factorial};

/// Whether a prediction is proved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// There is a proof.
    Proved,
    /// The numbers suggest it.
    Conjectured,
}

/// T / (s! C^s), observed and predicted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// The quotient of the exact T, to the precision of a float.
    pub observed: f64,
    /// What it tends to.
    pub predicted: f64,
    /// Whether that is proved.
    pub status: Status,
}

impl Growth {
    /// The growth of T(s, n) = `games`; `None` for n = 1 and n > s, where it says nothing.
    ///
    /// ```
    /// use gqt3::bounds::Growth;
    /// let growth = Growth::new(9, 2, &18_539_269_580_160_u64.into()).unwrap();
    /// assert!((growth.observed - 0.3806).abs() < 1e-4);
    /// assert!((growth.predicted - 0.4980).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn new(squares: usize, pieces: usize, games: &BigUint) -> Option<Growth> {
        if pieces < 2 || pieces > squares || squares < 2 {
            return None;
        }
        let scale = factorial(squares) * binomial(squares - 1, pieces - 1).pow(squares as u32);
        let observed = ((games << 64_u32) / scale).to_f64()? / 2_f64.powi(64);
        let (predicted, status) = match pieces {
            2 => (1.5_f64.exp() / squares as f64, Status::Proved),
            _ => (giant_component(pieces), Status::Conjectured),
        };
        Some(Growth { observed, predicted, status })
    }

    /// How far the prediction is off, relative to what is observed.
    #[must_use]
    pub fn relative_error(&self) -> f64 {
        self.predicted / self.observed - 1.0
    }
}

/// The positive solution of nu = 1 - exp(-(n-1) nu) for n >= 3, by iteration from above: the map is concave.
fn giant_component(pieces: usize) -> f64 {
    let mean = (pieces - 1) as f64;
    (0..200).fold(1.0_f64, |nu, _| 1.0 - (-mean * nu).exp())
}
