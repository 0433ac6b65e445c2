//! How the blocker opens, and whether killing lines of least rank wins afterwards.
//!
//! An opening ends in one of a few situations, which differ in how many lines are open and how many series were placed.
//! Each is put to the criterion ([`Standing`]), with the attacker moving first; if the blocker does, one series less was
//! placed, which only helps. `docs/every-board/2-short-series.md` proves that the openings can be played and where they lead.

use super::criterion::Standing;

/// Returns `true` if the blocker wins by Theorem 4: he kills both diagonals, the first row and the
/// first column, with the corner in the first series.
pub(in crate::beyond::every_board) fn kills(side: usize, pieces: usize) -> bool {
    let standing = Standing {
        side,
        pieces,
        open: 2 * side - 2,
        placed: 5,
        excepted: 3,
    };
    // A line has a rank of at least m - 7 at the fourth turn.
    pieces >= 2 && side >= pieces + 7 && standing.is_won()
}

/// Returns `true` if the blocker wins by Theorem 5 from 7x7 on: by double moves, one pair unanswered
/// or two answered, or one of each.
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
    // There are two fresh squares for the second pair, and a rank of m - 5 until then is enough.
    pieces == 2 && side >= 7 && after(4, 3) && after(6, 4)
}

/// Returns `true` if the blocker wins by Theorem 9: he repeats a block of n squares until it is
/// classical, b times, and then owns b of its squares.
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
    // The block has a place whatever the attacker's first series is, and a diagonal that stays open can be killed.
    pieces >= 3
        && side / 2 >= pieces + usize::from(pieces == 4)
        && side > pieces + on_one_diagonal
        && (least..=on_one_diagonal)
            .all(|owned| after(owned, owned + 2) || clearing(side, pieces, 1))
        && (least..pieces).all(|owned| after(owned, owned + 1) || clearing(side, pieces, 0))
        && (after(pieces, pieces + 1) || last_turn(side, pieces))
}

/// Returns `true` if the blocker wins by "the last turn of a block": before it he kills a line that
/// would be in danger after it.
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

/// Returns `true` if the blocker wins by clearing, after a block and a kill of `diagonals` diagonals.
/// He kills the lines through the attacker's squares of the block, and perhaps one in danger.
fn clearing(side: usize, pieces: usize, diagonals: usize) -> bool {
    pieces >= 4 && side >= 2 * pieces && 2 * side >= 3 * pieces + 5 + diagonals && {
        let (open, placed) = (2 * (side - pieces), pieces + 1 + diagonals);
        let situations = [(open, placed, 0), (open - 1, placed + 1, 0)];
        situations
            .into_iter()
            .all(|situation| wins_if_not_lost(side, pieces, situation))
    }
}

/// Whether the blocker wins in a situation (lines open, series placed, series excepted) where all ranks are known to be n at
/// least, so that he has not failed already.
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

/// Returns `true` for n = 3 on 8x8, where the blocker places a second block if two squares of the
/// first are his.
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
