//! All integration tests, as one program: one link, and its tests share the cores.
//!
//! `cargo test --test it search::` runs the tests of one file.

mod architecture;
mod batch;
mod blocking;
mod certificates;
mod cli;
mod command;
mod distribute;
mod engine;
mod estimates;
mod files;
mod first_line;
mod forward;
mod fuzz;
mod keeps_draw;
mod keys;
mod limits;
mod long_series;
mod middle;
mod notation;
mod output;
mod paper;
mod pictures;
mod play;
mod players;
mod published;
mod random_early;
mod random_exact;
mod random_play;
mod reference;
mod reproduce;
mod review;
mod search;
mod short_series;
mod simulate;
mod stop;
mod text;
mod tree_size;
