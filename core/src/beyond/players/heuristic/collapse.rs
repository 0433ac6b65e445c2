//! Promising collapses for their chooser: with n = 2 the better of the two, otherwise random ones
//! that are improved by exchanges, because there may be too many to list.

use std::cmp::Ordering;

use super::evaluation::{Score, evaluate, sign};
use super::sampling::any_of;
use crate::engine::board::{Square, SquareSet};
use crate::engine::matching::{Matching, SeriesSet};
use crate::engine::position::{CompletedLines, Phase, Position};
use crate::engine::rules::{Margin, Player};
use crate::random_play::UniformPolicy;

const STARTS: usize = 2;

/// The worth of a point, and of a completed line. A line with k squares missing is worth 2^-k of a
/// completed one, but nothing if the other player owns one of its squares.
const POINT: i32 = 1_024;
const LINE: i32 = 256;

/// The worth of a line on which the other player owned no square before the collapse, halved for
/// each square missing.
const LINE_IN_REACH: i32 = 16;

pub fn evaluate_after_collapse(position: &Position, drawer: &mut UniformPolicy) -> Score {
    if position.phase() != Phase::Collapse {
        return evaluate(position);
    }
    let mut after = *position;
    if position.pieces() == 2 {
        let sign = sign(position);
        let [one, other] = position.collapses_of_pairs();
        after.collapse_to(&one);
        let worth_of_one = sign * evaluate(&after);
        after.set_to(position);
        after.collapse_to(&other);
        return sign * worth_of_one.max(sign * evaluate(&after));
    }
    after.collapse_to(&good_collapse(position, drawer));
    evaluate(&after)
}

pub fn good_collapse(position: &Position, drawer: &mut UniformPolicy) -> Matching {
    match position.pieces() {
        2 => better_of_two(position, drawer),
        _ => best_of_starts(position, drawer),
    }
}

#[inline]
fn better_of_two(position: &Position, drawer: &mut UniformPolicy) -> Matching {
    let [one, other] = position.collapses_of_pairs();
    let sign = sign(position);
    let [worth_of_one, worth_of_other] =
        [&one, &other].map(|matching| sign * worth(position, owned(position, matching), matching));
    let takes_other = match worth_of_one.cmp(&worth_of_other) {
        Ordering::Less => true,
        Ordering::Equal => drawer.below(2) == 0,
        Ordering::Greater => false,
    };
    if takes_other { other } else { one }
}

#[inline]
fn owned(position: &Position, matching: &Matching) -> [SquareSet; 2] {
    let mut owned = [Player::One, Player::Two].map(|player| position.owned_by(player));
    for series in position.entangled() {
        owned[series % 2].insert(matching.square_of(series));
    }
    owned
}

fn best_of_starts(position: &Position, drawer: &mut UniformPolicy) -> Matching {
    let entangled = position.entangled();
    let newest = position.turns() - 1;
    let mut best = (i32::MIN, *position.matching());
    // The newest series takes another square in every start, if it can.
    let mut firsts = position.squares_of(newest);
    for _ in 0..STARTS {
        let mut matching = *position.matching();
        matching.rearrange(
            entangled.iter().rev(),
            position.neighbours(),
            |series, open| {
                let new = SquareSet(open.0 & firsts.0);
                any_of(
                    if series == newest && !new.is_empty() {
                        new
                    } else {
                        open
                    },
                    drawer,
                )
            },
        );
        firsts.remove(matching.square_of(newest));
        let score = improve(position, entangled, &mut matching);
        if score > best.0 {
            best = (score, matching);
        }
    }
    best.1
}

/// Exchanges two series' squares as long as the chooser gains by it, and returns the result's worth
/// to the chooser.
#[inline]
fn improve(position: &Position, entangled: SeriesSet, matching: &mut Matching) -> i32 {
    let sign = sign(position);
    let neighbours = position.neighbours();
    let mut owned = owned(position, matching);
    let score = |owned, matching: &Matching| {
        sign * (worth(position, owned, matching) + in_reach(position, owned))
    };
    let mut best = score(owned, matching);
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
                    exchanged = owned.map(|squares| squares ^ both);
                } else if !orders_lines(position, owned[one % 2], both) {
                    continue;
                }
                matching.assign(one, to);
                matching.assign(two, from);
                let result = score(exchanged, matching);
                if result > best {
                    (best, owned) = (result, exchanged);
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

/// Subscripts matter only on completed lines, which they order.
fn orders_lines(position: &Position, owned: SquareSet, squares: SquareSet) -> bool {
    position
        .board()
        .lines()
        .iter()
        .any(|line| line.intersects(squares) && line.is_subset(owned))
}

/// What a collapse is worth to player 1: the completed lines' margin, and each line's worth (see
/// [`LINE`]).
#[inline]
fn worth(position: &Position, owned: [SquareSet; 2], matching: &Matching) -> i32 {
    let subscript = |index| matching.series_on(Square::from_index(index)) as u8 + 1;
    let lines = CompletedLines::find(position.board(), position.rules(), owned, subscript);
    let margin = lines.margin(position.rules()).units() / (Margin::UNIT / POINT);
    let open = |line: SquareSet, own: SquareSet, other: SquareSet| {
        if line.intersects(other) {
            0
        } else {
            LINE >> (line - own).len()
        }
    };
    let [one, two] = owned;
    let of_line = |line: &SquareSet| open(*line, one, two) - open(*line, two, one);
    margin + position.board().lines().iter().map(of_line).sum::<i32>()
}

/// What the lines are worth to player 1 by [`LINE_IN_REACH`].
///
/// A collapse that fills the board leaves no open line, so without this term many exchanges would
/// seem to change nothing.
#[inline]
fn in_reach(position: &Position, [one, two]: [SquareSet; 2]) -> i32 {
    let [fixed_one, fixed_two] = [Player::One, Player::Two].map(|player| position.owned_by(player));
    let reach = |line: SquareSet, own: SquareSet, fixed: SquareSet| {
        if line.intersects(fixed) {
            0
        } else {
            LINE_IN_REACH >> (line - own).len()
        }
    };
    let of_line = |line: &SquareSet| reach(*line, one, fixed_two) - reach(*line, two, fixed_one);
    position.board().lines().iter().map(of_line).sum()
}
