//! Checks which modules import which, and which may print. The table of rooms (the library's parts)
//! in `src/lib.rs` is in order, the lowest first.
//!
//! Imports are private `use` declarations and other paths in code, outside unit tests. An import of
//! a re-exported name counts as an import of the file that defines the name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, Default)]
struct Module {
    imports: BTreeSet<String>,
    /// The path that each re-exported name stands for.
    exports: BTreeMap<String, String>,
}

/// By path, such as `crate::engine::board`.
type Modules = BTreeMap<String, Module>;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rooms() -> Vec<String> {
    let text = fs::read_to_string(source().join("lib.rs")).unwrap();
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [`")?.split_once('`'));
    rows.map(|(name, _)| format!("crate::{name}")).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<PathBuf> = entries
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect();
    all.retain(|file| file.extension().is_some_and(|extension| extension == "rs"));
    all.sort();
    all
}

/// Returns `None` for a program or unit tests.
fn module_path(file: &Path) -> Option<String> {
    let mut names: Vec<String> = file
        .strip_prefix(source())
        .unwrap()
        .with_extension("")
        .iter()
        .map(|part| part.to_str().unwrap().to_owned())
        .collect();
    if names.iter().any(|name| name == "tests") || names == ["main"] {
        return None;
    }
    names.pop_if(|name| name == "mod" || name == "lib");
    Some(
        std::iter::once("crate".to_owned())
            .chain(names)
            .collect::<Vec<_>>()
            .join("::"),
    )
}

fn code(text: &str) -> String {
    let text = text.replace("#[cfg(test)]\nmod tests;", "");
    let body = text.split("\nmod tests {").next().unwrap_or_default();
    let lines = body
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Splits `a::{b, c::d}` into `a::b` and `a::c::d`.
fn flatten(tree: &str) -> Vec<String> {
    let tree = tree.trim();
    let Some((before, list)) = tree.strip_suffix('}').and_then(|tree| tree.split_once('{')) else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.to_owned()];
    };
    let mut depth = 0_usize;
    let parts = list.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts
        .filter(|part| !part.trim().is_empty())
        .flat_map(flatten)
        .map(|path| {
            format!("{before}{path}")
                .trim_end_matches("::self")
                .to_owned()
        })
        .collect()
}

/// Returns a path from the library's root, or `None` if it begins elsewhere.
fn absolute(module: &str, path: &str, children: &BTreeSet<&str>) -> Option<String> {
    let (first, rest) = path.split_once("::").unwrap_or((path, ""));
    match first {
        "crate" => Some(path.to_owned()),
        "self" => Some(format!("{module}::{rest}")),
        "super" => {
            let (parent, _) = module.rsplit_once("::")?;
            match rest.starts_with("super::") {
                true => absolute(parent, rest, children),
                false => Some(format!("{parent}::{rest}")),
            }
        }
        _ => children
            .contains(first)
            .then(|| format!("{module}::{path}")),
    }
}

fn paths(code: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    code.split(move |c| !is_name(c))
        .map(|path| path.trim_matches(':'))
        .filter(|path| path.contains("::"))
}

fn read(module: &str, code: &str) -> Module {
    let declared = code.lines().filter_map(|line| {
        let name = line.split_once("mod ")?.1.strip_suffix(';')?;
        line.starts_with(['m', 'p']).then_some(name)
    });
    let children: BTreeSet<&str> = declared.collect();
    let mut found = Module::default();
    let mut rest = String::new();
    let is_path = |c: char| c.is_alphanumeric() || c.is_whitespace() || "_:{},*".contains(c);
    for statement in code.split_inclusive(';') {
        // The word `use` may also be in a string.
        let declaration = statement
            .strip_suffix(';')
            .and_then(|statement| statement.split_once("use "))
            .map(|(before, tree)| (before, before.lines().last().unwrap_or_default(), tree))
            .filter(|(_, visibility, _)| visibility.trim().is_empty() || visibility.contains("pub"))
            .filter(|(_, _, tree)| tree.chars().all(is_path));
        let Some((before, visibility, tree)) = declaration else {
            rest.push_str(statement);
            continue;
        };
        let is_export = visibility.contains("pub");
        rest.push_str(before);
        let tree = tree.split_whitespace().collect::<Vec<_>>().join(" ");
        for path in flatten(&tree) {
            let Some(path) = absolute(module, &path, &children) else {
                continue;
            };
            if is_export {
                let name = path.rsplit("::").next().unwrap_or_default().to_owned();
                found.exports.insert(name, path);
            } else {
                found.imports.insert(path);
            }
        }
    }
    let rest = rest.replace("pub(in ", "pub(in_");
    let inline = paths(&rest).filter(|path| !path.starts_with("in_"));
    found
        .imports
        .extend(inline.filter_map(|path| absolute(module, path, &children)));
    found
}

fn library() -> Modules {
    let read = |file: &PathBuf| {
        let path = module_path(file)?;
        let module = read(&path, &code(&fs::read_to_string(file).unwrap()));
        Some((path, module))
    };
    files(&source()).iter().filter_map(read).collect()
}

fn defining<'a>(modules: &'a Modules, path: &str) -> Option<&'a str> {
    let ends = path.match_indices("::").map(|(end, _)| end);
    let ends = ends.chain([path.len()]).collect::<Vec<_>>();
    let end = ends
        .into_iter()
        .rev()
        .find(|&end| modules.contains_key(&path[..end]))?;
    let (name, module) = modules.get_key_value(&path[..end])?;
    let rest = path[end..].trim_start_matches(':');
    let (first, after) = rest.split_once("::").unwrap_or((rest, ""));
    match module.exports.get(first) {
        Some(target) if target != path => defining(modules, &format!("{target}::{after}")),
        _ => Some(name),
    }
}

