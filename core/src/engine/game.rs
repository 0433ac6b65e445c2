//! A game as one validated value.

use std::fmt;

use crate::engine::board::{Board, BoardError, SquareSet};
use crate::engine::rules::{Ending, Player, Rules, Scoring, Tail, Variant};

/// Board, n and rules. By default 3-by-3, n = 2, the paper's rules.
///
/// ```
/// use gqt3::engine::board::Board;
/// use gqt3::engine::game::Game;
/// use gqt3::engine::rules::{Rules, Variant};
/// let goff = Game::from_side(3, 2, Variant::Goff.rules())?;
/// assert_eq!((goff.board().squares(), goff.pieces()), (9, 2));
/// assert!(!goff.fills_the_board());
/// assert!(Game::from_side(3, 0, Rules::default()).is_err());
/// assert_eq!(goff.to_string(), "goff, 3x3, n = 2");
/// assert_eq!(Game::new(Board::new(3)?, 2, Rules::default())?, Game::default());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    board: Board,
    pieces: usize,
    rules: Rules,
}

/// Why there is no such game.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error("a series needs at least 1 piece")]
    NoPieces,
}

impl Game {
    /// Creates a game with n = `pieces`, which may be more than there are squares.
    ///
    /// # Errors
    /// Fails if `pieces` is 0.
    pub fn new(board: Board, pieces: usize, rules: Rules) -> Result<Game, GameError> {
        match pieces {
            0 => Err(GameError::NoPieces),
            _ => Ok(Game {
                board,
                pieces,
                rules,
            }),
        }
    }

    /// Creates a game on the board with `side` rows and columns.
    ///
    /// # Errors
    /// Fails as [`Board::new`] and [`Game::new`] do.
    pub fn from_side(side: usize, pieces: usize, rules: Rules) -> Result<Game, GameError> {
        Game::new(Board::new(side)?, pieces, rules)
    }

    #[inline]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the board's side m; 0 if it has no lines.
    #[inline]
    pub fn side(&self) -> usize {
        self.board.side().unwrap_or(0)
    }

    /// Returns s, the number of squares.
    #[inline]
    pub const fn squares(&self) -> usize {
        self.board.squares()
    }

    /// Returns n, the number of pieces in a series.
    #[inline]
    pub const fn pieces(&self) -> usize {
        self.pieces
    }

    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    pub const fn with_rules(self, rules: Rules) -> Game {
        Game { rules, ..self }
    }

    pub(crate) const fn with_scoring(self, scoring: Scoring) -> Game {
        self.with_rules(Rules {
            scoring,
            ..self.rules
        })
    }

    /// Counts the pieces in a turn: n, or 1 if fewer than n squares are `quantum`.
    #[inline]
    pub const fn pieces_to_place(&self, quantum: usize) -> usize {
        if quantum < self.pieces {
            1
        } else {
            self.pieces
        }
    }

    /// Returns who chooses the collapse after `mover` entangled.
    #[inline]
    pub const fn chooser(&self, mover: Player) -> Player {
        self.rules.chooser(mover)
    }

    /// Returns `true` if too few squares are `quantum` for the game to go on: none, or under
    /// [`Tail::Stop`] fewer than n.
    #[inline]
    pub fn stops_at(&self, quantum: usize) -> bool {
        quantum == 0 || (self.rules.tail == Tail::Stop && quantum < self.pieces)
    }

    /// Returns `true` if the game is over after a collapse.
    ///
    /// `owned` holds the squares with each player's classical pieces; `quantum` counts quantum
    /// squares.
    #[inline]
    pub fn is_over(&self, owned: [SquareSet; 2], quantum: usize) -> bool {
        let has_line = |owned| self.board.has_line(owned);
        self.stops_at(quantum)
            || (self.rules.ending == Ending::FirstLine && owned.into_iter().any(has_line))
    }

    /// Returns `true` if the rules end no game before the board is full.
    ///
    /// This looks only at the rules and n, so it can be `false` although every game fills the
    /// board, as on n squares.
    ///
    /// ```
    /// use gqt3::engine::game::Game;
    /// use gqt3::engine::rules::{Rules, Tail};
    /// let stop = Rules { tail: Tail::Stop, ..Rules::default() };
    /// assert!(Game::from_side(3, 1, stop)?.fills_the_board()); // A single piece always has room.
    /// assert!(!Game::from_side(3, 2, stop)?.fills_the_board()); // A pair has none on one square.
    /// assert!(Game::default().fills_the_board());
    /// # Ok::<(), gqt3::engine::game::GameError>(())
    /// ```
    pub fn fills_the_board(&self) -> bool {
        Game::always_fills(self.pieces, &self.rules)
    }

    /// Returns [`Game::fills_the_board`] for any board.
    pub fn always_fills(pieces: usize, rules: &Rules) -> bool {
        rules.ending == Ending::Full && (rules.tail == Tail::Classical || pieces == 1)
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Variant::from_rules(self.rules) {
            Some(variant) => write!(f, "{variant}")?,
            None => write!(f, "{}", self.rules)?,
        }
        match self.board.side() {
            Some(side) => write!(f, ", {side}x{side}, n = {}", self.pieces),
            None => write!(f, ", {} squares, n = {}", self.squares(), self.pieces),
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        const BOARD: Board = match Board::new(3) {
            Ok(board) => board,
            Err(_) => unreachable!(),
        };
        Game {
            board: BOARD,
            pieces: 2,
            rules: Rules::default(),
        }
    }
}
