#![cfg(unix)]

use std::io::{Write, stderr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::command::Running;

/// Prints the path of the interpreter itself, because a wrapper on the search path may start
/// slowly.
const PATH: &str = "import sys; assert sys.version_info >= (3, 9); print(sys.executable)";

const NOTE: &[u8] =
    b"note: tests of scripts are skipped, for they need Python 3.9 or later as `python3`\n";

/// If there is no Python 3.9 or later, prints a note once and returns `None`.
pub fn python() -> Option<Command> {
    static INTERPRETER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let interpreter = INTERPRETER.get_or_init(|| {
        let mut python = Command::new("python3");
        python
            .args(["-c", PATH])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let said = Running::spawn(&mut python).ok().map(Running::said);
        let found = said.filter(|said| said.code == Some(0));
        if found.is_none() {
            // The test harness hides what a passing test prints by `eprintln!`, but not this.
            let _ = stderr().write_all(NOTE);
        }
        found.map(|said| said.stdout.trim().into())
    });
    interpreter.as_ref().map(Command::new)
}
