use super::solver::AnyBoardSolver;
use crate::engine::game::Game;
use crate::engine::interval::Basis;
use crate::engine::position::Position;
use crate::perfect_play::games::{families, side_by_side, solve_family};
use crate::perfect_play::{MAX_SOLVED_SQUARES, SolveError, SolveOptions, SolvedGame};
use crate::support::progress::Progress;

/// Solves games from their starts on all threads, and returns the results in the games' order.
///
/// If interrupted, the results have the bounds proved so far. Games that were not begun have only
/// the bounds of [`crate::engine::static_bound`].
///
/// # Errors
/// Fails if a board has no lines, or if there is no memory for a table.
pub fn solve_any_games(
    games: &[Game],
    options: impl Fn(&Game) -> SolveOptions + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, SolveError> {
    side_by_side(games, &families(games), options, solve_group, progress)
}

fn solve_group(
    games: &[Game],
    options: &dyn Fn(&Game) -> SolveOptions,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, SolveError> {
    if games
        .iter()
        .all(|game| game.squares() <= MAX_SOLVED_SQUARES)
    {
        return solve_family(games, options, progress);
    }
    games
        .iter()
        .map(|game| solve_game(*game, &options(game), progress))
        .collect()
}

fn solve_game(
    game: Game,
    options: &SolveOptions,
    progress: &dyn Progress,
) -> Result<SolvedGame, SolveError> {
    let mut solver = AnyBoardSolver::new(game, options.table_bytes)?;
    let progress = solver.limited(options.node_limit, options.time_limit, progress);
    let mut solved = SolvedGame::of_start(&mut solver, &progress);
    match solved.solution.value() {
        Some(value) if options.first_moves && solved.solution.basis.contains(&Basis::Blocking) => {
            let [best, undecided] = solver
                .first_moves_by_blocking(&Position::new(game), value, &progress)
                .unwrap_or_default();
            solved.first_moves = (!best.is_empty()).then_some(best);
            solved.undecided_moves = undecided;
        }
        Some(_) if options.first_moves => solved.add_first_moves(&mut solver, &progress),
        _ => {}
    }
    Ok(solved)
}
