//! Games with equal moves, solved together.
//!
//! **Theorem.** Let two games have the same moves. In the second, let every end have at least the
//! margin that it has in the first, and let player 1 choose every collapse that it chooses in the
//! first. Then every position is worth at least as much in the second game.
//!
//! *Proof.* By induction from the ends. If player 1 decides, a position has the greatest value that
//! can follow, and if player 2 decides, the least, which is no greater. ∎
//!
//! So a game's lower bound also holds for the games that the theorem places above it, and its upper
//! bound for those below it. Two rules order games like this:
//!
//! * *Collapse rule.* Values never fall from "player 2 always chooses" to "the opponent" or "the
//!   mover", nor from either to "player 1 always chooses".
//! * *Offset.* On boards up to 3x3 no end has a greater margin with offset 1 than with offset 0.
//!   The margins can differ only if each player has a line, and then player 2's line counts as one
//!   turn earlier.
//!
//! # Cost
//! For n = 7, 8 and 9 on 3x3 two queries solve the eight games that differ from the default rules
//! at most in collapse rule and offset.

use std::time::Instant;

use super::backend::Backend;
use super::error::{SolveError, expect_small};
use super::games::SolvedGame;
use super::move_classes::MoveClasses;
use super::small::{SmallEngine, guess};
use super::solver::default_table_bytes;
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::position::Position;
use crate::engine::rules::{CollapseChooser, Margin, Offset, Rules};
use crate::engine::static_bound::StaticBound;
use crate::support::progress::{Progress, Quiet};

/// Solves games on one board that differ at most in collapse rule and offset.
///
/// The answers come in the games' order and have no lines of best play.
///
/// # Errors
/// Fails if the board has no lines or more than 9 squares, if there is no memory for the tables, or
/// if interrupted.
///
/// # Panics
/// May panic if the games differ in anything else.
pub fn solve_alike(
    games: &[Game],
    first_moves: bool,
    progress: &dyn Progress,
) -> Result<Vec<SolvedGame>, SolveError> {
    let (began, progress) = (Instant::now(), &Quiet(progress));
    let mut related = related(games)?;
    prove_values(&mut related, progress)?;
    for at in 0..if first_moves { related.len() } else { 0 } {
        let (before, rest) = related.split_at_mut(at);
        rest[0].find_first_moves(before, progress)?;
    }
    let solved = games
        .iter()
        .filter_map(|game| related.iter().find(|one| one.game == *game));
    let solved = solved.map(|one| SolvedGame {
        first_moves: one.first_moves.as_ref().map(|(_, best)| best.clone()),
        time: began.elapsed(),
        ..SolvedGame::without_line(one.game, one.proven, Basis::Search)
    });
    Ok(solved.collect())
}

struct Related {
    game: Game,
    proven: Interval,
    engine: Option<SmallEngine>,
    /// Whether each class of first moves keeps the value, and the least move of each class that
    /// does.
    first_moves: Option<(Vec<bool>, Vec<SquareSet>)>,
}

/// Sorts the games as the theorem orders them, lowest first.
fn related(games: &[Game]) -> Result<Vec<Related>, SolveError> {
    let mut related = Vec::new();
    for &game in games {
        expect_small(&game)?;
        assert!(
            shared(&game) == shared(&games[0]),
            "the games are not alike"
        );
        let proven = StaticBound::new(&game).of(&Position::new(game));
        related.push(Related {
            game,
            proven,
            engine: None,
            first_moves: None,
        });
    }
    related.sort_by_key(|one| {
        let chooser = match one.game.rules().collapse {
            CollapseChooser::Player2 => 0,
            CollapseChooser::Opponent => 1,
            CollapseChooser::Mover => 2,
            CollapseChooser::Player1 => 3,
        };
        (chooser, one.game.rules().offset == Offset::Zero)
    });
    Ok(related)
}

fn shared(game: &Game) -> (Option<usize>, usize, Rules) {
    let Rules {
        collapse, offset, ..
    } = Rules::default();
    (
        game.board().side(),
        game.pieces(),
        Rules {
            collapse,
            offset,
            ..*game.rules()
        },
    )
}

