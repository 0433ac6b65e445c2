use num_bigint::BigUint;

use super::{Counter, Tree};
use crate::engine::rules::Ending;

/// How many games a tree has.
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
