//! Games with the same moves, solved together.
//!
//! **Theorem.** Let two games have the same moves. In the second let every end have at least the margin that it has in
//! the first, and let player 1 choose every collapse that it chooses in the first. Then every position has in the second
//! at least the value that it has in the first.
//!
//! *Proof.* By induction from the ends: a position is worth the greatest value that can follow if player 1 decides, and
//! the least if player 2 does. ∎
//!
//! *Offset.* Games that differ in the offset alone often have one value. Two questions prove it for all of them: player 1
//! forces it even if each end has the least of their margins there, and player 2 holds player 1 to it even if each end
//! has the greatest.
//!
//! *Collapse rule.* Values rise from "player 2 always chooses" over "the opponent" or "the mover" to "player 1 always
//! chooses". So a lower bound holds for the rules further on, too, and an upper bound for those before.
//!
//! Cost: at best four questions for eight games, in place of sixteen.

use std::time::Instant;

use super::engine::Engine;
use super::error::Error;
use super::games::{SolveOptions, SolvedGame};
use super::interval::{Basis, Interval};
use super::move_classes::MoveClasses;
use super::small::SmallEngine;
use super::solver::{MAX_SQUARES, default_table_bytes, question};
use super::static_bound::StaticBound;
use crate::board::SquareSet;
use crate::game::Game;
use crate::position::Position;
use crate::progress::{Progress, Quiet};
use crate::rules::{CollapseChooser, Margin, Player, Rules};

