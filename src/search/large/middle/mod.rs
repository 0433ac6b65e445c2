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

use super::super::interval::Interval;
use crate::rules::{Margin, Player, Rules};

/// What is proved of a game by one of these theorems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Middle {
    /// Player 1 can force at least this.
    pub lower: Option<Margin>,
    /// Player 2 can hold player 1 to this.
    pub upper: Option<Margin>,
    /// What `docs/every-board.md` calls the theorem.
    pub name: &'static str,
}

impl Middle {
    /// What is proved of the m-by-m board with n pieces in a series; `None` if nothing. Cost: some powers of integers.
    ///
    /// ```
    /// use gqt3::{rules::{CollapseChooser, Margin, Rules}, search::middle::Middle};
    /// let of = |collapse| Middle::of(9, 30, &Rules { collapse, ..Rules::default() });
    /// assert_eq!(of(CollapseChooser::Player1).and_then(|middle| middle.lower), Some(Margin::ZERO));
    /// assert_eq!(of(CollapseChooser::Opponent), None);
    /// ```
    #[must_use]
    pub fn of(side: usize, pieces: usize, rules: &Rules) -> Option<Middle> {
        if !(1..=side * side).contains(&pieces) {
            return None;
        }
        let draw = Some(Margin::ZERO);
        let answers = || {
            let most = Answers::most(side, rules)?;
            Some(Middle { lower: None, upper: Some(most), name: "answers in pairs" })
        };
        let fair = || {
            let (lower, upper) = match Fair::blocker(side, pieces, rules)? {
                Player::One => (draw, None),
                Player::Two => (None, draw),
            };
            Some(Middle { lower, upper, name: "fair collapses" })
        };
        answers().or_else(fair)
    }

    /// Where the value lies, if it lies in `within`.
    #[must_use]
    pub fn narrow(self, within: Interval) -> Interval {
        let (lower, upper) = (self.lower.unwrap_or(within.lower), self.upper.unwrap_or(within.upper));
        within.intersect(Interval { lower, upper })
    }
}
