//! The engine: legal moves, play, entanglement, collapses and scoring, for every rule and every board.

mod scoring;

pub use scoring::{CompletedLine, CompletedLines, endgame_margin};
