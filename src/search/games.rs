//! Games solved from their starts, several of them side by side.

use std::time::{Duration, Instant};

use super::error::Error;
use super::interval::{Basis, Interval};
use super::solver::{MAX_SQUARES, Solution, Solver, default_table_bytes};
use super::static_bound::StaticBound;
use crate::board::SquareSet;
use crate::game::Game;
use crate::position::Position;
use crate::progress::Progress;
use crate::tasks::Tasks;

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

/// What solving a game may cost, and what is asked beside the value.
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
    /// One move of each class of first moves of which it is not known whether they keep the value; where blocking
    /// proves the value, that may be unknown.
    pub undecided_moves: Vec<SquareSet>,
    /// How long this run took to solve the game: for the reader, never for a result file.
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
        let mut solved = SolvedGame { game, solution, first_moves: None, undecided_moves: Vec::new(), time };
        if let Some(value) = solved.solution.value().filter(|_| options.first_moves) {
            if solved.solution.basis.contains(&Basis::Blocking) {
                let [best, undecided] =
                    solver.first_moves_by_blocking(&start, value, &progress).unwrap_or_default();
                solved.first_moves = (!best.is_empty()).then_some(best);
                solved.undecided_moves = undecided;
            } else if solved.solution.line.is_some() {
                solved.first_moves = solver.best_first_moves(&start, &progress);
            }
        }
        solved
    }

    /// How many turns best play takes. It is known where a line of best play was found, and for a game of known value that always
    /// fills the board.
    #[must_use]
    pub fn turns(&self) -> Option<usize> {
        match &self.solution.line {
            Some(line) => Some(line.end().turns()),
            None if self.game.fills_the_board() => self.solution.value().map(|_| self.game.squares()),
            None => None,
        }
    }

    /// A game of which nothing but an interval is known, both bounds on the same basis.
    pub(super) fn without_line(game: Game, interval: Interval, basis: Basis) -> SolvedGame {
        let solution = Solution { interval, basis: [basis; 2], line: None, nodes: 0 };
        SolvedGame { game, solution, first_moves: None, undecided_moves: Vec::new(), time: Duration::ZERO }
    }

    /// A game that was not begun: what is known without a search.
    fn not_begun(game: Game) -> SolvedGame {
        SolvedGame::without_line(game, StaticBound::new(&game).of(&Position::new(game)), Basis::Theorem)
    }
}

/// Solves games from their starts, side by side on all threads; the answers are in the order of the games. `options`
/// gives the options for each game.
///
/// If interrupted, the answers have what is proven by then, and for games not begun what is known without a search.
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
    let mut tasks = Tasks::default();
    let answers: Vec<_> = games
        .iter()
        .map(|&game| {
            let solve = &solve;
            tasks.add(game.to_string(), milliseconds(&game, &options(&game)), move |progress| {
                solve(game, progress)
            })
        })
        .collect();
    tasks.run("games", progress);
    let solved = games.iter().zip(answers);
    solved.map(|(game, answer)| answer.take().unwrap_or_else(|| Ok(SolvedGame::not_begun(*game)))).collect()
}

/// About how many milliseconds a game takes on one core: for the order of the games and for the estimate of the time
/// left.
fn milliseconds(game: &Game, options: &SolveOptions) -> u64 {
    let limit = options.time_limit.map_or(u64::MAX, |limit| limit.as_millis() as u64);
    let alone = match (game.squares(), game.pieces()) {
        (MAX_SQUARES, pieces @ 2..=6) => [15, 600, 700, 250, 150][pieces - 2],
        (..=MAX_SQUARES, _) => 5,
        _ => 10_000,
    };
    if options.first_moves { 10 * alone } else { alone }.min(limit)
}
