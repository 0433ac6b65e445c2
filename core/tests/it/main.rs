//! All integration tests of the library except `memory.rs` in one program: it is linked once, and
//! its tests run in parallel.

mod beyond;
mod engine;
mod perfect_play;
mod random_play;
mod shared;
mod tree_size;
