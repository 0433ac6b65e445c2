//! Games solved from their starts, many side by side.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::error::Error;
use super::interval::Basis;
use super::large::limits;
use super::solver::{Solution, Solver, default_table_bytes};
use crate::board::SquareSet;
use crate::game::Game;
use crate::position::Position;
use crate::progress::{Progress, Quiet};

/// The value of the game from a position on, with a table of the default size.
///
/// ```
/// use gqt3::{game::Game, position::Position, progress::Silent, rules::Rules, search::solve};
/// let start = Position::new(Game::of_side(2, 2, Rules::default())?);
/// let solution = solve(&start, &Silent)?;
/// assert_eq!(solution.value().map(|value| value.to_string()), Some("+1/2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// When `progress` interrupts, what is proven so far is returned.
///
/// # Errors
/// If the board has no lines, or there is no memory for the table.
pub fn solve(position: &Position, progress: &dyn Progress) -> Result<Solution, Error> {
    let game = *position.game();
    Ok(Solver::new(game, default_table_bytes(&game))?.solve(position, progress))
}

/// What the solution of a game may cost, and what is asked beside the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    /// The size of the table.
    pub table_bytes: usize,
    /// Stop after so much time.
    pub time_limit: Option<Duration>,
    /// Stop after visiting so many positions.
    pub node_limit: Option<u64>,
    /// Whether to find the best first moves too.
    pub first_moves: bool,
}

impl SolveOptions {
    /// The value alone, with the default table and without limits.
    #[must_use]
    pub fn of(game: &Game) -> SolveOptions {
        SolveOptions {
            table_bytes: default_table_bytes(game),
            time_limit: None,
            node_limit: None,
            first_moves: false,
        }
    }

    /// A solver with a table of this size.
    ///
    /// # Errors
    /// As [`Solver::new`].
    pub fn solver(&self, game: Game) -> Result<Solver, Error> {
        Solver::new(game, self.table_bytes)
    }
}

/// A game and what is proven about it.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    /// The game.
    pub game: Game,
    /// What is proven about its start.
    pub solution: Solution,
    /// The best first moves, one of each class ([`MoveClasses`](super::MoveClasses)), if they were asked for and found.
    pub first_moves: Option<Vec<SquareSet>>,
    /// How long the solution took in this run: for the reader, never for a result file.
    pub time: Duration,
}

impl SolvedGame {
    /// Solves a game from its start, within the limits of the options; the solver may know something already.
    pub fn solve(
        game: Game,
        solver: &mut Solver,
        options: &SolveOptions,
        progress: &dyn Progress,
    ) -> SolvedGame {
        let (start, began) = (Position::new(game), Instant::now());
        let progress = solver.limited(options.node_limit, options.time_limit, progress);
        let solution = solver.solve(&start, &progress);
        let time = began.elapsed();
        let searched = options.first_moves && !solution.basis.contains(&Basis::Blocking);
        let first_moves = searched.then(|| solver.best_first_moves(&start, &progress)).flatten();
        SolvedGame { game, solution, first_moves, time }
    }

    /// A game that was not begun: what is known without a search.
    fn not_begun(game: Game) -> SolvedGame {
        let interval = limits(&Position::new(game));
        let solution = Solution { interval, basis: [Basis::Theorem; 2], line: None, nodes: 0 };
        SolvedGame { game, solution, first_moves: None, time: Duration::ZERO }
    }
}

/// Solves games from their starts, side by side on all threads; the answers are in the order of the games. `options` gives
/// for each game what it may cost.
///
/// An interruption leaves what is proven by then, and of games not begun what is known without a search.
///
/// ```
/// use gqt3::{game::Game, progress::Silent, rules::Rules, search::{SolveOptions, solve_games}};
/// let games = [1, 2].map(|pieces| Game::of_side(2, pieces, Rules::default()).expect("there is one"));
/// let solved = solve_games(&games, SolveOptions::of, &Silent)?;
/// assert_eq!(solved[1].solution.value().map(|value| value.to_string()), Some("+1/2".to_owned()));
/// # Ok::<(), gqt3::search::Error>(())
/// ```
///
/// # Errors
/// If a game cannot be solved, as [`Solver::new`] tells.
pub fn solve_games(
    games: &[Game],
    options: impl Fn(&Game) -> SolveOptions + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, Error> {
    let solve = |game: Game, progress: &dyn Progress| -> Result<SolvedGame, Error> {
        let options = options(&game);
        Ok(SolvedGame::solve(game, &mut options.solver(game)?, &options, progress))
    };
    if let [game] = games {
        return Ok(vec![solve(*game, progress)?]);
    }
    progress.begin("games", Some(games.len() as u64));
    // One after the other to whichever thread is free, the longest first: large boards, and n = 3 to 5 on them.
    let mut order: Vec<(usize, Game)> = games.iter().copied().enumerate().collect();
    order.sort_by_key(|(_, game)| (Reverse(game.squares()), game.pieces().abs_diff(4)));
    let solved = order.into_iter().par_bridge().map(|(place, game)| {
        let solved = if progress.interrupted() {
            Ok(SolvedGame::not_begun(game))
        } else {
            solve(game, &Quiet(progress))
        };
        progress.advance(1);
        Ok((place, solved?))
    });
    let solved: Result<Vec<(usize, SolvedGame)>, Error> = solved.collect();
    progress.end();
    let mut solved = solved?;
    solved.sort_by_key(|(place, _)| *place);
    Ok(solved.into_iter().map(|(_, solved)| solved).collect())
}
