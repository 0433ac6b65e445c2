//! How the *blocker* keeps the *attacker*, its opponent, from every line in a real game.
//!
//! A position is *proved* if the blocker is shown to keep the attacker from every line. The
//! blocker's action is *safe* if the position after it is proved:
//!
//! * *n = 1 and 2 on 4x4.* [`blocking`](crate::beyond::every_board::blocking) searches few
//!   positions for each action. If this proves no action safe, it searches the position before the
//!   actions, which fills the table. If that is proved, it searches the actions again, with more
//!   positions.
//! * *n = 1, from 5x5 upward.* On each open line both squares of its pair are quantum (module
//!   `pairing`). For example, the first row of 5x5 has the pair 1 and 3. If the attacker takes 1,
//!   the safe actions are 2, 3, 4 and 5, because a piece on any of them kills the row.
//! * *n = 2, from 5x5 upward.* The blocker wins the game of trees, by the criterion or by a search
//!   (module `trees`).
//!
//! A blocker who takes safe actions from the start always has one. That the limits below let the
//! search find it is tested (`keeps_draw`) but not proved.

use super::pairing;
use super::trees::{AfterDefence, SearchCache, open_lines};
use crate::beyond::every_board::blocking::{Blocking, Budget, Goal, holds_after};
use crate::engine::board::{Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{Player, Rules};
use crate::support::progress::{Interrupted, Progress};

/// Positions for each search in the first round, and how many actions.
const FIRST_ROUND: (u64, usize) = (1 << 10, 4);

const LAST_ROUND: u64 = 1 << 20;

/// Positions in [`Keeper::is_proved`] if the attacker is to place a series.
const NODES_PER_POSITION: u64 = 1 << 16;

/// If more results are stored, the next search clears them.
const MOST_KNOWN: usize = 1 << 21;

const BLOCKING_SIDE: usize = 4;

const BLOCKING_BYTES: usize = 1 << 28;

/// Positions for each action in the first round.
const BLOCKING_ROUND: u64 = 1 << 8;

/// Positions for each action in the last round, and for the position before the actions.
const BLOCKING_MOST: u64 = 1 << 28;

/// Positions in [`Keeper::is_proved`] on 4x4.
const BLOCKING_PER_POSITION: u64 = 1 << 22;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Safe {
    All,
    /// Others may be safe, too. Empty if nothing is proved.
    These(Vec<Action>),
}

/// A search for safe actions, which keeps its results between calls.
#[derive(Debug, Default)]
pub struct Keeper {
    known: SearchCache,
    blocking: Option<(Game, Player, Blocking)>,
}

impl Keeper {
    /// Returns `true` if there are safe actions from the start: with n = 1 or 2 from 4x4 upward.
    pub fn plays(game: &Game) -> bool {
        match (game.board().side(), game.pieces()) {
            (Some(side), 1 | 2) => side >= BLOCKING_SIDE,
            _ => false,
        }
    }

    /// Returns safe actions of the player to move.
    ///
    /// With n = 2, from 5x5 upward, these are all actions that the criterion proves, or if there
    /// are none, the first one that a search proves. But if the blocker chooses the collapse after
    /// the attacker's placement, the result is [`Safe::All`] without a search, and holds if the
    /// blocker's last action was safe.
    ///
    /// # Errors
    /// Fails if interrupted.
    pub fn safe_actions(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Safe, Interrupted> {
        let Some(blocker) = position
            .to_move()
            .filter(|_| Keeper::plays(position.game()))
        else {
            return Ok(Safe::These(Vec::new()));
        };
        if has_line(position, blocker.opponent()) {
            return Ok(Safe::These(Vec::new()));
        }
        let is_own = |series: usize| Player::from_turn(series) == blocker;
        match (position.pieces(), position.phase()) {
            _ if open_lines(position, blocker) == 0 => Ok(Safe::All),
            _ if is_for_blocking(position) => self
                .safe_by_blocking(position, blocker, progress)
                .map(Safe::These),
            // In the game of trees the attacker chooses every collapse.
            (_, Phase::Collapse) if !is_own(position.turns()) => Ok(Safe::All),
            (1, _) => {
                let is_safe =
                    |action: &Action| is_paired(&position.after_unchecked(action), blocker);
                Ok(Safe::These(position.actions().filter(is_safe).collect()))
            }
            _ => self
                .safe_by_search(position, blocker, progress)
                .map(Safe::These),
        }
    }

    /// `true` if the position is proved. `false` need not refute it, because the searches are
    /// limited, and the blocker may not need the pairs or the game of trees.
    ///
    /// # Errors
    /// Fails if interrupted.
    pub fn is_proved(
        &mut self,
        position: &Position,
        blocker: Player,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let is_first = blocker.turns_of(position.turns()) == 0 && position.phase() == Phase::Place;
        if !Keeper::plays(position.game()) || has_line(position, blocker.opponent()) {
            return Ok(false);
        }
        if is_first || open_lines(position, blocker) == 0 {
            return Ok(true);
        }
        match (position.pieces(), position.phase()) {
            _ if is_for_blocking(position) => {
                self.blocking_proves(position, blocker, BLOCKING_PER_POSITION, progress)
            }
            (_, Phase::Place) if position.to_move() == Some(blocker) => {
                Ok(self.safe_actions(position, progress)? != Safe::These(Vec::new()))
            }
            (1, _) => Ok(is_paired(position, blocker)),
            (_, Phase::Collapse) => holds_after(position, blocker, |after| {
                self.is_proved(after, blocker, progress)
            }),
            _ => self.search_proves(position, blocker, NODES_PER_POSITION, progress),
        }
    }

    fn safe_by_blocking(
        &mut self,
        position: &Position,
        blocker: Player,
        progress: &dyn Progress,
    ) -> Result<Vec<Action>, Interrupted> {
        let mut nodes = BLOCKING_ROUND;
        while nodes <= BLOCKING_MOST {
            let mut safe = Vec::new();
            for action in position.actions() {
                if self.blocking_proves(
                    &position.after_unchecked(&action),
                    blocker,
                    nodes,
                    progress,
                )? {
                    safe.push(action);
                }
            }
            if !safe.is_empty()
                || !self.blocking_proves(position, blocker, BLOCKING_MOST, progress)?
            {
                return Ok(safe);
            }
            nodes *= 4;
        }
        Ok(Vec::new())
    }

    fn blocking_proves(
        &mut self,
        position: &Position,
        blocker: Player,
        most_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        // A proof by blocking holds whatever the other rules are.
        let rules = Rules {
            collapse: position.rules().collapse,
            ..Rules::default()
        };
        let Ok(game) = Game::from_side(BLOCKING_SIDE, position.pieces(), rules) else {
            return Ok(false);
        };
        if self
            .blocking
            .as_ref()
            .is_none_or(|(solved_game, by, _)| (*solved_game, *by) != (game, blocker))
        {
            let blocking = Blocking::new(&game, blocker, Goal::Line, BLOCKING_BYTES);
            self.blocking = blocking.map(|blocking| (game, blocker, blocking));
        }
        let Some((_, _, blocking)) = &mut self.blocking else {
            return Ok(false);
        };
        let budget = Budget {
            most_nodes,
            parallel: false,
        };
        let held = blocking.holds(position, budget, progress);
        progress.check()?;
        Ok(held == Ok(true))
    }

    fn safe_by_search(
        &mut self,
        position: &Position,
        blocker: Player,
        progress: &dyn Progress,
    ) -> Result<Vec<Action>, Interrupted> {
        let (mut safe, mut doubtful) = (Vec::new(), Vec::new());
        for action in position.actions() {
            progress.check()?;
            match shortfall(&position.after_unchecked(&action), blocker) {
                Some(0) => safe.push(action),
                Some(shortfall) => doubtful.push((shortfall, action)),
                None => {}
            }
        }
        if !safe.is_empty() {
            return Ok(safe);
        }
        doubtful.sort_by_key(|(shortfall, _)| *shortfall);
        let actions = doubtful.into_iter().map(|(_, action)| action);
        let (double, others): (Vec<Action>, _) =
            actions.partition(|action| is_part_of_double_move(position, action, blocker));
        let promise = |action: &Action| {
            let after = position.after_unchecked(action);
            let places = after.phase() == Phase::Place;
            let left = places.then(|| AfterDefence::all_of(&after, blocker).pop())??;
            Some((left.open_lines(), left.tangle()))
        };
        let mut double: Vec<_> = double
            .into_iter()
            .map(|action| (promise(&action), action))
            .collect();
        double.sort_by_key(|(promise, _)| *promise);
        let actions = interleaved(double.into_iter().map(|(_, action)| action), others);
        let (mut nodes, mut count) = FIRST_ROUND;
        while nodes <= LAST_ROUND {
            for action in actions.iter().take(count) {
                if self.search_proves(
                    &position.after_unchecked(action),
                    blocker,
                    nodes,
                    progress,
                )? {
                    return Ok(vec![*action]);
                }
            }
            (nodes, count) = (4 * nodes, 2 * count);
        }
        Ok(Vec::new())
    }

    /// The blocker must not be about to place a series. `nodes` limits the search of each outcome
    /// of a collapse.
    fn search_proves(
        &mut self,
        position: &Position,
        blocker: Player,
        nodes: u64,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        progress.check()?;
        if self.known.count() > MOST_KNOWN {
            self.known.clear();
        }
        match position.phase() {
            _ if has_line(position, blocker.opponent()) => Ok(false),
            Phase::Over => Ok(true),
            Phase::Collapse => holds_after(position, blocker, |after| {
                self.search_proves(after, blocker, nodes, progress)
            }),
            Phase::Place => {
                let all = AfterDefence::all_of(position, blocker);
                let likeliest = all.iter().min_by_key(|left| left.shortfall());
                let mut search = self.known.search(nodes, progress);
                let holds = likeliest.is_some_and(|left| search.holds(left) == Ok(true));
                progress.check()?;
                Ok(holds)
            }
        }
    }
}

fn is_for_blocking(position: &Position) -> bool {
    position.board().side() == Some(BLOCKING_SIDE)
}

fn has_line(position: &Position, player: Player) -> bool {
    position.board().has_line(position.owned_by(player))
}

fn is_paired(position: &Position, blocker: Player) -> bool {
    let Some(pairs) = position.board().side().and_then(pairing) else {
        return false;
    };
    position
        .board()
        .lines()
        .iter()
        .zip(pairs)
        .all(|(line, pair)| {
            let pair: SquareSet = pair.into_iter().filter_map(Square::new).collect();
            line.intersects(position.owned_by(blocker)) || pair.is_subset(position.quantum())
        })
}

/// Returns how much the criterion lacks to prove a position after the blocker's action.
///
/// 0 is a proof. Returns `None` if the attacker has a line, or gets one by the collapse.
fn shortfall(position: &Position, blocker: Player) -> Option<usize> {
    if has_line(position, blocker.opponent()) {
        return None;
    }
    match position.phase() {
        Phase::Over => Some(0),
        Phase::Collapse => {
            let after = |collapse| position.after_unchecked(&Action::Collapse(collapse));
            let mut outcomes = position
                .collapses()
                .map(|collapse| shortfall(&after(collapse), blocker));
            if position.to_move() == Some(blocker) {
                outcomes.flatten().min()
            } else {
                outcomes.try_fold(0, |most, shortfall| {
                    shortfall.map(|shortfall| most.max(shortfall))
                })
            }
        }
        Phase::Place => AfterDefence::all_of(position, blocker)
            .iter()
            .map(AfterDefence::shortfall)
            .min(),
    }
}

/// Unlike in the game of trees, two squares on a common line do not begin a double move here.
fn is_part_of_double_move(position: &Position, action: &Action, blocker: Player) -> bool {
    let Action::Place(pair) = action else {
        return false;
    };
    let mut series = position.quantum_series().iter();
    let is_fresh = series
        .clone()
        .all(|one| !position.squares_of(one).intersects(*pair));
    let on_one_line = || {
        position
            .board()
            .lines()
            .iter()
            .any(|line| pair.is_subset(*line))
    };
    let repeats = |one| Player::from_turn(one + 1) == blocker && position.squares_of(one) == *pair;
    series.any(repeats) || is_fresh && !on_one_line()
}

fn interleaved<T>(one: impl IntoIterator<Item = T>, other: Vec<T>) -> Vec<T> {
    let (mut one, mut other) = (one.into_iter(), other.into_iter());
    let both = std::iter::from_fn(|| {
        let both = [one.next(), other.next()];
        both.iter().any(Option::is_some).then_some(both)
    });
    both.flatten().flatten().collect()
}
