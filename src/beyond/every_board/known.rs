//! What theorems tell of the start of a game on the board of any side, also where the engine holds no position.

use super::long_series::Lead;
use super::theorem::Theorem;
use super::{middle, short_series};
use crate::engine::rules::{Margin, Player, Rules};

impl Theorem {
    /// The theorem that tells most of the m-by-m board with n pieces in a series: that on short series, that on long ones, or
    /// else one for the middle; `None` if there is none. m may be up to 64.
    ///
    /// ```
    /// use gqt3::engine::rules::{CollapseChooser, Margin, Rules};
    /// use gqt3::beyond::every_board::theorem::Theorem;
    /// let draw = Theorem::of(64, 2, &Rules::default()).expect("n = 2 is a draw from 4x4 on");
    /// assert_eq!((draw.lower, draw.upper), (Some(Margin::ZERO), Some(Margin::ZERO)));
    /// let won = Theorem::of(10, 61, &Rules::default()).expect("two lines that cross");
    /// assert_eq!((won.lower.map(|least| least.to_string()).as_deref(), won.upper), (Some("+2"), None));
    /// assert_eq!(Theorem::of(10, 30, &Rules::default()), None);
    /// let answers = Theorem::of(10, 30, &Rules { collapse: CollapseChooser::Mover, ..Rules::default() });
    /// assert_eq!(answers.and_then(|theorem| theorem.upper), Some(Margin::ZERO));
    /// ```
    pub fn of(side: usize, pieces: usize, rules: &Rules) -> Option<Theorem> {
        if let Some(theorem) = short_series::Theorem::of(side, pieces) {
            let (draw, name) = (Some(Margin::ZERO), theorem.to_string());
            return Some(Theorem {
                lower: draw,
                upper: draw,
                name,
            });
        }
        let Some(Lead {
            player,
            least,
            theorem,
        }) = Lead::of(side, pieces, rules)
        else {
            return middle::theorem(side, pieces, rules).filter(|_| side <= short_series::MAX_SIDE);
        };
        let name = theorem.to_string();
        Some(match player {
            Player::One => Theorem {
                lower: Some(least),
                upper: None,
                name,
            },
            Player::Two => Theorem {
                lower: None,
                upper: Some(-least),
                name,
            },
        })
    }
}
