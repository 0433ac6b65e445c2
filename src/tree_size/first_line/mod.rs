//! The number of games that stop at the first line: another tree than T(s, n), on an m-by-m board.
//!
//! Only owners matter to it, not subscripts: a game stops when a line is filled by one player. Two methods:
//! [`by_schedules`] counts histories without looking at where pieces stand; [`by_positions`] walks the game with a
//! memory of positions. They share nothing and agree.

mod positions;
mod schedules;

pub use positions::{by_positions, games_from};
pub use schedules::{MAX_SCHEDULE_SIDE, by_schedules};
