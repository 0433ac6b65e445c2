//! Section 10 asks for equilibria of larger boards: what is proven for the 4x4 board, for every n and collapse rule.

use super::error::Error;
use super::plan::found_all;
use crate::game::Game;
use crate::progress::Progress;
use crate::rules::{CollapseChooser, Rules};
use crate::search::{SolveOptions, SolvedGame};
use crate::tasks::Tasks;

/// The side of the board.
pub const SIDE: usize = 4;

/// How many positions a game may cost. Unlike time this means the same on every machine, and one thread visits the same
/// positions as many. For n = 3 they are enough to keep player 2 from every pair of lines; with more pieces a position
/// costs far more time, and the limit leaves what the theorems tell.
#[must_use]
pub const fn most_nodes(pieces: usize) -> u64 {
    match pieces {
        0..=2 => 100_000_000,
        3 => 500_000,
        _ => 1_000,
    }
}

/// A game of the table, solved as far as it goes.
///
/// # Errors
/// If it was interrupted.
pub fn solve(pieces: usize, collapse: CollapseChooser, progress: &dyn Progress) -> Result<SolvedGame, Error> {
    let game = Game::of_side(SIDE, pieces, Rules { collapse, ..Rules::default() })?;
    let options = SolveOptions { node_limit: Some(most_nodes(pieces)), ..SolveOptions::of(&game) };
    let solved = SolvedGame::solve(game, &mut options.solver(game)?, &options, progress);
    progress.check()?;
    Ok(solved)
}

/// Adds to the tasks the games of all n under all collapse rules: minutes.
pub fn plan<'a>(tasks: &mut Tasks<'a>) -> impl FnOnce() -> Result<Vec<SolvedGame>, Error> + use<'a> {
    let games = (1..=SIDE * SIDE).flat_map(|n| CollapseChooser::ALL.iter().map(move |&rule| (n, rule)));
    let add = |(pieces, collapse): (usize, CollapseChooser)| {
        let cost = match pieces {
            2 => 200_000,
            3 => 20_000,
            _ => 2_000,
        };
        tasks.add(format!("the 4x4 board, n = {pieces}"), cost, move |progress| {
            solve(pieces, collapse, progress)
        })
    };
    let answers: Vec<_> = games.map(add).collect();
    || found_all(answers)
}
