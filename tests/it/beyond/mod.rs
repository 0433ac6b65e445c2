//! Tests of everything beyond the paper.

mod every_board;
mod play;
mod players;
