//! Section 8: games under perfect play, many side by side, and certificates of the values.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use super::error::Error;
use crate::board::SquareSet;
use crate::game::Game;
use crate::position::Position;
use crate::progress::{Interrupted, Progress, Quiet};
use crate::rules::{Player, Rules, Variant};
use crate::search::certificate::{Certificate, Claim};
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

/// The side, n and rules of a game.
type Asked = (usize, usize, Rules);

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
    let games: Vec<Asked> = long.chain(short).collect();
    solve(&games, "perfect play", |pieces| !FIRST_MOVES_TAKE_LONG.contains(&pieces), progress)
}

/// The games of [`solved`] that have no best first moves, with them.
///
/// Cost: minutes.
pub fn with_first_moves(solved: &[SolvedGame], progress: &dyn Progress) -> Result<Vec<SolvedGame>, Error> {
    let left_out = solved.iter().filter(|game| game.first_moves.is_none());
    let games: Vec<Asked> = left_out.map(|game| (game.side, game.pieces, game.rules)).collect();
    solve(&games, "best first moves", |_| true, progress)
}

/// Solves the games, given with the longest first, so that the threads stay busy.
fn solve(
    games: &[Asked],
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
            let table_bytes = default_table_bytes(start.board(), pieces);
            let mut solver = Solver::new(start.board(), pieces, &rules, table_bytes)?;
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

/// The variants of the standard game (3x3, n = 2) of which the paper speaks.
#[derive(Clone, Debug)]
pub struct Standard {
    /// The paper's own rules.
    pub paper: SolvedGame,
    /// Player 2's subscripts are less by 1.
    pub offset: SolvedGame,
    /// Player 1 always collapses.
    pub player1_collapses: SolvedGame,
    /// Player 2 always collapses.
    pub player2_collapses: SolvedGame,
    /// The player who entangles collapses.
    pub mover_collapses: SolvedGame,
}

impl Standard {
    /// Finds them among the solved games.
    pub fn among(solved: &[SolvedGame]) -> Result<Standard, Error> {
        let of = |variant: Variant| {
            let asked = (variant.rules(), 3, 2);
            let found = solved.iter().find(|game| (game.rules, game.side, game.pieces) == asked);
            found.cloned().ok_or_else(|| Error::Failed(format!("{variant} is not solved")))
        };
        Ok(Standard {
            paper: of(Variant::Paper)?,
            offset: of(Variant::Offset)?,
            player1_collapses: of(Variant::Player1Collapses)?,
            player2_collapses: of(Variant::Player2Collapses)?,
            mover_collapses: of(Variant::MoverCollapses)?,
        })
    }
}

/// Makes and checks certificates of both bounds of a game's value: strategies of player 1 and of player 2, which are
/// played through without a solver. Returns how many choices each has.
///
/// Cost: seconds.
pub fn certify(game: &SolvedGame, progress: &dyn Progress) -> Result<[usize; 2], Error> {
    let start = Position::new(Game::of_side(game.side, game.pieces, game.rules)?);
    let choices = |prover, margin| {
        let failed =
            |error: &dyn std::fmt::Display| Error::Failed(format!("certificate of {}: {error}", name(game)));
        let table_bytes = default_table_bytes(start.board(), game.pieces);
        let mut solver = Solver::new(start.board(), game.pieces, &game.rules, table_bytes)?;
        let proof = Certificate::of(&start, Claim { prover, margin }, &mut solver, progress);
        progress.check()?;
        let checked = proof.map_err(|error| failed(&error))?.check(progress);
        Ok::<_, Error>(checked.map_err(|error| failed(&error))?.choices)
    };
    Ok([choices(Player::One, game.solution.lower)?, choices(Player::Two, game.solution.upper)?])
}

/// The name of a game's rules.
fn name(game: &SolvedGame) -> String {
    Variant::of(game.rules).map_or_else(String::new, |variant| variant.to_string())
}
