//! What is counted.

use std::fmt;

use super::first_line::MAX_SCHEDULE_SIDE;
use crate::engine::board::Board;
use crate::engine::game::Game;
use crate::engine::rules::{Ending, Rules};

/// The game tree that is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tree {
    /// Games to the full board, T(s, n). There are no lines, so s need not be a square number.
    Full {
        /// s.
        squares: usize,
        /// n.
        pieces: usize,
    },
    /// Games that stop at the first line.
    FirstLine {
        /// The board, which may be one without lines.
        board: Board,
        /// n.
        pieces: usize,
    },
}

impl Tree {
    /// Games on `squares` squares (s) with `pieces` pieces in a series (n) to the full board.
    pub const fn full(squares: usize, pieces: usize) -> Tree {
        Tree::Full { squares, pieces }
    }

    /// Games with `pieces` pieces in a series that stop at the first line.
    pub const fn first_line(board: Board, pieces: usize) -> Tree {
        Tree::FirstLine { board, pieces }
    }

    /// How many squares the board has.
    pub const fn squares(&self) -> usize {
        match self {
            Tree::Full { squares, .. } => *squares,
            Tree::FirstLine { board, .. } => board.squares(),
        }
    }

    /// How many pieces a series has.
    pub const fn pieces(&self) -> usize {
        match self {
            Tree::Full { pieces, .. } | Tree::FirstLine { pieces, .. } => *pieces,
        }
    }

    /// When its games end.
    pub const fn ending(&self) -> Ending {
        match self {
            Tree::Full { .. } => Ending::Full,
            Tree::FirstLine { .. } => Ending::FirstLine,
        }
    }

    /// The game, if the engine has such a board.
    pub(super) fn game(&self) -> Option<Game> {
        let board = match self {
            Tree::Full { squares, .. } => Board::without_lines(*squares).ok()?,
            Tree::FirstLine { board, .. } => *board,
        };
        let rules = Rules {
            ending: self.ending(),
            ..Rules::default()
        };
        Game::new(board, self.pieces(), rules).ok()
    }

    /// Why no method counts it.
    pub(super) fn out_of_reach(&self) -> String {
        match self {
            Tree::Full { .. } => format!("no method reaches {self}; bounds exist for any size"),
            Tree::FirstLine { board, pieces } => format!(
                "games to the first line with --pieces {pieces} are too many to count on {squares} squares; use \
                 --board 1..3, or --pieces 1 or 2 on --board 1..{MAX_SCHEDULE_SIDE}",
                squares = board.squares(),
            ),
        }
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T({},{})", self.squares(), self.pieces())?;
        if self.ending() == Ending::FirstLine {
            f.write_str(" to the first line")
        } else {
            Ok(())
        }
    }
}
