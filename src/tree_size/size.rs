use num_bigint::BigUint;

use super::{Counter, Tree};
use crate::engine::rules::Ending;

/// The size of a game tree with at least one square and one piece.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeSize {
    /// The number of squares s.
    pub squares: usize,
    /// How many pieces a series has, n.
    pub pieces: usize,
    /// Where the games end.
    pub ending: Ending,
    /// The method that counted them.
    pub method: Counter,
    /// The number of games.
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
