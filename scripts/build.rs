//! Tells the binary which commit it was built from, for the provenance line of JSON output.

use std::path::Path;
use std::process::Command;

fn main() {
    println!(
        "cargo::rustc-env=GQT3_COMMIT={}",
        commit().unwrap_or_else(|| "unknown".to_owned())
    );
    // The log grows with every commit and checkout. A path that does not exist would rerun this every time.
    for path in ["scripts/build.rs", ".git/HEAD", ".git/logs/HEAD"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

/// The commit of this package's own repository; sources unpacked inside another one have none.
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
