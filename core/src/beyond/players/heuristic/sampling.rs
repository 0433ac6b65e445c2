use crate::engine::board::{Square, SquareSet};
use crate::engine::position::{Phase, Position};
use crate::random_play::UniformPolicy;

const DRAWS: usize = 9;

#[inline]
pub fn placement(position: &Position, drawer: &mut UniformPolicy) -> SquareSet {
    let mut open = position.quantum();
    let mut squares = SquareSet::EMPTY;
    for _ in 0..position.pieces_to_place() {
        let square = any_of(open, drawer);
        squares.insert(square);
        open.remove(square);
    }
    squares
}

/// Places a random series that entangles if the mover would choose the collapse, but does not if
/// the opponent would. If a few draws find no such series, the last one is placed.
pub fn place_carefully(position: &mut Position, drawer: &mut UniformPolicy) -> SquareSet {
    let before = *position;
    let mover = before.to_move();
    let entangles = mover.is_some_and(|mover| before.game().chooser(mover) == mover);
    let mut squares = SquareSet::EMPTY;
    for _ in 0..DRAWS {
        position.set_to(&before);
        squares = placement(&before, drawer);
        position.place_unchecked(squares);
        if (position.phase() == Phase::Collapse) == entangles {
            break;
        }
    }
    squares
}

#[inline]
pub fn any_of(squares: SquareSet, drawer: &mut UniformPolicy) -> Square {
    let mut left = squares;
    for _ in 0..drawer.below(squares.len() as u64) {
        left.0 &= left.0 - 1;
    }
    left.lowest().unwrap_or_default()
}
