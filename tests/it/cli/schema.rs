//! The published schemas describe all JSON, and a page lists the columns.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gqt3_cli::cli::schemas;
use serde_json::{Map, Value};

use crate::command::run;
use crate::committed::is_current;

const FOLDER: &str = "docs/schema";

/// The page that lists the columns, between two marks.
const PAGE: &str = "docs/programs.md";
const BEGIN: &str = "<!-- columns: written by a test -->\n";
const END: &str = "<!-- end of columns -->\n";

pub struct Schema(Value);

impl Schema {
    pub fn read(name: &str) -> Schema {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{FOLDER}/{name}.json"));
        Schema(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    }

    pub fn fits(&self, document: &Value) -> bool {
        allows(&self.0, document)
    }
}

/// Supports only the keywords that our schemas use.
fn allows(schema: &Value, value: &Value) -> bool {
    if let Some(values) = schema["enum"].as_array() {
        return values.contains(value);
    }
    let is_of = |kind: &Value| match kind.as_str().unwrap() {
        "object" => value.as_object().is_some_and(|object| {
            assert_eq!(schema["additionalProperties"], false);
            let properties = schema["properties"].as_object().unwrap();
            assert!(properties.keys().eq(schema["required"].as_array().unwrap()));
            object.len() == properties.len()
                && object.iter().all(|(key, value)| {
                    properties
                        .get(key)
                        .is_some_and(|schema| allows(schema, value))
                })
        }),
        "array" => value
            .as_array()
            .is_some_and(|items| items.iter().all(|item| allows(&schema["items"], item))),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("{other}"),
    };
    match &schema["type"] {
        Value::Array(kinds) => kinds.iter().any(is_of),
        kind => is_of(kind),
    }
}

/// The schema, a command, and its exit code.
const COMMANDS: [(&str, &str, i32); 16] = [
    ("tree-size", "tree-size --squares 1..3", 0),
    ("tree-size", "tree-size --squares 500 --pieces 9", 1),
    ("tree-size", "tree-size --board 2 --ending first-line", 0),
    ("bounds", "bounds --squares 3,60 --pieces 7 --all", 0),
    ("random", "random --board 2 --scoring harmonic,shared", 0),
    ("random", "random --board 2 --ending first-line", 0),
    (
        "random",
        "random --board 2 --ending first-line --method simulate --games 9",
        0,
    ),
    ("nash", "nash --board 2 --collapse mover,opponent", 0),
    ("nash", "nash --board 2 --all-variants --first-moves", 0),
    (
        "nash",
        "nash --board 4 --pieces 3 --node-limit 1 --first-moves",
        1,
    ),
    ("nash", "nash --board 9 --memory 1", 0),
    (
        "analyze",
        "analyze --board 2 1-2 1-2 --goff --time-limit 60",
        0,
    ),
    (
        "analyze",
        "analyze --board 4 1-6 --node-limit 1 --playouts 20",
        1,
    ),
    ("review", "review --board 2 1-2 1-2=2", 0),
    (
        "arena",
        "arena --board 2 --player1 random --games 9 --opening 1",
        0,
    ),
    ("arena", "arena --board 1 --games 1 --move-time 0.001", 0),
];

#[test]
fn the_json_of_every_command_fits_its_schema_and_depends_on_no_thread() {
    for (name, command, code) in COMMANDS {
        let json = |flags: &str| {
            run(&format!("{command} --format json -q {flags}"))
                .code(code)
                .stdout
        };
        let text = json("-j 1");
        if !command.contains("--move-time") {
            assert_eq!(text, json("-j 3"), "{command}");
        }
        let document: Value = serde_json::from_str(&text).unwrap();
        assert!(Schema::read(name).fits(&document), "{command}: {text}");
    }
}

/// Splits a list into lines only if one of its items is split, and an object also if it is longer
/// than about 140 columns.
fn laid_out(value: &Value, indent: usize) -> String {
    let all = |indent: Option<usize>| -> Vec<String> {
        let inner = |value: &Value| laid_out(value, indent.unwrap_or(0));
        match value {
            Value::Object(object) => object
                .iter()
                .map(|(key, value)| format!("\"{key}\": {}", inner(value)))
                .collect(),
            Value::Array(items) => items.iter().map(inner).collect(),
            _ => Vec::new(),
        }
    };
    let [open, close] = match value {
        Value::Object(_) => ["{", "}"],
        Value::Array(_) => ["[", "]"],
        other => return other.to_string(),
    };
    let line = format!("{open} {} {close}", all(None).join(", "));
    if !line.contains('\n') && (value.is_array() || indent + line.len() <= 140) {
        return line;
    }
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 2));
    let parts = all(Some(indent + 2)).join(&format!(",\n{inner}"));
    format!("{open}\n{inner}{parts}\n{outer}{close}")
}

