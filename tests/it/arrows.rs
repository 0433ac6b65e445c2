//! Which file names what: no circle of files inside a module, and no computation that names a claim of the paper.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use crate::architecture::{code, files, source};

/// A module by its path below the crate: `["paper", "computed"]`.
type Module = Vec<String>;

/// The modules of the crate and their files.
fn modules() -> BTreeMap<Module, PathBuf> {
    let of = |file: PathBuf| {
        let path = file.strip_prefix(source()).unwrap().with_extension("");
        let mut module: Module = path.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
        module.pop_if(|last| last == "mod");
        (module, file)
    };
    files(&source())
        .into_iter()
        .filter(|file| !file.ends_with("main.rs") && !file.ends_with("lib.rs"))
        .map(of)
        .collect()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths that a `use` declares: `a::{b, c::{self, d as e}}` gives `a::b`, `a::c` and `a::c::d`, each with the name by
/// which it is known.
fn flattened(tree: &str, before: &[&str]) -> Vec<(Module, String)> {
    let tree = tree.trim();
    if let Some((head, list)) = tree.split_once('{') {
        let mut path = before.to_vec();
        path.extend(head.split("::").map(str::trim).filter(|name| !name.is_empty()));
        let list = list.trim_end().strip_suffix('}').unwrap_or(list);
        let (mut depth, mut start, mut found) = (0, 0, Vec::new());
        for (at, c) in list.char_indices().chain([(list.len(), ',')]) {
            match c {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !list[start..at].trim().is_empty() {
                        found.extend(flattened(&list[start..at], &path));
                    }
                    start = at + 1;
                }
                _ => {}
            }
        }
        return found;
    }
    let (path, alias) =
        tree.split_once(" as ").map_or((tree, None), |(path, alias)| (path, Some(alias.trim())));
    let mut path: Module =
        before.iter().copied().chain(path.split("::").map(str::trim)).map(str::to_owned).collect();
    path.pop_if(|last| last == "self");
    let name = alias.map_or_else(|| path.last().cloned().unwrap_or_default(), str::to_owned);
    vec![(path, name)]
}

/// What a file names: the paths of its `use` declarations, those of its re-exports by their names, and the paths in the
/// rest of its code.
#[derive(Default)]
struct Names {
    used: Vec<Module>,
    re_exported: BTreeMap<String, Module>,
}

fn names(code: &str) -> Names {
    // The path of a visibility names nothing.
    let code = code.replace("pub(in crate::cli)", "pub");
    let mut names = Names::default();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        // A declaration begins after the last brace or line that is none of its own.
        let declaration =
            ["\nuse ", "\npub use ", "\npub(super) use ", "\npub(crate) use ", "\n    use ", "{ use "];
        let place = declaration.iter().filter_map(|word| Some((statement.find(word)?, word))).min();
        let Some((at, word)) = place else {
            rest.push_str(statement);
            continue;
        };
        rest.push_str(&statement[..at]);
        for (path, name) in flattened(statement[at + word.len()..].trim_end_matches(';'), &[]) {
            if word.contains("pub") {
                names.re_exported.insert(name, path);
            } else {
                names.used.push(path);
            }
        }
    }
    // Paths in expressions and types: names joined by `::`.
    let mut text = rest.as_str();
    while let Some(at) = text.find(is_name) {
        let end = text[at..].char_indices().find(|&(offset, c)| {
            !is_name(c)
                && !(c == ':'
                    && (text[at + offset..].starts_with("::") || text[..at + offset].ends_with(':')))
        });
        let end = end.map_or(text.len(), |(offset, _)| at + offset);
        let path: Module =
            text[at..end].split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        if path.len() > 1 {
            names.used.push(path);
        }
        text = &text[end..];
    }
    names
}

/// The module in which a path that `from` names is defined; re-exports are followed.
fn defined_in(from: &Module, path: &[String], all: &BTreeMap<Module, Names>) -> Option<Module> {
    let mut module = from.clone();
    let mut path = path.iter();
    let first = path.next()?;
    match first.as_str() {
        "crate" => module.clear(),
        "self" => {}
        "super" => {
            module.pop();
        }
        child => {
            module.push(child.to_owned());
            if !all.contains_key(&module) {
                return None;
            }
        }
    }
    for name in path {
        if name == "super" {
            module.pop();
            continue;
        }
        let mut inner = module.clone();
        inner.push(name.clone());
        if all.contains_key(&inner) {
            module = inner;
            continue;
        }
        return match all.get(&module).and_then(|names| names.re_exported.get(name)) {
            Some(elsewhere) => defined_in(&module, elsewhere, all).or(Some(module)),
            None => Some(module),
        };
    }
    Some(module)
}

/// All that can be reached from a module along the arrows.
fn reached(from: &Module, arrows: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<&Module> = arrows[from].iter().collect();
    while let Some(module) = open.pop() {
        if reached.insert(module.clone()) {
            open.extend(&arrows[module]);
        }
    }
    reached
}

/// For every module of the crate those that its file names, itself left out.
fn arrows() -> BTreeMap<Module, BTreeSet<Module>> {
    let all: BTreeMap<Module, Names> =
        modules().into_iter().map(|(module, file)| (module, names(&code(&file)))).collect();
    let arrows_of = |module: &Module| -> BTreeSet<Module> {
        let targets = all[module].used.iter().filter_map(|path| defined_in(module, path, &all));
        targets.filter(|target| target != module).collect()
    };
    let arrows: BTreeMap<_, _> = all.keys().map(|module| (module.clone(), arrows_of(module))).collect();
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 100, "the scan no longer reads the code");
    arrows
}

#[test]
fn no_files_of_a_module_name_one_another_in_a_circle() {
    let mut arrows = arrows();
    for (module, targets) in &mut arrows {
        targets.retain(|target| target.first() == module.first());
    }
    let mut circles: BTreeMap<String, BTreeSet<Vec<String>>> = BTreeMap::new();
    for module in arrows.keys() {
        let reached_from = reached(module, &arrows);
        if reached_from.contains(module) {
            let circle = reached_from.iter().filter(|other| reached(other, &arrows).contains(module));
            let circle = circle.map(|module| module.join("/")).collect();
            circles.entry(module[0].clone()).or_default().insert(circle);
        }
    }
    assert!(circles.is_empty(), "{circles:#?}");
}

/// No computation can depend on a value of the paper.
#[test]
fn what_is_computed_names_nothing_of_what_is_claimed() {
    let is_claim = |module: &&Module| module.starts_with(&["paper".to_owned(), "claimed".to_owned()]);
    let (mut claims, mut computations) = (0, 0);
    for (module, targets) in arrows() {
        if is_claim(&&module) {
            claims += 1;
        } else if module.len() > 1 || module[0] != "paper" {
            let claim = targets.iter().find(is_claim);
            assert!(claim.is_none(), "{module:?} names {claim:?}");
            computations += usize::from(module[0] == "paper");
        }
    }
    assert!(claims > 10 && computations > 10, "{claims} files of claims, {computations} of computations");
}

#[test]
fn the_reader_of_declarations_sees_into_braces() {
    let code = "mod a;\nuse a::{b, c::{self, d as e}};\npub use a::f;\nfn g() -> super::h::I { a::j(1) }";
    let found = names(code);
    let paths: Vec<String> = found.used.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["a::b", "a::c", "a::c::d", "super::h::I", "a::j"]);
    assert_eq!(found.re_exported["f"], ["a", "f"]);
}
