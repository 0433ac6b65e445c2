//! Section 8: games under perfect play, many side by side, and certificates of the values.

use std::ops::RangeInclusive;

use super::error::Error;
use super::plan::{Pending, found_all};
use crate::game::Game;
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::{Player, Rules, Variant};
use crate::search::certificate::{Certificate, Claim};
use crate::search::{SolveOptions, SolvedGame, Solver, default_table_bytes, solve, solve_games};
use crate::tasks::Tasks;

/// For these n the best first moves take ten times as long as the value.
const FIRST_MOVES_TAKE_LONG: RangeInclusive<usize> = 3..=5;

/// Adds to the tasks: all 96 rules on 2x2 and 3x3 with one and two pieces; on 3x3 with more the paper's rules under
/// every collapse rule and offset. Without the best first moves of n = 3 to 5.
pub fn plan<'a>(
    tasks: &mut Tasks<'a>,
) -> Result<impl FnOnce() -> Result<Vec<SolvedGame>, Error> + use<'a>, Error> {
    let mut answers = Vec::new();
    for (side, pieces) in [(2, 1), (2, 2), (3, 1), (3, 2)] {
        for rules in Rules::combinations() {
            let game = Game::of_side(side, pieces, rules)?;
            let cost = if (side, pieces) == (3, 2) { 15 } else { 1 };
            answers.push(tasks.add(name(pieces), cost, move |progress| {
                let options = SolveOptions { first_moves: true, ..SolveOptions::of(&game) };
                let solved = SolvedGame::solve(game, &mut options.solver(game)?, &options, progress);
                progress.check()?;
                Ok(vec![solved])
            }));
        }
    }
    for pieces in 3..=9 {
        let first_moves = !FIRST_MOVES_TAKE_LONG.contains(&pieces);
        let cost = [1_500, 1_100, 400, 800, 20, 5, 5][pieces - 3];
        answers.push(of_paper(tasks, pieces, first_moves, cost)?);
    }
    Ok(|| Ok(found_all(answers)?.concat()))
}

/// Adds to the tasks the games of [`plan`] that have no best first moves, with them: minutes.
pub fn plan_first_moves<'a>(
    tasks: &mut Tasks<'a>,
) -> Result<impl FnOnce() -> Result<Vec<SolvedGame>, Error> + use<'a>, Error> {
    let answers = FIRST_MOVES_TAKE_LONG.map(|pieces| of_paper(tasks, pieces, true, 40_000));
    let answers = answers.collect::<Result<Vec<_>, Error>>()?;
    Ok(|| Ok(found_all(answers)?.concat()))
}

fn name(pieces: usize) -> String {
    format!("perfect play, n = {pieces}")
}

/// 3x3 by the paper's rules under every collapse rule and offset.
fn of_paper(
    tasks: &mut Tasks,
    pieces: usize,
    first_moves: bool,
    cost: u64,
) -> Result<Pending<Vec<SolvedGame>>, Error> {
    let paper = Rules::default();
    let of_paper =
        |rules: &Rules| *rules == Rules { collapse: rules.collapse, offset: rules.offset, ..paper };
    let games = Rules::combinations().filter(of_paper).map(|rules| Game::of_side(3, pieces, rules));
    let games: Vec<Game> = games.collect::<Result<_, _>>()?;
    Ok(tasks.add(name(pieces), cost, move |progress| {
        let options = |game: &Game| SolveOptions { first_moves, ..SolveOptions::of(game) };
        let solved = solve_games(&games, options, progress)?;
        progress.check()?;
        Ok(solved)
    }))
}

/// Makes and checks certificates of both bounds of the value of 3x3 with two pieces: a strategy of player 1 and one of
/// player 2, which are played through without a solver. Returns how many choices each strategy makes.
///
/// Cost: seconds.
pub fn certify(variant: Variant, progress: &dyn Progress) -> Result<[usize; 2], Error> {
    let game = Game::default().with_rules(variant.rules());
    let start = Position::new(game);
    let proven = solve(&start, progress)?.interval;
    progress.check()?;
    let failed = |error: &dyn std::fmt::Display| Error::Failed(format!("certificate of {variant}: {error}"));
    let choices = |prover, margin| -> Result<usize, Error> {
        let mut solver = Solver::new(game, default_table_bytes(&game))?;
        let proof = Certificate::of(&start, Claim { prover, margin }, &mut solver, progress);
        progress.check()?;
        let checked = proof.map_err(|error| failed(&error))?.check(progress);
        Ok(checked.map_err(|error| failed(&error))?.choices)
    };
    Ok([choices(Player::One, proven.lower)?, choices(Player::Two, proven.upper)?])
}
