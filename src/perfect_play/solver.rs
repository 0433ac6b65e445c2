//! A solver and what it can be asked.

use std::time::Duration;

use super::engine::Engine;
use super::error::Error;
use super::small::{SQUARES, SmallEngine};
use crate::beyond::every_board::LargeEngine;
use crate::engine::canonical::Canonical;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::notation::Record;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::{Margin, Player, Rules};
use crate::support::progress::{Deadline, Progress};

/// The most squares of a game that is solved from its start. Of larger games positions near the end can be solved, and
/// little is proved about earlier ones.
pub const MAX_SQUARES: usize = SQUARES;

/// The default size of the table for series of one or two pieces, in bytes.
pub const TABLE_BYTES: usize = 1 << 20;

/// The default size of the table for longer series, in bytes.
pub const LARGE_TABLE_BYTES: usize = 32 << 20;

/// The default size of the table for boards of more than [`MAX_SQUARES`] squares, in bytes.
pub const LARGE_BOARD_BYTES: usize = 1 << 30;

/// The default size of the table for a game, in bytes.
///
/// To solve one game, a larger table is slower: a table that fits into the caches answers sooner, and the system takes
/// time to give fresh pages. One thread, n = 3 to 5 on 3x3 under the four collapse rules: 18.5 s with 16 MiB, 20.0 s
/// with 32, 21.9 s with 64 and 30.8 s with 256. The hardest of these games fills a quarter of 16 MiB. Larger boards
/// take memory as they go.
///
/// A system that gives memory page by page grants even a table that is larger than the free memory. It does no harm as
/// long as the part in use fits. If the system refuses the memory, the error is [`Error::Memory`].
pub fn default_table_bytes(game: &Game) -> usize {
    match (game.squares(), game.pieces()) {
        (squares, _) if squares > MAX_SQUARES => LARGE_BOARD_BYTES,
        (_, 0..=2) => TABLE_BYTES,
        _ => LARGE_TABLE_BYTES,
    }
}

/// The same for a solver that is asked about many positions of one game: there is more that is worth keeping.
///
/// 30,000 random positions of 3x3 with n = 2, one thread: 20.2 s with 2 MiB, 8.8 s with 4, 5.8 s with 8, 5.1 s with 16
/// and no less with 64.
pub fn warm_table_bytes(game: &Game) -> usize {
    match (game.squares(), game.pieces()) {
        (squares, _) if squares > MAX_SQUARES => LARGE_BOARD_BYTES,
        (_, 0..=2) => 16 * TABLE_BYTES,
        _ => 4 * LARGE_TABLE_BYTES,
    }
}

/// What is proven about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Where its value lies.
    pub interval: Interval,
    /// How its lower and its upper end are proved.
    pub basis: [Basis; 2],
    /// Best play by both players from the position on to the end of the game, if the value is known and a line was
    /// found. There is none where the value is proved by blocking or by a theorem about the start.
    pub line: Option<Record>,
    /// How many positions were visited for the value (without those for the line).
    pub nodes: u64,
}

impl Solution {
    /// The value, if it is known.
    pub fn value(&self) -> Option<Margin> {
        self.interval.value()
    }
}

/// A solver for the positions of a game. It keeps what it has found from one question to the next.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::support::progress::Silent;
/// use gqt3::engine::rules::{Margin, Rules};
/// use gqt3::perfect_play::{Solver, TABLE_BYTES};
/// let game = Game::of_side(2, 2, Rules::default())?;
/// let mut solver = Solver::new(game, TABLE_BYTES)?;
/// let start = Position::new(game);
/// assert_eq!(solver.at(&start)?.forces(Margin::of_rank(2), &Silent), Some(true));
/// assert_eq!(solver.at(&start)?.forces(Margin::ONE, &Silent), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    game: Game,
    engine: Box<dyn Engine>,
}

impl Solver {
    /// A solver with a table of `table_bytes` bytes; the size changes the time, never an answer.
    ///
    /// # Errors
    /// If the board has no lines, or there is no memory for the table.
    pub fn new(game: Game, table_bytes: usize) -> Result<Solver, Error> {
        Ok(Solver {
            game,
            engine: engine(game, table_bytes)?,
        })
    }

