//! The rules of the game: one engine that all other modules share (paper, sections 2 to 5).

pub mod board;
pub mod canonical;
pub mod game;
pub mod hypergraph;
pub mod interval;
pub mod matching;
pub mod notation;
pub mod position;
pub(crate) mod refinement;
pub mod rules;
pub mod static_bound;
