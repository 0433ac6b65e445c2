//! Checks tables and proofs of `docs/beyond/every-board/2-short-series.md`.

use gqt3::beyond::every_board::short_series::{Standing, pairing};
use gqt3::beyond::every_board::theorems::{MAX_SIDE, known};
use gqt3::engine::board::Board;
use gqt3::engine::rules::{Margin, Rules};
use gqt3::random_play::UniformPolicy;

fn sides(holds: impl Fn(usize) -> bool) -> Vec<bool> {
    (0..=MAX_SIDE).map(|side| side > 0 && holds(side)).collect()
}

/// Returns the least side from which a condition holds on all boards up to [`MAX_SIDE`].
fn threshold(holds: &[bool]) -> usize {
    holds.iter().rposition(|holds| !holds).unwrap() + 1
}

/// The condition of Theorem 4, for n >= 2.
fn closed_form(side: usize, pieces: usize) -> bool {
    side + 3 > pieces && (side + 3 - pieces).pow(2) > 10 * side + 32
}

#[test]
fn the_boards_of_each_theorem_are_those_of_the_documentation() {
    let by_kills = |side: usize, pieces: usize| {
        side >= pieces + 7
            && Standing {
                side,
                pieces,
                open: 2 * side - 2,
                placed: 5,
                excepted: 3,
            }
            .is_won()
    };
    let any = |side, pieces| {
        side > 4
            && pieces < side * side / 2
            && known(side, pieces, &Rules::default())
                .is_some_and(|known| known.interval.value() == Some(Margin::ZERO))
    };
    let mut found = [Vec::new(), Vec::new(), Vec::new()];
    for pieces in (1..=12).chain([MAX_SIDE / 2, MAX_SIDE]) {
        let any = sides(|side| any(side, pieces));
        let by_hand = sides(|side| pieces >= 2 && closed_form(side, pieces));
        let by_kills = sides(|side| pieces >= 2 && by_kills(side, pieces));
        let from = threshold(&any);
        assert!(
            !any[..from].contains(&true),
            "they prove nothing on smaller boards, n = {pieces}"
        );
        assert!(
            (1..=MAX_SIDE).all(|side| by_kills[side] || !by_hand[side]),
            "the criterion covers all boards of the closed form, n = {pieces}"
        );
        for (found, holds) in found.iter_mut().zip([by_hand, by_kills, any]) {
            found.push(threshold(&holds));
        }
    }
    let [by_hand, by_kills, any] = found;
    assert_eq!(by_hand[1..12], [11, 13, 15, 16, 18, 19, 21, 22, 24, 25, 27]);
    assert_eq!(
        by_kills[1..12],
        [11, 12, 13, 14, 15, 17, 18, 19, 21, 22, 23]
    );
    assert_eq!(any[..12], [5, 5, 7, 10, 11, 13, 14, 16, 18, 20, 22, 23]);
}

/// Decides whether Lemma 7 with a smart choice of S allows a failure after `series` more series of
/// the attacker, for some sequence of signs.
fn may_fail(standing: Standing, series: usize) -> bool {
    let Standing {
        side: m,
        pieces: n,
        open,
        placed,
        excepted,
    } = standing;
    (0..1_u32 << series).any(|signs| {
        let (mut one, mut all) = (n - 1, n - 1);
        (1..=series + 1).all(|k| {
            if k > 1 && signs >> (k - 2) & 1 == 0 {
                one += 1;
                all += 1 + one;
            } else if k > 1 {
                one += 2;
                all += if series + 1 == open { 2 } else { 2 + one - n };
            }
            all + placed + series + 1 - k + excepted >= k * m - k * k / 4
        })
    })
}

#[test]
fn the_criterion_goes_through_all_sequences_of_signs() {
    let mut drawer = UniformPolicy::new(33, 0);
    let (mut possible, mut impossible) = (0, 0);
    for _ in 0..400 {
        let mut from =
            |least: usize, most: usize| least + drawer.below((most - least + 1) as u64) as usize;
        let standing = Standing {
            side: from(4, 14),
            pieces: from(2, 5),
            open: from(1, 11),
            placed: from(0, 6),
            excepted: from(0, 3),
        };
        let expected: Vec<usize> = (0..standing.open)
            .filter(|&series| may_fail(standing, series))
            .collect();
        assert_eq!(
            standing.failures().collect::<Vec<_>>(),
            expected,
            "{standing:?}"
        );
        *(if expected.is_empty() {
            &mut impossible
        } else {
            &mut possible
        }) += 1;
        assert_eq!(standing.is_won(), expected.is_empty());
    }
    assert!(
        possible > 50 && impossible > 50,
        "{possible} and {impossible}"
    );
}

