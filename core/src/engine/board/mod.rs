//! Squares and their sets, lines and symmetries.
//!
//! Squares are numbered left to right, top to bottom: from 1 in text, from 0 in the code.
//!
//! ```text
//!  1 | 2 | 3      index 0 1 2
//! ---+---+---
//!  4 | 5 | 6            3 4 5
//! ---+---+---
//!  7 | 8 | 9            6 7 8
//! ```
//!
//! A board has at most 64 squares (8 by 8), because a [`SquareSet`] is one 64-bit word.

mod square_set;

pub use square_set::{Square, SquareSet};
#[doc(hidden)]
pub use square_set::{Squares, Subsets};

pub const MAX_SQUARES: usize = 64;

pub const MAX_SIDE: usize = 8;

#[doc(hidden)]
pub const MAX_LINES: usize = 2 * MAX_SIDE + 2;

/// A game's squares and, on an m-by-m board, its lines.
///
/// A board without lines is for counts that need no winner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    squares: u8,
    side: Option<u8>,
}

impl Board {
    /// Creates the m-by-m board.
    ///
    /// # Errors
    /// Fails if `side` is 0 or more than [`MAX_SIDE`].
    pub const fn new(side: usize) -> Result<Board, BoardError> {
        if side == 0 || side > MAX_SIDE {
            return Err(BoardError::Side { side });
        }
        Ok(Board {
            squares: (side * side) as u8,
            side: Some(side as u8),
        })
    }

    /// Creates a board with this many squares and no lines.
    ///
    /// # Errors
    /// Fails if `squares` is 0 or more than [`MAX_SQUARES`].
    pub const fn without_lines(squares: usize) -> Result<Board, BoardError> {
        if squares == 0 || squares > MAX_SQUARES {
            return Err(BoardError::Squares { squares });
        }
        Ok(Board {
            squares: squares as u8,
            side: None,
        })
    }

    /// Returns s, the number of squares.
    #[inline]
    pub const fn squares(self) -> usize {
        self.squares as usize
    }

    /// Returns the side m; `None` if the board has no lines.
    #[inline]
    pub const fn side(self) -> Option<usize> {
        match self.side {
            Some(side) => Some(side as usize),
            None => None,
        }
    }

    #[inline]
    pub const fn all(self) -> SquareSet {
        SquareSet::first(self.squares as usize)
    }

    /// Returns the lines: rows from the top, columns from the left, then the two diagonals.
    ///
    /// On the 1-by-1 board all of these coincide in one line.
    ///
    /// ```
    /// # use gqt3::engine::board::Board;
    /// let lines = Board::new(2)?.lines().iter().map(|line| line.to_string());
    /// let lines: Vec<String> = lines.collect();
    /// assert_eq!(lines, ["1-2", "3-4", "1-3", "2-4", "1-4", "2-3"]);
    /// # Ok::<(), gqt3::engine::board::BoardError>(())
    /// ```
    #[inline]
    pub fn lines(self) -> &'static [SquareSet] {
        match self.side {
            None => &[],
            Some(side) => LINES[side as usize - 1].as_slice(),
        }
    }

    /// Iterates over the lines inside a set, in the order of [`Board::lines`].
    #[inline]
    pub fn lines_in(self, set: SquareSet) -> impl Iterator<Item = SquareSet> {
        self.lines()
            .iter()
            .copied()
            .filter(move |line| line.is_subset(set))
    }

    #[inline]
    pub fn has_line(self, set: SquareSet) -> bool {
        self.lines_in(set).next().is_some()
    }

    /// Returns the board's 8 rotations and reflections, the identity first, or only the identity if
    /// the board is 1-by-1 or has no lines.
    pub fn symmetries(self) -> Vec<Symmetry> {
        let Some(side) = self.side() else {
            return vec![Symmetry::identity()];
        };
        let different = if side == 1 { 1 } else { 8 };
        (0..different)
            .map(|transform| Symmetry::from_transform(side, transform))
            .collect()
    }
}

