//! The number of games that stop at the first line: another tree than T(s, n), on an m-by-m board.
//!
//! Only owners matter to it, not subscripts: a game stops when a line is filled by one player. Two methods, which
//! agree, count histories without looking at where pieces stand: `schedules` by the trees of n <= 2, `blocks` by blocks
//! for any n.

mod blocks;
mod schedules;
mod shares;

pub(super) use blocks::{MAX_BLOCK_SQUARES, by_blocks};
pub(super) use schedules::{MAX_SCHEDULE_SIDE, by_schedules, has_schedules};
