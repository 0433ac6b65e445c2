//! Games solved from their starts, several of them side by side.

use std::time::{Duration, Instant};

use super::error::Error;
use super::solver::{MAX_SQUARES, Solution, Solver, default_table_bytes};
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::position::Position;
use crate::engine::rules::{Rules, Scoring};
use crate::engine::static_bound::StaticBound;
use crate::support::progress::Progress;
use crate::support::tasks::Tasks;

/// The value of the game from a position on, with a table of the default size.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Rules;
/// use gqt3::perfect_play::solve;
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
    /// The number of positions after which it stops.
    pub node_limit: Option<u64>,
    /// Whether to find the best first moves too.
    pub first_moves: bool,
}

impl SolveOptions {
    /// The value alone, with the default table and without limits.
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
        let mut solved = SolvedGame {
            game,
            solution,
            first_moves: None,
            undecided_moves: Vec::new(),
            time,
        };
        if let Some(value) = solved.solution.value().filter(|_| options.first_moves) {
            if solved.solution.basis.contains(&Basis::Blocking) {
                let [best, undecided] = solver
                    .first_moves_by_blocking(&start, value, &progress)
                    .unwrap_or_default();
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
    pub fn turns(&self) -> Option<usize> {
        match &self.solution.line {
            Some(line) => Some(line.end().turns()),
            None if self.game.fills_the_board() => {
                self.solution.value().map(|_| self.game.squares())
            }
            None => None,
        }
    }

    /// A game of which nothing but an interval is known, both bounds on the same basis.
    pub(super) fn without_line(game: Game, interval: Interval, basis: Basis) -> SolvedGame {
        let solution = Solution {
            interval,
            basis: [basis; 2],
            line: None,
            nodes: 0,
        };
        SolvedGame {
            game,
            solution,
            first_moves: None,
            undecided_moves: Vec::new(),
            time: Duration::ZERO,
        }
    }

    /// A game that was not begun: what is known without a search.
    fn not_begun(game: Game) -> SolvedGame {
        SolvedGame::without_line(
            game,
            StaticBound::new(&game).of(&Position::new(game)),
            Basis::Theorem,
        )
    }
}

/// Solves games from their starts, side by side on all threads; the answers are in the order of the games. `options`
/// gives the options for each game.
///
/// If interrupted, the answers have what is proven by then, and for games not begun what is known without a search.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Rules;
/// use gqt3::perfect_play::{SolveOptions, solve_games};
/// let games = [1, 2].map(|pieces| Game::of_side(2, pieces, Rules::default()).expect("there is one"));
/// let solved = solve_games(&games, SolveOptions::of, &Silent)?;
/// assert_eq!(solved[1].solution.value().map(|value| value.to_string()), Some("+1/2".to_owned()));
/// # Ok::<(), gqt3::perfect_play::Error>(())
/// ```
///
/// # Errors
/// If a game cannot be solved, as [`Solver::new`] tells.
pub fn solve_games(
    games: &[Game],
    options: impl Fn(&Game) -> SolveOptions + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, Error> {
    let solve_all = |places: &[usize], progress: &dyn Progress| -> Result<Vec<SolvedGame>, Error> {
        let mut solver: Option<Solver> = None;
        let solve = |place: &usize| {
            let (game, options) = (games[*place], options(&games[*place]));
            let mut next = match solver.take().and_then(|solver| solver.turned_to(game)) {
                Some(solver) => solver,
                None => options.solver(game)?,
            };
            let solved = SolvedGame::solve(game, &mut next, &options, progress);
            solver = Some(next);
            Ok(solved)
        };
        places.iter().map(solve).collect()
    };
    if let [_] = games {
        return solve_all(&[0], progress);
    }
    let families = families(games);
    let mut tasks = Tasks::default();
    let answers: Vec<_> = families
        .iter()
        .map(|places| {
            let first = games[places[0]];
            let cost = milliseconds(&first, &options(&first)) * places.len() as u64;
            tasks.add(first.to_string(), cost, |progress| {
                solve_all(places, progress)
            })
        })
        .collect();
    tasks.run("games", progress);
    let mut solved: Vec<SolvedGame> = games
        .iter()
        .map(|game| SolvedGame::not_begun(*game))
        .collect();
    for (places, answer) in families.iter().zip(answers) {
        for (place, one) in places
            .iter()
            .zip(answer.take().transpose()?.into_iter().flatten())
        {
            solved[*place] = one;
        }
    }
    Ok(solved)
}

/// The places of the games, those together that differ in the scoring alone: on small boards one search serves all of them.
fn families(games: &[Game]) -> Vec<Vec<usize>> {
    let mut families: Vec<Vec<usize>> = Vec::new();
    let harmonic = |game: &Game| {
        game.with_rules(Rules {
            scoring: Scoring::Harmonic,
            ..*game.rules()
        })
    };
    for (place, game) in games.iter().enumerate() {
        let belongs = |family: &&mut Vec<usize>| {
            game.squares() <= MAX_SQUARES && harmonic(&games[family[0]]) == harmonic(game)
        };
        match families.iter_mut().find(belongs) {
            Some(family) => family.push(place),
            None => families.push(vec![place]),
        }
    }
    families
}

/// About how many milliseconds a game takes on one core: for the order of the games and for the estimate of the time
/// left.
fn milliseconds(game: &Game, options: &SolveOptions) -> u64 {
    let limit = options
        .time_limit
        .map_or(u64::MAX, |limit| limit.as_millis() as u64);
    let alone = match (game.squares(), game.pieces()) {
        (MAX_SQUARES, pieces @ 2..=6) => [15, 600, 700, 250, 150][pieces - 2],
        (..=MAX_SQUARES, _) => 5,
        _ => 10_000,
    };
    if options.first_moves {
        10 * alone
    } else {
        alone
    }
    .min(limit)
}
