//! The README shows real output: every `console` block is run and compared.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

/// The commands of the README's `console` blocks, each with the output shown below it.
fn shown() -> Vec<(String, String)> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let blocks = text.split("```console\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks
        .map(|block| {
            let (command, output) = block.split_once('\n').unwrap();
            (
                command.strip_prefix("$ gqt3 ").expect("a block begins with a command").to_owned(),
                output.to_owned(),
            )
        })
        .collect()
}

#[test]
fn every_command_of_the_readme_prints_what_is_shown() {
    let shown = shown();
    assert!(!shown.is_empty());
    for (command, expected) in shown {
        let assert = Command::cargo_bin("gqt3").unwrap().args(command.split(' ')).assert().success();
        let printed = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        assert_eq!(printed, expected, "gqt3 {command}");
    }
}
