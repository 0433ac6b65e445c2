//! Tests of the rules, the notation and the keys of positions.

mod keys;
pub mod notation;
mod play;
pub mod reference;
