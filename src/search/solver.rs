//! A solver and what it can be asked.

use std::io::{self, Read, Write};

use super::meter::Meter;
use super::saved::{self, LoadError};
use super::{Bounds, Error, MAX_SQUARES, Solution, large, small};
use crate::board::Board;
use crate::notation::Record;
use crate::position::{Action, Phase, Position};
use crate::progress::Progress;
use crate::rules::{Margin, Player, Rules};
use crate::table::Table;

/// A solver for one board, n and set of rules. It keeps what it has found from one question to the next.
///
/// ```
/// use gqt3::{board::Board, game::Game, position::Position, progress::Silent, rules::{Margin, Rules}, search::{Solver, TABLE_BYTES}};
/// let board = Board::new(2)?;
/// let mut solver = Solver::new(board, 2, &Rules::default(), TABLE_BYTES)?;
/// let start = Position::new(Game::new(board, 2, Rules::default())?);
/// assert_eq!(solver.forces(&start, Margin::of_rank(2), &Silent), Some(true));
/// assert_eq!(solver.forces(&start, Margin::ONE, &Silent), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    memory: Memory,
}

/// What is known, by the size of the board.
enum Memory {
    Small(Box<small::Memory>),
    Large(Box<large::Memory>),
}

impl Solver {
    /// A solver with a table of `table_bytes` bytes; the size changes the time, never an answer.
    ///
    /// # Errors
    /// If the board has no lines, n is 0, or there is no memory for the table.
    pub fn new(board: Board, pieces: usize, rules: &Rules, table_bytes: usize) -> Result<Solver, Error> {
        if board.side().is_none() {
            return Err(Error::NoLines);
        }
        if pieces == 0 {
            return Err(Error::NoPieces);
        }
        let memory = if board.squares() > MAX_SQUARES {
            Memory::Large(Box::new(large::Memory::new(board, pieces, *rules, table_bytes)))
        } else {
            let table = Table::try_with_bytes(table_bytes).ok_or(Error::Memory { bytes: table_bytes })?;
            Memory::Small(Box::new(small::Memory::new(board, pieces, *rules, table)))
        };
        Ok(Solver { memory })
    }

