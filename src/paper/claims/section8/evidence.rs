//! Section 8: perfect play.
//!
//! **Theorem.** If payoffs add up to 0, an equilibrium gives player 1 at least what he can force,
//! and at most what player 2 can hold him to. If these two values are equal, all equilibria have
//! one payoff, as a footnote of the paper says of this game. Best moves need not be unique.
//!
//! **Correction.** If player 1 always collapses, the value is 1, not 2. Two strategies prove it to
//! a checker that shares no code with gqt3. `gqt3 nash --variant player1-collapses --certificate
//! FILE --bound both` writes them.

use crate::paper::error::LedgerError;
use gqt3::engine::board::SquareSet;
use gqt3::engine::game::Game;
use gqt3::engine::notation::Record;
use gqt3::engine::position::{Action, Position};
use gqt3::engine::rules::Rules;
use gqt3::perfect_play::{SolveOptions, SolvedGame, solve, solve_games};
use gqt3::support::progress::{Progress, Silent};

/// Returns two lines of best play whose endgames no symmetry exchanges. `None` if none are found,
/// or if the game is unsolved.
///
/// Tries one line of best play after each action that keeps the value, in each position of the
/// solution's line.
pub(in crate::paper) fn optimal_lines(
    solved: &SolvedGame,
) -> Result<Option<[Record; 2]>, LedgerError> {
    let (Some(value), Some(first)) = (solved.solution.value(), &solved.solution.line) else {
        return Ok(None);
    };
    let steps: Vec<(Position, Action)> = first.steps().collect();
    for (played, (position, _)) in steps.iter().enumerate().rev() {
        for action in position.actions() {
            let rest = solve(&position.after_unchecked(&action), &Silent)?;
            let Some(line) = rest.line.filter(|_| rest.interval.value() == Some(value)) else {
                continue;
            };
            let actions = first.actions().take(played).chain([action]);
            let Ok(second) = Record::from_actions(*first.start(), actions.chain(line.actions()))
            else {
                continue;
            };
            if !are_images(first.end(), second.end()) {
                return Ok(Some([first.clone(), second]));
            }
        }
    }
    Ok(None)
}

fn are_images(one: &Position, other: &Position) -> bool {
    let board = one.board();
    board.symmetries().iter().any(|symmetry| {
        board.all().iter().all(|square| {
            let image = symmetry.set(SquareSet::single(square)).lowest();
            image.and_then(|image| other.classical_series_on(image))
                == one.classical_series_on(square)
        })
    })
}

pub(in crate::paper) fn games_of_two(
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, LedgerError> {
    let sizes = [(2, 1), (2, 2), (3, 1), (3, 2)].into_iter();
    let games = sizes.flat_map(|(side, pieces)| {
        Rules::combinations()
            .into_iter()
            .map(move |rules| Game::from_side(side, pieces, rules))
    });
    let games: Vec<Game> = games.collect::<Result<_, _>>()?;
    let options = |game: &Game| SolveOptions {
        first_moves: true,
        ..SolveOptions::new(game)
    };
    let solved = solve_games(&games, options, progress)?;
    progress.check()?;
    Ok(solved)
}
