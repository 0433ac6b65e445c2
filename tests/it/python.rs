//! The Python interpreter for tests of scripts.

#![cfg(unix)]

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Prints the path of the interpreter itself, since a wrapper on the path may be slow to start.
const PATH: &str = "import sys; assert sys.version_info >= (3, 9); print(sys.executable)";

const NOTE: &[u8] =
    b"note: tests of scripts are skipped, for they need Python 3.9 or later as `python3`\n";

/// Returns a command for Python 3.9 or later. Prints a note and returns `None` where it is missing.
pub fn python() -> Option<Command> {
    static INTERPRETER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let interpreter = INTERPRETER.get_or_init(|| {
        let output = Command::new("python3").args(["-c", PATH]).output().ok();
        let found = output.filter(|output| output.status.success());
        if found.is_none() {
            // Printed past the capture of the test harness, which hides what a passing test prints.
            let _ = stderr().write_all(NOTE);
        }
        found.map(|output| String::from_utf8(output.stdout).unwrap().trim().into())
    });
    interpreter.as_ref().map(Command::new)
}
