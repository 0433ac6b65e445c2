use std::time::Duration;

use super::backend::{Backend, question};
use super::error::SolveError;
use super::small::{SQUARES, SmallEngine};
use crate::engine::canonical::Canonical;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::notation::Record;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{Margin, Player};
use crate::support::progress::{Deadline, Progress};

/// The most squares that a board can have for [`Solver`].
pub const MAX_SOLVED_SQUARES: usize = SQUARES;

/// [`default_table_bytes`] for n <= 2.
pub const TABLE_BYTES: usize = 1 << 20;

/// [`default_table_bytes`] for n >= 3.
pub const LARGE_TABLE_BYTES: usize = 32 << 20;

/// Returns the default table size for one game, in bytes.
///
/// A much larger table is slower, because it does not fit into the caches and the system takes time
/// to map fresh pages. For example,
/// `nash --pieces 3,4,5 --collapse opponent,mover,player1,player2 --threads 1` takes nearly twice
/// as long with `--memory 256` as with `--memory 16`.
pub fn default_table_bytes(game: &Game) -> usize {
    match game.pieces() {
        0..=2 => TABLE_BYTES,
        _ => LARGE_TABLE_BYTES,
    }
}

/// Returns the default table size for many positions of one game, in bytes.
///
/// It is larger, because the positions share results.
pub fn warm_table_bytes(game: &Game) -> usize {
    match game.pieces() {
        0..=2 => 16 * TABLE_BYTES,
        _ => 4 * LARGE_TABLE_BYTES,
    }
}

/// The proved facts about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    pub interval: Interval,
    /// How the lower and the upper bound are proved.
    pub basis: [Basis; 2],
    /// Best play by both players to the end.
    ///
    /// `None` if the value or a line was not found, or if a bound is proved by blocking or by a
    /// theorem about the start.
    pub line: Option<Record>,
    /// How many positions were visited for the value, not counting the line.
    pub nodes: u64,
}

impl Solution {
    /// Returns the value if both bounds are equal.
    pub fn value(&self) -> Option<Margin> {
        self.interval.value()
    }
}

/// A solver for a game on a board up to 3x3. It keeps results between calls.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::{Margin, Rules};
/// use gqt3::perfect_play::{Solver, TABLE_BYTES};
/// let game = Game::from_side(2, 2, Rules::default())?;
/// let mut solver = Solver::new(game, TABLE_BYTES)?;
/// let start = Position::new(game);
/// assert_eq!(solver.forces(&start, Margin::from_rank(2), &Silent), Some(true));
/// assert_eq!(solver.forces(&start, Margin::ONE, &Silent), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Solver = SolverWith<SmallEngine>;

/// A solver for a game's positions, with a search as backend.
///
/// # Panics
/// Methods may panic if a position belongs to another game than [`SolverWith::game`].
#[derive(Debug)]
pub struct SolverWith<B: Backend> {
    game: Game,
    pub(crate) backend: B,
}

impl Solver {
    /// Returns a solver with a table of at most `table_bytes` bytes, but at least 64. The size
    /// changes the time but never a value.
    ///
    /// # Errors
    /// Fails if the board has no lines or too many squares, or if the system refuses the table's
    /// memory.
    pub fn new(game: Game, table_bytes: usize) -> Result<Solver, SolveError> {
        Ok(SolverWith::of(game, SmallEngine::new(game, table_bytes)?))
    }

    /// Reuses the table if `game` differs at most in scoring, else returns `None`.
    pub(super) fn turned_to(self, game: Game) -> Option<Solver> {
        let scoring = game.rules().scoring;
        let same = self.game.with_scoring(scoring) == game;
        same.then(|| SolverWith::of(game, self.backend.scored_by(scoring)))
    }
}

impl<B: Backend> SolverWith<B> {
    pub(crate) const fn of(game: Game, backend: B) -> SolverWith<B> {
        SolverWith { game, backend }
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    pub(super) fn expect_game_of(&self, position: &Position) -> Result<(), SolveError> {
        let games = [self.game, *position.game()];
        if games[0] == games[1] {
            Ok(())
        } else {
            Err(SolveError::OtherGame { games })
        }
    }

    /// Returns the number of positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.backend.meter().nodes()
    }

