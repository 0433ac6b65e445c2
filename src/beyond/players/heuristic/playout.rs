//! Playouts: games that go on at random to their end.
//!
//! A collapse is not left to probability, because it decides most of a game. Its chooser takes a
//! collapse that no exchange of the squares of two series improves. Placements are random, with two
//! exceptions:
//!
//! * With three pieces or more the chooser of a collapse gains much. So a player leaves the choice
//!   to the opponent only if it can hardly help it.
//! * With two pieces a collapse has only two outcomes, and the places of the pieces matter. On
//!   small boards the player plays the best of a few random placements by their evaluation. On 3x3
//!   that is worth more than the playouts that it costs, on 4x4 it is not.

use super::collapse::{evaluate_after_collapse, good_collapse};
use super::evaluation::{SMALL, Score, sign};
use super::sampling::{place_carefully, placement};
use crate::engine::board::SquareSet;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::Margin;
use crate::random_play::UniformPolicy;

/// The number of random placements that are compared.
const LOOKS: usize = 9;

/// Plays a game to its end and returns the margin.
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

/// Places the next series by the best evaluation of a few placements.
fn place_well(position: &mut Position, drawer: &mut UniformPolicy) {
    let sign = sign(position);
    let mut best = (Score::MIN, SquareSet::EMPTY);
    let mut after = *position;
    for _ in 0..LOOKS {
        let squares = placement(position, drawer);
        after.set_to(position);
        after.place_unchecked(squares);
        let found = sign * evaluate_after_collapse(&after, drawer);
        if found > best.0 {
            best = (found, squares);
        }
    }
    position.place_unchecked(best.1);
}
