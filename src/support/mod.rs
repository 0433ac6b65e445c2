//! Tools that are independent of the game: progress, tables, lists of tasks, numbers as text.

pub mod meter;
pub mod number;
pub mod progress;
pub mod table;
pub mod tasks;
