//! The command, run with some arguments.

use assert_cmd::Command;

pub fn gqt3(arguments: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("gqt3"));
    command.args(arguments.split_whitespace());
    command
}

/// What it prints where it succeeds.
pub fn stdout(arguments: &str) -> String {
    let output = gqt3(arguments).assert().success().get_output().clone();
    String::from_utf8(output.stdout).unwrap()
}
