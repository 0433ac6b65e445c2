//! Perfect play: the value of a game between two players who make no mistake (paper, section 8).
//!
//! The game is zero-sum with perfect information, so every equilibrium has the same payoff, the minimax value.
//! The paper finds it for 3x3 and n = 2 by alpha-beta with a hash table and the symmetries of the board. Ours
//! answers boolean questions "can player 1 force a margin of at least theta?" (null windows), which share one
//! table:
//!
//! * *State.* For n <= 2 the quantum part is a forest on at most 9 squares: a few words, copied at every node,
//!   no heap memory and no matching search.
//! * *Limits.* A position is settled without search when the lines still open to each player already are on one
//!   side of theta; the limits of all 3^9 ways to share out squares are a table, and so are the full boards whose
//!   margin does not depend on subscripts. The last piece has no choice and is not searched.
//! * *Key.* Symmetries, subscripts that cannot matter and dead squares are merged into one exact key of 75 bits
//!   ([`crate::canonical`]); positions with fewer than three quantum squares are not worth the look-up.
//! * *Order.* Placements that settled the question in sibling positions come first.
//!
//! Cost: the standard game visits two million positions, most of them full boards, in 0.4 s. Results, and the number of nodes, do not
//! depend on threads: one solver is one thread, several games are solved side by side.

mod limits;
mod node;
mod solver;

use std::fmt;

use crate::board::Board;
use crate::notation::Record;
use crate::position::{Phase, Position};
use crate::progress::{Interrupted, Progress};
use crate::rules::{Margin, Rules};
use solver::Solver;

/// The most squares a game can have to be solved.
pub const MAX_SQUARES: usize = node::SQUARES;

/// The most pieces in a series.
pub const MAX_PIECES: usize = 2;

/// The default size of the table, in bytes.
pub const TABLE_BYTES: usize = 16 << 20;

/// What is proven about a game's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Player 1 can force at least this margin.
    pub lower: Margin,
    /// Player 2 can hold player 1 to this margin.
    pub upper: Margin,
    /// Best play by both from the position on, the best action that settled most questions each time; empty
    /// unless the value is known.
    pub line: Record,
    /// How many positions were visited for the value (without those for the line).
    pub nodes: u64,
}

impl Solution {
    /// The value, once both bounds meet.
    #[must_use]
    pub fn value(&self) -> Option<Margin> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Why a game cannot be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Error {
    /// The board has too many squares, or no lines.
    Board {
        /// How many squares it has.
        squares: usize,
    },
    /// A series has too many pieces.
    Pieces {
        /// How many.
        pieces: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Board { squares } => {
                write!(f, "a board of {squares} squares cannot be solved; use --board 1 to 3")
            }
            Error::Pieces { pieces } => {
                write!(f, "games with {pieces} pieces in a series cannot be solved; use --pieces 1 or 2")
            }
        }
    }
}

impl std::error::Error for Error {}

/// The value of the game from a position on.
///
/// ```
/// use gqt3::{board::Board, position::Position, progress::Silent, rules::Rules, search::solve};
/// let start = Position::new(Board::new(2)?, 2, Rules::default());
/// let solution = solve(&start, &Silent)?;
/// assert_eq!(solution.value().map(|value| value.to_string()), Some("+1/2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// When `progress` interrupts, the bounds proven so far are returned.
///
/// # Errors
/// If the board has more than [`MAX_SQUARES`] squares or no lines, or n is more than [`MAX_PIECES`].
pub fn solve(position: &Position, progress: &dyn Progress) -> Result<Solution, Error> {
    solve_with_table(position, TABLE_BYTES, progress)
}

/// As [`solve`], with a table of `table_bytes` bytes; the size changes the time, never the value.
///
/// # Errors
/// As [`solve`].
pub fn solve_with_table(
    position: &Position,
    table_bytes: usize,
    progress: &dyn Progress,
) -> Result<Solution, Error> {
    let mut solver = solver_for(position, table_bytes, progress)?;
    let (lower, upper) = solver.range();
    let mut solution = Solution {
        lower: solver::of_halves(lower),
        upper: solver::of_halves(upper),
        line: Record::new(*position),
        nodes: 0,
    };
    progress.begin("perfect play", None);
    let (mut lower, mut upper) = (solution.lower, solution.upper);
    let value = solver.value(position, Margin::of_rank(2), &mut |proven_lower, proven_upper| {
        (lower, upper) = (proven_lower, proven_upper);
    });
    (solution.lower, solution.upper) = (lower, upper);
    solution.nodes = solver.nodes();
    if let Ok(value) = value
        && let Ok(line) = best_line(&mut solver, position, value)
    {
        solution.line = line;
    }
    progress.end();
    Ok(solution)
}

/// Best play from a position of known value.
fn best_line(solver: &mut Solver<'_>, position: &Position, value: Margin) -> Result<Record, Interrupted> {
    let mut line = Record::new(*position);
    while let Some(action) = solver.best_action(line.end(), value)? {
        if line.play(action).is_err() {
            debug_assert!(false, "the solver plays legal actions");
            break;
        }
    }
    Ok(line)
}

fn solver_for<'a>(
    position: &Position,
    table_bytes: usize,
    progress: &'a dyn Progress,
) -> Result<Solver<'a>, Error> {
    let (board, pieces) = (position.board(), position.pieces());
    if board.squares() > MAX_SQUARES || board.side().is_none() {
        return Err(Error::Board { squares: board.squares() });
    }
    if pieces > MAX_PIECES {
        return Err(Error::Pieces { pieces });
    }
    Ok(Solver::new(board, pieces, *position.rules(), table_bytes, progress))
}

/// The value of a game from its start.
///
/// # Errors
/// As [`solve`].
pub fn solve_game(
    board: Board,
    pieces: usize,
    rules: Rules,
    progress: &dyn Progress,
) -> Result<Solution, Error> {
    if pieces == 0 || pieces > MAX_PIECES {
        return Err(Error::Pieces { pieces });
    }
    solve(&Position::new(board, pieces, rules), progress)
}

/// The minimax value by definition: every action of every position, no table, no bounds. For tests of small
/// games; takes any board, n and rules.
#[must_use]
pub fn minimax(position: &Position) -> Margin {
    let values = |next: &mut dyn Iterator<Item = Position>| -> Margin {
        let values = next.map(|position| minimax(&position));
        let best = match position.to_move() {
            Some(crate::rules::Player::One) => values.max(),
            _ => values.min(),
        };
        best.unwrap_or_else(|| position.margin())
    };
    match position.phase() {
        Phase::Over => position.margin(),
        Phase::Place => values(&mut position.placements().map(|squares| {
            let mut next = *position;
            next.place_unchecked(squares);
            next
        })),
        Phase::Collapse => values(&mut position.collapses().map(|collapse| {
            let mut next = *position;
            next.collapse_unchecked(&collapse);
            next
        })),
    }
}
