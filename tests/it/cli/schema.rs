//! The published schemas describe all JSON, and the pages list all columns of CSV.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::command::run;

/// A JSON Schema of `docs/schema/`.
pub struct Schema(Value);

impl Schema {
    pub fn read(name: &str) -> Schema {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schema/{name}.json"));
        Schema(serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap())
    }

    /// Returns `true` if the schema allows a document.
    pub fn fits(&self, document: &Value) -> bool {
        self.allows(document, &self.0)
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        match schema["$ref"].as_str() {
            Some(place) => self.0.pointer(&place[1..]).expect(place),
            None => schema,
        }
    }

    /// Returns `true` if a part of the schema allows a value.
    ///
    /// It supports the keywords that our schemas use.
    fn allows(&self, value: &Value, schema: &Value) -> bool {
        let schema = self.resolved(schema);
        let is_of = |kind: &Value| match kind.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_u64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            other => panic!("{other}"),
        };
        let of_kind = match &schema["type"] {
            Value::Null => true,
            Value::Array(kinds) => kinds.iter().any(is_of),
            kind => is_of(kind),
        };
        let listed = schema["enum"]
            .as_array()
            .is_none_or(|values| values.contains(value));
        let whole_object = value.as_object().is_none_or(|object| {
            let required = schema["required"].as_array().into_iter().flatten();
            let fitting = |(key, value): (&String, &Value)| match &schema["properties"][key] {
                Value::Null => {
                    let others = &schema["additionalProperties"];
                    others.is_object() && self.allows(value, others)
                }
                property => self.allows(value, property),
            };
            object.iter().all(fitting)
                && required
                    .into_iter()
                    .all(|key| object.contains_key(key.as_str().unwrap()))
        });
        let items = value
            .as_array()
            .is_none_or(|items| items.iter().all(|item| self.allows(item, &schema["items"])));
        of_kind && listed && whole_object && items
    }

    /// Returns the types of the properties of an object in the schema, without null.
    fn types(&self, place: &str) -> BTreeMap<String, String> {
        let object = self.0.pointer(place).expect(place);
        let kind = |schema: &Value| match &self.resolved(schema)["type"] {
            Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null").unwrap().clone(),
            Value::Null => match &self.resolved(schema)["enum"][0] {
                Value::Number(_) => "integer".into(),
                _ => "string".into(),
            },
            kind => kind.clone(),
        };
        let of = |schema: &Value| match &self.resolved(schema)["items"] {
            Value::Null => kind(schema).to_string(),
            items => format!("{} of {}", kind(schema), kind(items)),
        };
        let properties = object["properties"].as_object().unwrap();
        properties
            .iter()
            .map(|(key, schema)| (key.clone(), of(schema)))
            .collect()
    }
}

/// The schema of a command with flags that change its output, and the exit code.
const COMMANDS: [(&str, &str, i32); 27] = [
    ("tree-size", "tree-size --squares 1..3", 0),
    ("tree-size", "tree-size --squares 500 --pieces 9", 1),
    ("tree-size", "tree-size --squares 4 --cross-check", 0),
    ("tree-size", "tree-size --board 2 --ending first-line", 0),
    ("tree-size", "tree-size --method fixed-endgame --board 2", 0),
    ("bounds", "bounds", 0),
    ("bounds", "bounds --squares 60 --pieces 7 --all", 0),
    ("random", "random --board 2,3 --scoring harmonic,shared", 0),
    (
        "random",
        "random --board 2 --pieces 1,2 --ending first-line",
        0,
    ),
    ("random", "random --method simulate --games 1000", 0),
    (
        "random",
        "random --board 2 --ending first-line --method simulate --games 9",
        0,
    ),
    ("nash", "nash --board 2 --collapse mover,opponent", 0),
    ("nash", "nash --board 2 --all-rules --first-moves", 0),
    ("nash", "nash --all-variants", 0),
    (
        "nash",
        "nash --board 4 --pieces 3 --node-limit 1 --first-moves",
        1,
    ),
    ("nash", "nash --board 9 --memory 1", 0),
    ("analyze", "analyze 1-2 1-2", 0),
    ("analyze", "analyze --board 1 1", 0),
    ("analyze", "analyze 1-2 --goff --time-limit 60", 0),
    (
        "analyze",
        "analyze --board 4 1-6 --node-limit 1 --playouts 20 --seed 7",
        1,
    ),
    (
        "analyze",
        "analyze --board 4 1-6 --node-limit 1 --no-estimate",
        1,
    ),
    ("review", "analyze --review 1-2 1-2=2", 0),
    ("review", "analyze --review --board 1 1", 0),
    ("review", "analyze --review --board 4 1-6 --node-limit 1", 1),
    (
        "arena",
        "arena --board 2 --player1 random --player2 random,perfect --games 9",
        0,
    ),
    (
        "arena",
        "arena --board 2 --games 1 --node-limit 5 --opening 1",
        0,
    ),
    ("arena", "arena --board 1 --games 1 --move-time 0.001", 0),
];

