//! The documentation shows real output: every `console` block of README.md, docs/*.md and results/README.md is run in a
//! shell and compared. With `GQT3_BLESS=1` the outputs are written into the documents instead.

#![cfg(unix)]

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use rayon::prelude::*;

const FENCE: &str = "```console\n";

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let topics = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let topics = topics.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    [root.join("README.md"), root.join("results/README.md")].into_iter().chain(topics).collect()
}

/// The document with what its commands print today.
fn run(document: &str) -> String {
    let (before, blocks) = document.split_once(FENCE).unwrap_or((document, ""));
    let blocks: Vec<&str> = blocks.split(FENCE).filter(|rest| !rest.is_empty()).collect();
    let with_output = |rest: &&str| {
        let (block, after) = rest.split_once("```").expect("a block ends");
        format!("{FENCE}{}```{after}", session(block))
    };
    before.to_owned() + &blocks.par_iter().map(with_output).collect::<String>()
}

/// The commands of a block, run one after another in a folder of their own, each with what it prints.
fn session(block: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    for shared in ["scripts", "examples"] {
        symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join(shared), folder.path().join(shared)).unwrap();
    }
    let commands = block.lines().filter_map(|line| line.strip_prefix("$ "));
    let shown: String =
        commands.map(|command| format!("$ {command}\n{}", printed(command, folder.path()))).collect();
    assert!(!shown.is_empty(), "a console block without a command:\n{block}");
    shown
}

fn printed(command: &str, folder: &Path) -> String {
    let programs = Path::new(env!("CARGO_BIN_EXE_gqt3")).parent().unwrap();
    let path = env::join_paths(
        std::iter::once(programs.to_owned())
            .chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    );
    // People see what goes to standard error at its place among the rest.
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(folder).env("PATH", path.unwrap());
    let output = shell.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{command}\n{text}");
    text
}

#[test]
fn every_command_of_the_documentation_prints_what_is_shown() {
    for path in documents() {
        let shown = fs::read_to_string(&path).unwrap();
        let printed = run(&shown);
        if env::var_os("GQT3_BLESS").is_some() {
            fs::write(&path, printed).unwrap();
            continue;
        }
        let mut lines = shown.lines().zip(printed.lines()).enumerate();
        let differing = lines.find(|(_, (shown, printed))| shown != printed);
        assert!(
            shown == printed,
            "{}: not what is printed now, which GQT3_BLESS=1 puts there; first (line, (shown, printed)): {differing:?}",
            path.display()
        );
    }
}

/// Every file of the sources that the documentation names is there.
#[test]
fn the_documentation_names_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for document in documents().into_iter().chain([root.join("CONTRIBUTING.md")]) {
        let text = fs::read_to_string(&document).unwrap();
        for word in text.split(['`', '(', ')', ' ', '\n']) {
            let is_path = ["src/", "tests/", "scripts/", "examples/", "benches/"]
                .iter()
                .any(|top| word.starts_with(top));
            if is_path && !word.contains('*') {
                assert!(root.join(word).exists(), "{}: there is no {word}", document.display());
                named += 1;
            }
        }
    }
    assert!(named > 10, "{named}");
}

/// The table of results/README.md says how to get the rows of each file. The commands that are quick are run.
#[test]
fn the_commands_for_the_result_files_give_their_rows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("results/README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (file, has_more) in [
        ("table1.csv", false),
        ("table2.csv", false),
        ("tree_size.csv", true),
        ("random.csv", true),
        ("nash.csv", true),
        ("accuracy.csv", false),
    ] {
        let row = table.lines().find(|line| line.starts_with(&format!("| `{file}` |"))).expect(file);
        let commands =
            row.split('`').filter(|part| part.starts_with("gqt3 ")).map(|part| part.replace('N', "3"));
        let written = fs::read_to_string(root.join("results").join(file)).unwrap();
        for command in commands {
            let rows = printed(&command, folder.path());
            assert!(rows.lines().count() > 1, "{command}");
            for row in rows.lines() {
                assert!(written.lines().any(|other| other == row), "{command}: {row}");
            }
            assert!(has_more || rows == written, "{command} does not give all rows of {file}");
        }
    }
}
