//! A few cases of each hunt of `scripts/fuzz.py`, always the same: odd command lines, games, saved tables, certificates,
//! signals, full disks. And programs with a defect, which the script must find.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

/// Runs the script and returns its exit code and what it prints.
fn hunt(program: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/fuzz.py");
    let mut command = Command::new("python3");
    command.arg(script).arg("--program").arg(program).args(["--seed", "1"]).args(arguments);
    let output = command.output().expect("python3 runs");
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    (output.status.code(), printed.concat())
}

#[test]
fn a_short_hunt_finds_nothing() {
    // 4 cases of each hunt. On a busy machine a command that was told to stop may be slow, but not deaf.
    let program = assert_cmd::cargo::cargo_bin!("gqt3");
    let (code, printed) = hunt(program, &["--cases", "40", "--grace", "300"]);
    assert_eq!(code, Some(0), "{printed}");
}

#[test]
fn what_is_wrong_is_found() {
    let defects = [
        ("exit 2", "exit code 2 without a word"),
        ("exit 101", "exit code"),
        ("kill -9 $$", "exit code"),
        ("echo 'thread main panicked at x' >&2", "a crash"),
        ("echo x > .gqt3-1.partial", "left behind: .gqt3-1.partial"),
    ];
    for (script, found) in defects {
        let folder = tempfile::tempdir().unwrap();
        // A shell writes the program: one that this process has open for writing could not be run.
        let text = format!("#!/bin/sh\n{script}\n");
        let write = ["-c", "printf %s \"$0\" > program && chmod +x program", &text];
        assert!(Command::new("sh").args(write).current_dir(&folder).status().unwrap().success());
        let arguments = ["--hunts", "endless", "--cases", "1"];
        let (code, printed) = hunt(&folder.path().join("program"), &arguments);
        assert_eq!(code, Some(1), "{script}: {printed}");
        let expected = format!("FOUND in endless 0: {found}\n");
        assert!(printed.contains(&expected) && printed.contains("--case 0"), "{script}: {printed}");
    }
}

#[test]
fn odd_usage_of_the_hunt_is_refused() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let wrong: [(&Path, &[&str]); 4] = [
        (Path::new("sh"), &["--hunts", "bears"]),
        (Path::new("sh"), &["--case", "1"]),
        (Path::new("sh"), &["--cases", "1", "--time", "1"]),
        (&here.join("no such program"), &[]),
    ];
    for (program, arguments) in wrong {
        assert_eq!(hunt(program, arguments).0, Some(2), "{arguments:?}");
    }
}
