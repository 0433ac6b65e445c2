//! Tools that are independent of the game: progress, tables, lists of tasks, numbers as text.

pub mod meter;
pub mod number;
pub mod progress;
#[cfg(test)]
pub(crate) mod snapshot;
pub mod table;
pub mod tasks;