#[test]
fn the_json_of_every_command_fits_its_schema_and_depends_on_no_thread() {
    for (name, command, code) in COMMANDS {
        let schema = Schema::read(name);
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
        assert!(schema.fits(&document), "{command}: {text}");
        for place in ["", "/parameters", "/rows/0", "/summary", "/provenance"] {
            let mut forged = document.clone();
            // A game that is over has no moves.
            let Some(object) = forged.pointer_mut(place) else {
                continue;
            };
            object["more"] = Value::Null;
            assert!(!schema.fits(&forged), "{command} {place}: one key more");
        }
        for place in [
            "/command",
            "/parameters/pieces",
            "/rows/0/pieces",
            "/rows/0/move",
        ] {
            let mut forged = document.clone();
            if let Some(value) = forged.pointer_mut(place) {
                *value = Value::Bool(true);
                assert!(!schema.fits(&forged), "{command} {place}: another type");
            }
        }
    }
}

/// Checks that each key of parameters, rows and summaries has one type in all commands.
#[test]
fn a_key_has_one_type_in_all_commands() {
    let names = [
        "tree-size",
        "bounds",
        "random",
        "nash",
        "analyze",
        "review",
        "arena",
        "reproduce",
    ];
    for part in ["parameters", "rows/items", "summary"] {
        let mut types = BTreeMap::new();
        for name in names {
            for (key, kind) in Schema::read(name).types(&format!("/properties/{part}")) {
                let known: &String = types.entry(key.clone()).or_insert_with(|| kind.clone());
                assert_eq!(*known, kind, "{part}: {key} in {name}");
            }
        }
        assert!(types.len() > 5, "{part}: {types:?}");
    }
}

/// The page with the columns, and the lines that enclose them.
const PAGE: &str = "docs/programs.md";
const BEGIN: &str = "<!-- columns: written by a test -->\n";
const END: &str = "<!-- end of columns -->\n";

/// Returns the table of the columns of every command.
fn columns() -> String {
    let commands = [
        "tree-size",
        "bounds",
        "random",
        "random --method simulate --games 9",
        "nash",
        "nash --first-moves",
        "nash --all-variants",
        "nash --board 4 --first-moves --node-limit 1",
        "analyze 1-2",
        "analyze --review 1-2",
        "arena --player1 random --player2 random --games 1",
    ];
    let header = |csv: &str| csv.lines().next().unwrap().replace(',', ", ");
    let row = |command: &str, csv: &str| format!("| `{command}` | {} |\n", header(csv));
    let mut table = "| command | columns |\n|---|---|\n".to_owned();
    for command in commands {
        table += &row(command, &run(&format!("{command} --format csv")).stdout);
    }
    for flags in ["", " --estimate"] {
        let batch = format!("analyze --batch examples/games.txt{flags}");
        table += &row(&batch, &run(&format!("{batch} --format csv")).stdout);
    }
    let claims = fs::read_to_string("results/claims.csv").unwrap();
    table + &row("reproduce", &claims)
}

/// Compares the columns with the page. `TRYCMD=overwrite` writes them into it.
#[test]
fn the_documents_list_the_columns_of_every_command() {
    let page = fs::read_to_string(PAGE).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (listed, after) = rest.split_once(END).unwrap();
    let found = columns();
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        fs::write(PAGE, [before, BEGIN, &found, END, after].concat()).unwrap();
    } else {
        assert_eq!(listed, found);
    }
}
