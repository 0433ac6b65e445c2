//! Counts games that stop at the first line.
//!
//! A game stops when a player fills a line, so only owners matter, not subscripts.

mod blocks;
mod schedules;
mod shares;

pub(super) use blocks::{COUNTER as BLOCKS, MAX_BLOCK_SQUARES};
pub(super) use schedules::{COUNTER as SCHEDULES, MAX_SCHEDULE_SIDE};

/// About log2(3), because [`shares::Shares::new`] takes up to 3^s steps.
pub(super) const COST_PER_SQUARE: f64 = 1.6;

pub(super) fn reach_of_boards() -> String {
    format!("to the first line it supports boards of up to {MAX_BLOCK_SQUARES} squares")
}
