use rayon::prelude::*;

use super::error::LedgerError;

/// Computes on all threads. The results are in the order of the sizes.
pub(super) fn each<S: Send, T: Send>(
    sizes: impl IntoIterator<Item = S>,
    compute: impl Fn(S) -> Result<T, LedgerError> + Send + Sync,
) -> Result<Vec<T>, LedgerError> {
    let sizes: Vec<S> = sizes.into_iter().collect();
    sizes.into_par_iter().with_max_len(1).map(compute).collect()
}

pub(super) fn games_up_to(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)))
}
