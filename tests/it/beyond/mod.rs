mod every_board;
mod play;
mod players;
