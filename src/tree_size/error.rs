//! The errors of counting.

use super::{Method, Tree, TreeSize};
use crate::support::progress::Interrupted;

/// An error of counting a tree.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeSizeError {
    /// The board has no squares.
    #[error("a game needs at least 1 square")]
    NoSquares,
    /// A series has no pieces.
    #[error("a series needs at least 1 piece")]
    NoPieces,
    /// The method cannot count this tree.
    #[error("method {method} cannot compute {tree}: {}", method.reach(tree))]
    NotApplicable {
        /// The method.
        method: Method,
        /// The tree.
        tree: Tree,
    },
    /// No method can count this tree.
    #[error("{}", tree.out_of_reach())]
    OutOfReach {
        /// The tree.
        tree: Tree,
    },
    /// Two methods disagree, so at least one of them is wrong.
    #[error("the methods disagree:{}; please report this", listed(found))]
    Disagreement {
        /// The result of each method.
        found: Vec<TreeSize>,
    },
    /// The computation was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn listed(found: &[TreeSize]) -> String {
    let each = found
        .iter()
        .map(|size| format!(" {} gives {}", size.method, size.games));
    each.collect::<Vec<_>>().join(";")
}
