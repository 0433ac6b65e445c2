//! All integration tests of the command line in one program: it is linked once, and its tests run
//! in parallel.

mod architecture;
mod beyond;
mod cli;
mod command;
mod committed;
mod examples;
mod paper;
mod perfect_play;
mod python;
mod report;
#[path = "../../core/tests/it/shared/mod.rs"]
mod shared;
