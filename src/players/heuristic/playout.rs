//! Games that go on at random to their end, and the collapses in them.
//!
//! A collapse is not left to chance, as it decides most of a game: its chooser takes one that no exchange of the squares of two
//! series makes better. Placements are drawn, but not quite blindly:
//!
//! * With three pieces or more the chooser of a collapse gains much, so a player entangles only if it can hardly help it.
//! * With two a collapse is one of two ways, and what counts is where the pieces are. On boards that are small enough for a look
//!   at what a placement leads to, the best looking of a few is played: on 3x3 that is worth more than the playouts that it costs,
//!   on 4x4 it is not.

use super::candidates::outlook;
use crate::board::{Square, SquareSet};
use crate::matching::{Matching, PerfectMatching, SeriesSet};
use crate::position::{Collapse, CompletedLines, Phase, Position};
use crate::random_play::UniformPolicy;
use crate::rules::{Margin, Player};

/// From how many random collapses a better one is sought; of series of two pieces there are no more.
const STARTS: usize = 2;

/// Among how many placements one is sought that entangles nothing.
const UNENTANGLED: usize = 9;

/// Among how many placements the best looking one is taken, and on how large a board.
const LOOKS: usize = 9;
const SQUARES_OF_LOOKS: usize = 9;

/// What a point is worth in a collapse, and what a line that a player may still complete, by the squares that it lacks: half as
/// much for each.
const POINT: i32 = 1_024;
const LINE: i32 = 256;

/// The margin of a game played to its end.
pub fn playout(mut position: Position, drawer: &mut UniformPolicy) -> Margin {
    loop {
        match position.phase() {
            Phase::Over => return position.margin(),
            Phase::Place => place(&mut position, drawer),
            Phase::Collapse => {
                if let Some(collapse) = good_collapse(&position, drawer) {
                    position.collapse_unchecked(&collapse);
                }
            }
        }
    }
}

/// Places the next series.
fn place(position: &mut Position, drawer: &mut UniformPolicy) {
    let before = *position;
    position.place_unchecked(placement(&before, drawer));
    if before.pieces_to_place() > 2 {
        for _ in 1..UNENTANGLED {
            if position.phase() != Phase::Collapse {
                break;
            }
            *position = before;
            position.place_unchecked(placement(&before, drawer));
        }
    } else if before.pieces_to_place() == 2 && before.board().squares() <= SQUARES_OF_LOOKS {
        let sign = if before.to_move() == Some(Player::One) { 1 } else { -1 };
        let mut best = sign * outlook(position);
        for _ in 1..LOOKS {
            let mut other = before;
            other.place_unchecked(placement(&before, drawer));
            let found = sign * outlook(&other);
            if found > best {
                (best, *position) = (found, other);
            }
        }
    }
}

/// A placement, each as likely as another.
fn placement(position: &Position, drawer: &mut UniformPolicy) -> SquareSet {
    let mut open = position.quantum();
    let mut squares = SquareSet::EMPTY;
    for _ in 0..position.pieces_to_place() {
        let square = any_of(open, drawer);
        squares.insert(square);
        open.remove(square);
    }
    squares
}

/// One of some squares, each as likely as another.
fn any_of(squares: SquareSet, drawer: &mut UniformPolicy) -> Square {
    let mut left = squares;
    for _ in 0..drawer.below(squares.len() as u64) {
        left.0 &= left.0 - 1;
    }
    left.lowest().unwrap_or_default()
}

/// A collapse that looks good for its chooser.
fn good_collapse(position: &Position, drawer: &mut UniformPolicy) -> Option<Collapse> {
    let entangled = position.entangled();
    let newest = entangled.iter().next_back()?;
    let mut best: Option<(i32, Matching)> = None;
    // The newest series takes another square in every start.
    let mut firsts = position.squares_of(newest);
    for _ in 0..STARTS {
        let mut matching = *position.matching();
        matching.rearrange(entangled.iter().rev(), position.neighbours(), |series, open| {
            let new = SquareSet(open.0 & firsts.0);
            any_of(if series == newest && !new.is_empty() { new } else { open }, drawer)
        });
        firsts.remove(matching.square_of(newest));
        let worth = improve(position, entangled, &mut matching);
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, matching));
        }
    }
    let (_, matching) = best?;
    PerfectMatching::new(entangled.iter().map(|series| (series, matching.square_of(series))))
}

/// Exchanges the squares of series as long as that is worth more to the chooser; returns what the collapse is worth to it.
fn improve(position: &Position, entangled: SeriesSet, matching: &mut Matching) -> i32 {
    let sign = if position.to_move() == Some(Player::One) { 1 } else { -1 };
    let neighbours = position.neighbours();
    let mut owned = [Player::One, Player::Two].map(|player| position.owned_by(player));
    for series in entangled {
        owned[series % 2].insert(matching.square_of(series));
    }
    let mut best = sign * worth(position, owned, matching);
    loop {
        let before = best;
        for one in entangled {
            for two in entangled.iter().take_while(|&two| two < one) {
                let (from, to) = (matching.square_of(one), matching.square_of(two));
                let both = SquareSet::single(from) | SquareSet::single(to);
                if !neighbours[one].contains(to) || !neighbours[two].contains(from) {
                    continue;
                }
                let mut exchanged = owned;
                if one % 2 != two % 2 {
                    exchanged = owned.map(|squares| SquareSet(squares.0 ^ both.0));
                } else if !orders_lines(position, owned[one % 2], both) {
                    continue;
                }
                matching.assign(one, to);
                matching.assign(two, from);
                let found = sign * worth(position, exchanged, matching);
                if found > best {
                    (best, owned) = (found, exchanged);
                } else {
                    matching.assign(one, from);
                    matching.assign(two, to);
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// Whether the subscripts on some squares count in the order of completed lines.
fn orders_lines(position: &Position, owned: SquareSet, squares: SquareSet) -> bool {
    position.board().lines().iter().any(|line| line.intersects(squares) && line.is_subset(owned))
}

/// What a collapse is worth to player 1: the margin of the lines completed by then, and the lines that are open.
fn worth(position: &Position, owned: [SquareSet; 2], matching: &Matching) -> i32 {
    let subscript = |index| matching.series_on(Square::from_index(index)) as u8 + 1;
    let lines = CompletedLines::find(position.board(), position.rules(), owned, subscript);
    let margin = lines.margin(position.rules()).units() / (Margin::UNIT / POINT);
    let open = |line: SquareSet, own: SquareSet, other: SquareSet| {
        if line.intersects(other) { 0 } else { LINE >> (line - own).len() }
    };
    let [one, two] = owned;
    let of_line = |line: &SquareSet| open(*line, one, two) - open(*line, two, one);
    margin + position.board().lines().iter().map(of_line).sum::<i32>()
}
