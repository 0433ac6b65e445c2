//! The games that are solved, many side by side.

use crate::game::Game;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::evidence::Error;
use crate::board::SquareSet;
use crate::position::Position;
use crate::progress::{Interrupted, Progress, Quiet};
use crate::rules::Rules;
use crate::search::{Solution, Solver, default_table_bytes};

/// For these n the best first moves take ten times as long as the value.
const FIRST_MOVES_TAKE_LONG: RangeInclusive<usize> = 3..=5;

/// A game under some rules, solved.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    /// The rules.
    pub rules: Rules,
    /// The side of the board.
    pub side: usize,
    /// n.
    pub pieces: usize,
    /// What is proven.
    pub solution: Solution,
    /// The best first moves, one of each symmetry class; none if they take long and were not asked for.
    pub first_moves: Option<Vec<SquareSet>>,
    /// How long the solution took in this run: for the reader, never for a result file.
    pub time: Duration,
}

/// The board, n and rules of a game.
type Case = (usize, usize, Rules);

/// All 96 rules on 2x2 and 3x3 with one and two pieces; on 3x3 with more the paper's rules under every collapse rule and
/// offset. Without the best first moves of n = 3 to 5.
pub fn solved(progress: &dyn Progress) -> Result<Vec<SolvedGame>, Error> {
    let paper = Rules::default();
    let of_paper =
        move |rules: &Rules| *rules == Rules { collapse: rules.collapse, offset: rules.offset, ..paper };
    let long = (3..=9)
        .flat_map(move |pieces| Rules::combinations().filter(of_paper).map(move |rules| (3, pieces, rules)));
    let short = [(3, 2), (3, 1), (2, 2), (2, 1)].into_iter();
    let short =
        short.flat_map(|(side, pieces)| Rules::combinations().map(move |rules| (side, pieces, rules)));
    let games: Vec<Case> = long.chain(short).collect();
    solve(&games, "perfect play", |pieces| !FIRST_MOVES_TAKE_LONG.contains(&pieces), progress)
}

/// The games whose best first moves [`Evidence::gather`](super::Evidence::gather) leaves out, with them.
///
/// Cost: minutes.
///
/// # Errors
/// If it was interrupted.
pub fn with_first_moves(solved: &[SolvedGame], progress: &dyn Progress) -> Result<Vec<SolvedGame>, Error> {
    let left_out = solved.iter().filter(|game| game.first_moves.is_none());
    let games: Vec<Case> = left_out.map(|game| (game.side, game.pieces, game.rules)).collect();
    solve(&games, "best first moves", |_| true, progress)
}

/// Solves the games, given with the longest first, so that the threads stay busy.
fn solve(
    games: &[Case],
    title: &str,
    with_first_moves: impl Fn(usize) -> bool + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, Error> {
    progress.begin(title, Some(games.len() as u64));
    let solved: Result<Vec<SolvedGame>, Error> = games
        .par_iter()
        .with_max_len(1)
        .map(|&(side, pieces, rules)| {
            let start = Position::new(Game::of_side(side, pieces, rules)?);
            let mut solver = Solver::new(*start.game(), default_table_bytes(start.game()))?;
            let began = Instant::now();
            let solution = solver.solve(&start, &Quiet(progress));
            let time = began.elapsed();
            progress.check()?;
            let first_moves = with_first_moves(pieces)
                .then(|| solver.best_first_moves(&start, &Quiet(progress)).ok_or(Interrupted))
                .transpose()?;
            progress.advance(1);
            Ok(SolvedGame { rules, side, pieces, solution, first_moves, time })
        })
        .collect();
    progress.end();
    let mut solved = solved?;
    // The order of the rules stays.
    solved.sort_by_key(|game| (game.side, game.pieces));
    Ok(solved)
}
