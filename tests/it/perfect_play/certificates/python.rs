//! The checkers in Python and in Rust, which must agree on every text.

use std::fs;
use std::path::{Path, PathBuf};

use gqt3::perfect_play::certificate::Certificate;
use gqt3::support::progress::Silent;
use tempfile::TempDir;

use crate::command::Said;
use crate::python::python;

/// Returns the path of a file of this package.
pub fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs a script of this package. Returns `None` where Python is missing.
pub fn run(script: &str, arguments: &[&Path]) -> Option<Said> {
    let mut python = python()?;
    Some(Said::after(python.arg(file(script)).args(arguments), ""))
}

/// The result of the checker for a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The exit code.
    pub code: i32,
    /// The printed text.
    /// The output of the checker in Python, where there is one.
    pub said: Option<String>,
}

/// Returns the exit code that the checker in Rust would have for a text.
fn code_in_rust(mut text: &[u8]) -> i32 {
    match Certificate::read(&mut text) {
        Err(_) => 2,
        Ok(certificate) => i32::from(certificate.check(&Silent).is_err()),
    }
}

/// Returns the verdict of the Python checker on each text.
///
/// Asserts that the checker in Rust comes to an equal verdict.
pub fn verdicts<T: AsRef<[u8]>>(texts: &[T]) -> Vec<Verdict> {
    let folder = TempDir::new().unwrap();
    for (number, text) in texts.iter().enumerate() {
        fs::write(folder.path().join(format!("{number:06}")), text).unwrap();
    }
    let Some(said) = run(
        "tests/it/perfect_play/certificates/check_files.py",
        &[folder.path()],
    ) else {
        let alone = |text: &T| Verdict {
            code: code_in_rust(text.as_ref()),
            said: None,
        };
        return texts.iter().map(alone).collect();
    };
    let lines = said.code(0).stdout;
    let verdicts: Vec<Verdict> = lines
        .lines()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(code, said)| Verdict {
            code: code.parse().unwrap(),
            said: Some(said.to_owned()),
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

/// Asserts that every text gets this exit code. Each text comes with a description.
pub fn all_get<T: AsRef<[u8]>>(code: i32, texts: &[(String, T)]) {
    let bytes: Vec<&[u8]> = texts.iter().map(|(_, text)| text.as_ref()).collect();
    for ((what, _), verdict) in texts.iter().zip(verdicts(&bytes)) {
        assert_eq!(verdict.code, code, "{what}: {:?}", verdict.said);
    }
}
