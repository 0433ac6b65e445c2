//! Playouts: games that go on at random to their end.
//!
//! A collapse decides most of a game, so it is not left to chance: the chooser takes one that no
//! exchange of two series' squares improves. Placements are random, but with two exceptions:
//!
//! * With three pieces or more, the chooser of a collapse gains much, so players try not to leave
//!   the choice to the opponent.
//! * With two pieces on a small board, the player takes the best of a few random placements by
//!   their evaluation. On larger boards these evaluations would take too long.

use super::collapse::{evaluate_after_collapse, good_collapse};
use super::evaluation::{SMALL, Score, sign};
use super::sampling::{place_carefully, placement};
use crate::engine::board::SquareSet;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::Margin;
use crate::random_play::UniformPolicy;

const LOOKS: usize = 9;

pub fn playout(mut position: Position, drawer: &mut UniformPolicy) -> Margin {
    loop {
        match position.phase() {
            Phase::Over => return position.margin(),
            Phase::Place => place(&mut position, drawer),
            Phase::Collapse => {
                let collapse = good_collapse(&position, drawer);
                position.collapse_to(&collapse);
            }
        }
    }
}

#[inline]
fn place(position: &mut Position, drawer: &mut UniformPolicy) {
    let pieces = position.pieces_to_place();
    if pieces > 2 {
        place_carefully(position, drawer);
    } else if pieces == 2 && position.board().squares() <= SMALL {
        place_well(position, drawer);
    } else {
        position.place_unchecked(placement(position, drawer));
    }
}

fn place_well(position: &mut Position, drawer: &mut UniformPolicy) {
    let sign = sign(position);
    let mut best = (Score::MIN, SquareSet::EMPTY);
    let mut after = *position;
    for _ in 0..LOOKS {
        let squares = placement(position, drawer);
        after.set_to(position);
        after.place_unchecked(squares);
        let result = sign * evaluate_after_collapse(&after, drawer);
        if result > best.0 {
            best = (result, squares);
        }
    }
    position.place_unchecked(best.1);
}
