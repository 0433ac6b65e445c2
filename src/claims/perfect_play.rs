//! Sections 8 and 9, and what section 10 says of the difficulty: perfect play.

use std::collections::BTreeSet;

use super::ledger::{SOLVER, claim, points, value};
use super::{Claim, Evidence};
use crate::board::{Board, SquareSet};
use crate::number::group_digits;
use crate::rules::{Margin, Variant};

pub(super) fn perfect_play_claims(evidence: &Evidence) -> Vec<Claim> {
    let largest = evidence.random.enumerated[2].margins().last();
    let largest = largest.map_or_else(String::new, |count| count.margin.to_string());
    let of = |variant| value(evidence, variant);
    let mover_wins = evidence.standard(Variant::MoverCollapses).interval.lower > Margin::ZERO;
    vec![
        claim("8", "equilibrium of Goff's QT3", "0.5", of(Variant::Paper), SOLVER).exact(),
        one_payoff(evidence),
        many_outcomes(evidence),
        claim("8", "equilibrium with player 2's subscripts less 1", "0", of(Variant::Offset), SOLVER).exact(),
        claim("8", "equilibrium where player 2 collapses", "0", of(Variant::Player2Collapses), SOLVER)
            .exact(),
        claim("8", "equilibrium where player 1 collapses", "2", of(Variant::Player1Collapses), SOLVER)
            .exact()
            .known(),
        claim("8", "the largest possible margin on 3x3", "2", largest, "all 9! endgames").exact(),
        claim(
            "8",
            "equilibrium where the player who entangles collapses",
            "player 1 wins",
            of(Variant::MoverCollapses),
            SOLVER,
        )
        .holds(mover_wins),
    ]
}

/// In a game whose payoffs add up to 0 an equilibrium gives player 1 at least what he can force, and at most what
/// player 2 can hold him to. Where the two are equal there is one payoff.
fn one_payoff(evidence: &Evidence) -> Claim {
    let solution = evidence.standard(Variant::Paper);
    let [least, most] = [solution.interval.lower, solution.interval.upper].map(points);
    let payoffs = if least == most { "the same" } else { "perhaps not the same" };
    claim(
        "8",
        "footnote: the payoffs of all equilibria",
        "the same",
        format!("{payoffs}: player 1 can force {least}, player 2 can hold him to {most}"),
        "both bounds of the threshold search; what one player wins the other loses",
    )
    .holds(solution.value().is_some())
}

/// Two best first moves lead to different games.
fn many_outcomes(evidence: &Evidence) -> Claim {
    let game = evidence.solved_game(Variant::Paper);
    let symmetries = Board::new(game.side).map(|board| board.symmetries()).unwrap_or_default();
    let representatives = game.first_moves.iter().flatten();
    let images =
        representatives.flat_map(|&first| symmetries.iter().map(move |symmetry| symmetry.set(first)));
    let best: Vec<String> = images.collect::<BTreeSet<SquareSet>>().iter().map(ToString::to_string).collect();
    let unique = if best.len() > 1 { "not unique" } else { "perhaps unique" };
    claim(
        "8",
        "footnote: the outcome of an equilibrium",
        "not unique",
        format!("{unique}: {} keep the value as first moves", best.join(" and ")),
        SOLVER,
    )
    .holds(best.len() > 1)
}

pub(super) fn strongly_solved_claim(evidence: &Evidence) -> Claim {
    let boards = &evidence.solved_positions;
    let sum = |of: fn(&super::SolvedPositions) -> u64| -> u64 { boards.iter().map(of).sum() };
    let (positions, wrong) = (sum(|board| board.positions), sum(|board| board.wrong));
    let grouped = |count: u64| group_digits(&count.to_string());
    claim(
        "9",
        "GQT3 for n <= 2 and m <= 3",
        "strongly solved",
        match wrong {
            0 => "strongly solved: every position that was asked for has its value".to_owned(),
            wrong => format!("not solved in {} positions", grouped(wrong)),
        },
        &format!(
            "{} positions of random games, each beside the best of its actions, {} late ones beside minimax",
            grouped(positions),
            grouped(sum(|board| board.late))
        ),
    )
    .holds(wrong == 0 && positions > 0)
}

pub(super) fn complexity() -> Claim {
    claim(
        "10",
        "the complexity of the game",
        "PSPACE-complete, as a superset of tic-tac-toe",
        "in PSPACE, for a game has at most m*m turns. Whether it is hard for PSPACE is not decided here, and the reason \
         given does not show it: 3x3 tic-tac-toe is one finite game. Known to be hard are five in a row on large \
         boards (Reisch 1980) and similar games with lines of fixed length; here lines are as long as the board"
            .to_owned(),
        "none: a remark on what is known",
    )
    .unchecked()
}
