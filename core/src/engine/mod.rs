//! The game itself: its rules, positions and notation.

pub mod board;
#[doc(hidden)]
pub mod canonical;
pub mod game;
#[doc(hidden)]
pub mod hypergraph;
pub mod interval;
#[doc(hidden)]
pub mod matching;
pub mod notation;
pub mod position;
pub(crate) mod refinement;
pub mod rules;
#[doc(hidden)]
pub mod static_bound;
