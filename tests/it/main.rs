//! All integration tests except `tests/memory.rs` as one program, because it is linked once and its
//! tests share the cores.
//!
//! `cargo test --test it engine::` runs the tests of `engine`.

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
