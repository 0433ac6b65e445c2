//! The benches of gqt3. For example, `cargo bench -p gqt3-benches --bench search` runs one file.
