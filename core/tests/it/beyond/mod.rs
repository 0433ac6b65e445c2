mod every_board;
mod players;
