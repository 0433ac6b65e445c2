//! Section 8: perfect play, many games side by side.
//!
//! **Theorem** (the footnotes on equilibria). In a game whose payoffs add up to 0 an equilibrium gives player 1 at least
//! what he can force, and at most what player 2 can hold him to. Where the two are equal there is one payoff; best moves
//! need not be unique.
//!
//! **Correction.** Where player 1 always collapses the value is 1, not 2. Two strategies prove it to a checker that
//! knows only the rules (`gqt3 nash --certificate`).
//!
//! Cost: 6 s; the best first moves of n = 3 to 5 would take minutes and are left out.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::context::{Context, each};
use super::error::Error;
use super::finding::{Check, Finding, check};
use super::text::{ALL_ENDGAMES, SOLVER, points, value};
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::rules::{Margin, Rules, Variant};
use crate::perfect_play::{SolveOptions, SolvedGame, solve_alike, solve_games};
use crate::support::progress::Progress;

/// For these n the best first moves take ten times as long as the value.
const FIRST_MOVES_TAKE_LONG: RangeInclusive<usize> = 3..=5;

pub(super) fn checks() -> Vec<Check> {
    let of = |id, variant| {
        check(id, move |context| {
            Ok(Finding::new(value(context.standard(variant)?), SOLVER))
        })
    };
    vec![
        of("8.paper", Variant::Paper),
        check("8.payoffs", one_payoff),
        check("8.outcomes", many_outcomes),
        of("8.offset", Variant::Offset),
        of("8.player2-collapses", Variant::Player2Collapses),
        of("8.player1-collapses", Variant::Player1Collapses),
        check("8.largest", |context| {
            let margins = context.enumerated_3x3()?.margins();
            let largest = margins
                .last()
                .map_or_else(String::new, |count| count.margin.to_string());
            Ok(Finding::new(largest, ALL_ENDGAMES))
        }),
        check("8.mover-collapses", |context| {
            let game = context.standard(Variant::MoverCollapses)?;
            let wins = game.solution.interval.lower > Margin::ZERO;
            Ok(Finding::new(value(game), SOLVER).in_words("player 1 wins", wins))
        }),
    ]
}

fn one_payoff(context: &Context) -> Result<Finding, Error> {
    let solution = &context.standard(Variant::Paper)?.solution;
    let [least, most] = [solution.interval.lower, solution.interval.upper].map(points);
    let payoffs = if least == most {
        "the same"
    } else {
        "perhaps not the same"
    };
    let computed =
        format!("{payoffs}: player 1 can force {least}, player 2 can hold him to {most}");
    let method = "both bounds of the threshold search; what one player wins the other loses";
    Ok(Finding::new(computed, method).in_words("the same", solution.value().is_some()))
}

/// Two best first moves lead to different games.
fn many_outcomes(context: &Context) -> Result<Finding, Error> {
    let game = context.standard(Variant::Paper)?;
    let symmetries = game.game.board().symmetries();
    let representatives = game.first_moves.iter().flatten();
    let images = representatives
        .flat_map(|&first| symmetries.iter().map(move |symmetry| symmetry.set(first)));
    let best: Vec<String> = images
        .collect::<BTreeSet<SquareSet>>()
        .iter()
        .map(ToString::to_string)
        .collect();
    let unique = if best.len() > 1 {
        "not unique"
    } else {
        "perhaps unique"
    };
    let computed = format!(
        "{unique}: {} keep the value as first moves",
        best.join(" and ")
    );
    Ok(Finding::new(computed, SOLVER).in_words("not unique", best.len() > 1))
}

/// All 96 rules on 2x2 and 3x3 with one and two pieces, with their best first moves.
pub(super) fn games_of_two(progress: &dyn Progress) -> Result<Vec<SolvedGame>, Error> {
    let sizes = [(2, 1), (2, 2), (3, 1), (3, 2)].into_iter();
    let games = sizes.flat_map(|(side, pieces)| {
        Rules::combinations().map(move |rules| Game::of_side(side, pieces, rules))
    });
    let games: Vec<Game> = games.collect::<Result<_, _>>()?;
    let options = |game: &Game| SolveOptions {
        first_moves: true,
        ..SolveOptions::of(game)
    };
    let solved = solve_games(&games, options, progress)?;
    progress.check()?;
    Ok(solved)
}

/// 3x3 with more pieces by the paper's rules under every collapse rule and offset, with their best first moves but for
/// those of n = 3 to 5.
pub(super) fn games_of_more(progress: &dyn Progress) -> Result<Vec<SolvedGame>, Error> {
    let is_of_paper = |rules: &Rules| {
        *rules
            == Rules {
                collapse: rules.collapse,
                offset: rules.offset,
                ..Rules::default()
            }
    };
    let solved = each(3..=9, |pieces| {
        let games = Rules::combinations()
            .filter(is_of_paper)
            .map(|rules| Game::of_side(3, pieces, rules));
        let games: Vec<Game> = games.collect::<Result<_, _>>()?;
        Ok(solve_alike(
            &games,
            !FIRST_MOVES_TAKE_LONG.contains(&pieces),
            progress,
        )?)
    })?;
    Ok(solved.concat())
}
