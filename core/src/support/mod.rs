//! Tools that don't depend on the game.

pub mod meter;
pub mod number;
pub mod progress;
pub mod table;
pub mod tasks;
pub mod threads;
