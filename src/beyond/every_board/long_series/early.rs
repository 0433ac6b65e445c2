//! The gaps of Theorem 6: on even boards, with one piece less than Theorem 1 wants, an opponent who always repeats a
//! series is met by a collapse before the last turn.

use super::setting::{Setting, spread};
use crate::engine::board::SquareSet;
use crate::engine::rules::Player;

/// What the prover's next series leaves out, by the opponent's gaps so far; `None` if the prover does as in Theorem 1,
/// as the opponent's first gap does not have equally many squares in each row and column, or as the last series is
/// placed after the opponent stopped repeating it in time.
pub fn gap(setting: &Setting, index: usize, theirs: &[SquareSet]) -> Option<SquareSet> {
    let (own, size, all) = (setting.own(), setting.gap(), setting.all());
    // Player 1 begins with whole rows.
    let Some(&first) = theirs.first() else {
        return Some(SquareSet::first(size));
    };
    let has_its_share = |line: &SquareSet| setting.side * (*line & first).len() == size;
    if !setting.lines()[..2 * setting.side]
        .iter()
        .all(has_its_share)
    {
        return None;
    }
    let pair: SquareSet = (first & setting.lines()[0]).iter().take(2).collect();
    let kept = theirs.iter().take_while(|gap| **gap == first).count();
    // At the third turn from the end, player 2 completes the collapse although the last series differs.
    let completes =
        setting.prover == Player::Two && kept + 2 == own && pair.is_subset(*theirs.last()?);
    let by_plan = kept + usize::from(setting.prover == Player::One);
    if kept == theirs.len() || completes {
        let is_late = index + 4 >= own;
        return Some(if is_late {
            first
        } else {
            pair | spread(all - pair, size - 2, index)
        });
    }
    if by_plan + 3 >= own {
        // All is decided: the series has all squares of the first gap.
        return Some((all - first).iter().take(size).collect());
    }
    (index + 1 < own).then(|| spread(all - pair, size, index))
}
