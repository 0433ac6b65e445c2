use std::cmp::Reverse;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

use crate::support::progress::{Part, Progress};

type Work<'a> = Box<dyn FnOnce(&dyn Progress) + Send + 'a>;

/// Tasks for all threads. A free thread takes the most expensive task left.
#[derive(Default)]
pub struct Tasks<'a> {
    tasks: Vec<(String, u64, Work<'a>)>,
}

#[derive(Debug)]
pub struct TaskResult<T>(Arc<Mutex<Option<T>>>);

impl<T> TaskResult<T> {
    /// Returns `None` if the task did not run.
    pub fn take(self) -> Option<T> {
        lock(&self.0).take()
    }
}

impl fmt::Debug for Tasks<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tasks = self.tasks.iter().map(|(what, cost, _)| (what, cost));
        f.debug_map().entries(tasks).finish()
    }
}

impl<'a> Tasks<'a> {
    /// The estimated `cost`, in milliseconds of one core, decides the order and the time left that
    /// is shown, but no result.
    pub fn add<T: Send + 'a>(
        &mut self,
        what: impl Into<String>,
        cost: u64,
        work: impl FnOnce(&dyn Progress) -> T + Send + 'a,
    ) -> TaskResult<T> {
        let answer = Arc::default();
        let slot = Arc::clone(&answer);
        let work = move |progress: &dyn Progress| *lock(&slot) = Some(work(progress));
        self.tasks.push((what.into(), cost, Box::new(work)));
        TaskResult(answer)
    }

    /// After an interruption no further task begins.
    pub fn run(mut self, what: &str, progress: &dyn Progress) {
        self.tasks.sort_by_key(|(_, cost, _)| Reverse(*cost));
        progress.begin(what, Some(self.tasks.iter().map(|(_, cost, _)| cost).sum()));
        let running = Mutex::new(Vec::new());
        let change = |change: &dyn Fn(&mut Vec<String>)| {
            let mut running = lock(&running);
            change(&mut running);
            progress.note(&running.join(", "));
        };
        self.tasks
            .into_iter()
            .par_bridge()
            .for_each(|(what, cost, work)| {
                if progress.interrupted() {
                    return;
                }
                change(&|running| running.push(what.clone()));
                work(&Part::new(progress, cost));
                change(&|running| {
                    let index = running.iter().position(|other| *other == what);
                    index.map(|index| running.remove(index));
                });
            });
        progress.end();
    }
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::progress::{Silent, Stopped};

    #[test]
    fn every_task_is_done_and_the_longest_is_begun_first() {
        let begun = Mutex::new(Vec::new());
        let mut tasks = Tasks::default();
        let mut square = |cost| {
            let begun = &begun;
            tasks.add("a square", cost, move |_| {
                lock(begun).push(cost);
                cost * cost
            })
        };
        let squares = [3, 9, 6].map(&mut square);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .unwrap();
        pool.install(|| tasks.run("squares", &Silent));
        assert_eq!(squares.map(TaskResult::take), [Some(9), Some(81), Some(36)]);
        assert_eq!(begun.into_inner().unwrap(), [9, 6, 3]);
    }

    #[test]
    fn an_interruption_leaves_tasks_undone() {
        let mut tasks = Tasks::default();
        let stopped = tasks.add("a task", 1, |_| ());
        tasks.run("tasks", &Stopped);
        assert_eq!(stopped.take(), None);
    }
}
