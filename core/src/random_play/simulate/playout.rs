//! One random game, played by the engine.
//!
//! [`OpenSquares`] lists the quantum squares, and each turn moves the squares that it draws to the
//! front: die d for index i swaps the squares at i and i + d. For example, a game on 2x2 with n = 2
//! begins with the list 1 2 3 4.
//!
//! | turn | random | list | the engine plays |
//! |---|---|---|---|
//! | 1 | dice 1, 2 | 2 4 3 1 | 2-4 |
//! | 2 | dice 1, 2 | 4 1 3 2 | 1-4 |
//! | 3 | dice 0, 2 | 4 2 3 1 | 2-4, which closes a cycle |
//! |   | coin: heads | 3 | turn 3 to its first square 4, so turn 1 to 2 and turn 2 to 1 |
//! | 4 | die 0 | 3 | 3, a single piece |

use super::collapse::{Collapses, TooLargeToDraw};
use super::numbers::Numbers;
use crate::engine::board::{MAX_SQUARES, Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::position::{Phase, Position};

#[derive(Clone, Debug)]
pub(super) struct Playout {
    start: Position,
    position: Position,
    open: OpenSquares,
    collapses: Collapses,
    singles: bool,
}

impl Playout {
    pub(super) fn new(game: Game) -> Playout {
        let start = Position::new(game);
        Playout {
            start,
            position: start,
            open: OpenSquares::new(game.squares()),
            collapses: Collapses::default(),
            singles: game.pieces() == 1 || game.pieces() > game.squares(),
        }
    }

    #[inline]
    pub(super) fn play(&mut self, numbers: &mut Numbers) -> Result<&Position, TooLargeToDraw> {
        self.position.set_to(&self.start);
        self.open = OpenSquares::new(self.start.game().squares());
        while self.position.phase() == Phase::Place {
            self.turn(numbers)?;
        }
        Ok(&self.position)
    }

    #[inline]
    fn turn(&mut self, numbers: &mut Numbers) -> Result<(), TooLargeToDraw> {
        let position = &mut self.position;
        let quantum = position.quantum();
        position.place_unchecked(self.open.draw(position.pieces_to_place(), numbers));
        if self.singles {
            self.open.remove_first();
            return Ok(());
        }
        if position.phase() == Phase::Collapse {
            if position.pieces() == 2 {
                // One collapse puts the newest pair on its first square, the other on its second.
                let newest = position.turns() - 1;
                let square = self.open.drawn(usize::from(!numbers.coin()));
                let [one, other] = position.collapses_of_pairs();
                let is_one = one.square_of(newest) == square;
                position.collapse_to(if is_one { &one } else { &other });
            } else {
                let (entangled, neighbours) = (position.entangled(), position.neighbours());
                let below = |bound| numbers.below(bound);
                let drawn = self.collapses.draw(entangled, neighbours, below)?;
                position.collapse_unchecked(&drawn);
            }
        } else if position.quantum() != quantum && position.pieces() > 2 {
            // The engine has already played this collapse, because it had only one way. Draw a
            // number all the same, so that a seed gives the games that it gave when this collapse
            // was drawn.
            numbers.below(1);
        }
        if position.quantum() != quantum {
            self.open.retain(position.quantum());
        }
        Ok(())
    }
}

#[derive(Clone, Debug)]
struct OpenSquares {
    squares: [u8; MAX_SQUARES],
    count: usize,
}

impl OpenSquares {
    #[inline]
    fn new(count: usize) -> OpenSquares {
        OpenSquares {
            squares: std::array::from_fn(|index| index as u8),
            count,
        }
    }

    #[inline]
    fn drawn(&self, index: usize) -> Square {
        Square::from_index(usize::from(self.squares[index]))
    }

    /// Begins a Fisher-Yates shuffle. One random word draws at most three squares, so that it is
    /// rejected with a probability of at most 64^3 / 2^32.
    #[inline]
    fn draw(&mut self, pieces: usize, numbers: &mut Numbers) -> SquareSet {
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
        (0..pieces).map(|index| self.drawn(index)).collect()
    }

    #[inline]
    fn shuffle<const N: usize>(&mut self, from: usize, numbers: &mut Numbers) {
        let sides = std::array::from_fn(|index| (self.count - from - index) as u32);
        let dice: [usize; N] = numbers.dice(sides);
        for (index, die) in dice.into_iter().enumerate() {
            self.squares.swap(from + index, from + index + die);
        }
    }

    #[inline]
    fn remove_first(&mut self) {
        self.count -= 1;
        self.squares[0] = self.squares[self.count];
    }

    #[inline]
    fn retain(&mut self, quantum: SquareSet) {
        let mut kept = 0;
        for index in 0..self.count {
            let square = self.drawn(index);
            self.squares[kept] = square.index() as u8;
            kept += usize::from(quantum.contains(square));
        }
        self.count = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::super::ChiSquare;
    use super::*;
    use crate::engine::rules::Rules;

    /// A chi-square with 23 degrees of freedom exceeds 69.7 with a probability of 1.35e-6.
    #[test]
    fn endgames_are_equally_likely() {
        for pieces in 1..=5 {
            let games = 240_000;
            let game = Game::from_side(2, pieces, Rules::default()).unwrap();
            let mut playout = Playout::new(game);
            let mut numbers = Numbers::new(22, pieces as u64);
            let mut counts = std::collections::BTreeMap::<Vec<usize>, u64>::new();
            for _ in 0..games {
                let end = playout.play(&mut numbers).unwrap();
                let squares = SquareSet::first(4).iter();
                let series = squares.map(|square| end.matching().series_on(square));
                *counts.entry(series.collect()).or_default() += 1;
            }
            assert_eq!(counts.len(), 24);
            let expected = games as f64 / 24.0;
            let fit = ChiSquare::from_counts(counts.into_values().map(|count| (count, expected)));
            assert!(fit.statistic < 69.7, "n = {pieces}: {fit:?}");
        }
    }
}
