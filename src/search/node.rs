//! The state of a game with one or two pieces in a series, on up to 9 squares: a few words.

use crate::board::{Board, Square};
use crate::canonical::{Canonical, DEAD, Marks, Mask, class_of_turn};
use crate::position::Position;
use crate::rules::Player;

/// The most squares.
pub const SQUARES: usize = crate::canonical::MAX_SQUARES;

/// A position that waits for a placement, or is over.
///
/// For n = 2 the quantum series are the edges of a forest on the quantum squares; each square knows its tree.
/// A placement inside one tree closes a cycle: that tree is the entanglement, and its two collapses send the new
/// series to either of its squares and every other series away from there (paper, Appendix B).
#[derive(Clone, Copy)]
pub struct Node {
    /// The squares of each series.
    pub series: [Mask; SQUARES],
    /// For each quantum square the squares of its tree.
    pub trees: [Mask; SQUARES],
    /// The quantum squares.
    pub quantum: Mask,
    /// The squares of each player's classical pieces.
    pub owned: [Mask; 2],
    /// How many series have been placed.
    pub turns: usize,
}

/// What a placement leads to.
pub enum Placed {
    /// The next turn.
    Quiet(Node),
    /// A choice between two collapses.
    Entangled([Node; 2]),
}

impl Node {
    /// The node of a position in which no collapse is waiting.
    #[must_use]
    pub fn of(position: &Position) -> Node {
        let mut node = Node {
            series: [0; SQUARES],
            trees: [0; SQUARES],
            quantum: position.quantum().0 as Mask,
            owned: [Player::One, Player::Two].map(|player| position.owned_by(player).0 as Mask),
            turns: position.turns(),
        };
        for square in position.quantum() {
            node.trees[square.index()] = 1 << square.index();
        }
        for series in 0..position.turns() {
            node.series[series] = position.squares_of(series).0 as Mask;
        }
        for series in position.quantum_series() {
            node.join(node.series[series]);
        }
        node
    }

    /// Makes one tree of the trees of these squares.
    #[inline]
    fn join(&mut self, squares: Mask) {
        let joined = bits(squares).fold(0, |joined, square| joined | self.trees[square]);
        for square in bits(joined) {
            self.trees[square] = joined;
        }
    }

    /// Places the next series on one or two quantum squares.
    #[inline]
    #[must_use]
    pub fn place(&self, squares: Mask) -> Placed {
        let mut next = *self;
        next.series[self.turns] = squares;
        next.turns += 1;
        let square = squares.trailing_zeros() as usize;
        if squares & (squares - 1) == 0 {
            next.settle(self.turns, square);
            next.follow(self.trees[square] & !squares);
            return Placed::Quiet(next);
        }
        if self.trees[square] & squares != squares {
            next.join(squares);
            return Placed::Quiet(next);
        }
        let other = (squares & (squares - 1)).trailing_zeros() as usize;
        Placed::Entangled([square, other].map(|chosen| {
            let mut collapsed = next;
            collapsed.settle(self.turns, chosen);
            collapsed.follow(self.trees[square] & !(1 << chosen));
            collapsed
        }))
    }

    /// The full board after the last turn, which fills the one square left.
    #[inline]
    #[must_use]
    pub fn filled(&self) -> Node {
        let mut full = *self;
        full.settle(self.turns, self.quantum.trailing_zeros() as usize);
        full.turns += 1;
        full
    }

    /// Makes a series classical on a square.
    #[inline]
    fn settle(&mut self, series: usize, square: usize) {
        self.series[series] = 1 << square;
        self.owned[series & 1] |= 1 << square;
        self.quantum &= !(1 << square);
    }

    /// Settles the rest of a tree, one square of which has been taken: a series that stood there moves away.
    #[inline]
    fn follow(&mut self, mut open: Mask) {
        while open != 0 {
            for series in 0..self.turns {
                let squares = self.series[series];
                let left = squares & self.quantum;
                if left != squares && left != 0 && left & open != 0 {
                    self.settle(series, left.trailing_zeros() as usize);
                    open &= !left;
                }
            }
        }
    }

    /// The position as the transposition key sees it.
    #[must_use]
    pub fn marks(&self, merged: usize, open_lines: &OpenLines) -> Marks {
        let mut marks = Marks::default();
        let alive = open_lines.covered;
        for series in 0..self.turns {
            let squares = self.series[series];
            if squares & self.quantum != 0 {
                marks.pairs[series] = squares;
                continue;
            }
            let class = if squares & alive == 0 { DEAD } else { class_of_turn(series, merged) };
            for (bit, plane) in marks.planes.iter_mut().enumerate() {
                if class >> bit & 1 == 1 {
                    *plane |= squares;
                }
            }
        }
        marks
    }

    /// The key of the position.
    #[must_use]
    pub fn key(&self, canonical: &Canonical, open_lines: &OpenLines) -> u128 {
        canonical.key(&self.marks(canonical.merged(), open_lines))
    }
}

/// The lines that a player may still complete, or has completed.
#[derive(Clone, Copy, Debug)]
pub struct OpenLines {
    /// For each player the numbers of the lines without a classical piece of the other.
    pub of: [u8; 2],
    /// The squares of all of them.
    pub covered: Mask,
}

/// The lines of a small board as words.
pub struct Lines {
    /// The squares of each line.
    pub squares: Vec<Mask>,
    /// For each set of squares the numbers of the lines that meet it.
    meeting: Vec<u8>,
    /// For each set of lines the squares they cover.
    pub covered_by: Vec<Mask>,
}

impl Lines {
    /// The lines of a board of at most 9 squares.
    #[must_use]
    pub fn new(board: Board) -> Lines {
        let squares: Vec<Mask> = board.lines().iter().map(|line| line.0 as Mask).collect();
        let meeting = (0..1 << board.squares())
            .map(|set: Mask| {
                let met = squares.iter().enumerate().filter(|(_, line)| **line & set != 0);
                met.fold(0, |numbers, (number, _)| numbers | 1 << number)
            })
            .collect();
        let covered_by = (0..1_usize << squares.len())
            .map(|set| {
                let chosen = squares.iter().enumerate().filter(|(number, _)| set >> number & 1 == 1);
                chosen.fold(0, |covered, (_, line)| covered | line)
            })
            .collect();
        Lines { squares, meeting, covered_by }
    }

    /// The lines still open to each player.
    #[inline]
    #[must_use]
    pub fn open(&self, owned: [Mask; 2]) -> OpenLines {
        let all = (self.covered_by.len() - 1) as u8;
        let of = [all & !self.meeting[owned[1] as usize], all & !self.meeting[owned[0] as usize]];
        OpenLines { of, covered: self.covered_by[(of[0] | of[1]) as usize] }
    }
}

/// The indices of the bits of a mask.
#[inline]
pub fn bits(mask: Mask) -> impl Iterator<Item = usize> {
    crate::board::SquareSet(u64::from(mask)).iter().map(Square::index)
}