    /// How many positions were visited by now.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.meter().nodes()
    }

    /// From now on at most so many more positions are visited, whatever is asked; then every question is as if it were
    /// interrupted. Unlike time, the limit means the same on every machine. `None` is no limit.
    ///
    /// ```
    /// use gqt3::{game::Game, position::Position, progress::Silent, search::{Solver, TABLE_BYTES}};
    /// let start = Position::new(Game::default());
    /// let mut solver = Solver::new(start.board(), 2, start.rules(), TABLE_BYTES)?;
    /// solver.limit_nodes(Some(100));
    /// assert_eq!(solver.bounds(&start, &Silent).value(), None);
    /// assert_eq!(solver.nodes(), 100);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limit_nodes(&mut self, more: Option<u64>) {
        match &mut self.memory {
            Memory::Small(memory) => memory.meter_mut().limit_to(more),
            Memory::Large(memory) => memory.meter.limit_to(more),
        }
    }

    const fn meter(&self) -> &Meter {
        match &self.memory {
            Memory::Small(memory) => memory.meter(),
            Memory::Large(memory) => &memory.meter,
        }
    }

    /// Whether a question would be looked at: neither is the limit of nodes used up, nor does the progress interrupt.
    #[must_use]
    pub fn may_search(&self, progress: &dyn Progress) -> bool {
        self.meter().may_begin(progress)
    }

    /// About how much of the table is in use, from 0 to 1.
    #[must_use]
    pub fn table_fill(&self) -> f64 {
        match &self.memory {
            Memory::Small(memory) => memory.table().fill(),
            Memory::Large(memory) => memory.fill(),
        }
    }

    /// The game that it solves.
    fn of(&self) -> (Board, usize, Rules) {
        match &self.memory {
            Memory::Small(memory) => (memory.board(), memory.pieces(), *memory.rules()),
            Memory::Large(memory) => (memory.board, memory.pieces, memory.rules),
        }
    }

    fn check(&self, position: &Position) {
        let asked = (position.board(), position.pieces(), *position.rules());
        assert!(asked == self.of(), "a position of another game");
    }

    /// Whether player 1 can force at least a margin from a position on; `None` if interrupted, or where
    /// [`Solver::limit_nodes`] ends the search.
    ///
    /// # Panics
    /// If the position is of another game than the solver's: its answers would be wrong, and be kept.
    pub fn forces(&mut self, position: &Position, margin: Margin, progress: &dyn Progress) -> Option<bool> {
        self.check(position);
        if !self.may_search(progress) {
            return None;
        }
        match &mut self.memory {
            Memory::Small(memory) => memory.solver(progress).forces(position, small::halves_up(margin)).ok(),
            Memory::Large(memory) => memory.forces(position, margin, progress).ok(),
        }
    }

    /// The value of a position; if interrupted, or where [`Solver::limit_nodes`] ends the search, what is proven of it.
    ///
    /// # Panics
    /// As [`Solver::forces`].
    pub fn bounds(&mut self, position: &Position, progress: &dyn Progress) -> Bounds {
        self.check(position);
        let may_search = self.may_search(progress);
        let memory = match &mut self.memory {
            Memory::Small(memory) => memory,
            Memory::Large(memory) if may_search => return memory.bounds(position, progress),
            Memory::Large(memory) => return memory.known(position),
        };
        let mut bounds = memory.known(position);
        // Callers may ask about very many positions when the time is over.
        if !may_search {
            return bounds;
        }
        // An interruption leaves the bounds proven so far.
        let guess = memory.guess();
        let _ = memory.solver(progress).value(position, guess, &mut |lower, upper| {
            bounds = Bounds { lower: bounds.lower.max(lower), upper: bounds.upper.min(upper) };
        });
        bounds
    }

    /// As [`solve`](super::solve()), with what the solver knows already.
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
    /// Cost: 16 bytes for each slot of the table in use; 9 and 8 for each turn on boards of more than [`MAX_SQUARES`] squares.
    ///
    /// ```
    /// use gqt3::{board::Board, game::Game, position::Position, progress::Silent, rules::Variant, search::{Solver, TABLE_BYTES}};
    /// let (board, rules) = (Board::new(2)?, Variant::CompleteWinStop.rules());
    /// let start = Position::new(Game::new(board, 2, rules)?);
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
        match &self.memory {
            Memory::Small(memory) => saved::save(memory.table(), &self.game(), out),
            Memory::Large(memory) => saved::save(memory.as_ref(), &self.game(), out),
        }
    }

    /// What a saved table is of.
    fn game(&self) -> saved::Game {
        let keys = match &self.memory {
            Memory::Small(memory) => memory.keys(),
            Memory::Large(_) => large::KEYS.to_owned(),
        };
        let (board, pieces, rules) = self.of();
        saved::Game {
            keys,
            board: board.side().unwrap_or(0).to_string(),
            pieces: pieces.to_string(),
            rules: rules.to_string(),
        }
    }

    /// Adds what a solver of the same game has saved; returns how many entries that are. The sizes of the tables may
    /// differ; a smaller one forgets some.
    ///
    /// # Errors
    /// If the file is no saved table, is truncated or damaged, or is of another game or of another version; then the solver
    /// has forgotten everything.
    pub fn load(&mut self, input: &mut dyn Read) -> Result<u64, LoadError> {
        let game = self.game();
        let loaded = match &mut self.memory {
            Memory::Small(memory) => saved::load(memory.table_mut(), &game, input),
            Memory::Large(memory) => saved::load(memory.as_mut(), &game, input),
        };
        if loaded.is_err() {
            self.forget();
        }
        loaded
    }

    /// Every action in the order of [`Position::placements`] and [`Position::collapses`], with the value of the position that
    /// it leads to; if interrupted, with what is proven of it. Actions that a symmetry of the position exchanges are
    /// looked at once, by way of the table.
    pub fn actions(&mut self, position: &Position, progress: &dyn Progress) -> Vec<(Action, Bounds)> {
        position
            .actions()
            .map(|action| (action, self.bounds(&position.after_unchecked(&action), progress)))
            .collect()
    }

    /// An action that keeps a position's value, of the placements the one that promises most; `None` if the game is over, or if
    /// interrupted.
    pub fn best_action(&mut self, position: &Position, progress: &dyn Progress) -> Option<Action> {
        let value = self.bounds(position, progress).value()?;
        if let Memory::Small(memory) = &mut self.memory {
            return memory.solver(progress).best_action(position, value).ok()?;
        }
        let side = position.to_move()?;
        for action in position.actions() {
            if self.gives(&position.after_unchecked(&action), side, value, progress)? {
                return Some(action);
            }
        }
        None
    }

    /// Forgets what was found: the next search goes as the first one.
    pub(crate) fn forget(&mut self) {
        match &mut self.memory {
            Memory::Small(memory) => memory.forget(),
            Memory::Large(memory) => memory.forget(),
        }
    }

    /// Whether a position is worth at least `value` to a player; `None` if interrupted.
    pub(crate) fn gives(
        &mut self,
        position: &Position,
        side: Player,
        value: Margin,
        progress: &dyn Progress,
    ) -> Option<bool> {
        Some(match side {
            Player::One => self.forces(position, value, progress)?,
            Player::Two => !self.forces(position, value + Margin::SMALLEST, progress)?,
        })
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
