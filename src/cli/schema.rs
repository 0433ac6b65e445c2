use serde_json::{Value, json};

use super::batch;
use crate::report::Report;

/// The commands that print one JSON document.
const PRINTED: [&str; 8] = [
    "tree-size",
    "bounds",
    "random",
    "nash",
    "reproduce",
    "analyze",
    "review",
    "arena",
];

/// Returns a JSON Schema for every command that prints JSON, by the name of its file in
/// `docs/schema`.
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
    let schema_of = |name: &'static str| {
        let parsed = super::parse(["gqt3", name]).expect("a valid command line");
        let report = Report {
            command: &parsed.name,
            parameters: parsed.parameters,
            tables: parsed.cli.command.tables(),
        };
        (name, titled(name, report.schema()))
    };
    let batch = ("batch", titled("batch FILE", batch::schema()));
    PRINTED.into_iter().map(schema_of).chain([batch]).collect()
}
