//! What all random games share: the quantum squares, the classical pieces, and how a game goes turn by turn.

use super::numbers::Numbers;
use crate::board::{Board, MAX_SQUARES, SquareSet};
use crate::position::CompletedLines;
use crate::rules::{Ending, Margin, Rules, Tail};

/// The series that stands, or will stand, on each square.
pub(super) type SeriesOn = [u8; MAX_SQUARES];

/// The squares of a set of bits, in increasing order.
#[inline]
pub(super) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        lowest
    })
}

/// The squares of a game: which are quantum, and whose classical pieces stand on the others.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// The quantum squares, in no particular order: the first `count` entries.
    open: [u8; MAX_SQUARES],
    count: usize,
    owned: [u64; 2],
    /// The turn whose piece is classical on a square; meaningless for quantum squares.
    subscripts: [u8; MAX_SQUARES],
}

impl Field {
    pub(super) fn new() -> Field {
        Field { open: [0; MAX_SQUARES], count: 0, owned: [0; 2], subscripts: [0; MAX_SQUARES] }
    }

    #[inline]
    fn start(&mut self, squares: usize) {
        for (index, square) in self.open[..squares].iter_mut().enumerate() {
            *square = index as u8;
        }
        self.count = squares;
        self.owned = [0; 2];
    }

    /// How many squares are quantum.
    #[inline]
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// The `index`-th of the squares that were drawn last.
    #[inline]
    pub(super) const fn drawn(&self, index: usize) -> usize {
        self.open[index] as usize
    }

    /// The subscripts of a board that is full.
    #[inline]
    pub(super) const fn subscripts(&self) -> &[u8; MAX_SQUARES] {
        &self.subscripts
    }

    /// Draws `pieces` different quantum squares, every set of them as likely as another: the beginning of a
    /// shuffle (Fisher and Yates). They come to the front of `open`.
    #[inline]
    fn draw(&mut self, pieces: usize, numbers: &mut Numbers) -> u64 {
        let mut from = 0;
        while pieces - from > 3 {
            self.shuffle::<3>(from, numbers);
            from += 3;
        }
        match pieces - from {
            1 => self.shuffle::<1>(from, numbers),
            2 => self.shuffle::<2>(from, numbers),
            _ => self.shuffle::<3>(from, numbers),
        }
        self.open[..pieces].iter().fold(0, |set, &square| set | 1 << square)
    }

    #[inline]
    fn shuffle<const N: usize>(&mut self, from: usize, numbers: &mut Numbers) {
        let sides = std::array::from_fn(|index| (self.count - from - index) as u32);
        let dice: [usize; N] = numbers.dice(sides);
        for (index, die) in dice.into_iter().enumerate() {
            self.open.swap(from + index, from + index + die);
        }
    }

    /// Makes the first drawn square classical.
    #[inline]
    pub(super) fn fix_drawn(&mut self, series: usize) -> u64 {
        let square = self.open[0];
        self.count -= 1;
        self.open[0] = self.open[self.count];
        self.own(usize::from(square), series)
    }

    /// Makes these quantum squares classical.
    #[inline]
    pub(super) fn fix(&mut self, squares: u64, series_on: &SeriesOn) {
        let mut kept = 0;
        for index in 0..self.count {
            let square = self.open[index];
            self.open[kept] = square;
            if squares >> square & 1 == 0 {
                kept += 1;
            } else {
                self.own(usize::from(square), usize::from(series_on[usize::from(square)]));
            }
        }
        self.count = kept;
    }

    #[inline]
    fn own(&mut self, square: usize, series: usize) -> u64 {
        self.subscripts[square] = series as u8 + 1;
        self.owned[series & 1] |= 1 << square;
        1 << square
    }

    fn has_line(&self, board: Board) -> bool {
        let [one, two] = self.owned.map(SquareSet);
        board.lines().iter().any(|line| line.is_subset(one) || line.is_subset(two))
    }

    /// What the lines are worth.
    #[inline]
    pub(super) fn margin(&self, board: Board, rules: &Rules) -> Margin {
        let owned = self.owned.map(SquareSet);
        CompletedLines::find(board, rules, owned, |index| self.subscripts[index]).margin(rules)
    }
}

/// What became classical in a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Collapsed {
    /// The squares; none if the turn entangled nothing.
    pub(super) squares: u64,
    /// Whether there were several ways.
    pub(super) chosen: bool,
}

impl Collapsed {
    pub(super) const NOTHING: Collapsed = Collapsed { squares: 0, chosen: false };
}

/// The series on the quantum squares, and how they collapse.
pub(super) trait Quantum {
    fn new() -> Self;

    /// Forgets the last game.
    fn start(&mut self, squares: usize);

    /// Places a series on the `pieces` squares just drawn. If that entangles, picks a perfect matching of the
    /// entanglement, each as likely as another, and makes it classical.
    fn place(&mut self, field: &mut Field, series: usize, squares: u64, numbers: &mut Numbers) -> Collapsed;

    /// How many collapses were drawn by a Markov chain since this was asked last.
    fn take_chained(&mut self) -> u64 {
        0
    }

    /// For the squares that just collapsed: the series on each.
    fn series_on(&self) -> &SeriesOn;
}

/// Sees the turns of a game.
pub(super) trait Watcher {
    fn placed(&mut self, squares: u64);
    fn collapsed(&mut self, collapsed: Collapsed, series_on: &SeriesOn);
}

/// Looks away.
pub(super) struct Nobody;

impl Watcher for Nobody {
    #[inline]
    fn placed(&mut self, _: u64) {}
    #[inline]
    fn collapsed(&mut self, _: Collapsed, _: &SeriesOn) {}
}

/// What is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Game {
    pub(super) board: Board,
    pub(super) pieces: usize,
    pub(super) rules: Rules,
}

impl Game {
    /// Plays one random game; returns its turns.
    #[inline]
    pub(super) fn play<Q: Quantum>(
        &self,
        field: &mut Field,
        quantum: &mut Q,
        numbers: &mut Numbers,
        watcher: &mut impl Watcher,
    ) -> usize {
        field.start(self.board.squares());
        quantum.start(self.board.squares());
        let mut turns = 0;
        while let Some(pieces) = self.pieces_to_place(field) {
            let squares = field.draw(pieces, numbers);
            watcher.placed(squares);
            let collapsed = quantum.place(field, turns, squares, numbers);
            turns += 1;
            if collapsed.squares != 0 {
                watcher.collapsed(collapsed, quantum.series_on());
                if self.rules.ending == Ending::FirstLine && field.has_line(self.board) {
                    break;
                }
            }
        }
        turns
    }

    /// How many pieces the next turn places; `None` if the game is over.
    #[inline]
    fn pieces_to_place(&self, field: &Field) -> Option<usize> {
        if field.count >= self.pieces {
            Some(self.pieces)
        } else if field.count == 0 || self.rules.tail == Tail::Stop {
            None
        } else {
            Some(1)
        }
    }
}
