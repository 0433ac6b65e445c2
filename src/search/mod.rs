//! Perfect play: the value of a game between two players who make no mistake (paper, section 8).
//!
//! The game is zero-sum with perfect information, so every equilibrium has the same payoff, the minimax value.
//! The paper finds it for 3x3 and n = 2 by alpha-beta with a hash table and the symmetries of the board. Ours
//! answers boolean questions "can player 1 force a margin of at least theta?" (null windows), which share one
//! table:
//!
//! * *State.* What the quantum series can become is a family of square sets: a 512-bit set that one more series turns into
//!   another by shifts. The squares common to all members are the entanglement; no matching is searched.
//! * *Collapses.* The sets that player 1 can end up with are an AND of two such families, one for each player, instead of
//!   thousands of matchings. Those that the lines still open settle are not searched, nor those that another one is at
//!   least as good as.
//! * *Limits.* For each of the 3^9 ways to share out squares a table has the least and the greatest margin of all full
//!   boards that can follow.
//! * *Key.* Positions are one if their lines, their late subscripts and the sets that their series can fill are, up to
//!   symmetry: an exact key of 95 bits. Most of the gain for n >= 3 is from the last: series that can fill the same
//!   sets are replaced by the largest such series.
//! * *Order.* Placements that settled the question last come first (killers), then those whose squares promise most: of all
//!   that can come of a square, the full boards that reach the threshold less those that miss it.
//! * *Same moves.* Placements after which the mover's early series can fill the same sets are one move.
//! * *Last three turns.* Solved by tables for squares of turns 7, 8 and 9, all placements at once as the bits of a word: which
//!   replies refute a placement, and which placements a reply refutes. With n = 2 the quantum series are trees, and a count
//!   for each pair of roots answers for every placement of the three turns: nothing is searched.
//! * *Processor.* The functions that work on families are compiled twice and use the wide registers of those processors that
//!   have them.
//!
//! Measured when each came in, time with over time without, one thread, 3x3 and the paper's rules (empty: not measured):
//!
//! | lever | n = 2 | n = 3 | n = 4 |
//! |---|---|---|---|
//! | largest series in the key (n = 7: 0.05) | 0.63 | | |
//! | no look-up in the last two turns | 0.79 | | |
//! | tables for the last three turns | 0.93 | 0.54 | |
//! | killers | 0.54 | 0.82 | |
//! | late subscripts in the tables of the last turns, instead of a search where they decide | 0.87 | 0.52 | 0.69 |
//! | each reply found is tried against the other placements of turn 7 | 1.0 | 0.93 | 0.82 |
//! | what squares promise, instead of how often a placement settled a question | 0.65 | 0.63 | 0.44 |
//! | wide registers | 0.80 | | 0.91 |
//! | a table of 32 MiB instead of 256 | | 0.83 | 0.65 |
//! | trees for the last three turns of n = 2 | 0.23 | | |
//! | of their table only what is asked for | 0.85 | | |
//! | faster set-up of the tables | 0.93 | | |
//! | tables for squares of all three last turns, placements as bits (mover collapses: 0.44, 0.41) | | 0.65 | 0.74 |
//! | same moves once (nodes: 0.75, 0.91, 0.86) | 0.95 | 1.0 | 1.0 |
//! | a table of 1 MiB instead of 4, with the time of the system | 0.75 | | |
//!
//! Cost: 0.03 s for the standard game, 1 to 1.5 s for n = 3 and 4, 0.5 s for n = 5, milliseconds for n >= 7.
//! Results, and the number of nodes, do not depend on threads: one solver is one thread, several games are solved side by side.

pub mod census;
pub mod certificate;
mod keeping;
mod large;
mod meter;
mod saved;
mod small;
mod solver;

use crate::game::Game;
use std::fmt;

pub use keeping::Groups;
pub use saved::LoadError;
pub use solver::Solver;

use crate::board::Board;
use crate::notation::Record;
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::{Margin, Player, Rules};

/// The most squares of a game that is solved from its start; of larger ones the end can be solved, and little proved before.
pub const MAX_SQUARES: usize = small::SQUARES;

/// The default size of the table for series of one or two pieces, in bytes.
pub const TABLE_BYTES: usize = 1 << 20;

/// The default size of the table for longer series, in bytes.
pub const LARGE_TABLE_BYTES: usize = 32 << 20;

/// The default size of the table for boards of more than [`MAX_SQUARES`] squares, in bytes.
pub const LARGE_BOARD_BYTES: usize = 1 << 30;