/// Returns `true` if the theorem places `one` above `other`, or if they are equal.
fn has_at_least(one: &Game, other: &Game) -> bool {
    let (one, other) = (one.rules(), other.rules());
    let chooses = match (one.collapse, other.collapse) {
        (CollapseChooser::Player1, _) | (_, CollapseChooser::Player2) => true,
        (CollapseChooser::Opponent, chooser) => chooser == CollapseChooser::Opponent,
        (CollapseChooser::Mover, chooser) => chooser == CollapseChooser::Mover,
        (CollapseChooser::Player2, _) => false,
    };
    chooses && (one.offset == other.offset || one.offset == Offset::Zero)
}

/// Proves lower bounds, lowest game first. Then proves upper bounds, highest game first, and leaves
/// the rest to a search.
fn prove_values(related: &mut [Related], progress: &dyn Progress) -> Result<(), SolveError> {
    for at in 0..related.len() {
        let (from, guess) = (related[at].game, guess(&related[at].game));
        if related[at].proven.lower < guess
            && related[at].forces(&Position::new(from), guess, progress)?
        {
            let more = related
                .iter_mut()
                .filter(|one| has_at_least(&one.game, &from));
            more.for_each(|one| one.proven.lower = one.proven.lower.max(guess));
        }
    }
    for at in (0..related.len()).rev() {
        let (from, Interval { lower, upper }) = (related[at].game, related[at].proven);
        let more = lower + Margin::SMALLEST;
        if lower < upper && !related[at].forces(&Position::new(from), more, progress)? {
            let less = related
                .iter_mut()
                .filter(|one| has_at_least(&from, &one.game));
            less.for_each(|one| one.proven.upper = one.proven.upper.min(lower));
        }
    }
    for one in related
        .iter_mut()
        .filter(|one| one.proven.value().is_none())
    {
        let start = Position::new(one.game);
        one.proven = one.proven.intersect(one.engine()?.search(&start, progress));
        progress.check()?;
    }
    Ok(())
}

impl Related {
    fn engine(&mut self) -> Result<&mut SmallEngine, SolveError> {
        Ok(match &mut self.engine {
            Some(engine) => engine,
            none => none.insert(SmallEngine::new(
                self.game,
                default_table_bytes(&self.game),
            )?),
        })
    }

    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, SolveError> {
        Ok(self.engine()?.forces(position, margin, progress)?)
    }

    /// A move that keeps the value in a lower game of equal value also keeps it here, by the
    /// theorem.
    fn find_first_moves(
        &mut self,
        before: &[Related],
        progress: &dyn Progress,
    ) -> Result<(), SolveError> {
        let (Some(value), start) = (self.proven.value(), Position::new(self.game)) else {
            return Ok(());
        };
        let Some(classes) = MoveClasses::new(&start, progress) else {
            return Ok(progress.check()?);
        };
        let is_less = |other: &&Related| {
            has_at_least(&self.game, &other.game) && other.proven.value() == Some(value)
        };
        let known = before
            .iter()
            .filter(is_less)
            .filter_map(|other| other.first_moves.as_ref());
        let known: Vec<&Vec<bool>> = known.map(|(keeps, _)| keeps).collect();
        let mut keeps = Vec::new();
        for (class, next) in classes.after.iter().enumerate() {
            keeps.push(
                known.iter().any(|keeps| keeps[class]) || self.forces(next, value, progress)?,
            );
        }
        let best = classes.least_placements(&keeps);
        self.first_moves = Some((keeps, best));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::support::progress::Silent;

    #[test]
    fn two_queries_can_prove_the_values_of_eight_games() {
        for pieces in 7..=9 {
            let paper = Game::from_side(3, pieces, Rules::default()).expect("a game");
            let games = Rules::combinations().map(|rules| paper.with_rules(rules));
            let games = games.filter(|game| shared(game) == shared(&paper));
            let mut related = related(&games.collect::<Vec<_>>()).expect("they are small");
            prove_values(&mut related, &Silent).expect("nothing interrupts");
            assert!(related.iter().all(|one| one.proven.value().is_some()));
            let solved = related.iter().filter(|one| one.engine.is_some());
            assert_eq!((related.len(), solved.count()), (8, 2));
        }
    }
}
