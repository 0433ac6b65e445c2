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
//! * *Order.* Placements that settled the question last come first (killers), then those that did most often.
//! * *Last three turns.* Solved by tables for each pair of squares, many placements at once.
//!
//! Measured when each came in, time with over time without, one thread, 3x3 and the paper's rules (empty: not measured):
//!
//! | lever | n = 2 | n = 3 | n = 7 |
//! |---|---|---|---|
//! | largest series in the key | 0.63 | | 0.05 |
//! | no look-up in the last two turns | 0.79 | | |
//! | tables for the last three turns | 0.93 | 0.54 | |
//! | killers | 0.54 | 0.82 | |
//! | remembered replies of turn 8, instead of those with the best history | 0.90 | 0.62 | |
//!
//! Cost: 0.07 s for the standard game, 3 s for n = 3, 12 s for n = 4, 5 s for n = 5, 2 s for n = 6, milliseconds for n >= 7. Results,
//! and the number of nodes, do not depend on threads: one solver is one thread, several games are solved side by side.

pub mod census;
pub mod certificate;
mod saved;
mod small;

use std::fmt;
use std::io::{self, Read, Write};

pub use saved::LoadError;

use crate::board::Board;
use crate::notation::Record;
use crate::position::{Action, Phase, Position};
use crate::progress::Progress;
use crate::rules::{Margin, Rules};

/// The most squares a game can have to be solved.
pub const MAX_SQUARES: usize = small::SQUARES;

/// The default size of the table for series of one or two pieces, in bytes.
pub const TABLE_BYTES: usize = 4 << 20;

/// The default size of the table for longer series, in bytes.
pub const LARGE_TABLE_BYTES: usize = 256 << 20;

/// The default size of the table for series of `pieces` pieces, in bytes.
#[must_use]
pub const fn default_table_bytes(pieces: usize) -> usize {
    match pieces {
        0..=2 => TABLE_BYTES,
        _ => LARGE_TABLE_BYTES,
    }
}

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
    /// A series needs a piece.
    NoPieces,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Board { squares } => {
                write!(f, "a board of {squares} squares cannot be solved; use --board 1 to 3")
            }
            Error::NoPieces => f.write_str("a series needs at least 1 piece"),
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
/// If the board has more than [`MAX_SQUARES`] squares or no lines.
pub fn solve(position: &Position, progress: &dyn Progress) -> Result<Solution, Error> {
    solve_with_table(position, default_table_bytes(position.pieces()), progress)
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

/// A solver for one board, n and set of rules. It keeps what it has found from one question to the next.
///
/// ```
/// use gqt3::{board::Board, position::Position, progress::Silent, rules::{Margin, Rules}, search::{Solver, TABLE_BYTES}};
/// let board = Board::new(2)?;
/// let mut solver = Solver::new(board, 2, &Rules::default(), TABLE_BYTES)?;
/// let start = Position::new(board, 2, Rules::default());
/// assert_eq!(solver.forces(&start, Margin::of_rank(2), &Silent), Some(true));
/// assert_eq!(solver.forces(&start, Margin::ONE, &Silent), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    memory: small::Memory,
}

impl Solver {
    /// A solver with a table of `table_bytes` bytes; the size changes the time, never an answer.
    ///
    /// # Errors
    /// If the board has more than [`MAX_SQUARES`] squares or no lines, or n is 0.
    pub fn new(board: Board, pieces: usize, rules: &Rules, table_bytes: usize) -> Result<Solver, Error> {
        if board.squares() > MAX_SQUARES || board.side().is_none() {
            return Err(Error::Board { squares: board.squares() });
        }
        if pieces == 0 {
            return Err(Error::NoPieces);
        }
        Ok(Solver { memory: small::Memory::new(board, pieces, *rules, table_bytes) })
    }

    fn at_work<'a>(&'a mut self, progress: &'a dyn Progress) -> small::Solver<'a> {
        small::Solver { memory: &mut self.memory, progress }
    }

