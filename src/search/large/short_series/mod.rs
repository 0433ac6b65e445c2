//! Short series: games in which each player can be kept from every line.

mod rank;

pub use rank::{independent, rank};
