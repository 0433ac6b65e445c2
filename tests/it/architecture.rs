//! Checks which rooms (folders of `src` and `core/src`) import which, and which may print. The
//! table of rooms in each `lib.rs` is in order, the lowest first.

use std::fs;
use std::path::Path;

const PACKAGES: [&str; 2] = ["core/src", "src"];

fn rooms(source: &str) -> Vec<String> {
    let text = fs::read_to_string(Path::new(source).join("lib.rs")).unwrap();
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("//! | [`")?.split_once('`'));
    rows.map(|(name, _)| name.to_owned()).collect()
}

fn room(rooms: &[String], path: &str) -> Option<usize> {
    let is_in = |room: &String| format!("{path}::").starts_with(&format!("{room}::"));
    rooms.iter().position(is_in)
}

/// Returns each module's path, such as `engine::board`, and its code without comments. Leaves out
/// the program, the root of a library, and unit tests.
fn modules(source: &str) -> Vec<(String, String)> {
    let mut modules = Vec::new();
    let mut folders = vec![Path::new(source).to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let relative = path.strip_prefix(source).unwrap().with_extension("");
            let mut names: Vec<&str> = relative.iter().map(|name| name.to_str().unwrap()).collect();
            names.pop_if(|name| *name == "mod");
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs")
                && !names.contains(&"tests")
                && !["lib", "main"].contains(&names[0])
            {
                let text = fs::read_to_string(&path).unwrap();
                let body = text.split("\nmod tests {").next().unwrap_or_default();
                let lines = body
                    .lines()
                    .map(|line| line.split("//").next().unwrap_or_default());
                modules.push((names.join("::"), lines.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    modules
}

#[test]
fn every_public_module_is_a_room_and_the_other_way_round() {
    let declared = |file: &str, front: &str| -> Vec<String> {
        let text = fs::read_to_string(file).unwrap();
        let names = text
            .lines()
            .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'));
        names.map(|name| format!("{front}{name}")).collect()
    };
    let mut declared = [
        declared("core/src/lib.rs", ""),
        declared("core/src/beyond/mod.rs", "beyond::"),
        declared("src/lib.rs", ""),
    ]
    .concat();
    declared.retain(|name| name != "beyond");
    declared.sort();
    let mut listed = PACKAGES.map(rooms).concat();
    listed.sort();
    assert_eq!(declared, listed);
}

#[test]
fn rooms_import_downwards_only() {
    for source in PACKAGES {
        let rooms = rooms(source);
        let mut imports = 0;
        for (module, code) in modules(source) {
            let Some(own) = room(&rooms, &module) else {
                continue;
            };
            for rest in code.split("crate::").skip(1) {
                let is_name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                let path = rest.split(|c| !is_name(c)).next().unwrap_or_default();
                let other = room(&rooms, path);
                assert!(
                    other.is_some_and(|other| other <= own),
                    "{module} names crate::{path}"
                );
                imports += 1;
            }
            // Other rooms have to be named from the root.
            let depth = module.matches("::").count() - rooms[own].matches("::").count();
            assert!(
                !code.contains(&"super::".repeat(depth + 1)),
                "{module} leaves its room by super"
            );
        }
        assert!(imports > 100, "the scan found only {imports} imports");
    }
}

#[test]
fn the_rooms_of_the_paper_use_nothing_beyond_it() {
    assert!(rooms("core/src").is_sorted_by_key(|room| room.starts_with("beyond::")));
    for (module, code) in modules("src") {
        assert!(
            !module.starts_with("paper") || !code.contains("beyond::"),
            "{module} uses what is beyond the paper"
        );
    }
}

#[test]
fn only_the_command_line_prints_and_knows_flags_and_the_terminal() {
    for (module, code) in PACKAGES.map(modules).concat() {
        let words: &[&str] = match module.as_str() {
            name if name.starts_with("cli") => &[],
            // The game on the screen.
            name if name.starts_with("play::") => &["clap"],
            _ => &[
                "println!",
                "eprintln!",
                "print!(",
                "std::process",
                "clap::",
                "indicatif",
                "dbg!",
            ],
        };
        for word in words {
            assert!(!code.contains(word), "{module} uses {word}");
        }
    }
}
