//! Passes the commit of the sources to the compiler, for the provenance of results.

use std::path::Path;
use std::process::Command;

fn main() {
    println!(
        "cargo::rustc-env=GQT3_COMMIT={}",
        commit().unwrap_or_else(|| "unknown".to_owned())
    );
    // The log grows with every commit and checkout. Only paths that exist, because a missing one
    // would rerun this script every time.
    for path in ["scripts/build.rs", ".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// Returns the commit, but none for sources that were unpacked inside another repository.
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
