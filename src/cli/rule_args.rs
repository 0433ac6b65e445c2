//! The flags for the rules of a game. Values and help come from the library's rule axes.

use std::ffi::OsStr;

use crate::engine::rules::{CollapseChooser, Ending, Offset, Rules, Scoring, Tail, Ties, Variant};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value};

use super::columns::rule;

/// A parser for a type with `ALL`, `name()` and `help()`.
macro_rules! named_values {
    ($type:ty) => {
        PossibleValuesParser::new(
            <$type>::ALL
                .iter()
                .map(|value| PossibleValue::new(value.name()).help(value.help())),
        )
        .try_map(|name| {
            let known = <$type>::ALL
                .iter()
                .copied()
                .find(|value| value.name() == name);
            known.ok_or_else(|| format!("'{name}' is not known"))
        })
    };
}
pub(super) use named_values;

/// The rules to play by.
#[derive(Args, Clone, PartialEq, Debug, Default)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// A named set of rules
    #[arg(long, value_name = "NAME", value_parser = variants())]
    #[arg(
        long_help = "A named set of rules; other rule flags beside it change it [default: paper]"
    )]
    variant: Option<Variant>,
    /// Who collapses
    #[arg(long, value_name = "WHO", value_parser = named_values!(CollapseChooser))]
    #[arg(long_help = "Who chooses the collapse [default: opponent]")]
    collapse: Option<CollapseChooser>,
    /// Taken off player 2's subscripts
    #[arg(long, value_name = "K", value_parser = named_values!(Offset))]
    #[arg(
        long_help = "What is subtracted from player 2's subscripts before lines are ordered [default: 0]"
    )]
    offset: Option<Offset>,
    /// When the game ends
    #[arg(long, value_name = "WHEN", value_parser = named_values!(Ending))]
    #[arg(long_help = "When the game ends [default: full]")]
    ending: Option<Ending>,
    /// What lines are worth
    #[arg(long, value_name = "HOW", value_parser = named_values!(Scoring))]
    #[arg(long_help = "What lines are worth [default: harmonic]")]
    scoring: Option<Scoring>,
    /// With fewer than n quantum squares
    #[arg(long, value_name = "HOW", value_parser = named_values!(Tail))]
    #[arg(
        long_help = "What happens when fewer squares are quantum than a series has pieces [default: classical]"
    )]
    tail: Option<Tail>,
    /// The rank after shared ones
    #[arg(long, value_name = "HOW", value_parser = named_values!(Ties))]
    #[arg(
        long_help = "The rank after lines that share one; can matter beyond 3x3 [default: dense]"
    )]
    ties: Option<Ties>,
}

/// The named sets of rules, by name.
fn variants() -> impl TypedValueParser<Value = Variant> {
    let value = |variant: &Variant| PossibleValue::new(variant.name()).help(variant.help());
    PossibleValuesParser::new(Variant::ALL.iter().map(value))
        .try_map(|name| name.parse::<Variant>())
}

impl RuleArgs {
    /// The rules that the flags ask for.
    pub fn rules(&self) -> Rules {
        self.changed(Rules::default())
    }

    /// These rules, or those of the variant if one is named, with the changes that the other flags make.
    fn changed(&self, rules: Rules) -> Rules {
        let rules = self.variant.map_or(rules, Variant::rules);
        Rules {
            collapse: self.collapse.unwrap_or(rules.collapse),
            offset: self.offset.unwrap_or(rules.offset),
            ending: self.ending.unwrap_or(rules.ending),
            scoring: self.scoring.unwrap_or(rules.scoring),
            tail: self.tail.unwrap_or(rules.tail),
            ties: self.ties.unwrap_or(rules.ties),
        }
    }

    /// A flag that asks for other rules than these, and what they say instead.
    pub fn contradiction(&self, rules: &Rules) -> Option<(String, String)> {
        let asked = self.changed(*rules).axes();
        let (place, (axis, said)) = rules
            .axes()
            .into_iter()
            .enumerate()
            .find(|&(place, axis)| asked[place] != axis)?;
        let flag = match self.variant {
            Some(variant) if variant.rules().axes()[place] == asked[place] => {
                format!("--{} {variant}", Variant::FLAG)
            }
            _ => format!("--{axis} {}", asked[place].1),
        };
        Some((flag, format!("{axis} {said}")))
    }

    /// Whether any flag was given.
    pub fn any(&self) -> bool {
        *self != RuleArgs::default()
    }
}

/// The same flags, each with one value or a list: the rules are all combinations.
#[derive(Clone, Debug)]
pub struct RuleLists {
    /// The rules that the flags ask for.
    pub rules: Vec<Rules>,
    /// Whether any flag was given.
    pub any: bool,
}

impl Args for RuleLists {
    fn augment_args(command: Command) -> Command {
        let flags = Rules::default().axes().map(|(axis, _)| axis);
        let command = RuleArgs::augment_args(command);
        flags
            .into_iter()
            .chain([Variant::FLAG])
            .fold(command, |command, flag| {
                command.mut_arg(flag, |flag| {
                    flag.action(ArgAction::Append).value_delimiter(',')
                })
            })
    }

    fn augment_args_for_update(command: Command) -> Command {
        RuleLists::augment_args(command)
    }
}

impl FromArgMatches for RuleLists {
    fn from_arg_matches(matches: &ArgMatches) -> Result<RuleLists, clap::Error> {
        let variants = matches.get_many::<Variant>(Variant::FLAG);
        let mut any = variants.is_some();
        let mut all = variants.map_or_else(
            || vec![Rules::default()],
            |all| all.map(|variant| variant.rules()).collect(),
        );
        for (axis, _) in Rules::default().axes() {
            let Some(names) = matches.get_raw(axis) else {
                continue;
            };
            any = true;
            let set = |(rules, name): (&Rules, &OsStr)| {
                let mut rules = *rules;
                // Clap has refused every name that is not known.
                let _ = rules.set(axis, &name.to_string_lossy());
                rules
            };
            all = all
                .iter()
                .flat_map(|rules| names.clone().map(move |name| (rules, name)))
                .map(set)
                .collect();
        }
        Ok(RuleLists { rules: all, any })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = RuleLists::from_arg_matches(matches)?;
        Ok(())
    }
}

/// Returns the parameters of JSON output: the values of each rule flag, and the other flags.
pub fn parameters(rules: &[Rules], more: Value) -> Value {
    let mut all = Map::new();
    for (axis, (flag, _)) in Rules::default().axes().into_iter().enumerate() {
        let mut names: Vec<Value> = Vec::new();
        for name in rules.iter().map(|rules| rule(rules.axes()[axis].1).json()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        all.insert(flag.to_owned(), names.into());
    }
    if let Value::Object(more) = more {
        all.extend(more);
    }
    Value::Object(all)
}

/// Returns the rules for a caption; nothing for the paper's.
pub fn unless_default(rules: &Rules) -> String {
    if *rules == Rules::default() {
        String::new()
    } else {
        rules.to_string()
    }
}
