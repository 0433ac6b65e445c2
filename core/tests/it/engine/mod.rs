mod canonical;
mod hypergraph;
mod keys;
mod notation;
mod play;
pub mod reference;
