//! The number of games that stop at the first line: another tree than T(s, n), on an m-by-m board.
//!
//! Only owners matter to it, not subscripts: a game stops when a line is filled by one player. Three methods, which
//! agree: [`by_schedules`] and [`by_blocks`] count histories without looking at where pieces stand, by the trees of n <= 2
//! or by blocks for any n; [`by_positions`] walks the game with a memory of positions.

mod blocks;
mod positions;
mod schedules;
mod shares;

pub use blocks::{MAX_BLOCK_SQUARES, by_blocks};
pub use positions::{by_positions, games_from};
pub use schedules::{MAX_SCHEDULE_SIDE, by_schedules};
