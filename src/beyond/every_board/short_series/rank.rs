//! The rank c(U) of a set of squares: how far it is from being classical as a whole.
//!
//! Let K_s be the squares on which series s was placed, and i(W) the number of series, of both players, with K_s inside
//! W. Then c(U) is the least |W| - i(W) of all sets W that contain U. `docs/every-board.md` (section 1) proves that c is
//! the rank function of a matroid on the squares, that a series lowers it by 1 at most, and that collapses do not change
//! it. For n = 2 it is the number of trees that meet U.
//!
//! One matching is enough to compute it. In the least |W| - i(W) the set W may be taken to contain all classical squares;
//! so classical squares add nothing, and of the series only those count that are quantum, with the squares that they
//! have left.
//!
//! **Lemma.** A set S of quantum squares is independent, c(S) = |S|, if and only if the quantum series can be matched to
//! quantum squares outside S. *Proof.* By Hall's theorem they can be matched exactly if no set E of them has more than
//! |n(E) - S| members. If one has, then W, the union of S and n(E), gives |W| - i(W) <= |S| + |n(E) - S| - |E| < |S|.
//! If none has, take any W that contains S, and for E the quantum series inside W: |W| - |S| >= |n(E) - S| >= |E|. ∎
//!
//! So squares are tried one after the other: if one has a series, that series must find another place along an
//! alternating path. As c is the rank function of a matroid, this greedy way finds c(U) independent squares of U, in
//! whatever order they are tried.

use crate::engine::board::{Square, SquareSet};
use crate::engine::position::Position;

/// The rank c(U) of a set of squares. Cost: one augmenting search for each square that has a series.
///
/// ```
/// use gqt3::engine::board::SquareSet;
/// use gqt3::engine::notation::Record;
/// use gqt3::engine::game::Game;
/// use gqt3::engine::position::Position;
/// use gqt3::beyond::every_board::short_series::rank;
/// // The trees are {1, 2, 5}, {3, 4} and five single squares.
/// let record = Record::parse("1-2 2-5 3-4", Position::new(Game::default()))?;
/// let row = SquareSet::first(3);
/// assert_eq!(rank(record.end(), row), 2);
/// assert_eq!(rank(record.end(), SquareSet::first(9)), 6);
/// # Ok::<(), gqt3::engine::notation::NotationError>(())
/// ```
pub fn rank(position: &Position, squares: SquareSet) -> usize {
    independent(position, squares, usize::MAX).len()
}

/// Independent squares, c(S) = |S|: the first ones in this order, and not more than `most`.
///
/// A square is taken if it is quantum and raises the rank of those that are taken already. With c(L) >= n >= 2, a
/// quantum square q of L first in the order and `most` = n, the result is a series with q in it that collapses nothing.
///
/// Cost: one augmenting search for each square that is tried and has a series.
pub fn independent(
    position: &Position,
    order: impl IntoIterator<Item = Square>,
    most: usize,
) -> SquareSet {
    let mut matching = *position.matching();
    let quantum = position.quantum();
    let mut found = SquareSet::EMPTY;
    for square in order {
        if found.len() == most {
            break;
        }
        let single = SquareSet::single(square);
        if !quantum.contains(square) || found.contains(square) {
            continue;
        }
        if matching.matched().contains(square) {
            let series = matching.series_on(square);
            matching.release(single);
            if matching
                .augment_avoiding(series, position.neighbours(), found | single)
                .is_err()
            {
                matching.assign(series, square);
                continue;
            }
        }
        found |= single;
    }
    found
}

/// A series that kills an open line: with a square that is on no other open line, and if that can be with one that raises the
/// rank of the other open lines. `None` if the rank is too small.
pub(super) fn kill(position: &Position, open: &[SquareSet], line: SquareSet) -> Option<SquareSet> {
    let others = open
        .iter()
        .filter(|other| **other != line)
        .fold(SquareSet::EMPTY, |all, other| all | *other);
    let rank_of_others = rank(position, others);
    let raises =
        |square: &Square| rank(position, others | SquareSet::single(*square)) > rank_of_others;
    let pieces = position.pieces();
    let own = (line - others) & position.quantum();
    let series = independent(
        position,
        own.lowest()
            .into_iter()
            .chain(line.iter().find(raises))
            .chain(line),
        pieces,
    );
    (series.len() == pieces).then_some(series)
}