    /// How many positions were visited by now.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.memory.nodes()
    }

    /// About how much of the table is in use, from 0 to 1.
    #[must_use]
    pub fn table_fill(&self) -> f64 {
        self.memory.table().fill()
    }

    /// Whether player 1 can force at least a margin from a position on; `None` if interrupted.
    ///
    /// # Panics
    /// If the position is of another game than the solver's: its answers would be wrong, and be kept.
    pub fn forces(&mut self, position: &Position, margin: Margin, progress: &dyn Progress) -> Option<bool> {
        assert!(self.memory.plays(position), "a position of another game");
        self.at_work(progress).forces(position, small::halves_up(margin)).ok()
    }

    /// The value of a position; if interrupted, what is proven of it.
    ///
    /// # Panics
    /// As [`Solver::forces`].
    pub fn bounds(&mut self, position: &Position, progress: &dyn Progress) -> Bounds {
        assert!(self.memory.plays(position), "a position of another game");
        let (lower, upper) = self.memory.range();
        let mut bounds = Bounds { lower: small::of_halves(lower), upper: small::of_halves(upper) };
        // An interruption leaves the bounds proven so far.
        let guess = if position.pieces() == 2 { Margin::of_rank(2) } else { Margin::ZERO };
        let _ = self.at_work(progress).value(position, guess, &mut |lower, upper| {
            bounds = Bounds { lower, upper };
        });
        bounds
    }

    /// As [`solve`], with what the solver knows already.
    ///
    /// # Panics
    /// As [`Solver::forces`].
    pub fn solve(&mut self, position: &Position, progress: &dyn Progress) -> Solution {
        progress.begin("perfect play", None);
        let before = self.nodes();
        let Bounds { lower, upper } = self.bounds(position, progress);
        let nodes = self.nodes() - before;
        let mut solution = Solution { lower, upper, line: Record::new(*position), nodes };
        if let Some(line) = self.best_line(&solution.line, progress) {
            solution.line = line;
        }
        progress.end();
        solution
    }

    /// Writes what the solver knows of positions, for [`Solver::load`].
    ///
    /// Cost: 16 bytes for each slot of the table in use.
    ///
    /// ```
    /// use gqt3::{board::Board, position::Position, progress::Silent, rules::Rules, search::{Solver, TABLE_BYTES}};
    /// let (board, rules) = (Board::new(2)?, Rules::default());
    /// let start = Position::new(board, 2, rules);
    /// let mut solver = Solver::new(board, 2, &rules, TABLE_BYTES)?;
    /// let solution = solver.solve(&start, &Silent);
    /// let mut saved = Vec::new();
    /// solver.save(&mut saved)?;
    ///
    /// let mut resumed = Solver::new(board, 2, &rules, TABLE_BYTES)?;
    /// resumed.load(&mut saved.as_slice())?;
    /// let again = resumed.solve(&start, &Silent);
    /// assert!(again.value() == solution.value() && again.nodes < solution.nodes);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of the writer.
    pub fn save(&self, out: &mut dyn Write) -> io::Result<()> {
        saved::save(self.memory.table(), &self.game(), out)
    }

    /// Adds what a solver of the same game has saved; returns how many entries that are. The sizes of the tables may
    /// differ; a smaller one forgets some.
    ///
    /// # Errors
    /// If the file is no saved table, is truncated or damaged, or is of another game or of another version; then the solver
    /// has forgotten everything.
    pub fn load(&mut self, input: &mut dyn Read) -> Result<u64, LoadError> {
        let game = self.game();
        let loaded = saved::load(self.memory.table_mut(), &game, input);
        if loaded.is_err() {
            self.memory.table_mut().clear();
        }
        loaded
    }

    fn game(&self) -> saved::Game {
        saved::Game {
            keys: self.memory.keys(),
            board: self.memory.board().side().unwrap_or(0).to_string(),
            pieces: self.memory.pieces().to_string(),
            rules: self.memory.rules().to_string(),
        }
    }

    /// Every action in the order of [`Position::placements`] and [`Position::collapses`], with the value of the position that
    /// it leads to; if interrupted, with what is proven of it. Actions that a symmetry of the position exchanges are
    /// looked at once, by way of the table.
    pub fn actions(&mut self, position: &Position, progress: &dyn Progress) -> Vec<(Action, Bounds)> {
        let placements = position.placements().map(Action::Place);
        let actions = placements.chain(position.collapses().map(Action::Collapse));
        let of = |action: Action| {
            let mut next = *position;
            match &action {
                Action::Place(squares) => next.place_unchecked(*squares),
                Action::Collapse(collapse) => next.collapse_unchecked(collapse),
            }
            (action, self.bounds(&next, progress))
        };
        actions.map(of).collect()
    }

    /// An action that keeps a position's value, of the placements the one that settled most questions; `None` if the game is over, or
    /// if interrupted.
    pub fn best_action(&mut self, position: &Position, progress: &dyn Progress) -> Option<Action> {
        let value = self.bounds(position, progress).value()?;
        self.at_work(progress).best_action(position, value).ok()?
    }

    /// A game with best play from its end on; `None` if interrupted.
    pub fn best_line(&mut self, game: &Record, progress: &dyn Progress) -> Option<Record> {
        let mut line = game.clone();
        while line.end().phase() != Phase::Over {
            let action = self.best_action(line.end(), progress)?;
            if line.play(action).is_err() {
                debug_assert!(false, "the solver plays legal actions");
                return None;
            }
        }
        Some(line)
    }
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
