//! The abstract.

use num_bigint::BigUint;

use super::claim::{Claim, claim};
use super::text::{ALL_ENDGAMES, FIXED_ENDGAME, SOLVER, every_history, in_units, value};
use crate::number::{decimal, group_digits};
use crate::paper::computed::evidence::Evidence;
use crate::paper::computed::extremes::Spread;

pub(super) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let theorems = &evidence.theorems;
    let is_over = theorems.endgames.iter().all(|size| size.turns == Some(Spread::only(size.squares as u64)));
    let (games, ordinary) = (&evidence.sizes.standard, &evidence.sizes.ordinary_games);
    let hundred_thousands = format!("{} thousand", in_units(ordinary, 100_000) * 100_u32);
    let [_, _, three] = &evidence.random.enumerated;
    let expected = three.expected_margin();
    let standard = &evidence.standard;
    let draws = [&standard.offset, &standard.player2_collapses].map(value);
    vec![
        claim("abstract", "a game of GQT3 is completed in a finite number of moves", "always")
            .computed(if is_over { "always, after s turns" } else { "not always after s turns" })
            .by(every_history(theorems))
            .holds(is_over),
        claim("abstract", "possible games of QT3", "more than 18 trillion")
            .computed(group_digits(games))
            .by(FIXED_ENDGAME)
            .holds(*games > BigUint::from(18_000_000_000_000_u64)),
        claim("abstract", "possible games of tic-tac-toe", "300 thousand")
            .computed(group_digits(ordinary))
            .by("every game played")
            .rounded(&hundred_thousands),
        claim("abstract", "expected margin of random play, 3x3", "0.452")
            .computed(expected.to_string())
            .by(ALL_ENDGAMES)
            .rounded(&decimal(&expected, 3)),
        claim("abstract", "equilibrium of QT3", "0.5").computed(value(&standard.paper)).by(SOLVER),
        claim("abstract", "minor variations make the equilibrium a draw", "0")
            .computed(draws.join(", "))
            .by(SOLVER)
            .holds(draws.iter().all(|draw| draw == "0")),
    ]
}
