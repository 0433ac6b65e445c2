//! Generalized Quantum Tic-Tac-Toe, exactly.
//!
//! # Layers
//! A module may name only the modules above it in this list (`tests/architecture.rs` holds us to it):
//!
//! | module | what it is |
//! |---|---|
//! | [`board`] | squares, sets of squares, the lines of an m-by-m board, its symmetries |
//! | [`matching`] | bipartite graphs: matchings, tight sets, perfect matchings one at a time |
//! | [`progress`] | how a long computation reports and learns that it should stop |
//! | [`rules`] | the rules as data, and their named presets |
//! | [`position`] | the engine: legal moves, play, entanglement, collapses, scoring |
//! | [`notation`] | games as text and back |

pub mod board;
pub mod matching;
pub mod notation;
pub mod position;
pub mod progress;
pub mod rules;
