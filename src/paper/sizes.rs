use super::error::LedgerError;
use gqt3::support::progress::Silent;
use gqt3::support::tasks::Tasks;

/// Computes on all threads. The results are in the order of the sizes.
pub(super) fn each<S: Send, T: Send>(
    sizes: impl IntoIterator<Item = S>,
    compute: impl Fn(S) -> Result<T, LedgerError> + Sync,
) -> Result<Vec<T>, LedgerError> {
    let (compute, mut tasks) = (&compute, Tasks::default());
    let task = |size| tasks.add("a size", 1, move |_| compute(size));
    let results: Vec<_> = sizes.into_iter().map(task).collect();
    // Only `compute` looks for an interruption.
    tasks.run("sizes", &Silent);
    let results = results.into_iter().map(|result| result.take());
    results
        .map(|result| result.unwrap_or_else(|| unreachable!("all tasks ran")))
        .collect()
}

pub(super) fn games_up_to(most: usize) -> impl Iterator<Item = (usize, usize)> {
    (1..=most).flat_map(|squares| (1..=squares).map(move |pieces| (squares, pieces)))
}
