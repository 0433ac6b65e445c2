//! `reproduce`: what it writes is what is committed.

use std::fs;
use std::path::{Path, PathBuf};

use gqt3::cli::result_files;

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
    run(&format!("reproduce --results {place}"))
        .code(0)
        .prints("Every difference is known.");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    let mut expected: Vec<_> = fs::read_dir(committed())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    expected.retain(|name| LONG.iter().all(|long| name != long));
    names.sort();
    expected.sort();
    assert_eq!(names, expected);
    for name in &names {
        let written = fs::read(folder.join(name)).unwrap();
        assert_eq!(
            written,
            fs::read(committed().join(name)).unwrap(),
            "{}",
            name.display()
        );
    }
}

#[test]
fn the_names_are_those_of_the_committed_files() {
    let mut committed: Vec<_> = fs::read_dir(committed())
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    committed.sort();
    let mut names: Vec<&str> = result_files().chain(LONG).collect();
    names.sort_unstable();
    assert_eq!(names, committed);
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
