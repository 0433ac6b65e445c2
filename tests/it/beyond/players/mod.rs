//! Tests of the computer players.

mod estimates;
mod players;
