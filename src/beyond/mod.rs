//! Results beyond the paper: theorems for every board, computer players and the terminal game.

pub mod every_board;
#[cfg(feature = "cli")]
pub mod play;
pub mod players;
