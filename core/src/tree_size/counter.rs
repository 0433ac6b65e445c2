use std::fmt;

use num_bigint::BigUint;

use super::Tree;
use crate::engine::rules::Ending;
use crate::support::progress::{Interrupted, Progress};

pub(super) const COUNT_BITS: f64 = 128.0;

const MOST_SQUARES: usize = 200;

/// A method that counts games.
#[derive(Clone, Copy, Debug)]
pub struct Counter {
    pub name: &'static str,
    pub help: &'static str,
    pub(super) endings: &'static [Ending],
    pub(super) applies: fn(&Tree) -> bool,
    pub(super) reach: fn(&Tree) -> String,
    pub(super) cost: fn(&Tree) -> f64,
    /// Steps per second, approximately.
    pub(super) speed: f64,
    pub(super) count: fn(&Tree, &dyn Progress) -> Result<BigUint, Interrupted>,
}

impl Counter {
    /// Checks whether the method can count this tree, given time and memory. Assumes s, n >= 1.
    pub fn applies(&self, tree: &Tree) -> bool {
        self.endings.contains(&tree.ending()) && (self.applies)(tree)
    }

    /// Estimates how many steps the method takes, as a logarithm to base 2.
    pub fn cost(&self, tree: &Tree) -> f64 {
        (self.cost)(tree)
    }

    /// Estimates the time in seconds, from [`Counter::cost`].
    pub fn seconds(&self, tree: &Tree) -> f64 {
        self.cost(tree).exp2() / self.speed
    }

    pub(super) fn reach(&self, tree: &Tree) -> String {
        if self.endings.contains(&tree.ending()) {
            (self.reach)(tree)
        } else {
            "it counts games with another ending".to_owned()
        }
    }

    /// The largest s up to [`MOST_SQUARES`] for which the method counts T(s, n), or 0.
    pub(super) fn most_squares(&self, pieces: usize) -> usize {
        let mut sizes = (1..=MOST_SQUARES).rev();
        let largest = sizes.find(|&squares| self.applies(&Tree::full(squares, pieces)));
        largest.unwrap_or(0)
    }
}

impl PartialEq for Counter {
    fn eq(&self, other: &Counter) -> bool {
        (self.name, self.endings) == (other.name, other.endings)
    }
}

impl Eq for Counter {}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// The logarithm of C(s-1, n-1) to base 2; 0 for n > s.
pub(super) fn log2_options(squares: usize, pieces: usize) -> f64 {
    let chosen = pieces.saturating_sub(1).min(squares.saturating_sub(pieces));
    (0..chosen)
        .map(|k| ((squares - 1 - k) as f64 / (k + 1) as f64).log2())
        .sum()
}
