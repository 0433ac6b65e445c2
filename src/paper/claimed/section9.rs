//! Section 9: the small games are strongly solved.

use super::claim::{Claim, claim};
use crate::number::group_digits;
use crate::paper::computed::evidence::Evidence;

pub(super) fn claims(evidence: &Evidence) -> Vec<Claim> {
    let boards = &evidence.solved_positions;
    let positions: u64 = boards.iter().map(|board| board.positions).sum();
    let late: u64 = boards.iter().map(|board| board.late).sum();
    let wrong: u64 = boards.iter().map(|board| board.wrong).sum();
    let computed = match wrong {
        0 => "strongly solved: every position that was asked for has its value".to_owned(),
        wrong => format!("not solved in {} positions", group_digits(wrong)),
    };
    let method = format!(
        "{} positions of random games, each beside the best of its actions, {} late ones beside minimax",
        group_digits(positions),
        group_digits(late)
    );
    let strongly_solved = claim("GQT3 for n <= 2 and m <= 3", "strongly solved", computed, method);
    vec![strongly_solved.holds(wrong == 0 && positions > 0)]
}
