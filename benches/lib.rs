//! The benches of gqt3: `cargo bench -p gqt3-benches --bench search` runs one group of them.
