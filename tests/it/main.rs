//! All integration tests except `tests/memory.rs` in one program: it is linked once, and its tests
//! run in parallel.

mod architecture;
mod beyond;
mod cli;
mod command;
mod committed;
mod engine;
mod examples;
mod expected;
mod paper;
mod perfect_play;
mod python;
mod random_play;
mod report;
mod stop;
mod tree_size;
