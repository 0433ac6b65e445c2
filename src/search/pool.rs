//! Solvers of one game for the threads that ask for them.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::error::Error;
use super::solver::Solver;

/// As many solvers as threads ask at a time; each keeps what it has found for whoever asks next.
pub struct Solvers<New> {
    idle: Mutex<Vec<Solver>>,
    /// Makes one more.
    new: New,
}

impl<New: Fn() -> Result<Solver, Error>> Solvers<New> {
    pub fn new(first: Solver, new: New) -> Solvers<New> {
        Solvers { idle: Mutex::new(vec![first]), new }
    }

    /// The answer of a solver that is idle, or of a new one.
    pub fn ask<T>(&self, question: impl FnOnce(&mut Solver) -> T) -> Result<T, Error> {
        let idle = self.idle().pop();
        let mut solver = idle.map_or_else(&self.new, Ok)?;
        let answer = question(&mut solver);
        self.idle().push(solver);
        Ok(answer)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Solver>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
