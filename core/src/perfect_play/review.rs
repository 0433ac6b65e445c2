use std::ops::RangeInclusive;

use super::backend::Backend;
use super::error::SolveError;
use super::move_classes::MoveClasses;
use super::solver::SolverWith;
use crate::engine::interval::Interval;
use crate::engine::notation::Record;
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::support::progress::Progress;

const MOST_ACTIONS: usize = 100_000;

/// A game's placements and collapses, judged by perfect play.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::notation::Record;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::{Margin, Player};
/// use gqt3::perfect_play::{Review, Solver, TABLE_BYTES};
/// let game = Game::from_side(2, 2, gqt3::engine::rules::Rules::default())?;
/// let record = Record::parse("1-2 1-2=1 3-4 3-4=3", Position::new(game))?;
/// let review = Review::new(&record, &mut Solver::new(game, TABLE_BYTES)?, &Silent)?;
/// let [first, ..] = &review.decisions[..] else { unreachable!("something was played") };
/// assert_eq!((first.turn(), first.before.to_string()), (1, "+1/2".to_owned()));
/// // What the two gave away explains how the game ended.
/// let losses = [Player::One, Player::Two].map(|player| review.given_away(player));
/// let ended = Margin::from_rank(2) - losses[0] + losses[1];
/// assert_eq!(ended, record.end().margin());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Review {
    pub decisions: Vec<Decision>,
}

/// A placement or a collapse, with proved bounds on the value before and after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The position before the decision.
    pub position: Position,
    pub player: Player,
    pub action: Action,
    pub before: Interval,
    pub after: Interval,
    /// If the decision was a mistake, the least action of each class that would have kept the
    /// player's proved bound.
    ///
    /// There is only one if the position has more than 100,000 actions, and none if the search
    /// ended before they were found.
    pub better: Vec<Action>,
}

impl Decision {
    /// Returns the turn, from 1. A collapse has the turn of the placement that caused it.
    pub const fn turn(&self) -> usize {
        self.position.turn()
    }

    /// Returns the least and the most value that the decision may have given away.
    pub fn loss(&self) -> RangeInclusive<Margin> {
        let (before, after) = (self.before, self.after);
        let [least, most] = match self.player {
            Player::One => [before.lower - after.upper, before.upper - after.lower],
            Player::Two => [after.lower - before.upper, after.upper - before.lower],
        };
        least.max(Margin::ZERO)..=most.max(Margin::ZERO)
    }

    /// Returns `true` if the decision certainly gave value away.
    pub fn is_mistake(&self) -> bool {
        *self.loss().start() > Margin::ZERO
    }

    /// Returns `true` if it is known how much the decision gave away.
    pub fn is_judged(&self) -> bool {
        self.loss().start() == self.loss().end()
    }

    /// Returns `true` if it is not known whether the decision gave value away.
    pub fn is_open(&self) -> bool {
        !self.is_mistake() && !self.is_judged()
    }
}

impl Review {
    /// Reviews a game from its end, because the last decisions take least time.
    ///
    /// So if a limit or an interruption ends the search, the first decisions may lack exact values.
    ///
    /// # Errors
    /// Fails if the solver is for another game.
    pub fn new(
        record: &Record,
        solver: &mut SolverWith<impl Backend>,
        progress: &dyn Progress,
    ) -> Result<Review, SolveError> {
        solver.expect_game_of(record.end())?;
        let taken: Vec<(Position, Action)> = record.steps().collect();
        progress.begin("review", Some(taken.len() as u64));
        let mut decisions = Vec::new();
        let mut after = solver.bounds(record.end(), progress);
        for (position, action) in taken.into_iter().rev() {
            // A record's actions are legal, so somebody is to move.
            let Some(player) = position.to_move() else {
                break;
            };
            let before = before(&position, player, after, solver, progress);
            let mut decision = Decision {
                position,
                player,
                action,
                before,
                after,
                better: Vec::new(),
            };
            if decision.is_mistake() {
                decision.better =
                    better(&position, player, before, solver, progress).unwrap_or_default();
            }
            decisions.push(decision);
            after = before;
            progress.advance(1);
        }
        decisions.reverse();
        progress.end();
        Ok(Review { decisions }.tightened())
    }

    fn tightened(mut self) -> Review {
        let mut known: Option<Interval> = None;
        for decision in &mut self.decisions {
            decision.before =
                known.map_or(decision.before, |known| known.intersect(decision.before));
            match decision.player {
                Player::One => {
                    decision.after.upper = decision.after.upper.min(decision.before.upper)
                }
                Player::Two => {
                    decision.after.lower = decision.after.lower.max(decision.before.lower)
                }
            }
            known = Some(decision.after);
        }
        self
    }

    /// Returns the proved mistakes of a player.
    pub fn mistakes(&self, player: Player) -> impl Iterator<Item = &Decision> {
        self.decisions
            .iter()
            .filter(move |decision| decision.player == player && decision.is_mistake())
    }

    /// Returns how much value a player provably gave away.
    pub fn given_away(&self, player: Player) -> Margin {
        self.mistakes(player)
            .map(|decision| *decision.loss().start())
            .sum()
    }

    /// Returns `true` if every decision's loss is known.
    pub fn is_complete(&self) -> bool {
        self.decisions.iter().all(Decision::is_judged)
    }
}

fn before(
    position: &Position,
    player: Player,
    after: Interval,
    solver: &mut SolverWith<impl Backend>,
    progress: &dyn Progress,
) -> Interval {
    if position.actions().nth(1).is_none() {
        return after;
    }
    let mut before = solver.bounds(position, progress);
    match player {
        Player::One => before.lower = before.lower.max(after.lower),
        Player::Two => before.upper = before.upper.min(after.upper),
    }
    before
}

fn better(
    position: &Position,
    player: Player,
    before: Interval,
    solver: &mut SolverWith<impl Backend>,
    progress: &dyn Progress,
) -> Option<Vec<Action>> {
    if position.actions().nth(MOST_ACTIONS).is_some() {
        return solver
            .best_action(position, progress)
            .map(|action| vec![action]);
    }
    let proven = match player {
        Player::One => before.lower,
        Player::Two => before.upper,
    };
    let classes = MoveClasses::new(position, progress)?;
    let keeps = solver.keeps(&classes, proven, progress)?;
    Some(classes.least(&keeps))
}
