//! Passes the commit of the sources to the compiler, for the provenance of results.

use std::path::Path;
use std::process::Command;

fn main() {
    println!(
        "cargo::rustc-env=GQT3_COMMIT={}",
        commit().unwrap_or_else(|| "unknown".to_owned())
    );
    // Git adds a line to .git/logs/HEAD with every commit and checkout. A missing path would rerun
    // this script at every build.
    for path in ["scripts/build.rs", ".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// Returns `None` for sources without a `.git` of their own, because git would name the commit of a
/// repository around them.
fn commit() -> Option<String> {
    if !Path::new(".git").exists() {
        return None;
    }
    let output = Command::new("git")
        .args(["rev-parse", "--short=12", "HEAD"])
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