    /// Limits all calls from now on together. Beyond the limit a call ends like an interrupted one.
    ///
    /// `nodes` limits the visited positions, and `time` limits the calls that get the returned
    /// progress.
    ///
    /// ```
    /// use gqt3::engine::game::Game;
    /// use gqt3::engine::position::Position;
    /// use gqt3::support::progress::Silent;
    /// use gqt3::perfect_play::{Solver, TABLE_BYTES};
    /// let start = Position::new(Game::default());
    /// let mut solver = Solver::new(*start.game(), TABLE_BYTES)?;
    /// let progress = solver.limited(Some(100), None, &Silent);
    /// assert_eq!(solver.bounds(&start, &progress).value(), None);
    /// assert_eq!(solver.nodes(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limited<'a>(
        &mut self,
        nodes: Option<u64>,
        time: Option<Duration>,
        progress: &'a dyn Progress,
    ) -> Deadline<'a> {
        self.backend.meter_mut().limit_to(nodes);
        Deadline::after(time, progress)
    }

    /// Returns `false` if interrupted or if a limit is reached.
    pub fn may_search(&self, progress: &dyn Progress) -> bool {
        self.backend.meter().may_begin(progress)
    }

    /// Returns `true` if player 1 can force `margin` or more, `None` if interrupted or limited.
    pub fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Option<bool> {
        assert_eq!(self.game, *position.game(), "the solver's game");
        let may_search = self.may_search(progress);
        may_search
            .then(|| self.backend.forces(position, margin, progress).ok())
            .flatten()
    }

    /// Returns `true` if `side` can force `value` or better, `None` if interrupted or limited.
    ///
    /// `value` is player 1's margin, so less is better for player 2.
    pub(crate) fn gives(
        &mut self,
        position: &Position,
        side: Player,
        value: Margin,
        progress: &dyn Progress,
    ) -> Option<bool> {
        let (target, wanted) = question(side, value);
        Some(self.forces(position, target, progress)? == wanted)
    }

    /// Returns a position's value, or bounds if interrupted or limited.
    pub fn bounds(&mut self, position: &Position, progress: &dyn Progress) -> Interval {
        assert_eq!(self.game, *position.game(), "the solver's game");
        // Return at once, because a caller may query very many positions after a deadline.
        if !self.may_search(progress) {
            return self.backend.known(position);
        }
        self.backend.search(position, progress)
    }

    /// Finds a position's value or bounds, how they are proved, and a line of best play.
    pub fn solve(&mut self, position: &Position, progress: &dyn Progress) -> Solution {
        progress.begin(&self.game.to_string(), None);
        let before = self.nodes();
        let interval = self.bounds(position, progress);
        let nodes = self.nodes() - before;
        let basis = self.backend.basis(position, interval);
        let line = self.best_line(&Record::new(*position), interval, progress);
        progress.end();
        Solution {
            interval,
            basis,
            line,
            nodes,
        }
    }

    /// Returns every action with bounds on the value after it.
    pub fn actions(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Vec<(Action, Interval)> {
        let after = |action: Action| {
            (
                action,
                self.bounds(&position.after_unchecked(&action), progress),
            )
        };
        position.actions().map(after).collect()
    }

    /// Returns the first action in search order that keeps the position's value, or `None` if the
    /// game is over or if interrupted or limited.
    pub fn best_action(&mut self, position: &Position, progress: &dyn Progress) -> Option<Action> {
        let value = self.bounds(position, progress).value()?;
        let (target, wanted) = question(position.to_move()?, value);
        self.backend.meter_mut().turns_to("best play:", progress);
        for action in self.backend.actions(position, value) {
            if self
                .backend
                .forces(&position.after_unchecked(&action), target, progress)
                .ok()?
                == wanted
            {
                return Some(action);
            }
        }
        None
    }

    /// Continues a game to its end by best play.
    ///
    /// `interval` bounds the value of the game's last position. Of the placements that a symmetry
    /// of a position exchanges, the line has the first by [`Action::in_order`].
    ///
    /// Returns `None` if interrupted or limited, if the interval leaves the value open, or if a
    /// bound is proved by blocking or by a theorem about the start, because then the search for a
    /// line would have to prove it, too, which could take forever.
    pub fn best_line(
        &mut self,
        game: &Record,
        interval: Interval,
        progress: &dyn Progress,
    ) -> Option<Record> {
        let position = game.end();
        let has_no_line = |basis: &Basis| match basis {
            Basis::Blocking => true,
            Basis::Theorem => position.turns() == 0,
            Basis::Search => false,
        };
        if interval.value().is_none()
            || self
                .backend
                .basis(position, interval)
                .iter()
                .any(has_no_line)
        {
            return None;
        }
        let mut line = game.clone();
        while line.end().phase() != Phase::Over {
            let action =
                Canonical::least_action(line.end(), self.best_action(line.end(), progress)?);
            if line.play(action).is_err() {
                debug_assert!(false, "the solver plays legal actions");
                return None;
            }
        }
        Some(line)
    }

    /// Clears all results, but not the count of visited positions.
    pub fn clear(&mut self) {
        self.backend.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules::Rules;

    #[test]
    fn many_positions_get_a_larger_table_than_one() {
        for pieces in 1..=9 {
            let game = Game::from_side(3, pieces, Rules::default()).expect("a game");
            assert!(default_table_bytes(&game) < warm_table_bytes(&game));
        }
    }
}
