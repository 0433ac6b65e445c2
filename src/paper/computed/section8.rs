//! Section 8: games under perfect play, many side by side, and certificates of the values.

use std::ops::RangeInclusive;

use super::error::Error;
use crate::game::Game;
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::{Player, Rules, Variant};
use crate::search::certificate::{Certificate, Claim};
use crate::search::{SolveOptions, SolvedGame, Solver, default_table_bytes, solve_games};

/// For these n the best first moves take ten times as long as the value.
const FIRST_MOVES_TAKE_LONG: RangeInclusive<usize> = 3..=5;

/// All 96 rules on 2x2 and 3x3 with one and two pieces; on 3x3 with more the paper's rules under every collapse rule and
/// offset. Without the best first moves of n = 3 to 5.
pub fn solved(progress: &dyn Progress) -> Result<Vec<SolvedGame>, Error> {
    let few = [(2, 1), (2, 2), (3, 1), (3, 2)].into_iter();
    let few = few.flat_map(|(side, pieces)| Rules::combinations().map(move |rules| (side, pieces, rules)));
    let paper = Rules::default();
    let of_paper =
        move |rules: &Rules| *rules == Rules { collapse: rules.collapse, offset: rules.offset, ..paper };
    let many = (3..=9)
        .flat_map(move |pieces| Rules::combinations().filter(of_paper).map(move |rules| (3, pieces, rules)));
    let games = few.chain(many).map(|(side, pieces, rules)| Game::of_side(side, pieces, rules));
    let games: Vec<Game> = games.collect::<Result<_, _>>()?;
    solve(&games, |pieces| !FIRST_MOVES_TAKE_LONG.contains(&pieces), progress)
}

/// The games of [`solved`] that have no best first moves, with them.
///
/// Cost: minutes.
pub fn with_first_moves(solved: &[SolvedGame], progress: &dyn Progress) -> Result<Vec<SolvedGame>, Error> {
    let left_out = solved.iter().filter(|solved| solved.first_moves.is_none());
    let games: Vec<Game> = left_out.map(|solved| solved.game).collect();
    solve(&games, |_| true, progress)
}

/// Solves the games, with the best first moves for those n.
fn solve(
    games: &[Game],
    with_first_moves: impl Fn(usize) -> bool + Sync,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, Error> {
    let options =
        |game: &Game| SolveOptions { first_moves: with_first_moves(game.pieces()), ..SolveOptions::of(game) };
    let solved = solve_games(games, options, progress)?;
    progress.check()?;
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
            let asked = Game::default().with_rules(variant.rules());
            solved
                .iter()
                .find(|solved| solved.game == asked)
                .cloned()
                .ok_or_else(|| Error::Failed(format!("{variant} is not solved")))
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
pub fn certify(solved: &SolvedGame, progress: &dyn Progress) -> Result<[usize; 2], Error> {
    let game = solved.game;
    let name = Variant::of(*game.rules()).map_or_else(String::new, |variant| variant.to_string());
    let failed = |error: &dyn std::fmt::Display| Error::Failed(format!("certificate of {name}: {error}"));
    let choices = |prover, margin| -> Result<usize, Error> {
        let mut solver = Solver::new(game, default_table_bytes(&game))?;
        let proof = Certificate::of(&Position::new(game), Claim { prover, margin }, &mut solver, progress);
        progress.check()?;
        let checked = proof.map_err(|error| failed(&error))?.check(progress);
        Ok(checked.map_err(|error| failed(&error))?.choices)
    };
    let proven = solved.solution.interval;
    Ok([choices(Player::One, proven.lower)?, choices(Player::Two, proven.upper)?])
}
