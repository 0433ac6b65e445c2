//! Evidence as the answers of tasks, which many threads share.

use super::error::Error;
use crate::progress::{Interrupted, Progress};
use crate::tasks::{Answer, Tasks};

/// The answer of a task that gathers evidence.
pub(super) type Pending<T> = Answer<Result<T, Error>>;

/// Adds a task for each of these sizes, with its cost in milliseconds; the answers are in their order.
pub(super) fn each<'a, S: Copy + Send + 'a, T: Send + 'a>(
    tasks: &mut Tasks<'a>,
    what: &str,
    sizes: impl IntoIterator<Item = S>,
    cost: impl Fn(S) -> u64,
    check: impl Fn(S, &dyn Progress) -> Result<T, Error> + Send + Copy + 'a,
) -> Vec<Pending<T>> {
    let task = |size| tasks.add(what, cost(size), move |progress| check(size, progress));
    sizes.into_iter().map(task).collect()
}

/// What a task found; an interruption if it was not done.
pub(super) fn found<T>(answer: Pending<T>) -> Result<T, Error> {
    answer.take().unwrap_or(Err(Error::Interrupted(Interrupted)))
}

/// What several tasks found.
pub(super) fn found_all<T>(answers: impl IntoIterator<Item = Pending<T>>) -> Result<Vec<T>, Error> {
    answers.into_iter().map(found).collect()
}
