use super::first_line::MAX_SCHEDULE_SIDE;
use super::{Counter, Tree, TreeSize};
use crate::support::progress::Interrupted;

/// Why games were not counted, or their number not bounded.
#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeSizeError {
    #[error("a game needs at least 1 square")]
    NoSquares,
    #[error("a series needs at least 1 piece")]
    NoPieces,
    #[error("method {method} cannot compute {tree}: {}", method.reach(tree))]
    NotApplicable { method: Counter, tree: Tree },
    #[error("{}", out_of_reach(tree))]
    OutOfReach { tree: Tree },
    #[error("the methods disagree:{}; please report this", listed(results))]
    Disagreement { results: Vec<TreeSize> },
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn listed(results: &[TreeSize]) -> String {
    let each = results
        .iter()
        .map(|size| format!(" {} gives {}", size.method, size.games));
    each.collect::<Vec<_>>().join(";")
}

fn out_of_reach(tree: &Tree) -> String {
    match tree {
        Tree::Full { .. } => format!("no method reaches {tree}; bounds exist for any size"),
        Tree::FirstLine { board, pieces } => format!(
            "no method counts games to the first line with --pieces {pieces} on {squares} squares; use \
             --board 1..3, or --pieces 1 or 2 on --board 1..{MAX_SCHEDULE_SIDE}",
            squares = board.squares(),
        ),
    }
}
