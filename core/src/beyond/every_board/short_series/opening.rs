//! The blocker's openings, and the criterion applied after them.
//!
//! `docs/beyond/every-board/2-short-series.md` proves that the openings can be played, and lists
//! the situations after them. The criterion ([`Standing`]) judges each as if the attacker had moved
//! first, because one series less of the attacker only helps the blocker.

use super::criterion::Standing;

/// Theorem 4: the blocker first kills both diagonals, the first row and the first column, and its
/// first series contains the corner of that row and that column.
pub(in crate::beyond::every_board) fn kills(side: usize, pieces: usize) -> bool {
    let standing = Standing {
        side,
        pieces,
        open: 2 * side - 2,
        placed: 5,
        excepted: 3,
    };
    // Every line has a rank of at least m - 7 until the blocker's fourth turn.
    pieces >= 2 && side >= pieces + 7 && standing.is_won()
}

/// Theorem 5 from 7x7 upward: four rows and columns in all die if the attacker answers both double
/// moves or leaves the first one unanswered, but six if it answers only the first.
pub(in crate::beyond::every_board) fn double_moves(side: usize, pieces: usize) -> bool {
    let after = |dead: usize, placed: usize| wins(side, pieces, 2 * side - dead, placed);
    // From 7x7 upward two fresh squares are left for the second pair, and every line has a rank of
    // at least m - 5 at the blocker's turns in the opening.
    pieces == 2 && side >= 7 && after(4, 3) && after(6, 4)
}

fn wins(side: usize, pieces: usize, open: usize, placed: usize) -> bool {
    Standing {
        side,
        pieces,
        open,
        placed,
        excepted: 0,
    }
    .is_won()
}

/// Theorem 9: the blocker places the same n squares b times, until they are classical, and then
/// owns b of them.
pub(in crate::beyond::every_board) fn block(side: usize, pieces: usize) -> bool {
    let after = |owned: usize, placed: usize| wins(side, pieces, 2 * (side - owned), placed);
    let (least, on_one_diagonal) = (pieces.div_ceil(2), pieces / 2 + 1);
    // The block fits on the board, and a diagonal that stays open can be killed.
    pieces >= 3
        && side / 2 >= pieces + usize::from(pieces == 4)
        && side > pieces + on_one_diagonal
        && (least..=on_one_diagonal)
            .all(|owned| after(owned, owned + 2) || clearing(side, pieces, 1))
        && (least..pieces).all(|owned| after(owned, owned + 1) || clearing(side, pieces, 0))
        && (after(pieces, pieces + 1) || last_turn(side, pieces))
}

/// If the n-th turn of the block would endanger a line, the blocker kills that line first.
fn last_turn(side: usize, pieces: usize) -> bool {
    pieces >= 4 && side >= 2 * pieces && 2 * side >= 3 * pieces + 5 && {
        let open = 2 * (side - pieces);
        let situations = [
            (open, pieces + 1, 0),
            (open + 1, pieces + 1, 1),
            (open - 1, pieces + 2, 1),
        ];
        situations
            .into_iter()
            .all(|situation| wins_if_not_lost(side, pieces, situation))
    }
}

/// After the block the blocker kills 0 or 1 `diagonals`, then the lines through the attacker's
/// squares in the block, and perhaps one line in danger.
fn clearing(side: usize, pieces: usize, diagonals: usize) -> bool {
    pieces >= 4 && side >= 2 * pieces && 2 * side >= 3 * pieces + 5 + diagonals && {
        let (open, placed) = (2 * (side - pieces), pieces + 1 + diagonals);
        let situations = [(open, placed, 0), (open - 1, placed + 1, 0)];
        situations
            .into_iter()
            .all(|situation| wins_if_not_lost(side, pieces, situation))
    }
}

/// Returns `true` if the criterion excludes each failure after one or more series of the attacker,
/// which is enough if all open lines have a rank of at least n already.
fn wins_if_not_lost(
    side: usize,
    pieces: usize,
    (open, placed, excepted): (usize, usize, usize),
) -> bool {
    Standing {
        side,
        pieces,
        open,
        placed,
        excepted,
    }
    .failures()
    .all(|series| series == 0)
}

/// Theorem 9, n = 3 on 8x8: a second block follows if the blocker owns only two squares of the
/// first.
pub(in crate::beyond::every_board) fn two_blocks(side: usize, pieces: usize) -> bool {
    (side, pieces) == (8, 3)
        && [(10, 4), (8, 5)]
            .into_iter()
            .all(|(open, placed)| wins(side, pieces, open, placed))
        && [(7, 6, 0), (5, 7, 0), (6, 6, 0)]
            .into_iter()
            .all(|situation| wins_if_not_lost(side, pieces, situation))
}
