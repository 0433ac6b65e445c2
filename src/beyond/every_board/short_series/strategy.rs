//! The strategy that keeps the opponent from every line, in real games.
//!
//! An action is *safe* if the position after it is proved to keep the opponent, the attacker, from every line. Whoever takes
//! safe actions from the start of a game always has another one, since the proofs allow for everything that the attacker can
//! do; and the attacker never has a line.
//!
//! * *n = 1 and 2 on 4x4.* A position is proved by [`blocking`](crate::beyond::every_board::blocking), which is asked about the actions one
//!   by one as soon as it has proved the position before them.
//! * *n = 1, from 5x5 on.* A position is proved if each open line has both squares of its [`pairing`] left.
//! * *n = 2, from 5x5 on.* A position is proved if the blocker wins the game of trees that stands for it, by the criterion or
//!   by a search, see the module `trees`. The double moves of the opening and the kills of lines of least rank, by which
//!   the page proves that there are safe actions, are not prescribed: any action that is proved will do. If the attacker
//!   chooses a collapse, all outcomes have to be proved; if the blocker chooses it, one.
//!
//! Cost for n = 2: on 4x4 up to half a minute for the first action, and no time worth mentioning for the next ones. From 5x5
//! on some tenths of a second for an action, and a second or two for the first answers on 5x5 and 6x6.

use super::pairing;
use super::trees::{Known, Left, open_lines};
use crate::beyond::every_board::blocking::{Blocking, Budget, Goal};
use crate::engine::board::{Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{Player, Rules};
use crate::support::progress::{Interrupted, Progress};

/// How many positions each search of the first round may look at, and how many actions are searched. In the next rounds they
/// are four times and twice as many.
const FIRST_ROUND: (u64, usize) = (1 << 10, 4);

/// How many positions a search of the last round may look at.
const LAST_ROUND: u64 = 1 << 20;

/// How many positions the search of a single position may look at.
const OF_ONE: u64 = 1 << 16;

/// More than this is not remembered.
const MOST_KNOWN: usize = 1 << 21;

/// The side of the board on which blocking proves what is safe.
const BLOCKING_SIDE: usize = 4;

/// The memory for what blocking has proved, in bytes; it is taken as it is needed.
const BLOCKING_BYTES: usize = 1 << 28;

/// How many positions blocking may look at for one action in the first round; in the next rounds they are four times as
/// many.
const BLOCKING_ROUND: u64 = 1 << 8;

/// How many positions blocking may look at for one action in the last round. From the start of a game 73 million are enough.
const BLOCKING_MOST: u64 = 1 << 28;

/// How many positions blocking may look at for the position that somebody else has played to.
const BLOCKING_OF_ONE: u64 = 1 << 22;

/// Which actions are safe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Safe {
    /// All of them.
    All,
    /// These; others may be safe, too. None if nothing is proved.
    These(Vec<Action>),
}

/// Finds safe actions. What it has found of the game of trees it uses again.
#[derive(Default)]
pub struct Keeper {
    known: Known,
    /// What blocking has proved, and for which game and blocker.
    blocking: Option<(Game, Player, Blocking)>,
}

impl Keeper {
    /// Whether a player who takes the safe actions of a game keeps the other from every line.
    pub fn plays(game: &Game) -> bool {
        match (game.board().side(), game.pieces()) {
            (Some(side), 1 | 2) => side >= BLOCKING_SIDE,
            _ => false,
        }
    }

