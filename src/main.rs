//! The `gqt3` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    gqt3_cli::cli::main()
}
