//! The flags for the rules of a game. Values and help come from the library's rule axes.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use gqt3::rules::{CollapseChooser, Ending, Offset, Rules, Scoring, Tail, Ties, Variant};
use serde_json::{Map, Value, json};

use super::failure::Failure;

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
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    /// A named set of rules
    #[arg(long, value_name = "NAME", value_parser = named_values!(Variant))]
    pub variant: Option<Variant>,
    /// Who chooses the collapse [default: opponent]
    #[arg(long, value_name = "WHO", value_parser = named_values!(CollapseChooser))]
    collapse: Option<CollapseChooser>,
    /// What is subtracted from player 2's subscripts before lines are ordered [default: 0]
    #[arg(long, value_name = "K", value_parser = named_values!(Offset))]
    offset: Option<Offset>,
    /// When the game ends [default: full]
    #[arg(long, value_name = "WHEN", value_parser = named_values!(Ending))]
    ending: Option<Ending>,
    /// What lines are worth [default: harmonic]
    #[arg(long, value_name = "HOW", value_parser = named_values!(Scoring))]
    scoring: Option<Scoring>,
    /// What happens when fewer squares are quantum than a series has pieces [default: classical]
    #[arg(long, value_name = "HOW", value_parser = named_values!(Tail))]
    tail: Option<Tail>,
    /// The rank after lines that share one, on 5x5 and larger [default: dense]
    #[arg(long, value_name = "HOW", value_parser = named_values!(Ties))]
    ties: Option<Ties>,
}

impl RuleArgs {
    /// The rules that the flags ask for.
    ///
    /// # Errors
    /// If a rule flag contradicts `--variant`.
    pub fn rules(&self) -> Result<Rules, Failure> {
        let mut rules = self.variant.unwrap_or_default().rules();
        self.set(&mut rules.collapse, self.collapse, CollapseChooser::FLAG, CollapseChooser::name)?;
        self.set(&mut rules.offset, self.offset, Offset::FLAG, Offset::name)?;
        self.set(&mut rules.ending, self.ending, Ending::FLAG, Ending::name)?;
        self.set(&mut rules.scoring, self.scoring, Scoring::FLAG, Scoring::name)?;
        self.set(&mut rules.tail, self.tail, Tail::FLAG, Tail::name)?;
        self.set(&mut rules.ties, self.ties, Ties::FLAG, Ties::name)?;
        Ok(rules)
    }

    /// Whether any flag was given.
    pub fn any(&self) -> bool {
        self.variant.is_some()
            || self.collapse.is_some()
            || self.offset.is_some()
            || self.ending.is_some()
            || self.scoring.is_some()
            || self.tail.is_some()
            || self.ties.is_some()
    }

    fn set<T: Copy + PartialEq>(
        &self,
        axis: &mut T,
        asked: Option<T>,
        flag: &str,
        name: fn(T) -> &'static str,
    ) -> Result<(), Failure> {
        let Some(asked) = asked else {
            return Ok(());
        };
        if let Some(variant) = self.variant.filter(|_| *axis != asked) {
            return Err(Failure::BadInput(format!(
                "--variant {variant} means --{flag} {}, which contradicts --{flag} {}; drop one of the two",
                name(*axis),
                name(asked)
            )));
        }
        *axis = asked;
        Ok(())
    }
}

/// The rules by name, for the parameters of JSON output.
pub fn parameters(rules: &Rules) -> Map<String, Value> {
    let Value::Object(map) = json!({
        "collapse": rules.collapse.name(),
        "offset": rules.offset.name(),
        "ending": rules.ending.name(),
        "scoring": rules.scoring.name(),
        "tail": rules.tail.name(),
        "ties": rules.ties.name(),
    }) else {
        return Map::new();
    };
    map
}
