//! The abstract.

use super::extremes::Spread;
use super::finding::{Check, Finding, check};
use super::section6::every_history;
use super::text::{ALL_ENDGAMES, FIXED_ENDGAME, SOLVER, in_units, value};
use crate::engine::rules::Variant;
use crate::support::number::{decimal, group_digits};

pub(super) fn checks() -> Vec<Check> {
    vec![
        check("abstract.finite", |context| {
            let sizes = context.endgames()?;
            let is_over = sizes
                .iter()
                .all(|size| size.turns == Some(Spread::only(size.squares as u64)));
            let length = if is_over {
                "always, after s turns"
            } else {
                "not always after s turns"
            };
            Ok(Finding::new(length, every_history(context)?).in_words("always", is_over))
        }),
        check("abstract.games", |context| {
            let games = context.standard_games()?;
            let trillions = format!("more than {} trillion", games / 1_000_000_000_000_u64);
            Ok(Finding::new(group_digits(games), FIXED_ENDGAME).in_words(trillions, true))
        }),
        check("abstract.ordinary-games", |context| {
            let games = context.ordinary_games()?;
            let hundred_thousands = format!("{} thousand", in_units(games, 100_000) * 100_u32);
            Ok(Finding::new(group_digits(games), "every game played").rounded(hundred_thousands))
        }),
        check("abstract.mean", |context| {
            let expected = context.enumerated_3x3()?.expected_margin();
            Ok(Finding::new(&expected, ALL_ENDGAMES).rounded(decimal(&expected, 3)))
        }),
        check("abstract.equilibrium", |context| {
            Ok(Finding::new(
                value(context.standard(Variant::Paper)?),
                SOLVER,
            ))
        }),
        check("abstract.draws", |context| {
            let one = value(context.standard(Variant::Offset)?);
            let other = value(context.standard(Variant::Player2Collapses)?);
            let both = Finding::new(format!("{one}, {other}"), SOLVER);
            Ok(both.in_words(&one, one == other))
        }),
    ]
}
