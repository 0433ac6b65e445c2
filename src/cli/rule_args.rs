//! The flags for rules. Their values come from [`gqt3::engine::rules`].

use clap::builder::{
    PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser, ValueParser,
};
use clap::{Arg, Args, Command};
use gqt3::engine::rules::{CollapseChooser, Ending, Offset, Rules, Scoring, Tail, Ties, Variant};

/// Creates a parser for a flag with these values, which have names and help texts.
pub fn named_values<T: Copy + Send + Sync + 'static>(
    values: &'static [T],
    name: fn(T) -> &'static str,
    help: fn(T) -> &'static str,
) -> ValueParser {
    let possible = |&value: &T| PossibleValue::new(name(value)).help(help(value));
    let parser = PossibleValuesParser::new(values.iter().map(possible));
    let named = move |text: String| values.iter().copied().find(|&value| name(value) == text);
    ValueParser::new(parser.try_map(move |text| named(text).ok_or("unknown name")))
}

const RULES: &str = "Rules";

/// Shortens the help of a command's rule flags, because `gqt3 rules` explains them in full. But
/// `nash` lists all of them, because it is there to compare rules.
pub fn brief(command: Command) -> Command {
    let command = match command.get_name() {
        "rules" => return command,
        "nash" => with_list(command),
        _ => command,
    };
    command.mut_args(|arg| match arg.get_help_heading() {
        Some(RULES) if arg.get_id() == Variant::FLAG => arg.hide_possible_values(true).long_help(
            "Select a named set of rules, such as goff; gqt3 help rules explains it and the flags for single rules",
        ),
        Some(RULES) => arg.hide(true),
        _ => arg,
    })
}

pub fn is_rule(arg: &Arg) -> bool {
    arg.get_help_heading() == Some(RULES)
}

fn with_list(command: Command) -> Command {
    let is_rule = |arg: &&Arg| is_rule(arg) && arg.get_id() != Variant::FLAG;
    let line = |arg: &Arg| {
        let values = arg.get_possible_values();
        let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        format!("\n  --{:<9} {}", arg.get_id(), names.join(", "))
    };
    let lines: String = command.get_arguments().filter(is_rule).map(line).collect();
    let end = command.get_after_long_help().map(StyledStr::to_string);
    let end = end.unwrap_or_default();
    command.after_long_help(format!(
        "The rule flags take a value or a list; gqt3 help rules explains them:{lines}\n\n{end}"
    ))
}

/// Derives the rule flags. `$many` is `Option` for one value of each flag, or `Vec` for a list.
macro_rules! rule_flags {
    (
        $(#[$doc:meta])* $name:ident, $many:ident, $delimiter:expr;
        $($axis:ident: $type:ident, $value:literal, $meaning:literal;)+
    ) => {
        $(#[$doc])*
        #[derive(Args, Clone, PartialEq, Debug, Default)]
        #[command(next_help_heading = RULES)]
        pub struct $name {
            /// Select a named set of rules
            #[arg(long, value_name = "NAME", value_parser = named_values(Variant::ALL, Variant::name, Variant::help), value_delimiter = $delimiter)]
            #[arg(long_help = "Select a named set of rules, which the other rule flags change [default: paper]")]
            variant: $many<Variant>,
            $(
                #[arg(long, hide_short_help = true, value_name = $value, value_parser = named_values($type::ALL, $type::name, $type::help), value_delimiter = $delimiter)]
                #[arg(help = help($meaning, $type::default().name()))]
                $axis: $many<$type>,
            )+
        }

        impl $name {
            pub fn any(&self) -> bool {
                *self != $name::default()
            }

            /// Changes the variants of `--variant`, or else `rules`, by every combination of the
            /// other flags' values.
            fn changed(&self, rules: Rules) -> Vec<Rules> {
                let variants: Vec<Rules> = self.variant.iter().map(|variant| variant.rules()).collect();
                let all = if variants.is_empty() { vec![rules] } else { variants };
                $(let all = combined(all, self.$axis.as_slice(), |rules, value| rules.$axis = value);)+
                all
            }
        }
    };
}

gqt3::with_axes!(rule_flags
    /// The rule flags, each with at most one value.
    RuleArgs, Option, None::<char>;
);

gqt3::with_axes!(rule_flags
    /// The rule flags, each with a list of values.
    RuleLists, Vec, ',';
);

fn help(meaning: &str, default: &str) -> String {
    format!(
        "{} [default: {default}]",
        meaning.replacen("The", "Select the", 1)
    )
}

impl RuleArgs {
    pub fn rules(&self) -> Rules {
        self.changed(Rules::default())[0]
    }

    /// Returns a flag that contradicts the rules, and the rule: `--offset 1` and `offset 0`.
    pub fn contradiction(&self, rules: &Rules) -> Option<(String, String)> {
        let axes = self.changed(*rules)[0].axes();
        let (index, (axis, stated)) = rules
            .axes()
            .into_iter()
            .enumerate()
            .find(|&(index, axis)| axes[index] != axis)?;
        let flag = match self.variant {
            Some(variant) if variant.rules().axes()[index] == axes[index] => {
                format!("--{} {variant}", Variant::FLAG)
            }
            _ => format!("--{axis} {}", axes[index].1),
        };
        Some((flag, format!("{axis} {stated}")))
    }
}

impl RuleLists {
    pub fn rules(&self) -> Vec<Rules> {
        self.changed(Rules::default())
    }
}

fn combined<T: Copy>(all: Vec<Rules>, values: &[T], set: fn(&mut Rules, T)) -> Vec<Rules> {
    if values.is_empty() {
        return all;
    }
    let with = |mut rules: Rules, value: T| {
        set(&mut rules, value);
        rules
    };
    all.into_iter()
        .flat_map(|rules| values.iter().map(move |&value| with(rules, value)))
        .collect()
}