/// The default size of the table for a board and series of `pieces` pieces, in bytes.
///
/// More is slower where a game is solved: a table that fits the caches answers sooner, and fresh pages take time. One thread,
/// n = 3 to 5 on 3x3 under the four collapse rules: 18.5 s with 16 MiB, 20.0 s with 32, 21.9 s with 64 and 30.8 s with 256. The
/// hardest of these games fills a quarter of 16 MiB. Larger boards take memory as they go.
/// A larger table than there is free memory is granted by systems that give memory page by page, and harmless as
/// long as what is in use fits; one that the system refuses is an [`Error::Memory`].
#[must_use]
pub fn default_table_bytes(board: Board, pieces: usize) -> usize {
    match (board.squares(), pieces) {
        (squares, _) if squares > MAX_SQUARES => LARGE_BOARD_BYTES,
        (_, 0..=2) => TABLE_BYTES,
        _ => LARGE_TABLE_BYTES,
    }
}

/// The same for many positions of one game, which leave more that is worth keeping.
///
/// 3,000 random positions of 3x3 with n = 2, one thread: 1.6 s with 1 MiB, 0.8 s with 4, 1.0 s with 8.
#[must_use]
pub fn warm_table_bytes(board: Board, pieces: usize) -> usize {
    let bytes = default_table_bytes(board, pieces);
    if board.squares() > MAX_SQUARES { bytes } else { 4 * bytes }
}

/// What is proven about a game's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Player 1 can force at least this margin.
    pub lower: Margin,
    /// Player 2 can hold player 1 to this margin.
    pub upper: Margin,
    /// Best play by both from the position on, the action that promises most each time; empty
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
    /// The board has no lines.
    NoLines,
    /// This is for boards of up to [`MAX_SQUARES`] squares alone.
    Board {
        /// How many squares the board has.
        squares: usize,
    },
    /// A series needs a piece.
    NoPieces,
    /// The system refuses the memory for the table.
    Memory {
        /// Its size.
        bytes: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Board { squares } => {
                write!(f, "a board of {squares} squares cannot be solved; use --board 1 to 3")
            }
            Error::NoLines => f.write_str("a board without lines has no winner"),
            Error::NoPieces => f.write_str("a series needs at least 1 piece"),
            Error::Memory { bytes } => {
                write!(f, "there is no memory for a table of {} MiB; use a smaller --memory", bytes >> 20)
            }
        }
    }
}

impl std::error::Error for Error {}

/// The value of the game from a position on.
///
/// ```
/// use gqt3::{game::Game, position::Position, progress::Silent, rules::Rules, search::solve};
/// let start = Position::new(Game::of_side(2, 2, Rules::default())?);
/// let solution = solve(&start, &Silent)?;
/// assert_eq!(solution.value().map(|value| value.to_string()), Some("+1/2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// When `progress` interrupts, the bounds proven so far are returned.
///
/// # Errors
/// If the board has no lines, or there is no memory for the table.
pub fn solve(position: &Position, progress: &dyn Progress) -> Result<Solution, Error> {
    solve_with_table(position, default_table_bytes(position.board(), position.pieces()), progress)
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
    let mut solver = Solver::new(position.board(), position.pieces(), position.rules(), table_bytes)?;
    Ok(solver.solve(position, progress))
}

/// An interval in which a value lies for certain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Player 1 can force at least this margin.
    pub lower: Margin,
    /// Player 2 can hold player 1 to this margin.
    pub upper: Margin,
}

impl Bounds {
    /// The value, once both bounds meet.
    #[must_use]
    pub fn value(&self) -> Option<Margin> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// What no play can leave, by the lines that are completed and those still open: known without a search.
///
/// ```
/// use gqt3::{game::Game, position::Position, search::limits};
/// let start = Position::new(Game::default());
/// // Player 1 has five pieces, which can complete two lines at once; player 2 has four.
/// assert_eq!((limits(&start).lower.to_string(), limits(&start).upper.to_string()), ("-1".into(), "+2".into()));
/// # Ok::<(), gqt3::board::BoardError>(())
/// ```
#[must_use]
pub fn limits(position: &Position) -> Bounds {
    large::Memory::new(position.board(), position.pieces(), *position.rules(), 0).limits(position)
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
    if pieces == 0 {
        return Err(Error::NoPieces);
    }
    solve(&Position::new(Game::new(board, pieces, rules).unwrap()), progress)
}

/// The minimax value by definition: every action of every position, no table, no bounds. For tests of small
/// games; takes any board, n and rules.
#[must_use]
pub fn minimax(position: &Position) -> Margin {
    let values = position.actions().map(|action| minimax(&position.after_unchecked(&action)));
    let best = match position.to_move() {
        Some(Player::One) => values.max(),
        _ => values.min(),
    };
    // A game that is over has no actions.
    best.unwrap_or_else(|| position.margin())
}