#[test]
fn the_schemas_are_those_of_the_program() {
    for (name, schema) in schemas() {
        is_current(
            "TRYCMD",
            &format!("{FOLDER}/{name}.json"),
            &(laid_out(&schema, 0) + "\n"),
        );
    }
    let files = fs::read_dir(FOLDER).unwrap().count();
    assert_eq!(files, schemas().len(), "a schema of no command");
}

fn tables(schema: &Value) -> Vec<(&str, &Map<String, Value>)> {
    match schema["properties"]["tables"]["properties"].as_object() {
        Some(tables) => tables
            .iter()
            .map(|(name, rows)| {
                let columns = rows["items"]["properties"].as_object();
                (name.as_str(), columns.unwrap())
            })
            .collect(),
        None => vec![("", schema["properties"].as_object().unwrap())],
    }
}

fn kind(schema: &Value) -> String {
    let names = |value: &Value| -> Vec<String> {
        let listed = value.as_array().cloned().unwrap_or(vec![value.clone()]);
        let name = |kind: &Value| kind.as_str().map(str::to_owned);
        listed.iter().filter_map(name).collect()
    };
    if let Some(values) = schema["enum"].as_array() {
        let names = values.iter().map(|value| match value {
            Value::String(_) => "string",
            Value::Null => "null",
            _ => "integer",
        });
        let mut names: Vec<&str> = names.collect();
        names.dedup();
        return names.join(" or ");
    }
    match names(&schema["type"]).join(" or ") {
        list if list.contains("array") && schema["items"]["type"] != "object" => {
            format!("{list} of {}", kind(&schema["items"]))
        }
        other => other,
    }
}

#[test]
fn a_key_has_one_type_in_all_commands() {
    let (mut parameters, mut rows) = (BTreeMap::new(), BTreeMap::new());
    for (name, schema) in &schemas() {
        let check = |types: &mut BTreeMap<String, String>, columns: &Map<String, Value>| {
            for (key, schema) in columns {
                let found = kind(schema).replace(" or null", "");
                let known = types.entry(key.clone()).or_insert_with(|| found.clone());
                assert_eq!(*known, found, "{key} in {name}");
            }
        };
        if let Some(own) = schema["properties"]["parameters"]["properties"].as_object() {
            check(&mut parameters, own);
        }
        for (_, columns) in tables(schema) {
            check(&mut rows, columns);
        }
    }
    assert!(parameters.len() > 20 && rows.len() > 60);
}

/// Lists the columns of every table and their meanings, except the decimals of fractions.
fn columns() -> String {
    let mut listed = "| command | table | columns |\n|---|---|---|\n".to_owned();
    // For each type and meaning, the columns and the commands that have them.
    let mut meanings: Vec<([String; 2], [Vec<String>; 2])> = Vec::new();
    for (_, schema) in &schemas() {
        let title = schema["title"].as_str().unwrap();
        let command = title
            .trim_start_matches("gqt3 ")
            .trim_end_matches(" --format json");
        for (table, columns) in tables(schema) {
            let is_decimal = |key: &str| {
                let of = key.strip_suffix("_decimal");
                of.is_some_and(|of| columns.contains_key(of))
            };
            let shown = || columns.iter().filter(|(key, _)| !is_decimal(key));
            let keys: Vec<&str> = shown().map(|(key, _)| key.as_str()).collect();
            listed += &format!("| `{command}` | {table} | {} |\n", keys.join(", "));
            for (key, schema) in shown() {
                let help = schema["description"].as_str().unwrap_or_default();
                assert!(!help.is_empty(), "{key} of {command}");
                let meaning = [kind(schema), help.to_owned()];
                let known = meanings.iter().position(|(known, _)| *known == meaning);
                let place = known.unwrap_or(meanings.len());
                if known.is_none() {
                    meanings.push((meaning, Default::default()));
                }
                for (names, name) in meanings[place].1.iter_mut().zip([key, command]) {
                    if !names.iter().any(|known| known == name) {
                        names.push(name.to_owned());
                    }
                }
            }
        }
    }
    listed += "\n| columns | of | type | meaning |\n|---|---|---|---|\n";
    for ([kind, help], [keys, commands]) in meanings {
        listed += &format!(
            "| {} | {} | {kind} | {help} |\n",
            keys.join(", "),
            commands.join(", ")
        );
    }
    listed
}

#[test]
fn the_documents_list_the_columns_of_every_command() {
    let page = fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let page = [before, BEGIN, &columns(), END, after].concat();
    is_current("TRYCMD", PAGE, &page);
}
