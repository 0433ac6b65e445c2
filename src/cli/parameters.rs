//! A run's parameters: the flags that shape its result, with their effective values.
//!
//! They are read from clap's description of the flags. A command sets what the command line may not
//! show, for example the rules of a variant, or a default that depends on other flags.

use std::any::TypeId;
use std::time::Duration;

use clap::builder::StyledStr;
use clap::{Arg, ArgAction, ArgMatches, Command};
use serde_json::{Value, json};

use super::numbers::Numbers;
use crate::report::{Field, Kind, Parameters};
use gqt3::engine::rules::Rules;

/// Flags that shape no number in a result, or whose effect other parameters show.
const LEFT_OUT: [&str; 9] = [
    "help",
    "version",
    "variant", // its rules are parameters
    "all",
    "certificate",
    "bound",
    "file",
    "save",
    "no_estimate",
];

/// Lists in JSON even for one value, because some commands take several.
const LISTS: [&str; 3] = ["squares", "board", "pieces"];

/// Leaves out the flags that all commands share, and [`LEFT_OUT`].
pub fn parameters(root: &Command, command: &Command, matches: &ArgMatches) -> Parameters {
    let is_shared = |arg: &&Arg| {
        root.get_arguments()
            .any(|other| other.get_id() == arg.get_id())
    };
    let own = command.get_arguments().filter(|arg| !is_shared(arg));
    let own = own.filter(|arg| !LEFT_OUT.contains(&arg.get_id().as_str()));
    Parameters(own.map(|arg| parameter(arg, matches)).collect())
}

fn parameter(arg: &Arg, matches: &ArgMatches) -> (Field, Value) {
    let key = arg.get_id().as_str();
    let parsed = arg.get_value_parser().type_id();
    let is_flag = matches!(arg.get_action(), ArgAction::SetTrue);
    let is_rule = Rules::default().axes().iter().any(|(axis, _)| *axis == key);
    let is_list = LISTS.contains(&key) || is_rule || arg.get_value_delimiter().is_some();
    let values = arg.get_possible_values();
    let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let is_number = |text: &&str| text.parse::<u64>().is_ok();
    let integers = [
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<u8>(),
        TypeId::of::<Numbers>(),
    ];
    let kind = if is_flag {
        Kind::Truth
    } else if key == "games" {
        Kind::Count
    } else if parsed == TypeId::of::<Duration>() {
        Kind::Decimal
    } else if integers.iter().any(|integer| parsed == *integer)
        || !names.is_empty() && names.iter().all(is_number)
    {
        Kind::Number
    } else {
        Kind::Text
    };
    let given = matches.get_raw(key).into_iter().flatten();
    let given: Vec<String> = given
        .map(|text| text.to_string_lossy().into_owned())
        .collect();
    let value = match &given[..] {
        _ if is_flag => json!(matches.get_flag(key)),
        [] => Value::Null,
        [ranges] if parsed == TypeId::of::<Numbers>() => {
            json!(
                ranges
                    .parse::<Numbers>()
                    .map(|numbers| numbers.as_slice().to_vec())
                    .ok()
            )
        }
        many if is_list => many.iter().map(|text| scalar(kind, text)).collect(),
        many => scalar(kind, &many.join(" ")),
    };
    let field = Field {
        key: key.to_owned(),
        help: arg.get_help().map(StyledStr::to_string).unwrap_or_default(),
        kind,
        is_list,
        is_optional: !(is_flag || is_rule || arg.is_required_set())
            && arg.get_default_values().is_empty(),
        values: names.iter().map(|name| scalar(kind, name)).collect(),
    };
    (field, value)
}

fn scalar(kind: Kind, text: &str) -> Value {
    match kind {
        Kind::Number => json!(text.trim().parse::<u64>().ok()),
        Kind::Decimal => json!(text.parse::<f64>().ok()),
        _ => json!(text),
    }
}

/// Sets each rule flag to a list of its values in these rules.
pub fn set_rules(parameters: &mut Parameters, rules: &[Rules]) {
    for (axis, (flag, _)) in Rules::default().axes().into_iter().enumerate() {
        let mut names: Vec<&str> = Vec::new();
        for name in rules.iter().map(|rules| rules.axes()[axis].1) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let value = |name: &&str| {
            name.parse::<u64>()
                .map_or_else(|_| json!(name), Value::from)
        };
        parameters.set(flag, names.iter().map(value).collect::<Value>());
    }
}
