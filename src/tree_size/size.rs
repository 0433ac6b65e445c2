use num_bigint::BigUint;

use super::{Counter, Tree};
use crate::engine::rules::Ending;

/// The size T(s, n) of a game tree with s >= 1 squares and n >= 1 pieces in a series.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeSize {
    pub squares: usize,
    pub pieces: usize,
    pub ending: Ending,
    pub method: Counter,
    pub games: BigUint,
}

impl TreeSize {
    pub(super) const fn new(tree: &Tree, method: Counter, games: BigUint) -> TreeSize {
        TreeSize {
            squares: tree.squares(),
            pieces: tree.pieces(),
            ending: tree.ending(),
            method,
            games,
        }
    }
}
