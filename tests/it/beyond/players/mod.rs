//! Tests of the computer players.

mod agents;
mod estimates;
