//! Section 3: the games that are generalized.

use super::claim::{Claim, claim};
use super::text::counted;
use crate::number::group_digits;
use crate::paper::computed::theorems::Theorems;

pub(super) fn claims(theorems: &Theorems) -> Vec<Claim> {
    vec![one_piece(theorems), two_pieces(theorems)]
}

/// The ledger's only claim about the words "normal Tic-Tac-Toe": whether games, endings and points are the same.
fn one_piece(found: &Theorems) -> Claim {
    let full = &found.full_board;
    let different = found.tic_tac_toe.difference.or(full.comparison.difference);
    let same = different.is_none() && full.games == full.stopped_games && full.mean == full.stopped_mean;
    let computed = match different {
        Some(what) => format!("not the same in {what}"),
        None => format!(
            "the same moves; ending and scoring differ: {} games to the full board, where every line scores (mean {} in \
             random play), against {} to the first line, which wins (mean {}). Those are n = 1 with --ending first-line \
             --scoring decisive",
            group_digits(full.games),
            full.mean,
            group_digits(full.stopped_games),
            full.stopped_mean
        ),
    };
    let method = format!(
        "{} of all games to the full board, and all {} to the first line, beside another program",
        counted([full.comparison.positions], "positions"),
        counted([found.tic_tac_toe.positions], "boards")
    );
    claim("n = 1 on 3x3 is tic-tac-toe", "normal tic-tac-toe", computed, method)
        .corrected(same, different.is_none())
}

fn two_pieces(found: &Theorems) -> Claim {
    let [full_board, first_line] = &found.qt3_at_random;
    let difference = found.qt3.difference.or(full_board.difference);
    let qt3 = difference.map_or("equivalent".to_owned(), |what| format!("not the same in {what}"));
    let goff = match first_line.difference {
        None => {
            "Goff's own rules are the same to the first line, where they stop (--variant goff)".to_owned()
        }
        Some(what) => format!("Goff's own rules (--variant goff) differ in {what}"),
    };
    let method = format!(
        "{} of the first {} turns and {} of {} beside another program",
        counted([found.qt3.positions], "positions"),
        found.reach.qt3_turns,
        counted([full_board.positions, first_line.positions], "positions"),
        counted([found.reach.qt3_games as u64], "random games"),
    );
    let both = format!("{qt3}; {goff}");
    claim("n = 2 on 3x3 is equivalent to QT3 (Appendix A)", "equivalent", both, method)
        .holds(difference.is_none() && first_line.difference.is_none())
}
