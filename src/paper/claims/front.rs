//! The abstract.

use crate::paper::claims::section6::every_history;
use crate::paper::context::Context;
use crate::paper::extremes::Spread;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::{ALL_ENDGAMES, FIXED_ENDGAME, SOLVER, in_units, value};
use gqt3::engine::rules::Variant;
use gqt3::support::number::{decimal, group_digits};

pub(super) fn claims(context: &Context) -> Findings {
    let sizes = context.endgames()?;
    let is_over = sizes
        .iter()
        .all(|size| size.turns == Some(Spread::only(size.squares as u64)));
    let length = if is_over {
        "always, after s turns"
    } else {
        "not always after s turns"
    };
    let games = context.standard_games()?;
    let trillions = format!("more than {} trillion", games / 1_000_000_000_000_u64);
    let ordinary = context.ordinary_games()?;
    let hundred_thousands = format!("{} thousand", in_units(ordinary, 100_000) * 100_u32);
    let expected = context.enumerated_3x3()?.expected_margin();
    let offset = value(context.standard(Variant::Offset)?);
    let player2_collapses = value(context.standard(Variant::Player2Collapses)?);
    Ok(vec![
        Finding::new("abstract.finite", length, every_history(context)?)
            .stating("always", is_over),
        Finding::new("abstract.games", group_digits(games), FIXED_ENDGAME)
            .in_words(trillions, true),
        Finding::new(
            "abstract.ordinary-games",
            group_digits(ordinary),
            "every game played",
        )
        .rounded(hundred_thousands),
        Finding::new("abstract.mean", &expected, ALL_ENDGAMES).rounded(decimal(&expected, 3)),
        Finding::new(
            "abstract.equilibrium",
            value(context.standard(Variant::Paper)?),
            SOLVER,
        ),
        Finding::new(
            "abstract.draws",
            format!(
                "{offset} with player 2's subscripts less 1, {player2_collapses} where player 2 collapses"
            ),
            SOLVER,
        )
        .in_words(&offset, offset == player2_collapses),
    ])
}
