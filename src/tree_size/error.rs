//! Why a tree size is not found.

use super::{Method, Tree, TreeSize};
use crate::support::progress::Interrupted;

/// Why a tree size is not found.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A game needs a square.
    #[error("a game needs at least 1 square")]
    NoSquares,
    /// A series needs a piece.
    #[error("a series needs at least 1 piece")]
    NoPieces,
    /// The method cannot count this tree.
    #[error("method {method} cannot compute {tree}: {}", method.reach(tree))]
    NotApplicable {
        /// The method.
        method: Method,
        /// What was to be counted.
        tree: Tree,
    },
    /// No method can.
    #[error("{}", tree.out_of_reach())]
    OutOfReach {
        /// What was to be counted.
        tree: Tree,
    },
    /// Two methods differ: one of them is wrong, and no result is given.
    #[error("the methods disagree:{}; please report this", listed(found))]
    Disagreement {
        /// What each method found.
        found: Vec<TreeSize>,
    },
    /// Stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn listed(found: &[TreeSize]) -> String {
    let each = found
        .iter()
        .map(|size| format!(" {} gives {}", size.method, size.games));
    each.collect::<Vec<_>>().join(";")
}
