//! A few cases of each kind of `scripts/fuzz.py`, always the same. And programs with a defect, which the script must find.

#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use crate::command::Said;

/// Runs the script.
fn fuzz(program: &Path, arguments: &[&str]) -> Said {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/fuzz.py");
    let mut command = Command::new("python3");
    command
        .arg(script)
        .arg("--program")
        .arg(program)
        .args(arguments);
    Said::after(&mut command, "")
}

#[test]
fn a_few_cases_of_each_kind_go_as_they_should() {
    let said = fuzz(Path::new(env!("CARGO_BIN_EXE_gqt3")), &["--cases", "18"]);
    assert_eq!(said.code, Some(0), "{said:?}");
}

#[test]
fn what_is_wrong_is_found() {
    let defects = [
        ("exit 2", "right", "exit code 2, not of (0"),
        ("exit 101", "games", "exit code 101"),
        ("kill -9 $$", "files", "exit code -9"),
        ("echo 'thread main panicked at x' >&2", "right", "a crash"),
        ("exit 0", "wrong", "exit code 0, not of (2,)"),
        ("echo $$", "right", "different bytes"),
    ];
    for (script, kind, found) in defects {
        let folder = tempfile::tempdir().unwrap();
        // A shell writes the program: one that this process has open for writing could not be run.
        let text = format!("#!/bin/sh\n{script}\n");
        let write = [
            "-c",
            "printf %s \"$0\" > program && chmod +x program",
            &text,
        ];
        assert!(
            Command::new("sh")
                .args(write)
                .current_dir(&folder)
                .status()
                .unwrap()
                .success()
        );
        let said = fuzz(
            &folder.path().join("program"),
            &["--kind", kind, "--cases", "1"],
        )
        .code(1);
        assert!(
            said.stdout.contains(found) && said.stdout.contains("--case 0"),
            "{script}: {said:?}"
        );
    }
}

#[test]
fn odd_usage_is_refused() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    fuzz(Path::new("sh"), &["--kind", "bears"]).code(2);
    fuzz(&here.join("no such program"), &[]).code(2);
}
