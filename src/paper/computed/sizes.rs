//! Checks of all game sizes n <= s up to some s.

use rayon::prelude::*;

use super::error::Error;
use crate::progress::Progress;

/// Checks all 1 <= n <= s <= `most`, the largest first, so that the threads stay busy; gives them by rising size.
pub(super) fn each_size<T: Send>(
    most: usize,
    progress: &dyn Progress,
    check: impl Fn(usize, usize, &dyn Progress) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let sizes: Vec<(usize, usize)> = (1..=most).flat_map(|s| (1..=s).map(move |n| (s, n))).rev().collect();
    let found = sizes.par_iter().with_max_len(1).map(|&(squares, pieces)| {
        let found = check(squares, pieces, progress)?;
        progress.advance(1);
        Ok(found)
    });
    let mut found: Vec<T> = found.collect::<Result<_, Error>>()?;
    found.reverse();
    Ok(found)
}

/// How many sizes [`each_size`] checks.
pub(super) const fn count(most: usize) -> usize {
    most * (most + 1) / 2
}
