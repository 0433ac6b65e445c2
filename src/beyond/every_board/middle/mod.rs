//! The middle: what is proved for series that are neither short nor long, for the two players apart.
//!
//! The theorems on [`short_series`](super::short_series) and [`long_series`](super::long_series) leave most n open,
//! and some rules of collapse let one player do no worse than a draw there. `docs/every-board.md`, sections 15 and 16,
//! has the proofs.
//!
//! | file | who does not lose |
//! |---|---|
//! | `answers` | player 2 under `mover` and `player2` on boards of even side, for every n |
//! | `fair` | who chooses all collapses (`player1` or `player2`), for n from a little more than m on |

mod answers;
mod fair;

pub use answers::Answers;
pub use fair::Fair;

use super::theorem::Theorem;
use crate::engine::rules::{Margin, Player, Rules};

/// What is proved of the m-by-m board with n pieces in a series; `None` if nothing. Cost: some powers of integers.
///
/// ```
/// use gqt3::engine::rules::{CollapseChooser, Margin, Rules};
/// use gqt3::beyond::every_board::middle::theorem;
/// let of = |collapse| theorem(9, 30, &Rules { collapse, ..Rules::default() });
/// assert_eq!(of(CollapseChooser::Player1).and_then(|theorem| theorem.lower), Some(Margin::ZERO));
/// assert_eq!(of(CollapseChooser::Opponent), None);
/// ```
pub fn theorem(side: usize, pieces: usize, rules: &Rules) -> Option<Theorem> {
    if !(1..=side * side).contains(&pieces) {
        return None;
    }
    let answers = || {
        let most = Answers::most(side, rules)?;
        Some(Theorem {
            lower: None,
            upper: Some(most),
            name: "answers in pairs".to_owned(),
        })
    };
    let fair = || {
        let draw = Some(Margin::ZERO);
        let (lower, upper) = match Fair::blocker(side, pieces, rules)? {
            Player::One => (draw, None),
            Player::Two => (None, draw),
        };
        Some(Theorem {
            lower,
            upper,
            name: "fair collapses".to_owned(),
        })
    };
    answers().or_else(fair)
}
