//! The command line as text: all documented commands print the text below them.
//!
//! They are in `tests/cmd`, README.md, `docs` and `results/README.md`. Update them with
//! `TRYCMD=overwrite cargo test --test it text::`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::Said;
use crate::command::gqt3;

#[test]
fn every_command_prints_what_is_shown() {
    let cases = trycmd::TestCases::new();
    cases.register_bin("gqt3", Path::new(env!("CARGO_BIN_EXE_gqt3")));
    for documents in [
        "README.md",
        "docs/*.md",
        "docs/beyond/*.md",
        "results/README.md",
        "tests/cmd/*.trycmd",
    ] {
        cases.case(documents);
    }
}

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let topics = ["docs", "docs/beyond"]
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

/// Checks that every source file named in the documentation exists.
#[test]
fn the_documentation_names_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        for word in text.split(['`', '(', ')', ' ', '\n']) {
            let is_path = ["src/", "tests/", "scripts/", "examples/", "benches/"]
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

/// Checks the numbers of claims in README.md against the results.
#[test]
fn the_counts_of_claims_are_those_of_the_results() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md"))
        .unwrap()
        .replace('\n', " ");
    let mut claims = csv::Reader::from_path(root.join("results/claims.csv")).unwrap();
    let verdict = claims
        .headers()
        .unwrap()
        .iter()
        .position(|name| name == "verdict")
        .unwrap();
    let verdicts: Vec<String> = claims
        .records()
        .map(|claim| claim.unwrap()[verdict].to_owned())
        .collect();
    let count = |name: &str| {
        verdicts
            .iter()
            .filter(|verdict| verdict.starts_with(name))
            .count()
    };
    let [equal, hold, differs, corrected] = ["match", "holds", "differs", "corrected"].map(count);
    let all = verdicts.len();
    let said = format!(
        "{all} claims of the paper with what is computed: {equal} match, {hold} hold, {differs} differs, {corrected} are corrected, {} is open",
        all - equal - hold - differs - corrected
    );
    assert!(readme.contains(&said), "{said}");
}

/// Checks that the commands in results/README.md give the rows of the result files.
///
/// They are run on smaller boards, where they are quick.
#[test]
fn the_commands_for_the_result_files_give_their_rows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("results/README.md")).unwrap();
    for (file, has_more) in [
        ("table1.csv", false),
        ("table2.csv", false),
        ("tree_size.csv", true),
        ("random.csv", true),
        ("nash.csv", true),
    ] {
        let row = table
            .lines()
            .find(|line| line.starts_with(&format!("| `{file}` |")))
            .expect(file);
        let commands = row
            .split('`')
            .filter(|part| part.starts_with("gqt3 "))
            .map(|part| part.replace('N', "3"));
        let commands = commands.map(|command| {
            command
                .replace("--board 1..8", "--board 1..5")
                .replace("--board 2,3", "--board 2")
        });
        let written = fs::read_to_string(root.join("results").join(file)).unwrap();
        for command in commands {
            let rows = Said::after(&mut gqt3(&command["gqt3 ".len()..]), "")
                .code(0)
                .stdout;
            assert!(rows.lines().count() > 1, "{command}");
            for row in rows.lines() {
                assert!(
                    written.lines().any(|other| other == row),
                    "{command}: {row}"
                );
            }
            assert!(
                has_more || rows == written,
                "{command} does not give all rows of {file}"
            );
        }
    }
}
