use std::fs;
use std::path::{Path, PathBuf};

use gqt3_cli::results::names;

use super::schema::Schema;
use crate::command::{refused, run};

/// It is edited by hand.
const PAGE: &str = "README.md";

fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results")
}

fn names_in(folder: &Path) -> Vec<String> {
    let names = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
        let files = entries.filter(|entry| entry.path().is_file());
        files
            .map(|file| file.file_name().into_string().unwrap())
            .collect()
    };
    let beyond = names(&folder.join("beyond"));
    let beyond = beyond.into_iter().map(|name| format!("beyond/{name}"));
    let mut names: Vec<String> = names(folder).into_iter().chain(beyond).collect();
    names.sort();
    names
}

#[test]
#[ignore = "takes a minute of CPU, and .ci/run compares the same files by reproduce --check"]
fn it_writes_the_committed_files() {
    let temporary = tempfile::tempdir().unwrap();
    // The command creates the folder, as `mkdir -p` does.
    let folder = temporary.path().join("new").join("results");
    let place = folder.to_str().unwrap();
    let said = run(&format!("reproduce --results {place} --format json")).code(0);
    let document = serde_json::from_str(&said.stdout).unwrap();
    assert!(Schema::read("reproduce").fits(&document), "{document}");
    let mut expected: Vec<&str> = names(false).collect();
    expected.sort_unstable();
    assert_eq!(names_in(&folder), expected);
    for name in expected {
        let written = fs::read(folder.join(name)).unwrap();
        assert_eq!(written, fs::read(committed().join(name)).unwrap(), "{name}");
    }
}

/// A run takes too long for a test, so `.ci/run` passes the JSON of its own run.
#[test]
#[ignore = "needs LEDGER, a file with the JSON of reproduce"]
fn the_ledger_of_a_run_fits_the_schema() {
    let ledger = fs::read(std::env::var_os("LEDGER").unwrap()).unwrap();
    let document = serde_json::from_slice(&ledger).unwrap();
    assert!(Schema::read("reproduce").fits(&document), "{document}");
}

#[test]
fn the_names_are_those_of_the_committed_files() {
    let mut names: Vec<&str> = names(true).chain([PAGE]).collect();
    names.sort_unstable();
    assert_eq!(names_in(&committed()), names);
}

#[test]
fn a_missing_folder_is_made_where_that_is_possible() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = file.join("results");
    refused(
        &format!("reproduce --results {}", inside.display()),
        &["--results: cannot create the folder", "file/results"],
    );
}
