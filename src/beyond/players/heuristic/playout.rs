//! Games that go on at random to their end.
//!
//! A collapse is not left to chance, as it decides most of a game: its chooser takes one that cannot be improved by an
//! exchange of the squares of two series. Placements are drawn, but not quite blindly:
//!
//! * With three pieces or more the chooser of a collapse gains much, so a player leaves it to the other one only if it
//!   can hardly help it.
//! * With two a collapse is one of two ways, and what counts is where the pieces are. On small boards the best looking
//!   of a few placements is played: on 3x3 that is worth more than the playouts that it costs, on 4x4 it is not.

use super::collapse::{good_collapse, outlook};
use super::evaluation::{SMALL, Score, sign};
use super::sampling::{place_carefully, placement};
use crate::engine::board::SquareSet;
use crate::engine::position::{Phase, Position};
use crate::engine::rules::Margin;
use crate::random_play::UniformPolicy;

/// Among how many placements the best looking one is taken.
const LOOKS: usize = 9;

/// The margin of a game played to its end.
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

/// Places the next series.
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

/// Places the next series as looks best of a few placements.
fn place_well(position: &mut Position, drawer: &mut UniformPolicy) {
    let sign = sign(position);
    let mut best = (Score::MIN, SquareSet::EMPTY);
    let mut after = *position;
    for _ in 0..LOOKS {
        let squares = placement(position, drawer);
        after.set_to(position);
        after.place_unchecked(squares);
        let found = sign * outlook(&after, drawer);
        if found > best.0 {
            best = (found, squares);
        }
    }
    position.place_unchecked(best.1);
}
