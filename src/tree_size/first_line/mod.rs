//! The number of games that stop at the first line: another tree than T(s, n), on an m-by-m board.
//!
//! Only owners matter to it, not subscripts: a game stops when a line is filled by one player. Three methods, which
//! agree: `schedules` and `blocks` count histories without looking at where pieces stand, by the trees of n <= 2
//! or by blocks for any n; `positions` walks the game with a memory of positions.

mod blocks;
mod positions;
mod schedules;
mod shares;

pub use blocks::MAX_BLOCK_SQUARES;
pub(super) use blocks::by_blocks;
pub(super) use positions::{by_positions, has_few_positions};
pub use schedules::MAX_SCHEDULE_SIDE;
pub(super) use schedules::{by_schedules, has_schedules};
