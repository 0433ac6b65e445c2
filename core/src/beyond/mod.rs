//! Beyond the paper: larger boards and computer players.

pub mod every_board;
pub mod players;
