//! The JSON Schemas of everything that the program prints as JSON.

use serde_json::{Value, json};

use super::analyze::batch;
use crate::report::Report;

/// The names of the schemas in `docs/schema`, each with a command line that prints such JSON.
const PRINTED: [(&str, &str); 8] = [
    ("tree-size", "tree-size"),
    ("bounds", "bounds"),
    ("random", "random"),
    ("nash", "nash"),
    ("analyze", "analyze"),
    ("review", "analyze --review"),
    ("arena", "arena"),
    ("reproduce", "reproduce"),
];

/// Returns the JSON Schema of every command, by the name of its file in `docs/schema`.
///
/// # Panics
/// Panics if one of the command lines is wrong.
pub fn schemas() -> Vec<(&'static str, Value)> {
    let titled = |title: &str, schema: Value| {
        let mut all = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": format!("gqt3 {title} --format json"),
        });
        for (key, value) in schema.as_object().into_iter().flatten() {
            all[key] = value.clone();
        }
        all
    };
    let of = |(name, line): (&'static str, &str)| {
        let arguments = ["gqt3"].into_iter().chain(line.split(' '));
        let parsed = super::parse(arguments).expect("a valid command line");
        let report = Report {
            command: &parsed.name,
            parameters: parsed.parameters,
            tables: parsed.cli.command.tables(),
        };
        (name, titled(line, report.schema()))
    };
    let batch = ("batch", titled("analyze --batch FILE", batch::schema()));
    PRINTED.into_iter().map(of).chain([batch]).collect()
}
