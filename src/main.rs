//! The `gqt3` command.
fn main() {}