fn arrows(modules: &Modules) -> BTreeMap<&str, BTreeSet<&str>> {
    modules
        .iter()
        .map(|(name, module)| {
            let imported = module
                .imports
                .iter()
                .filter_map(|path| defining(modules, path));
            (
                name.as_str(),
                imported.filter(|other| other != name).collect(),
            )
        })
        .collect()
}

fn room(rooms: &[String], module: &str) -> Option<usize> {
    rooms.iter().position(|room| {
        module
            .strip_prefix(room.as_str())
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}

fn upward(rooms: &[String], modules: &Modules) -> Vec<String> {
    let mut found = Vec::new();
    for (from, targets) in arrows(modules) {
        for to in targets {
            if let (Some(a), Some(b)) = (room(rooms, from), room(rooms, to))
                && a < b
            {
                found.push(format!("{from} -> {to}"));
            }
        }
    }
    found
}

fn circles(modules: &Modules) -> Vec<&str> {
    let arrows = arrows(modules);
    let imports_itself = |start: &&str| {
        let mut reached = BTreeSet::new();
        let mut open = vec![*start];
        while let Some(name) = open.pop() {
            open.extend(arrows[name].iter().filter(|&&next| reached.insert(next)));
        }
        reached.contains(start)
    };
    arrows.keys().copied().filter(imports_itself).collect()
}

fn sketch(files: &[(&str, &str)]) -> Modules {
    files
        .iter()
        .map(|&(path, code)| (path.to_owned(), read(path, code)))
        .collect()
}

#[test]
fn every_public_module_is_a_room_and_the_other_way_round() {
    let declared = |file: &str, front: &str| -> Vec<String> {
        let text = fs::read_to_string(source().join(file)).unwrap();
        let names = text.lines().filter_map(|line| {
            line.strip_prefix("pub mod ")
                .or(line.strip_prefix("mod "))?
                .strip_suffix(';')
        });
        names.map(|name| format!("{front}::{name}")).collect()
    };
    let mut declared = [
        declared("lib.rs", "crate"),
        declared("beyond/mod.rs", "crate::beyond"),
    ]
    .concat();
    declared.retain(|name| name != "crate::beyond");
    declared.sort();
    let mut listed = rooms();
    listed.sort();
    assert_eq!(declared, listed);
}

#[test]
fn rooms_import_downwards_only() {
    let library = library();
    let all: usize = arrows(&library).values().map(BTreeSet::len).sum();
    assert!(
        all > 500,
        "the scan found only {all} imports; it no longer reads the code"
    );
    assert_eq!(upward(&rooms(), &library), [""; 0]);
}

#[test]
fn the_rooms_of_the_paper_never_import_what_is_beyond_it() {
    let rooms = rooms();
    let ledger = rooms
        .iter()
        .position(|room| room == "crate::paper")
        .unwrap();
    let beyond = |name: &str| name.starts_with("crate::beyond");
    assert!(!rooms[..=ledger].iter().any(|room| beyond(room)));
    for (from, targets) in arrows(&library()) {
        if room(&rooms, from).is_some_and(|room| room <= ledger) {
            assert!(!targets.iter().any(|to| beyond(to)), "{from}: {targets:?}");
        }
    }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    assert_eq!(circles(&library()), [""; 0]);
}

#[test]
fn imports_that_break_a_rule_are_found() {
    let rooms = ["crate::low", "crate::high"].map(str::to_owned);
    let good = ("crate::high", "use crate::low::{self, part::Part};");
    let low = [
        ("crate::low", "mod part;\npub use part::Part;"),
        ("crate::low::part", "pub struct Part;"),
    ];
    let sound = sketch(&[good, low[0], low[1]]);
    assert_eq!(upward(&rooms, &sound), [""; 0]);
    assert_eq!(circles(&sound), [""; 0]);
    for import in [
        "use crate::{high::X, low};",
        "fn f() { super::super::high::f(); }",
        "const X: u8 = crate::high::X;",
    ] {
        let wrong = sketch(&[good, low[0], ("crate::low::part", import)]);
        assert_eq!(
            upward(&rooms, &wrong),
            ["crate::low::part -> crate::high"],
            "{import}"
        );
        assert_eq!(circles(&wrong), ["crate::high", "crate::low::part"]);
    }
    let parent = ("crate::low", "mod part;\nfn f() { part::g(); }");
    let child = ("crate::low::part", "use super::f;");
    assert_eq!(
        circles(&sketch(&[parent, child])),
        ["crate::low", "crate::low::part"]
    );
}

#[test]
fn only_the_command_line_prints_and_knows_the_terminal() {
    for file in files(&source()) {
        let Some(module) = module_path(&file) else {
            continue;
        };
        if ["crate::cli", "crate::beyond::play"]
            .iter()
            .any(|room| module.starts_with(room))
        {
            continue;
        }
        let code = code(&fs::read_to_string(&file).unwrap());
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

#[test]
fn the_game_in_the_terminal_knows_no_flags() {
    for file in files(&source().join("beyond/play")) {
        let code = code(&fs::read_to_string(&file).unwrap());
        assert!(!code.contains("clap"), "{} uses clap", file.display());
    }
}

#[test]
fn use_trees_are_split_into_paths() {
    assert_eq!(
        flatten("crate::{board::{Board, Square as S}, rules::{self}, x::y}"),
        [
            "crate::board::Board",
            "crate::board::Square",
            "crate::rules",
            "crate::x::y"
        ]
    );
}
