//! The benches of gqt3. For example, `cargo bench -p gqt3-benches --bench search` runs one file.
//!
//! Short benches have a `min_time`, because the default of 100 samples can take less than a
//! millisecond.
