//! The abstract.

use num_bigint::BigUint;

use super::claim::{Claim, claim};
use super::text::{ALL_ENDGAMES, FIXED_ENDGAME, SOLVER, every_history, in_units, value};
use crate::number::{decimal, group_digits};
use crate::paper::computed::evidence::Evidence;
use crate::paper::computed::extremes::Spread;
use crate::rules::Variant;

pub(super) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let theorems = &evidence.theorems;
    let is_over = theorems.endgames.iter().all(|size| size.turns == Some(Spread::only(size.squares as u64)));
    let length = if is_over { "always, after s turns" } else { "not always after s turns" };
    let (games, ordinary) = (&evidence.sizes.standard, &evidence.sizes.ordinary_games);
    let hundred_thousands = format!("{} thousand", in_units(ordinary, 100_000) * 100_u32);
    let expected = evidence.random.enumerated_3x3.expected_margin();
    let of = |variant| value(evidence.standard(variant));
    let draws = [Variant::Offset, Variant::Player2Collapses].map(of);
    vec![
        claim(
            "a game of GQT3 is completed in a finite number of moves",
            "always",
            length,
            every_history(theorems),
        )
        .holds(is_over),
        claim("possible games of QT3", "more than 18 trillion", group_digits(games), FIXED_ENDGAME)
            .holds(*games > BigUint::from(18_000_000_000_000_u64)),
        claim("possible games of tic-tac-toe", "300 thousand", group_digits(ordinary), "every game played")
            .rounded(&hundred_thousands),
        claim("expected margin of random play, 3x3", "0.452", expected.to_string(), ALL_ENDGAMES)
            .rounded(&decimal(&expected, 3)),
        claim("equilibrium of QT3", "0.5", of(Variant::Paper), SOLVER),
        claim("minor variations make the equilibrium a draw", "0", draws.join(", "), SOLVER)
            .holds(draws.iter().all(|draw| draw == "0")),
    ]
}
