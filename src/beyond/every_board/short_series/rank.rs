//! The rank c(U) of a set of squares: its distance from being all classical.
//!
//! Let K_s be the squares on which series s was placed. Let i(W) be the number of series, of both
//! players, with K_s inside W. Then c(U) is the least |W| - i(W) of all sets W that contain U.
//! `docs/every-board/1-rank.md` proves that c is the rank function of a matroid on the squares. A
//! series lowers it by at most 1, and collapses do not change it. For n = 2 it is the number of
//! trees that meet U.
//!
//! One matching is enough to compute it. The set W with the least |W| - i(W) may be taken to
//! contain all classical squares. So classical squares add nothing, and only the quantum series
//! count, with the squares that they have left.
//!
//! **Lemma.** A set S of quantum squares is independent, c(S) = |S|, if and only if the quantum
//! series can be matched to quantum squares outside S.
//!
//! *Proof.* By Hall's theorem they can be matched exactly if each set E of them has at most
//! |n(E) - S| members. If some E has more, then W, the union of S and n(E), gives
//! |W| - i(W) <= |S| + |n(E) - S| - |E| < |S|. If none has more, take any W that contains S, and
//! let E be the quantum series inside W. Then |W| - |S| >= |n(E) - S| >= |E|. ∎
//!
//! So squares are tried one after the other. If a square has a series, that series must find
//! another place along an alternating path. As c is the rank function of a matroid, this greedy
//! method finds c(U) independent squares of U, in whatever order they are tried.

use crate::engine::board::{Square, SquareSet};
use crate::engine::position::Position;

/// Returns the rank c(U) of a set of squares.
///
/// # Cost
/// Needs one augmenting search for each square that has a series.
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

/// Returns the first independent squares in an order, at most `most` of them.
///
/// A set S is independent if c(S) = |S|. A square is taken if it is quantum and raises the rank of
/// the squares taken before. Suppose c(L) >= n >= 2, and let the order be the squares of L with a
/// quantum square q first. With `most` = n the result is a series with q in it that collapses
/// nothing.
///
/// # Cost
/// Needs one augmenting search for each square that is tried and has a series.
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

/// Returns a series that kills an open line. Returns `None` if its rank is too small.
///
/// If possible, the series has a square that is on no other open line, and a square that raises the
/// rank of the other open lines.
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
