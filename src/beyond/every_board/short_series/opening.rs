//! The blocker's openings, and the criterion for killing lines of least rank afterwards.
//!
//! An opening ends in one of a few situations, which differ in the numbers of open lines and of
//! placed series. Each is put to the criterion ([`Standing`]), with the attacker moving first. If
//! the blocker moves first, there is one series less, which only helps.
//! `docs/beyond/every-board/2-short-series.md` proves that the openings can be played, and that
//! they lead to these situations.

use super::criterion::Standing;

/// Returns `true` if Theorem 4 proves that the blocker wins by kills.
///
/// The blocker kills both diagonals, the first row and the first column, with the corner in the
/// first series.
pub(in crate::beyond::every_board) fn kills(side: usize, pieces: usize) -> bool {
    let standing = Standing {
        side,
        pieces,
        open: 2 * side - 2,
        placed: 5,
        excepted: 3,
    };
    // A line has a rank of at least m - 7 until the fourth turn.
    pieces >= 2 && side >= pieces + 7 && standing.is_won()
}

/// Returns `true` if Theorem 5 proves by hand that the blocker wins by double moves.
///
/// The cases are: one pair unanswered, two pairs answered, and one of each.
pub(in crate::beyond::every_board) fn double_moves(side: usize, pieces: usize) -> bool {
    let after = |dead: usize, placed: usize| {
        Standing {
            side,
            pieces,
            open: 2 * side - dead,
            placed,
            excepted: 0,
        }
        .is_won()
    };
    // There are two fresh squares for the second pair. A rank of m - 5 until then suffices.
    pieces == 2 && side >= 7 && after(4, 3) && after(6, 4)
}

/// Returns `true` if Theorem 9 proves that the blocker wins by one block.
///
/// The blocker repeats a block of n squares until it is classical, b times, and then owns b of its
/// squares.
pub(in crate::beyond::every_board) fn block(side: usize, pieces: usize) -> bool {
    let after = |owned: usize, placed: usize| {
        Standing {
            side,
            pieces,
            open: 2 * (side - owned),
            placed,
            excepted: 0,
        }
        .is_won()
    };
    let (least, on_one_diagonal) = (pieces.div_ceil(2), pieces / 2 + 1);
    // The block has a place for every first series of the attacker. A diagonal that stays open can
    // be killed.
    pieces >= 3
        && side / 2 >= pieces + usize::from(pieces == 4)
        && side > pieces + on_one_diagonal
        && (least..=on_one_diagonal)
            .all(|owned| after(owned, owned + 2) || clearing(side, pieces, 1))
        && (least..pieces).all(|owned| after(owned, owned + 1) || clearing(side, pieces, 0))
        && (after(pieces, pieces + 1) || last_turn(side, pieces))
}

/// Returns `true` if the blocker wins after the last turn of a block (Theorem 9).
///
/// Before the n-th turn of the block, the blocker kills a line that would be in danger after it.
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

/// Returns `true` if the blocker wins by clearing (Theorem 9).
///
/// After the block, and after a kill of 0 or 1 `diagonals`, the blocker kills the lines through the
/// attacker's squares of the block, and perhaps one line in danger.
fn clearing(side: usize, pieces: usize, diagonals: usize) -> bool {
    pieces >= 4 && side >= 2 * pieces && 2 * side >= 3 * pieces + 5 + diagonals && {
        let (open, placed) = (2 * (side - pieces), pieces + 1 + diagonals);
        let situations = [(open, placed, 0), (open - 1, placed + 1, 0)];
        situations
            .into_iter()
            .all(|situation| wins_if_not_lost(side, pieces, situation))
    }
}

/// Returns `true` if the blocker wins from a situation without a failure so far.
///
/// A situation is the number of open lines, of placed series and of excepted series. All ranks are
/// known to be at least n, so τ = 0 is excluded.
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

/// Returns `true` for n = 3 on 8x8: the blocker plays two blocks (Theorem 9).
///
/// The second block is played if the blocker owns only two squares of the first.
pub(in crate::beyond::every_board) fn two_blocks(side: usize, pieces: usize) -> bool {
    let wins = |open: usize, placed: usize| {
        Standing {
            side,
            pieces,
            open,
            placed,
            excepted: 0,
        }
        .is_won()
    };
    let wins_if_not_lost =
        |open: usize, placed: usize| wins_if_not_lost(side, pieces, (open, placed, 0));
    pieces == 3
        && side == 8
        && (wins(10, 4) && wins(8, 5))
        && (wins_if_not_lost(7, 6) && wins_if_not_lost(5, 7) && wins_if_not_lost(6, 6))
}
