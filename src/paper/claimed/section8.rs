//! Section 8: perfect play.

use std::collections::BTreeSet;

use super::claim::{Claim, claim};
use super::text::{ALL_ENDGAMES, SOLVER, points, value};
use crate::board::SquareSet;
use crate::paper::computed::evidence::Evidence;
use crate::rules::{Margin, Variant};
use crate::search::SolvedGame;

pub(super) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let margins = evidence.random.enumerated_3x3.margins();
    let largest = margins.last().map_or_else(String::new, |count| count.margin.to_string());
    let paper = evidence.standard(Variant::Paper);
    let mover_wins = evidence.standard(Variant::MoverCollapses).solution.interval.lower > Margin::ZERO;
    // Certificates prove the values better than the search that found them.
    let method = |game: usize| match evidence.certified.map(|choices| choices[game]) {
        Some([first, second]) => {
            format!("certificates of both bounds, {first} and {second} choices, played through")
        }
        None => SOLVER.to_owned(),
    };
    let of = |what: &str, expected: &str, variant, method: &str| {
        claim(what, expected, value(evidence.standard(variant)), method)
    };
    vec![
        of("equilibrium of Goff's QT3", "0.5", Variant::Paper, &method(0)),
        one_payoff(paper),
        many_outcomes(paper),
        of("equilibrium with player 2's subscripts less 1", "0", Variant::Offset, SOLVER),
        of("equilibrium where player 2 collapses", "0", Variant::Player2Collapses, SOLVER),
        of("equilibrium where player 1 collapses", "2", Variant::Player1Collapses, &method(1))
            .known_to_differ(),
        claim("the largest possible margin on 3x3", "2", largest, ALL_ENDGAMES),
        of(
            "equilibrium where the player who entangles collapses",
            "player 1 wins",
            Variant::MoverCollapses,
            SOLVER,
        )
        .holds(mover_wins),
    ]
}

/// In a game whose payoffs add up to 0 an equilibrium gives player 1 at least what he can force, and at most what
/// player 2 can hold him to. Where the two are equal there is one payoff.
fn one_payoff(game: &SolvedGame) -> Claim {
    let solution = &game.solution;
    let [least, most] = [solution.interval.lower, solution.interval.upper].map(points);
    let payoffs = if least == most { "the same" } else { "perhaps not the same" };
    claim(
        "footnote: the payoffs of all equilibria",
        "the same",
        format!("{payoffs}: player 1 can force {least}, player 2 can hold him to {most}"),
        "both bounds of the threshold search; what one player wins the other loses",
    )
    .holds(solution.value().is_some())
}

/// Two best first moves lead to different games.
fn many_outcomes(game: &SolvedGame) -> Claim {
    let symmetries = game.game.board().symmetries();
    let representatives = game.first_moves.iter().flatten();
    let images =
        representatives.flat_map(|&first| symmetries.iter().map(move |symmetry| symmetry.set(first)));
    let best: Vec<String> = images.collect::<BTreeSet<SquareSet>>().iter().map(ToString::to_string).collect();
    let unique = if best.len() > 1 { "not unique" } else { "perhaps unique" };
    let computed = format!("{unique}: {} keep the value as first moves", best.join(" and "));
    claim("footnote: the outcome of an equilibrium", "not unique", computed, SOLVER).holds(best.len() > 1)
}
