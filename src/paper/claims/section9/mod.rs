pub mod evidence;

use crate::paper::context::Context;
use crate::paper::finding::{Finding, Findings};
use crate::paper::text::total;
use gqt3::support::number::group_digits;

pub(super) fn claims(context: &Context) -> Findings {
    let boards = context.solved_positions()?;
    let positions: u64 = boards.iter().map(|board| board.positions).sum();
    let late: u64 = boards.iter().map(|board| board.late).sum();
    let wrong: u64 = boards.iter().map(|board| board.wrong).sum();
    let computed = match wrong {
        0 => "strongly solved: all positions compared have the right value".to_owned(),
        wrong => format!("not solved in {}", total([wrong], "positions")),
    };
    let method = format!(
        "{} positions of random games on boards up to 3x3 with n = 1 and 2, each compared with the \
         best of its actions, {} late ones with minimax",
        group_digits(positions),
        group_digits(late)
    );
    Ok(vec![
        Finding::new("9.solved", computed, method)
            .stating("strongly solved", wrong == 0 && positions > 0),
    ])
}
