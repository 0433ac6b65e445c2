//! Section 6: the number of games, its bounds, and Table 1.
//!
//! [`gqt3::tree_size`] counts the games, and [`gqt3::tree_size::bounds`] proves the bounds.
//!
//! **Corrections.** C(s,n)^s is no upper bound, because it ignores that a collapse can be chosen.
//! It is below T(s,n) for n = 2 at s <= 4, and for n >= 3 at every counted s >= n. The bound
//! s! max(1, C(s-1,n-1))^s always holds. The paper states it for n = 2 as s! (s-1)^s, which is 0 at
//! s = 1, where there is one game.

use crate::paper::error::LedgerError;
use crate::paper::sizes::each;
use gqt3::support::progress::Progress;
use gqt3::tree_size::{Counter, Tree, TreeSize, count_all};

pub(in crate::paper) const TABLE_1_SQUARES: usize = 9;

/// The largest s for which T is counted for all n <= s.
pub(in crate::paper) const TRIANGLE_SQUARES: usize = 16;

/// Pairs (n, s): for this n, T is counted up to s.
pub(in crate::paper) const COLUMNS: [(usize, usize); 3] = [(2, 64), (3, 64), (4, 25)];

/// Ordered by s, then n.
pub(in crate::paper) fn tree_sizes(progress: &dyn Progress) -> Result<Vec<TreeSize>, LedgerError> {
    let column = |pieces: usize| -> Result<Vec<TreeSize>, LedgerError> {
        let longer = COLUMNS.iter().find(|column| column.0 == pieces);
        let requests: Result<Vec<_>, LedgerError> = (pieces
            ..=longer.map_or(TRIANGLE_SQUARES, |column| column.1))
            .map(|squares| Tree::full(squares, pieces))
            .map(|tree| Ok((tree, Counter::fastest(&tree)?)))
            .collect();
        Ok(count_all(&requests?, progress)?)
    };
    let mut sizes = each(1..=TRIANGLE_SQUARES, column)?.concat();
    sizes.sort_by_key(|size| (size.squares, size.pieces));
    Ok(sizes)
}
