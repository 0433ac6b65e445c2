//! The checker in Python, and the one in Rust, which must agree with it on every text.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use gqt3::perfect_play::certificate::Certificate;
use gqt3::support::progress::Silent;
use tempfile::TempDir;

/// A file of this package.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs a script of this package.
pub fn run(script: &str, arguments: &[&Path]) -> Output {
    let output = Command::new("python3")
        .arg(file(script))
        .args(arguments)
        .output();
    output.expect(
        "these tests need Python 3.9 or later as `python3`: install it, or put it on the path",
    )
}

/// What the checker says of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The exit code.
    pub code: i32,
    /// What it printed.
    pub said: String,
}

/// The exit code that the checker in Rust would have for a text.
fn code_in_rust(mut text: &[u8]) -> i32 {
    match Certificate::read(&mut text) {
        Err(_) => 2,
        Ok(certificate) => i32::from(certificate.check(&Silent).is_err()),
    }
}

/// What the checker in Python says of each text, after the one in Rust has come to the same verdict.
pub fn verdicts<T: AsRef<[u8]>>(texts: &[T]) -> Vec<Verdict> {
    let folder = TempDir::new().unwrap();
    for (number, text) in texts.iter().enumerate() {
        fs::write(folder.path().join(format!("{number:06}")), text).unwrap();
    }
    let output = run(
        "tests/it/perfect_play/certificates/check_files.py",
        &[folder.path()],
    );
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = String::from_utf8(output.stdout).unwrap();
    let verdicts: Vec<Verdict> = lines
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(code, said)| Verdict {
            code: code.parse().unwrap(),
            said: said.to_owned(),
        })
        .collect();
    assert_eq!(verdicts.len(), texts.len());
    for (text, verdict) in texts.iter().zip(&verdicts) {
        let text = text.as_ref();
        let said = || (String::from_utf8_lossy(text), verdict);
        assert_eq!(code_in_rust(text), verdict.code, "{:?}", said());
    }
    verdicts
}

/// Checks that every text gets this exit code; each comes with what it is.
pub fn all_get<T: AsRef<[u8]>>(code: i32, texts: &[(String, T)]) {
    let bytes: Vec<&[u8]> = texts.iter().map(|(_, text)| text.as_ref()).collect();
    for ((what, _), verdict) in texts.iter().zip(verdicts(&bytes)) {
        assert_eq!(verdict.code, code, "{what}: {}", verdict.said);
    }
}
