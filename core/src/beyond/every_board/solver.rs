use std::time::Duration;

use super::engine::LargeEngine;
use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::interval::{Basis, Interval};
use crate::engine::position::{Action, Position};
use crate::engine::rules::{Margin, Player};
use crate::perfect_play::backend::Backend;
use crate::perfect_play::small::SmallEngine;
use crate::perfect_play::{self, MAX_SOLVED_SQUARES, MoveClasses, SolveError, SolverWith};
use crate::support::meter::Meter;
use crate::support::progress::{Interrupted, Progress};

/// The default table size, in bytes, for boards with more than [`MAX_SOLVED_SQUARES`] squares.
pub const LARGE_BOARD_BYTES: usize = 1 << 30;

/// The command line's default time limit for a game on more than 9 squares, or for its review, if
/// there is no node limit.
pub const LARGE_BOARD_TIME: Duration = Duration::from_secs(10);

const FIRST_MOVE_NODES: u64 = 1 << 12;

/// Returns the default table size for one game, in bytes.
///
/// On boards with more than 9 squares, the table takes memory only as it fills.
pub fn default_table_bytes(game: &Game) -> usize {
    if game.squares() > MAX_SOLVED_SQUARES {
        LARGE_BOARD_BYTES
    } else {
        perfect_play::default_table_bytes(game)
    }
}

/// Returns the default table size for many positions in one game, in bytes.
pub fn warm_table_bytes(game: &Game) -> usize {
    if game.squares() > MAX_SOLVED_SQUARES {
        LARGE_BOARD_BYTES
    } else {
        perfect_play::warm_table_bytes(game)
    }
}

/// A solver for a game on any board. It keeps its results between calls.
///
/// Boards of at most 9 squares are solved by search. On larger boards, theorems and proofs by
/// blocking solve some starts, and a search solves positions near the end.
///
/// ```
/// use gqt3::beyond::every_board::AnyBoardSolver;
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::engine::rules::Rules;
/// use gqt3::support::progress::Silent;
/// let game = Game::from_side(5, 2, Rules::default())?;
/// let mut solver = AnyBoardSolver::new(game, 1 << 20)?;
/// assert_eq!(solver.bounds(&Position::new(game), &Silent).to_string(), "0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type AnyBoardSolver = SolverWith<AnyBoard>;

#[derive(Debug)]
pub enum AnyBoard {
    Small(Box<SmallEngine>),
    Large(Box<LargeEngine>),
}

impl AnyBoard {
    fn get(&self) -> &dyn Backend {
        match self {
            AnyBoard::Small(engine) => &**engine,
            AnyBoard::Large(engine) => &**engine,
        }
    }

    fn get_mut(&mut self) -> &mut dyn Backend {
        match self {
            AnyBoard::Small(engine) => &mut **engine,
            AnyBoard::Large(engine) => &mut **engine,
        }
    }
}

impl Backend for AnyBoard {
    fn meter(&self) -> &Meter {
        self.get().meter()
    }

    fn meter_mut(&mut self) -> &mut Meter {
        self.get_mut().meter_mut()
    }

    fn clear(&mut self) {
        self.get_mut().clear();
    }

    fn known(&self, position: &Position) -> Interval {
        self.get().known(position)
    }

    fn search(&mut self, position: &Position, progress: &dyn Progress) -> Interval {
        self.get_mut().search(position, progress)
    }

    fn basis(&self, position: &Position, result: Interval) -> [Basis; 2] {
        self.get().basis(position, result)
    }

    fn forces(
        &mut self,
        position: &Position,
        margin: Margin,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        self.get_mut().forces(position, margin, progress)
    }

    fn actions(&self, position: &Position, value: Margin) -> Box<dyn Iterator<Item = Action>> {
        self.get().actions(position, value)
    }
}

impl AnyBoardSolver {
    /// Returns a solver whose tables take up to about `table_bytes` bytes.
    ///
    /// # Errors
    /// Fails if the board has no lines, or if there is no memory for the table.
    pub fn new(game: Game, table_bytes: usize) -> Result<AnyBoardSolver, SolveError> {
        let backend = if game.board().side().is_some() && game.squares() > MAX_SOLVED_SQUARES {
            AnyBoard::Large(Box::new(LargeEngine::new(game, table_bytes)))
        } else {
            AnyBoard::Small(Box::new(SmallEngine::new(game, table_bytes)?))
        };
        Ok(SolverWith::of(game, backend))
    }

    fn blocks(
        &mut self,
        position: &Position,
        blocker: Player,
        bound: Margin,
        nodes: u64,
        progress: &dyn Progress,
    ) -> Option<bool> {
        match &mut self.backend {
            AnyBoard::Large(engine) if engine.meter().may_begin(progress) => {
                engine.blocks(position, blocker, bound, nodes, progress)
            }
            AnyBoard::Large(_) => None,
            AnyBoard::Small(_) => Some(false),
        }
    }

    /// Returns the first moves after which their player still proves the value by blocking, and the
    /// other first moves, one per class.
    ///
    /// The others may keep the value, too. Returns `None` if interrupted before the classes are
    /// known, or if nobody is to move.
    pub(super) fn first_moves_by_blocking(
        &mut self,
        start: &Position,
        value: Margin,
        progress: &dyn Progress,
    ) -> Option<[Vec<SquareSet>; 2]> {
        let classes = MoveClasses::new(start, progress)?;
        let blocker = classes.to_move?;
        let mut keeps: Vec<Option<bool>> = vec![None; classes.after.len()];
        let mut nodes = FIRST_MOVE_NODES;
        while keeps.contains(&None) && self.may_search(progress) {
            let before = self.nodes();
            for (keeps, after) in keeps
                .iter_mut()
                .zip(&classes.after)
                .filter(|(keeps, _)| keeps.is_none())
            {
                *keeps = self.blocks(after, blocker, value, nodes, progress);
            }
            // More nodes do not help if none was visited.
            if self.nodes() == before {
                break;
            }
            nodes = nodes.saturating_mul(4);
        }
        let moves = |wanted: bool| {
            let chosen: Vec<bool> = keeps
                .iter()
                .map(|keeps| (*keeps == Some(true)) == wanted)
                .collect();
            classes.least_placements(&chosen)
        };
        Some([moves(true), moves(false)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rules::{CollapseChooser, Rules};
    use crate::support::progress::Silent;

    #[test]
    fn of_a_bound_that_blocking_proves_some_first_moves_are_known_early() {
        let rules = Rules {
            collapse: CollapseChooser::Player2,
            ..Rules::default()
        };
        let start = Position::new(Game::from_side(4, 2, rules).unwrap());
        let mut solver = AnyBoardSolver::new(*start.game(), 1 << 24).unwrap();
        let classes = MoveClasses::new(&start, &Silent).unwrap();
        solver.limited(Some(90_000), None, &Silent);
        let [kept, unknown] = solver
            .first_moves_by_blocking(&start, -Margin::ONE, &Silent)
            .unwrap();
        assert!(
            !kept.is_empty() && !unknown.is_empty(),
            "{kept:?} {unknown:?}"
        );
        assert_eq!(kept.len() + unknown.len(), classes.after.len());
    }
}