/// A relabelling of the squares that maps lines to lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    image: [u8; MAX_SQUARES],
}

impl Symmetry {
    fn identity() -> Symmetry {
        Symmetry {
            image: std::array::from_fn(|index| index as u8),
        }
    }

    fn from_transform(side: usize, transform: usize) -> Symmetry {
        let mut symmetry = Symmetry::identity();
        for index in 0..side * side {
            let (mut row, mut column) = (index / side, index % side);
            if transform & 4 != 0 {
                (row, column) = (column, row);
            }
            if transform & 2 != 0 {
                row = side - 1 - row;
            }
            if transform & 1 != 0 {
                column = side - 1 - column;
            }
            symmetry.image[index] = (row * side + column) as u8;
        }
        symmetry
    }

    #[inline]
    pub const fn square(&self, square: Square) -> Square {
        Square::from_index(self.image[square.index()] as usize)
    }

    #[inline]
    pub fn set(&self, set: SquareSet) -> SquareSet {
        set.iter().map(|square| self.square(square)).collect()
    }
}

#[derive(Clone, Copy)]
struct Lines {
    sets: [SquareSet; MAX_LINES],
    count: usize,
}

impl Lines {
    const fn new(side: usize) -> Lines {
        let mut lines = Lines {
            sets: [SquareSet::EMPTY; MAX_LINES],
            count: 0,
        };
        if side == 1 {
            lines.push(1);
            return lines;
        }
        let (mut first_column, mut rising, mut falling, mut row) = (0, 0, 0, 0);
        while row < side {
            lines.push(((1 << side) - 1) << (row * side));
            first_column |= 1 << (row * side);
            falling |= 1 << (row * side + row);
            rising |= 1 << (row * side + side - 1 - row);
            row += 1;
        }
        let mut column = 0;
        while column < side {
            lines.push(first_column << column);
            column += 1;
        }
        lines.push(falling);
        lines.push(rising);
        lines
    }

    const fn push(&mut self, set: u64) {
        self.sets[self.count] = SquareSet(set);
        self.count += 1;
    }

    fn as_slice(&self) -> &[SquareSet] {
        &self.sets[..self.count]
    }
}

static LINES: [Lines; MAX_SIDE] = {
    let mut table = [Lines::new(1); MAX_SIDE];
    let mut side = 2;
    while side <= MAX_SIDE {
        table[side - 1] = Lines::new(side);
        side += 1;
    }
    table
};

/// A board is too small or too large.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    #[error("a board of side {side} is outside 1 to {MAX_SIDE}")]
    Side { side: usize },
    #[error("a board of {squares} squares is outside 1 to {MAX_SQUARES}")]
    Squares { squares: usize },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_has_its_lines() {
        assert_eq!(Board::new(1).unwrap().lines(), [SquareSet(1)]);
        for side in 2..=MAX_SIDE {
            let board = Board::new(side).unwrap();
            assert_eq!(board.lines().len(), 2 * side + 2);
            assert!(
                board
                    .lines()
                    .iter()
                    .all(|line| line.len() == side && line.is_subset(board.all()))
            );
        }
    }

    #[test]
    fn symmetries_map_lines_to_lines() {
        for side in 1..=MAX_SIDE {
            let board = Board::new(side).unwrap();
            let symmetries = board.symmetries();
            assert_eq!(symmetries.len(), if side == 1 { 1 } else { 8 });
            for symmetry in symmetries {
                for &line in board.lines() {
                    assert!(board.lines().contains(&symmetry.set(line)));
                }
            }
        }
    }

    #[test]
    fn boards_out_of_range_are_refused() {
        assert_eq!(Board::new(0), Err(BoardError::Side { side: 0 }));
        assert_eq!(Board::new(9), Err(BoardError::Side { side: 9 }));
        assert!(Board::without_lines(65).is_err());
        assert!(Board::without_lines(64).is_ok());
    }
}
