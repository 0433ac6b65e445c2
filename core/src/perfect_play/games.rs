use std::time::{Duration, Instant};

use super::backend::Backend;
use super::error::{SolveError, expect_small};
use super::solver::{MAX_SOLVED_SQUARES, Solution, Solver, SolverWith, default_table_bytes};
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::interval::Basis;
use crate::engine::position::Position;
use crate::engine::static_bound::StaticBound;
use crate::support::progress::Progress;
use crate::support::tasks::Tasks;

/// Solves a position on at most [`MAX_SOLVED_SQUARES`] squares, with the default table.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Rules;
/// use gqt3::perfect_play::solve;
/// let start = Position::new(Game::from_side(2, 2, Rules::default())?);
/// let solution = solve(&start, &Silent)?;
/// assert_eq!(solution.value().map(|value| value.to_string()), Some("+1/2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// If interrupted, returns the bounds proved so far.
///
/// # Errors
/// Fails if the board has no lines or too many squares, or if there is no memory for the table.
pub fn solve(position: &Position, progress: &dyn Progress) -> Result<Solution, SolveError> {
    let game = *position.game();
    Ok(Solver::new(game, default_table_bytes(&game))?.solve(position, progress))
}

/// What to find about a game, and within which limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveOptions {
    pub table_bytes: usize,
    pub time_limit: Option<Duration>,
    /// How many positions the search may visit.
    pub node_limit: Option<u64>,
    pub first_moves: bool,
}

impl SolveOptions {
    /// Takes the default table, no limits and no first moves.
    pub fn new(game: &Game) -> SolveOptions {
        SolveOptions {
            table_bytes: default_table_bytes(game),
            time_limit: None,
            node_limit: None,
            first_moves: false,
        }
    }

    /// Estimates the milliseconds that a game takes on one core, as if no theorem decided it.
    ///
    /// Beyond 3x3 it assumes that the search reaches its node or time limit, or takes ten seconds
    /// without one (100 for first moves). No estimate exceeds a century, so that they can be
    /// summed.
    pub fn milliseconds(&self, game: &Game) -> u64 {
        let limit = self.time_limit.map(|limit| limit.as_millis() as u64);
        let searches = if self.first_moves { 10 } else { 1 };
        let all = match (game.squares(), game.pieces()) {
            (MAX_SOLVED_SQUARES, pieces @ 2..=6) => [15, 600, 700, 250, 150][pieces - 2] * searches,
            (..=MAX_SOLVED_SQUARES, _) => 5 * searches,
            _ => (self.node_limit.map(|nodes| nodes / NODES_PER_MILLISECOND))
                .or(limit)
                .unwrap_or(10_000 * searches),
        };
        all.min(limit.unwrap_or(CENTURY)).min(CENTURY)
    }
}

/// In milliseconds.
const CENTURY: u64 = 100 * 31_557_600_000;

/// A slow search beyond 3x3 is roughly this fast.
const NODES_PER_MILLISECOND: u64 = 250;

/// A game and the results for its start.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    pub game: Game,
    pub solution: Solution,
    /// The best first moves, one of each [class](super::MoveClasses), if wanted and found.
    pub first_moves: Option<Vec<SquareSet>>,
    /// Other first moves that may keep the value, one of each class, if a bound is proved by
    /// blocking.
    pub undecided_moves: Vec<SquareSet>,
    /// The time that the solution took.
    pub time: Duration,
}

impl SolvedGame {
    pub(crate) fn of_start<B: Backend>(
        solver: &mut SolverWith<B>,
        progress: &dyn Progress,
    ) -> SolvedGame {
        let (game, began) = (*solver.game(), Instant::now());
        let solution = solver.solve(&Position::new(game), progress);
        SolvedGame {
            game,
            solution,
            first_moves: None,
            undecided_moves: Vec::new(),
            time: began.elapsed(),
        }
    }

    pub(crate) fn add_first_moves<B: Backend>(
        &mut self,
        solver: &mut SolverWith<B>,
        progress: &dyn Progress,
    ) {
        if self.solution.line.is_some() {
            self.first_moves = solver.best_first_moves(&Position::new(self.game), progress);
        }
    }

    /// Returns how many turns best play takes, or `None` if this is not known.
    pub fn turns(&self) -> Option<usize> {
        match &self.solution.line {
            Some(line) => Some(line.end().turns()),
            None if self.game.fills_the_board() => {
                self.solution.value().map(|_| self.game.squares())
            }
            None => None,
        }
    }

