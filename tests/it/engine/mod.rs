//! Tests of the rules, the notation, canonical forms and the keys of positions.

mod canonical;
mod hypergraph;
mod keys;
pub mod notation;
mod play;
pub mod reference;
