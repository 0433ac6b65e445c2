//! Beyond the paper: larger boards, computer players and the game in the terminal.

pub mod every_board;
#[cfg(feature = "cli")]
pub mod play;
pub mod players;
