//! All integration tests as one program, because it is linked once and its tests share the cores.
//!
//! Modules mirror the rooms of the library: `cargo test --test it engine::` tests one of them.

mod architecture;
mod beyond;
mod cli;
mod command;
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
