//! `reproduce`: what it writes is what is committed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{refused, run};

/// The files that take minutes: scripts/reproduce.sh writes them.
const LONG: [&str; 2] = ["first_moves.csv", "nash_4x4.csv"];

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

#[test]
#[ignore = "takes a minute of CPU, and .ci/run compares the same files by reproduce --check"]
fn it_writes_the_committed_files() {
    let temporary = tempfile::tempdir().unwrap();
    // It is made, as `mkdir -p` would.
    let folder = temporary.path().join("new").join("results");
    let place = folder.to_str().unwrap();
    run(&format!("reproduce --results {place}")).code(0).prints("Every difference is known.");
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    let mut expected: Vec<_> =
        fs::read_dir(committed()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    expected.retain(|name| LONG.iter().all(|long| name != long));
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    for name in &names {
        let written = fs::read(folder.join(name)).unwrap();
        assert_eq!(written, fs::read(committed().join(name)).unwrap(), "{}", name.display());
    }
}

/// A folder in the place of a file is found before anything is computed, so the names of the files are known at once. Those
/// that are written and not committed are found by `reproduce --check`.
#[test]
fn every_committed_file_is_written() {
    for file in fs::read_dir(committed()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        if LONG.contains(&name.as_str()) {
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(&name)).unwrap();
        refused(&format!("reproduce --results {}", folder.path().display()), &["--results: ", &name]);
    }
}

#[test]
fn a_missing_folder_is_made_where_that_is_possible() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("results");
    refused(
        &format!("reproduce --results {}", inside.display()),
        &["--results: cannot make the folder", "file/results"],
    );
}