#[test]
fn each_line_has_a_pair_of_squares_from_5x5_on() {
    assert!((0..5).all(|side| pairing(side).is_none()));
    for side in [5, 6, 7, 8, 9, 10, 33, MAX_SIDE] {
        let pairs = pairing(side).unwrap();
        assert_eq!(pairs.len(), 2 * side + 2);
        let mut is_taken = vec![false; side * side];
        for (line, [one, other]) in pairs.iter().enumerate() {
            for square in [*one, *other] {
                assert!(
                    !std::mem::replace(&mut is_taken[square], true),
                    "{square} is in two pairs"
                );
                let (row, column) = (square / side, square % side);
                let on_line = match line {
                    line if line < side => row == line,
                    line if line < 2 * side => column == line - side,
                    line if line == 2 * side => row == column,
                    _ => row + column == side - 1,
                };
                assert!(on_line);
            }
        }
    }
    // The engine's lines are in the same order.
    let board = Board::new(8).unwrap();
    for (line, pair) in board.lines().iter().zip(pairing(8).unwrap()) {
        assert!(
            pair.iter()
                .all(|square| line.iter().any(|member| member.index() == *square))
        );
    }
}

/// A number for each diagonal, such as how many squares of a ring (Theorem 9) the attacker's first
/// series has there.
type Ring = [usize; 2];

/// Decides whether some block avoids the attacker's first series and has, on each diagonal,
/// `squares` squares and, among them, at least `pairs` mirrored pairs.
fn fits(rings: &[Ring], squares: Ring, pairs: Ring) -> bool {
    // The squares and pairs that are still missing, for every way to use the rings so far.
    let mut needs = std::collections::BTreeSet::from([(squares, pairs)]);
    for ring in rings {
        for (squares, pairs) in needs.clone() {
            for diagonal in 0..2 {
                let free = (2 - ring[diagonal]).min(squares[diagonal]);
                for taken in 1..=free {
                    let (mut squares, mut pairs) = (squares, pairs);
                    squares[diagonal] -= taken;
                    pairs[diagonal] -= usize::from(taken == 2).min(pairs[diagonal]);
                    needs.insert((squares, pairs));
                }
            }
        }
    }
    needs.contains(&([0; 2], [0; 2]))
}

/// Calls `call` with every distribution of a series of at most `squares` squares over `left` rings,
/// up to the rings' order.
fn for_each_series(
    rings: &mut Vec<Ring>,
    left: usize,
    squares: usize,
    call: &mut impl FnMut(&[Ring]),
) {
    if left == 0 {
        return call(rings);
    }
    let least = rings.last().copied().unwrap_or([0; 2]);
    for next in [
        [0, 0],
        [0, 1],
        [0, 2],
        [1, 0],
        [1, 1],
        [1, 2],
        [2, 0],
        [2, 1],
        [2, 2],
    ] {
        if next >= least && next[0] + next[1] <= squares {
            rings.push(next);
            for_each_series(rings, left - 1, squares - next[0] - next[1], call);
            rings.pop();
        }
    }
}

#[test]
fn a_block_has_a_place_whatever_the_first_series_is() {
    for pieces in 3..=10 {
        let on_one = if pieces == 4 { 2 } else { pieces / 2 + 1 };
        // If one diagonal stays open, the blocker must own a mirrored pair on the other one. For
        // odd n and n = 4 it owns all squares of the block on that diagonal. For other n it may
        // lack one of them, so the block has two pairs.
        let pairs = match pieces {
            4 => [1, 1],
            _ => [1 + (pieces + 1) % 2, 0],
        };
        let squares = [on_one, pieces - on_one];
        let turned = |pair: Ring| [pair[1], pair[0]];
        let mut series = 0;
        for_each_series(
            &mut Vec::new(),
            pieces + usize::from(pieces == 4),
            pieces,
            &mut |rings| {
                let has_place =
                    fits(rings, squares, pairs) || fits(rings, turned(squares), turned(pairs));
                assert!(has_place, "n = {pieces}, {rings:?}");
                series += 1;
            },
        );
        assert!(series > 10);
    }
    assert!(
        !fits(&[[1, 0]; 4], [2, 2], [1, 1]),
        "with n = 4 four rings are too few"
    );
}