    fn not_begun(game: Game) -> SolvedGame {
        let solution = Solution {
            interval: StaticBound::new(&game).of(&Position::new(game)),
            basis: [Basis::Theorem; 2],
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
}

/// Solves games from their starts, on all threads.
///
/// If interrupted, the answers have the bounds proved so far, or for games not begun those that
/// need no search.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::Rules;
/// use gqt3::perfect_play::{SolveOptions, solve_games};
/// let games = [1, 2]
///     .map(|pieces| Game::from_side(2, pieces, Rules::default()).expect("there is one"));
/// let solved = solve_games(&games, SolveOptions::new, &Silent)?;
/// assert_eq!(solved[1].solution.value().map(|value| value.to_string()), Some("+1/2".to_owned()));
/// # Ok::<(), gqt3::perfect_play::SolveError>(())
/// ```
///
/// # Errors
/// Fails if a board has no lines or more than [`MAX_SOLVED_SQUARES`] squares, or if there is no
/// memory for a table.
pub fn solve_games(
    games: &[Game],
    options: impl Fn(&Game) -> SolveOptions + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, SolveError> {
    games.iter().try_for_each(expect_small)?;
    let groups = families(games);
    side_by_side(games, &groups, options, solve_family, progress)
}

/// Solves games that differ only in scoring, one after the other with one table.
pub(crate) fn solve_family(
    games: &[Game],
    options: &dyn Fn(&Game) -> SolveOptions,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, SolveError> {
    let mut solver: Option<Solver> = None;
    let solve = |&game: &Game| {
        let options = options(&game);
        let mut next = match solver.take().and_then(|solver| solver.turned_to(game)) {
            Some(solver) => solver,
            None => Solver::new(game, options.table_bytes)?,
        };
        let progress = next.limited(options.node_limit, options.time_limit, progress);
        let mut solved = SolvedGame::of_start(&mut next, &progress);
        if options.first_moves {
            solved.add_first_moves(&mut next, &progress);
        }
        solver = Some(next);
        Ok(solved)
    };
    games.iter().map(solve).collect()
}

/// Solves groups of games, given by their indices, on all threads.
pub(crate) fn side_by_side(
    games: &[Game],
    groups: &[Vec<usize>],
    options: impl Fn(&Game) -> SolveOptions + Sync,
    solve: impl Fn(
        &[Game],
        &dyn Fn(&Game) -> SolveOptions,
        &dyn Progress,
    ) -> Result<Vec<SolvedGame>, SolveError>
    + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, SolveError> {
    if let [_] = games {
        return solve(games, &options, progress);
    }
    let (solve, options) = (&solve, &options);
    let mut tasks = Tasks::default();
    let answers: Vec<_> = groups
        .iter()
        .map(|group| {
            let group: Vec<Game> = group.iter().map(|&index| games[index]).collect();
            let cost = options(&group[0]).milliseconds(&group[0]) * group.len() as u64;
            tasks.add(group[0].to_string(), cost, move |progress| {
                solve(&group, options, progress)
            })
        })
        .collect();
    tasks.run("games", progress);
    let mut solved: Vec<SolvedGame> = games
        .iter()
        .map(|game| SolvedGame::not_begun(*game))
        .collect();
    for (group, answer) in groups.iter().zip(answers) {
        for (index, one) in group
            .iter()
            .zip(answer.take().transpose()?.into_iter().flatten())
        {
            solved[*index] = one;
        }
    }
    Ok(solved)
}

/// Groups the indices of games that can share a table, because they are small and differ only in
/// scoring.
pub(crate) fn families(games: &[Game]) -> Vec<Vec<usize>> {
    let mut families: Vec<Vec<usize>> = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let belongs = |family: &&mut Vec<usize>| {
            game.squares() <= MAX_SOLVED_SQUARES
                && games[family[0]].with_scoring(game.rules().scoring) == *game
        };
        match families.iter_mut().find(belongs) {
            Some(family) => family.push(index),
            None => families.push(vec![index]),
        }
    }
    families
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules::Rules;

    #[test]
    fn the_estimate_knows_the_hardest_games_and_the_limits() {
        let game = |side, pieces| Game::from_side(side, pieces, Rules::default()).expect("a game");
        let time = |pieces| {
            let game = game(3, pieces);
            SolveOptions::new(&game).milliseconds(&game)
        };
        let longest = (1..=9).max_by_key(|&pieces| time(pieces));
        assert_eq!(longest, Some(4));
        assert!(time(2) < time(6) && time(7) < time(2));
        let four = game(3, 4);
        let mut options = SolveOptions::new(&four);
        options.first_moves = true;
        assert_eq!(options.milliseconds(&four), 10 * time(4));
        options.time_limit = Some(Duration::from_millis(20));
        assert_eq!(options.milliseconds(&four), 20);
        let larger = game(4, 2);
        assert!(SolveOptions::new(&larger).milliseconds(&larger) > time(4));
        let mut options = SolveOptions::new(&larger);
        (options.first_moves, options.node_limit) = (true, Some(u64::MAX));
        assert_eq!(options.milliseconds(&larger), CENTURY);
    }
}
