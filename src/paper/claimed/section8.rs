//! Section 8: perfect play.

use std::collections::BTreeSet;

use super::claim::{Claim, claim};
use super::text::{ALL_ENDGAMES, SOLVER, points, value};
use crate::board::SquareSet;
use crate::paper::computed::evidence::Evidence;
use crate::rules::Margin;
use crate::search::SolvedGame;

pub(super) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let [_, _, full_boards] = &evidence.random.enumerated;
    let largest = full_boards.margins().last().map_or_else(String::new, |count| count.margin.to_string());
    let standard = &evidence.standard;
    let mover_wins = standard.mover_collapses.solution.interval.lower > Margin::ZERO;
    // Certificates prove the values better than the search that found them.
    let method = |game: usize| match evidence.certified.map(|choices| choices[game]) {
        Some([first, second]) => {
            format!("certificates of both bounds, {first} and {second} choices, played through")
        }
        None => SOLVER.to_owned(),
    };
    let of = |what: &str, paper: &str, game: &SolvedGame, method: &str| {
        claim("8", what, paper).computed(value(game)).by(method)
    };
    vec![
        of("equilibrium of Goff's QT3", "0.5", &standard.paper, &method(0)),
        one_payoff(&standard.paper),
        many_outcomes(&standard.paper),
        of("equilibrium with player 2's subscripts less 1", "0", &standard.offset, SOLVER),
        of("equilibrium where player 2 collapses", "0", &standard.player2_collapses, SOLVER),
        of("equilibrium where player 1 collapses", "2", &standard.player1_collapses, &method(1))
            .known_to_differ(),
        claim("8", "the largest possible margin on 3x3", "2").computed(largest).by(ALL_ENDGAMES),
        of(
            "equilibrium where the player who entangles collapses",
            "player 1 wins",
            &standard.mover_collapses,
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
    claim("8", "footnote: the payoffs of all equilibria", "the same")
        .computed(format!("{payoffs}: player 1 can force {least}, player 2 can hold him to {most}"))
        .by("both bounds of the threshold search; what one player wins the other loses")
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
    claim("8", "footnote: the outcome of an equilibrium", "not unique")
        .computed(format!("{unique}: {} keep the value as first moves", best.join(" and ")))
        .by(SOLVER)
        .holds(best.len() > 1)
}