/// Solves games that differ at most in who collapses and in the offset, on one board of at most 9 squares; `first_moves`
/// asks for the best first moves too. The answers are in the order of the games. They have lines of best play only where
/// a game had to be solved alone.
///
/// ```
/// use gqt3::{game::Game, progress::Silent, rules::Variant, search::solve_alike};
/// let games = [Variant::Paper, Variant::Offset, Variant::MoverCollapses, Variant::Player1Collapses];
/// let games = games.map(|variant| Game::of_side(2, 2, variant.rules()).expect("there is one"));
/// let solved = solve_alike(&games, false, &Silent)?;
/// let values = solved.iter().map(|game| game.solution.value().map(|value| value.to_string()));
/// assert_eq!(values.take(2).flatten().collect::<Vec<_>>(), ["+1/2", "0"]);
/// # Ok::<(), gqt3::search::Error>(())
/// ```
///
/// # Errors
/// If the board is too large or has no lines, if there is no memory for the tables, or if interrupted.
///
/// # Panics
/// If the games differ in more.
pub fn solve_alike(
    games: &[Game],
    first_moves: bool,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, Error> {
    let (began, progress) = (Instant::now(), &Quiet(progress));
    let mut groups = groups(games)?;
    prove_values(&mut groups, progress)?;
    for at in 0..if first_moves { groups.len() } else { 0 } {
        let (before, rest) = groups.split_at_mut(at);
        rest[0].find_first_moves(before, progress)?;
    }
    let solved = games.iter().map(|&game| {
        let group = groups.iter().find(|group| group.collapse() == game.rules().collapse);
        match group.filter(|group| group.is_solved(first_moves)) {
            Some(group) => {
                let first_moves = group.first_moves.as_ref().map(|(_, best)| best.clone());
                let solved = SolvedGame::without_line(game, group.proven, Basis::Search);
                Ok(SolvedGame { first_moves, time: began.elapsed(), ..solved })
            }
            None => {
                let options = SolveOptions { first_moves, ..SolveOptions::of(&game) };
                Ok(SolvedGame::solve(game, &mut options.solver(game)?, &options, progress))
            }
        }
    });
    let solved = solved.collect();
    progress.check()?;
    solved
}

/// Games that differ in the offset alone.
struct Group {
    games: Vec<Game>,
    /// What is proven about all of them.
    proven: Interval,
    /// For each player an engine for what the player can force in all of them at once.
    engines: [Option<SmallEngine>; 2],
    /// For each class of first moves whether it keeps the value in all of them, and one move of each class that does;
    /// none of the others does in any of them.
    first_moves: Option<(Vec<bool>, Vec<SquareSet>)>,
}

/// The games in groups, those with the least values first.
fn groups(games: &[Game]) -> Result<Vec<Group>, Error> {
    let mut groups: Vec<Group> = Vec::new();
    for &game in games {
        let squares = game.squares();
        if game.board().side().is_none() {
            return Err(Error::NoLines);
        }
        if squares > MAX_SQUARES {
            return Err(Error::Board { squares });
        }
        assert!(shared(&game) == shared(&games[0]), "the games are not alike");
        match groups.iter_mut().find(|group| group.collapse() == game.rules().collapse) {
            Some(group) => group.games.push(game),
            None => groups.push(Group {
                games: vec![game],
                proven: StaticBound::new(&game).of(&Position::new(game)),
                engines: [None, None],
                first_moves: None,
            }),
        }
    }
    groups.sort_by_key(|group| match group.collapse() {
        CollapseChooser::Player2 => 0,
        CollapseChooser::Opponent => 1,
        CollapseChooser::Mover => 2,
        CollapseChooser::Player1 => 3,
    });
    Ok(groups)
}

/// What the games have in common.
fn shared(game: &Game) -> (Option<usize>, usize, Rules) {
    let Rules { collapse, offset, .. } = Rules::default();
    (game.board().side(), game.pieces(), Rules { collapse, offset, ..*game.rules() })
}

/// Whether player 1 chooses by rule `one` wherever it does by rule `other`.
fn has_at_least(one: CollapseChooser, other: CollapseChooser) -> bool {
    one == other || one == CollapseChooser::Player1 || other == CollapseChooser::Player2
}

/// Proves lower bounds, beginning with the group of the least values; then upper bounds, beginning with the group of the
/// greatest.
fn prove_values(groups: &mut [Group], progress: &dyn Progress) -> Result<(), Error> {
    for at in 0..groups.len() {
        let (from, guess) = (groups[at].collapse(), groups[at].guess());
        let start = Position::new(groups[at].games[0]);
        if groups[at].proven.lower < guess && groups[at].forces(&start, Player::One, guess, progress)? {
            let more = groups.iter_mut().filter(|group| has_at_least(group.collapse(), from));
            more.for_each(|group| group.proven.lower = group.proven.lower.max(guess));
        }
    }
    for at in (0..groups.len()).rev() {
        let (from, Interval { lower, upper }) = (groups[at].collapse(), groups[at].proven);
        let start = Position::new(groups[at].games[0]);
        if lower < upper && groups[at].forces(&start, Player::Two, lower, progress)? {
            let less = groups.iter_mut().filter(|group| has_at_least(from, group.collapse()));
            less.for_each(|group| group.proven.upper = group.proven.upper.min(lower));
        }
    }
    Ok(())
}

impl Group {
    fn collapse(&self) -> CollapseChooser {
        self.games[0].rules().collapse
    }

    fn is_solved(&self, first_moves: bool) -> bool {
        self.proven.value().is_some() && (self.first_moves.is_some() || !first_moves)
    }

    /// Whether a player can force at least a margin, or for player 2 at most, in all games at once.
    fn forces(
        &mut self,
        position: &Position,
        prover: Player,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Error> {
        let engine = match &mut self.engines[prover as usize] {
            Some(engine) => engine,
            none => {
                none.insert(SmallEngine::of_all(&self.games, prover, default_table_bytes(&self.games[0]))?)
            }
        };
        let (asked, wanted) = question(prover, margin);
        Ok(engine.forces(position, asked, progress)? == wanted)
    }

    /// The lower bound that is asked about first; the choice changes the time alone. The more pieces a series has, the
    /// more the choice of the last collapse is worth, which comes in turn 9.
    fn guess(&self) -> Margin {
        let half = Margin::of_rank(2);
        match (self.collapse(), self.games[0].pieces()) {
            (CollapseChooser::Mover | CollapseChooser::Player1, ..7) => Margin::ONE,
            (CollapseChooser::Mover | CollapseChooser::Player1, _) => Margin::ONE + Margin::ONE,
            (CollapseChooser::Opponent, ..=2) => half,
            (CollapseChooser::Opponent, 3) | (CollapseChooser::Player2, ..=2) => Margin::ZERO,
            (CollapseChooser::Opponent, ..7) | (CollapseChooser::Player2, ..6) => -half,
            (CollapseChooser::Opponent | CollapseChooser::Player2, _) => -Margin::ONE,
        }
    }

    /// Finds the best first moves if they are the same in all games of the group. By the theorem a move that keeps the
    /// value in a group before keeps it here, too, if the values are equal.
    fn find_first_moves(&mut self, before: &[Group], progress: &dyn Progress) -> Result<(), Error> {
        let (Some(value), start) = (self.proven.value(), Position::new(self.games[0])) else { return Ok(()) };
        let Some(classes) = MoveClasses::of(&start, progress) else { return Ok(progress.check()?) };
        let is_less = |other: &&Group| {
            has_at_least(self.collapse(), other.collapse()) && other.proven.value() == Some(value)
        };
        let known = before.iter().filter(is_less).filter_map(|other| other.first_moves.as_ref());
        let known: Vec<&Vec<bool>> = known.map(|(keeps, _)| keeps).collect();
        let mut keeps = Vec::new();
        for (class, next) in classes.after.iter().enumerate() {
            let keeps_in_all =
                known.iter().any(|keeps| keeps[class]) || self.forces(next, Player::One, value, progress)?;
            if !keeps_in_all && !self.forces(next, Player::Two, value - Margin::SMALLEST, progress)? {
                return Ok(());
            }
            keeps.push(keeps_in_all);
        }
        let best = classes.least_placements(&keeps);
        self.first_moves = Some((keeps, best));
        Ok(())
    }
}