    /// The same solver, with what it has found, for a game that differs in the scoring alone; `None` if the game differs
    /// in more, or the board has more than [`MAX_SQUARES`] squares.
    pub(super) fn turned_to(mut self, game: Game) -> Option<Solver> {
        let scoring = game.rules().scoring;
        let same = self.game.with_rules(Rules {
            scoring,
            ..*self.game.rules()
        }) == game;
        (same && self.engine.score_by(scoring)).then_some(Solver { game, ..self })
    }

    /// The game whose positions it solves.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// A position to ask about.
    ///
    /// # Errors
    /// If it is one of another game than [`Solver::game`].
    pub fn at<'a>(&'a mut self, position: &'a Position) -> Result<At<'a>, Error> {
        self.expect_game_of(position)?;
        Ok(At {
            solver: self,
            position,
        })
    }

    pub(super) fn expect_game_of(&self, position: &Position) -> Result<(), Error> {
        let games = [self.game, *position.game()];
        if games[0] == games[1] {
            Ok(())
        } else {
            Err(Error::OtherGame { games })
        }
    }

    /// How many positions were visited by now.
    pub fn nodes(&self) -> u64 {
        self.engine.meter().nodes()
    }

    /// Limits what all questions from now on may take together; beyond it every question ends as if it were interrupted.
    /// `nodes` limits the positions that they visit, which unlike a limit of time means the same on every machine. `time`
    /// counts if they are asked with the progress that is returned. `None` is no limit.
    ///
    /// ```
    /// use gqt3::engine::game::Game;
    /// use gqt3::engine::position::Position;
    /// use gqt3::support::progress::Silent;
    /// use gqt3::perfect_play::{Solver, TABLE_BYTES};
    /// let start = Position::new(Game::default());
    /// let mut solver = Solver::new(*start.game(), TABLE_BYTES)?;
    /// let progress = solver.limited(Some(100), None, &Silent);
    /// assert_eq!(solver.at(&start)?.bounds(&progress).value(), None);
    /// assert_eq!(solver.nodes(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limited<'a>(
        &mut self,
        nodes: Option<u64>,
        time: Option<Duration>,
        progress: &'a dyn Progress,
    ) -> Deadline<'a> {
        self.engine.meter_mut().limit_to(nodes);
        Deadline::after(time, progress)
    }

    /// Whether a search can begin: the limit of nodes is not used up, and the progress does not interrupt.
    pub(crate) fn may_search(&self, progress: &dyn Progress) -> bool {
        self.engine.meter().may_begin(progress)
    }

    /// As [`At::forces`]; the position is one of the solver's game, here and below.
    pub(crate) fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Option<bool> {
        let may_search = self.may_search(progress);
        may_search
            .then(|| self.engine.forces(position, margin, progress).ok())
            .flatten()
    }

    /// Whether a player can prove a bound of the value by keeping the other player from lines; `None` if `nodes`
    /// positions do not suffice to know it.
    pub(super) fn blocks(
        &mut self,
        position: &Position,
        blocker: Player,
        bound: Margin,
        nodes: u64,
        progress: &dyn Progress,
    ) -> Option<bool> {
        let may_search = self.may_search(progress);
        may_search
            .then(|| {
                self.engine
                    .blocks(position, blocker, bound, nodes, progress)
            })
            .flatten()
    }

    /// Whether a position is worth at least `value` to a player; `None` if interrupted.
    pub(crate) fn gives(
        &mut self,
        position: &Position,
        side: Player,
        value: Margin,
        progress: &dyn Progress,
    ) -> Option<bool> {
        let (asked, wanted) = question(side, value);
        Some(self.forces(position, asked, progress)? == wanted)
    }

    /// As [`At::bounds`].
    pub(crate) fn bounds(&mut self, position: &Position, progress: &dyn Progress) -> Interval {
        // When the time is over, callers may still ask about very many positions.
        if !self.may_search(progress) {
            return self.engine.known(position);
        }
        self.engine.search(position, progress)
    }

    /// As [`At::solve`].
    pub(crate) fn solve(&mut self, position: &Position, progress: &dyn Progress) -> Solution {
        progress.begin(&self.game.to_string(), None);
        let before = self.nodes();
        let interval = self.bounds(position, progress);
        let nodes = self.nodes() - before;
        let basis = self.engine.basis(position, interval);
        let line = self.best_line(&Record::new(*position), interval, progress);
        progress.end();
        Solution {
            interval,
            basis,
            line,
            nodes,
        }
    }

    /// As [`At::actions`].
    pub(crate) fn actions(
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

    /// The first action in the order of the search that keeps a position's value; `None` if the game is over, or if
    /// interrupted.
    pub(crate) fn best_action(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Option<Action> {
        let value = self.bounds(position, progress).value()?;
        let (asked, wanted) = question(position.to_move()?, value);
        self.engine.meter_mut().turns_to("best play:", progress);
        for action in self.engine.actions(position, value) {
            if self
                .engine
                .forces(&position.after_unchecked(&action), asked, progress)
                .ok()?
                == wanted
            {
                return Some(action);
            }
        }
        None
    }

    /// A game continued by best play to the end; `None` if interrupted, or where the value is proved by blocking or by a
    /// theorem about the start: a search for a line, which has yet to prove the value, could take for ever. Among moves
    /// that a symmetry of the position exchanges the one with the least squares is taken. `interval` is what
    /// [`Solver::bounds`] has just said of the game's last position.
    pub(crate) fn best_line(
        &mut self,
        game: &Record,
        interval: Interval,
        progress: &dyn Progress,
    ) -> Option<Record> {
        let position = game.end();
        let of_start = if position.turns() == 0 {
            Some(Basis::Theorem)
        } else {
            None
        };
        let has_no_line = |basis: &Basis| *basis == Basis::Blocking || Some(*basis) == of_start;
        if interval.value().is_none()
            || self
                .engine
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

    /// Forgets what was found, so that the next search goes as the first one did.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }
}

/// A position that a solver is asked about.
pub struct At<'a> {
    solver: &'a mut Solver,
    position: &'a Position,
}

impl At<'_> {
    /// Whether player 1 can force at least a margin from the position on; `None` if interrupted, or where
    /// [`Solver::limited`] ends the search.
    pub fn forces(&mut self, margin: Margin, progress: &dyn Progress) -> Option<bool> {
        self.solver.forces(self.position, margin, progress)
    }

    /// The value, or what is proven about it when the search is interrupted or [`Solver::limited`] ends it.
    pub fn bounds(&mut self, progress: &dyn Progress) -> Interval {
        self.solver.bounds(self.position, progress)
    }

    /// As [`solve`](super::solve()), with what the solver knows already.
    pub fn solve(&mut self, progress: &dyn Progress) -> Solution {
        self.solver.solve(self.position, progress)
    }

    /// Every action in the order of [`Position::placements`] and [`Position::collapses`], with the value of the
    /// position that it leads to, or what is proven about it if interrupted. Of actions that a symmetry of the position
    /// exchanges only the first one costs time; the table answers for the others.
    pub fn actions(&mut self, progress: &dyn Progress) -> Vec<(Action, Interval)> {
        self.solver.actions(self.position, progress)
    }
}

/// The engine for a game.
fn engine(game: Game, table_bytes: usize) -> Result<Box<dyn Engine>, Error> {
    if game.board().side().is_none() {
        return Err(Error::NoLines);
    }
    if game.squares() > MAX_SQUARES {
        return Ok(Box::new(LargeEngine::new(game, table_bytes)));
    }
    Ok(Box::new(SmallEngine::new(game, table_bytes)?))
}

/// A position is worth at least `value` to a player if player 1 can force a certain margin, or cannot: the margin, and
/// which of the two.
pub(super) fn question(side: Player, value: Margin) -> (Margin, bool) {
    match side {
        Player::One => (value, true),
        Player::Two => (value + Margin::SMALLEST, false),
    }
}
