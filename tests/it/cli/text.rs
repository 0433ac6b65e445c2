//! Commands print what the documents and the result files show, and the files that the documents
//! name exist.
//!
//! Commands with their output are in `tests/cmd`, README.md and `docs`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{Said, gqt3, run};

#[test]
fn every_command_prints_what_is_shown() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("gqt3", Path::new(env!("CARGO_BIN_EXE_gqt3")));
    for documents in [
        "README.md",
        "docs/*.md",
        "docs/beyond/*.md",
        "tests/cmd/*.trycmd",
    ] {
        cases.case(documents);
    }
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let topics = ["docs", "docs/beyond", "docs/beyond/every-board"]
        .map(|folder| fs::read_dir(root.join(folder)).unwrap())
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().path());
    let topics = topics.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    ["README.md", "CONTRIBUTING.md", "results/README.md"]
        .map(|name| root.join(name))
        .into_iter()
        .chain(topics)
        .collect()
}

#[test]
fn the_documentation_names_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for word in text.split(['`', '(', ')', ' ', '\n']) {
            let is_path = [
                "src/",
                "core/",
                "tests/",
                "scripts/",
                "examples/",
                "benches/",
            ]
            .iter()
            .any(|top| word.starts_with(top));
            if is_path && !word.contains('*') {
                assert!(
                    root.join(word).exists(),
                    "{}: there is no {word}",
                    document.display()
                );
                named += 1;
            }
        }
    }
    assert!(named > 10, "{named}");
}

/// These tables take longest. `.ci/run` compares the first six.
const DEAR: [&str; 8] = [
    "tree_size.csv",
    "random.csv",
    "random_boards.csv",
    "nash.csv",
    "claims.csv",
    "beyond/map.csv",
    "beyond/nash_3x3.csv",
    "beyond/accuracy.csv",
];

/// Runs the commands of results/README.md for the files that `is_run` accepts.
fn print_their_files(is_run: impl Fn(&str) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("results");
    let page = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut files = Vec::new();
    for row in page.lines().filter_map(|line| line.strip_prefix("| `")) {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        let (file, command) = (cells[0].trim_end_matches('`'), cells[cells.len() - 1]);
        if !file.ends_with(".csv") {
            continue;
        }
        files.push(file);
        let command = command.trim_matches('`').strip_prefix("gqt3 ").expect(file);
        if is_run(file) {
            let said = Said::of(&mut gqt3(command)).code(0);
            let written = fs::read_to_string(folder.join(file)).unwrap();
            assert!(
                said.stdout == written,
                "gqt3 {command} does not print {file}"
            );
        }
    }
    let mut all: Vec<&str> = gqt3_cli::results::names(true).collect();
    all.retain(|name| name.ends_with(".csv"));
    all.sort_unstable();
    files.sort_unstable();
    assert_eq!(files, all);
}

#[test]
fn the_commands_for_the_result_files_print_them() {
    print_their_files(|file| !DEAR.contains(&file));
}

#[test]
fn other_commands_give_rows_of_the_result_files() {
    for (file, command) in [
        ("tree_size", "tree-size --squares 3..16 --pieces 3"),
        ("random", "random --board 1..5"),
        (
            "random",
            "random --board 2,3 --pieces 1,2 --ending first-line",
        ),
        ("random_boards", "random --board 1..16 --table games"),
        (
            "nash",
            "nash --all-rules --board 2 --pieces 1,2 --first-moves",
        ),
    ] {
        let written = fs::read_to_string(format!("results/{file}.csv")).unwrap();
        let written: Vec<&str> = written.lines().collect();
        let rows = run(&format!("{command} --format csv")).code(0).stdout;
        assert!(rows.lines().count() > 10, "{command}");
        for row in rows.lines() {
            assert!(written.contains(&row), "{command}: {row}");
        }
    }
}

#[test]
#[ignore = "takes many minutes"]
fn the_commands_for_the_dear_result_files_print_them() {
    print_their_files(|file| DEAR.contains(&file));
}
