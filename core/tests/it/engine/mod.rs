mod canonical;
mod hypergraph;
mod keys;
pub mod notation;
mod play;
pub mod reference;