    /// Safe actions of the player who decides. With n = 2 from 5x5 on these are all that the criterion proves, else the
    /// first one that a search proves.
    ///
    /// # Errors
    /// If interrupted.
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
            _ if is_for_blocking(position) => {
                self.blocked(position, blocker, progress).map(Safe::These)
            }
            // The game of trees leaves collapses to the attacker. What the attacker has entangled may collapse in any way.
            (_, Phase::Collapse) if !is_own(position.turns()) => Ok(Safe::All),
            (1, _) => {
                let keeps = |action: &Action| is_paired(&position.after_unchecked(action), blocker);
                Ok(Safe::These(position.actions().filter(keeps).collect()))
            }
            _ => self.proved(position, blocker, progress).map(Safe::These),
        }
    }

    /// Whether a player is proved to keep the other from every line from here on.
    ///
    /// # Errors
    /// If interrupted.
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
        match (position.pieces(), position.phase(), position.to_move()) {
            _ if is_for_blocking(position) => {
                self.holds(position, blocker, BLOCKING_OF_ONE, progress)
            }
            (1 | 2, Phase::Place, Some(player)) if player == blocker => {
                Ok(self.safe_actions(position, progress)? != Safe::These(Vec::new()))
            }
            (1, ..) => Ok(is_paired(position, blocker)),
            (2, Phase::Collapse, Some(player)) => {
                let wanted = player == blocker;
                for action in position.actions() {
                    if self.is_proved(&position.after_unchecked(&action), blocker, progress)?
                        == wanted
                    {
                        return Ok(wanted);
                    }
                }
                Ok(!wanted)
            }
            (2, ..) => self.keeps(position, blocker, OF_ONE, progress),
            _ => Ok(false),
        }
    }

    /// On 4x4, the blocker's actions that blocking proves fast once it has proved the position.
    fn blocked(
        &mut self,
        position: &Position,
        blocker: Player,
        progress: &dyn Progress,
    ) -> Result<Vec<Action>, Interrupted> {
        let mut nodes = BLOCKING_ROUND;
        while nodes <= BLOCKING_MOST {
            let mut safe = Vec::new();
            for action in position.actions() {
                if self.holds(&position.after_unchecked(&action), blocker, nodes, progress)? {
                    safe.push(action);
                }
            }
            if !safe.is_empty() || !self.holds(position, blocker, BLOCKING_MOST, progress)? {
                return Ok(safe);
            }
            nodes *= 4;
        }
        Ok(Vec::new())
    }

    /// On 4x4, whether blocking proves a position when it looks at no more than so many.
    fn holds(
        &mut self,
        position: &Position,
        blocker: Player,
        most_nodes: u64,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        // Nothing else of the rules matters to blocking.
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
            .is_none_or(|(of, by, _)| (*of, *by) != (game, blocker))
        {
            let blocking = Blocking::new(&game, blocker, Goal::Line, BLOCKING_BYTES);
            self.blocking = blocking.map(|blocking| (game, blocker, blocking));
        }
        let Some((_, _, blocking)) = &mut self.blocking else {
            return Ok(false);
        };
        let budget = Budget {
            most_nodes,
            parallel: most_nodes > BLOCKING_OF_ONE,
        };
        let held = blocking.holds(position, budget, progress);
        progress.check()?;
        Ok(held == Ok(true))
    }

    /// With n = 2, the blocker's actions that the criterion proves, else the first one that a search proves.
    fn proved(
        &mut self,
        position: &Position,
        blocker: Player,
        progress: &dyn Progress,
    ) -> Result<Vec<Action>, Interrupted> {
        let (mut safe, mut doubtful) = (Vec::new(), Vec::new());
        for action in position.actions() {
            progress.check()?;
            match doubts(&position.after_unchecked(&action), blocker) {
                Some(0) => safe.push(action),
                Some(doubts) => doubtful.push((doubts, action)),
                None => {}
            }
        }
        if !safe.is_empty() {
            return Ok(safe);
        }
        doubtful.sort_by_key(|(doubts, _)| *doubts);
        let actions = doubtful.into_iter().map(|(_, action)| action);
        let (mut double, others): (Vec<Action>, _) =
            actions.partition(|action| is_part_of_double_move(position, action, blocker));
        // On 8x8 the first answer takes a quarter of a second in this order, and two minutes in that of the tangle alone.
        double.sort_by_cached_key(|action| {
            let after = position.after_unchecked(action);
            let promise = |_| {
                Left::all_of(&after, blocker)
                    .last()
                    .map(|left| (left.open_lines(), left.tangle()))
            };
            Some(&after)
                .filter(|after| after.phase() == Phase::Place)
                .and_then(promise)
        });
        let actions = interleaved(double, others);
        let (mut nodes, mut count) = FIRST_ROUND;
        while nodes <= LAST_ROUND {
            for action in actions.iter().take(count) {
                if self.keeps(&position.after_unchecked(action), blocker, nodes, progress)? {
                    return Ok(vec![*action]);
                }
            }
            (nodes, count) = (4 * nodes, 2 * count);
        }
        Ok(Vec::new())
    }

    /// Whether a search of so many positions proves a position in which the attacker is to place, or somebody to collapse.
    fn keeps(
        &mut self,
        position: &Position,
        blocker: Player,
        nodes: u64,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        progress.check()?;
        if self.known.count() > MOST_KNOWN {
            self.known.forget();
        }
        match (position.phase(), position.to_move()) {
            _ if has_line(position, blocker.opponent()) => Ok(false),
            (Phase::Over, _) | (_, None) => Ok(true),
            (Phase::Collapse, Some(player)) => {
                let wanted = player == blocker;
                for action in position.actions() {
                    if self.keeps(&position.after_unchecked(&action), blocker, nodes, progress)?
                        == wanted
                    {
                        return Ok(wanted);
                    }
                }
                Ok(!wanted)
            }
            (Phase::Place, Some(_)) => {
                let all = Left::all_of(position, blocker);
                let likeliest = all.iter().min_by_key(|left| left.doubts());
                let mut search = self.known.search(nodes, progress);
                let holds = likeliest.is_some_and(|left| search.holds(left) == Ok(true));
                progress.check()?;
                Ok(holds)
            }
        }
    }
}

/// Whether blocking proves what is safe.
fn is_for_blocking(position: &Position) -> bool {
    position.board().side() == Some(BLOCKING_SIDE)
}

/// Whether a player has a line.
fn has_line(position: &Position, player: Player) -> bool {
    position.board().has_line(position.owned_by(player))
}

/// With n = 1, whether each line on which the blocker has no piece has both squares of its pair left.
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

/// How much the criterion leaves unproved after an action of the blocker, 0 if nothing; `None` if the attacker has a line.
fn doubts(position: &Position, blocker: Player) -> Option<usize> {
    if has_line(position, blocker.opponent()) {
        return None;
    }
    match (position.phase(), position.to_move()) {
        (Phase::Over, _) | (_, None) => Some(0),
        (Phase::Collapse, Some(player)) => {
            let after = |collapse| position.after_unchecked(&Action::Collapse(collapse));
            let mut outcomes = position
                .collapses()
                .map(|collapse| doubts(&after(collapse), blocker));
            if player == blocker {
                outcomes.flatten().min()
            } else {
                outcomes.try_fold(0, |most, doubts| doubts.map(|doubts| most.max(doubts)))
            }
        }
        (Phase::Place, Some(_)) => Left::all_of(position, blocker)
            .iter()
            .map(Left::doubts)
            .min(),
    }
}

/// Whether an action repeats a pair of the blocker, or begins a double move on two squares without series and not on the same line.
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

/// Both lists as one that takes from each in turn.
fn interleaved<T>(one: Vec<T>, other: Vec<T>) -> Vec<T> {
    let (mut one, mut other) = (one.into_iter(), other.into_iter());
    let both = std::iter::from_fn(|| {
        let both = [one.next(), other.next()];
        both.iter().any(Option::is_some).then_some(both)
    });
    both.flatten().flatten().collect()
}
