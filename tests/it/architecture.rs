//! The layers of the library: a module names only modules above it in the list of `lib.rs`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules in the order of the table in `lib.rs`.
fn layers() -> Vec<String> {
    let text = fs::read_to_string(source().join("lib.rs")).unwrap();
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [`")?.split_once('`'));
    rows.map(|(name, _)| name.to_owned()).collect()
}

/// Every Rust file below a path, itself included.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut all: Vec<PathBuf> = fs::read_dir(path)
        .unwrap()
        .flat_map(|entry| files(&entry.unwrap().path()))
        .collect();
    all.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    all.sort();
    all
}

/// The files of each module of the library.
fn modules() -> BTreeMap<String, Vec<PathBuf>> {
    let own = |name: &String| {
        let folder = source().join(name);
        let file = source().join(format!("{name}.rs"));
        let place = if folder.is_dir() { folder } else { file };
        (name.clone(), files(&place))
    };
    layers().iter().map(own).collect()
}

/// The code of a file: no comments, and nothing from the first unit test module on; unit tests in a file of their own are
/// only declared, and left out alone.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file)
        .unwrap()
        .replace("#[cfg(test)]\nmod tests;", "");
    let body = text.split("\n#[cfg(test)]\n").next().unwrap_or_default();
    let body = body
        .split("\n#[cfg(all(test")
        .next()
        .unwrap_or_default()
        .to_owned();
    let lines = body
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The first names after each `crate::` in some code, also inside braces.
fn named_modules(code: &str) -> Vec<String> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let first_name = |text: &str| {
        text.trim_start()
            .chars()
            .take_while(|&c| is_name(c))
            .collect::<String>()
    };
    let mut names = Vec::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => names.push(first_name(rest)),
            Some(list) => {
                let mut depth = 0_usize;
                let mut start = 0;
                for (at, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => {
                            names.push(first_name(&list[start..at]));
                            break;
                        }
                        '}' => depth -= 1,
                        ',' if depth == 0 => {
                            names.push(first_name(&list[start..at]));
                            start = at + 1;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn every_public_module_is_in_the_list_and_the_other_way_round() {
    let text = fs::read_to_string(source().join("lib.rs")).unwrap();
    let declared = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
    let mut declared: Vec<String> = declared.map(str::to_owned).collect();
    let mut listed = layers();
    declared.sort();
    listed.sort();
    assert!(!listed.is_empty());
    assert_eq!(declared, listed);
}

#[test]
fn arrows_point_up_the_list_only() {
    let layers = layers();
    let place = |name: &str| layers.iter().position(|layer| layer == name);
    let mut arrows = 0;
    for (module, files) in modules() {
        for file in files {
            for named in named_modules(&code(&file)) {
                let Some(target) = place(&named) else {
                    panic!(
                        "{}: crate::{named} is no module of the list",
                        file.display()
                    );
                };
                assert!(
                    target <= place(&module).unwrap(),
                    "{}: {module} may not name {named}, which stands below it",
                    file.display()
                );
                arrows += 1;
            }
        }
    }
    assert!(
        arrows > 10,
        "the scan found only {arrows} arrows; it no longer reads the code"
    );
}

#[test]
fn only_the_command_line_prints_and_knows_the_terminal() {
    for (_, files) in modules().into_iter().filter(|(module, _)| module != "cli") {
        for file in files {
            let code = code(&file);
            for word in [
                "println!",
                "eprintln!",
                "print!(",
                "std::process",
                "clap::",
                "indicatif",
                "dbg!",
            ] {
                assert!(!code.contains(word), "{} uses {word}", file.display());
            }
        }
    }
}

#[test]
fn the_reader_of_names_sees_into_braces() {
    let code = "use crate::{board::{Board, Square}, rules::Rules}; let x = crate::matching::f(); use crate::a;";
    assert_eq!(named_modules(code), ["board", "rules", "matching", "a"]);
}
