use std::fmt;

use crate::engine::board::Board;
use crate::engine::game::Game;
use crate::engine::rules::{Ending, Rules};

/// A game tree to be counted, with n `pieces` in a series.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tree {
    /// Games to the full board, T(s, n).
    Full {
        /// s, which need not be a square number.
        squares: usize,
        pieces: usize,
    },
    /// Games that stop at the first line.
    FirstLine {
        /// Possibly without lines.
        board: Board,
        pieces: usize,
    },
}

impl Tree {
    pub const fn full(squares: usize, pieces: usize) -> Tree {
        Tree::Full { squares, pieces }
    }

    pub const fn first_line(board: Board, pieces: usize) -> Tree {
        Tree::FirstLine { board, pieces }
    }

    pub const fn squares(&self) -> usize {
        match self {
            Tree::Full { squares, .. } => *squares,
            Tree::FirstLine { board, .. } => board.squares(),
        }
    }

    pub const fn pieces(&self) -> usize {
        match self {
            Tree::Full { pieces, .. } | Tree::FirstLine { pieces, .. } => *pieces,
        }
    }

    pub const fn ending(&self) -> Ending {
        match self {
            Tree::Full { .. } => Ending::Full,
            Tree::FirstLine { .. } => Ending::FirstLine,
        }
    }

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
