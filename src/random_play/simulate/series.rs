//! Series of any size, placed and collapsed by the engine.

use super::collapse::{Collapses, TooManyMatchings};
use super::numbers::Numbers;
use super::playout::{Quantum, Squares};
use crate::engine::board::{Square, SquareSet};
use crate::engine::game::Game;
use crate::engine::position::{Phase, Position};

/// Series of any size, as the engine keeps them.
#[derive(Clone, Debug)]
pub(super) struct Series {
    start: Position,
    position: Position,
    collapses: Collapses,
}

impl Quantum for Series {
    fn new(game: Game) -> Series {
        let start = Position::new(game);
        Series {
            start,
            position: start,
            collapses: Collapses::default(),
        }
    }

    #[inline]
    fn start(&mut self, _: usize) {
        self.position.set_to(&self.start);
    }

    #[inline]
    fn place(
        &mut self,
        squares: &mut Squares,
        _: usize,
        placed: SquareSet,
        numbers: &mut Numbers,
    ) -> Result<SquareSet, TooManyMatchings> {
        let position = &mut self.position;
        let quantum = position.quantum();
        position.place_unchecked(placed);
        if position.phase() == Phase::Collapse {
            let (entangled, neighbours) = (position.entangled(), position.neighbours());
            let drawn = self
                .collapses
                .draw(entangled, neighbours, |bound| numbers.below(bound))?;
            position.collapse_unchecked(&drawn);
        } else if position.quantum() != quantum {
            // A forced collapse takes a number as any other does, so that a seed keeps its games.
            numbers.below(1);
        }
        let classical = quantum - position.quantum();
        if !classical.is_empty() {
            squares.fix(classical, |square| {
                position.matching().series_on(Square::from_index(square))
            });
        }
        Ok(classical)
    }
}
