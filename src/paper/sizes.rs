use std::sync::OnceLock;

use rayon::prelude::*;

use super::error::LedgerError;

/// Computes on all threads. The results are in the order of the sizes.
pub(super) fn each<S: Copy + Sync, T: Send + Sync>(
    sizes: impl IntoIterator<Item = S>,
    compute: impl Fn(S) -> Result<T, LedgerError> + Sync,
) -> Result<Vec<T>, LedgerError> {
    let sizes = sizes.into_iter().map(|size| (size, OnceLock::new()));
    let sizes: Vec<(S, OnceLock<_>)> = sizes.collect();
    for_each_below(sizes.len(), &|index| {
        let (size, result) = &sizes[index];
        result.get_or_init(|| compute(*size));
    });
    let results = sizes.into_iter().map(|(_, result)| result.into_inner());
    results
        .map(|result| result.unwrap_or_else(|| unreachable!("it was visited")))
        .collect()
}

/// Compiled once, because it knows no types.
fn for_each_below(count: usize, visit: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().with_max_len(1).for_each(visit);
}

pub(super) fn games_up_to(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)))
}
