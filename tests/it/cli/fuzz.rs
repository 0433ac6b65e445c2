//! `scripts/fuzz.py`: it passes the program, and finds every lie of `liar.py`.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::Said;
use crate::python::python;

const GQT3: &str = env!("CARGO_BIN_EXE_gqt3");

/// Runs the script on a program.
fn fuzz(mut python: Command, program: &Path, arguments: &[&str]) -> Said {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/fuzz.py");
    python.arg(script).arg("--program").arg(program);
    Said::after(python.args(arguments), "")
}

/// Returns the path of the program that lies.
fn liar() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join(file!());
    here.with_file_name("liar.py")
}

/// Runs cases on a program that tells this lie.
fn fuzz_liar(lie: &str, arguments: &[&str]) -> Option<Said> {
    let python = python()?;
    let folder = tempfile::tempdir().unwrap();
    let interpreter = python.get_program().to_str().unwrap();
    let liar = liar();
    let text = format!(
        "#!/bin/sh\nexec '{interpreter}' -I -S '{}' {lie} '{GQT3}' \"$@\"\n",
        liar.display()
    );
    // A shell writes the program: one that this process has open for writing could not be run.
    let write = [
        "-c",
        "printf %s \"$0\" > program && chmod +x program",
        &text,
    ];
    let written = Command::new("sh").args(write).current_dir(&folder).status();
    assert!(written.unwrap().success());
    Some(fuzz(python, &folder.path().join("program"), arguments))
}

#[test]
fn every_kind_of_case_passes() {
    let Some(python) = python() else { return };
    let said = fuzz(python, Path::new(GQT3), &["--cases", "18"]).code(0);
    assert_eq!(said.stdout, "18 cases, 0 failed\n");
}

#[test]
fn every_lie_is_found() {
    let Some(mut python) = python() else { return };
    let table = Said::after(python.arg(liar()), "").code(0).stdout;
    let lies: Vec<Vec<&str>> = table.lines().map(|lie| lie.split('\t').collect()).collect();
    assert!(lies.len() >= 50);
    for lie in lies {
        let [name, kind, message] = lie[..] else {
            panic!("{lie:?} is not a name, a kind and a message")
        };
        let arguments = ["--kind", kind, "--cases", "12", "--fail-fast"];
        let said = fuzz_liar(name, &arguments).unwrap();
        assert_eq!(said.code, Some(1), "{name} is not found: {said:?}");
        assert!(said.stdout.contains(message), "{name}, {message}: {said:?}");
        let again = format!("again: --seed 1 --kind {kind} --case ");
        assert!(said.stdout.contains(&again), "{name}: {said:?}");
    }
}

#[test]
fn the_program_that_lies_passes_with_the_truth() {
    if let Some(said) = fuzz_liar("truth", &["--cases", "9"]) {
        said.code(0);
    }
}

#[test]
fn odd_usage_is_refused() {
    let Some(python) = python() else { return };
    fuzz(python, Path::new("sh"), &["--kind", "bears"]).code(2);
    let missing = Path::new("no such program");
    fuzz(self::python().unwrap(), missing, &[]).code(2);
}
