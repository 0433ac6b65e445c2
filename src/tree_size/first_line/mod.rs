//! The number of games that stop at the first line, on an m-by-m board.
//!
//! Their tree is another one than T(s, n). Only owners matter to it, not subscripts: a game stops
//! when one player fills a line. Two methods, which agree, count histories without looking at the
//! places of pieces: `schedules` by the trees of n <= 2, and `blocks` by blocks for any n.

mod blocks;
mod schedules;
mod shares;

pub(super) use blocks::{MAX_BLOCK_SQUARES, by_blocks};
pub(super) use schedules::{MAX_SCHEDULE_SIDE, by_schedules, has_schedules};
