//! The flags for the rules of a game. Values and help come from the library's rule axes.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::rules::{CollapseChooser, Ending, Offset, Rules, Scoring, Tail, Ties, Variant};
use serde_json::{Map, Value};

use super::columns::rule;

/// A parser for a type with `ALL`, `name()` and `help()`.
macro_rules! named_values {
    ($type:ty) => {
        PossibleValuesParser::new(
            <$type>::ALL.iter().map(|value| PossibleValue::new(value.name()).help(value.help())),
        )
        .try_map(|name| {
            let known = <$type>::ALL.iter().copied().find(|value| value.name() == name);
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
    #[arg(long_help = "A named set of rules; other rule flags beside it change it [default: paper]")]
    variant: Option<Variant>,
    /// Who collapses
    #[arg(long, value_name = "WHO", value_parser = named_values!(CollapseChooser))]
    #[arg(long_help = "Who chooses the collapse [default: opponent]")]
    collapse: Option<CollapseChooser>,
    /// Taken off player 2's subscripts
    #[arg(long, value_name = "K", value_parser = named_values!(Offset))]
    #[arg(long_help = "What is subtracted from player 2's subscripts before lines are ordered [default: 0]")]
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
    #[arg(long_help = "The rank after lines that share one, on 5x5 and larger [default: dense]")]
    ties: Option<Ties>,
}

/// The named sets of rules, by their present names and by former ones.
fn variants() -> impl TypedValueParser<Value = Variant> {
    let value = |variant: &Variant| {
        PossibleValue::new(variant.name()).help(variant.help()).aliases(variant.aliases())
    };
    PossibleValuesParser::new(Variant::ALL.iter().map(value)).try_map(|name| name.parse::<Variant>())
}

impl RuleArgs {
    /// The rules that the flags ask for: those of the variant, but for the flags beside it.
    pub fn rules(&self) -> Rules {
        let variant = self.variant.unwrap_or_default().rules();
        Rules {
            collapse: self.collapse.unwrap_or(variant.collapse),
            offset: self.offset.unwrap_or(variant.offset),
            ending: self.ending.unwrap_or(variant.ending),
            scoring: self.scoring.unwrap_or(variant.scoring),
            tail: self.tail.unwrap_or(variant.tail),
            ties: self.ties.unwrap_or(variant.ties),
        }
    }

    /// A flag that asks for other rules than these, and what they say instead.
    pub fn contradiction(&self, rules: &Rules) -> Option<(String, String)> {
        let asked = self.rules().axes().into_iter().zip(self.given());
        asked.zip(rules.axes()).find_map(|(((axis, asked), is_given), (_, said))| {
            let flag = match self.variant {
                _ if is_given => format!("--{axis} {asked}"),
                Some(variant) => format!("--{} {variant}", Variant::FLAG),
                None => return None,
            };
            (asked != said).then(|| (flag, format!("{axis} {said}")))
        })
    }

    /// For every axis whether its flag was given.
    const fn given(&self) -> [bool; 6] {
        [
            self.collapse.is_some(),
            self.offset.is_some(),
            self.ending.is_some(),
            self.scoring.is_some(),
            self.tail.is_some(),
            self.ties.is_some(),
        ]
    }

    /// Whether any flag was given.
    pub fn any(&self) -> bool {
        *self != RuleArgs::default()
    }
}

/// The parameters of JSON output: the rules by name, then what else was asked for.
pub fn parameters(rules: &Rules, more: Value) -> Value {
    let mut all: Map<String, Value> =
        rules.axes().into_iter().map(|(flag, name)| (flag.to_owned(), rule(name).json())).collect();
    if let Value::Object(more) = more {
        all.extend(more);
    }
    Value::Object(all)
}

/// The rules for a caption; nothing for the paper's.
pub fn unless_default(rules: &Rules) -> String {
    if *rules == Rules::default() { String::new() } else { rules.to_string() }
}
