//! Tests of the game in the terminal.

mod lines;
#[cfg(unix)]
mod screen;
