//! Who leads, at least by how much, and by which theorem: arithmetic with the side of the board, n and the rules.
//!
//! The theorems and their proofs are in `docs/every-board.md`, "The other end: long series". Write m for the side of the
//! board, s for its squares, g = s - n, a for the series of the player who chooses the last collapse and b for those of
//! the other one. Cost: some hundred operations.

use std::fmt;

use num_rational::Ratio;

use super::setting::Setting;
use crate::engine::rules::{Margin, Player, Rules, Scoring, Ties};

/// With more rows and columns than these a lead is not a whole number of [`Margin::UNIT`]s.
const MOST_ROWS: usize = 9;

/// What the chooser of the last collapse gets at least. The other player gets no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theorem {
    /// Theorem 1: two lines that cross, completed at once.
    Cross,
    /// Theorem 2: a row or a column.
    Row,
    /// Theorem 3: some rows and as many columns, each row at once with a column; how many rows.
    Grid(usize),
    /// Theorem 4: three lines through one square, completed at once.
    Star,
    /// Theorem 5: a row and a column at once, then one more row (or column), on 5x5 and 6x6.
    Comb,
    /// Theorem 6: as [`Theorem::Cross`], on even boards with one piece less; the lines may be completed before the last
    /// turn.
    Early,
}

/// What is proved of a game with long series from its start: one player leads, at least by so much.
///
/// ```
/// use gqt3::engine::rules::{Player, Rules};
/// use gqt3::beyond::every_board::long_series::{Lead, Theorem};
/// let lead = Lead::of(10, 61, &Rules::default()).expect("from 56 pieces on");
/// assert_eq!((lead.player, lead.least.to_string(), lead.theorem), (Player::One, "+2".to_owned(), Theorem::Cross));
/// assert!(Lead::of(10, 55, &Rules::default()).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lead {
    /// The player who chooses the collapse of the last turn.
    pub player: Player,
    /// The player leads by so much at least, under perfect play.
    pub least: Margin,
    /// The theorem that says so.
    pub theorem: Theorem,
}

impl Lead {
    /// What the theorems say of a game on the board with `side` rows and columns, without a [`Game`](crate::engine::game::Game):
    /// `side` may be 3 to 64. `None` if they say nothing: `pieces` is too small, or more than there are squares.
    ///
    /// On 4x4 [`LongSeries`](super::LongSeries) knows more. A lead that is no [`Margin`], for it has ranks above 18, is
    /// left out: with [`Ties::Dense`] this concerns [`Theorem::Grid`] with ten rows or more, which first holds on 35x35.
    pub fn of(side: usize, pieces: usize, rules: &Rules) -> Option<Lead> {
        let setting = Setting::of(side, pieces, rules)?;
        let grids = (2..=MOST_ROWS.min(side - 1)).map(Theorem::Grid);
        let all = grids.chain([
            Theorem::Comb,
            Theorem::Star,
            Theorem::Early,
            Theorem::Cross,
            Theorem::Row,
        ]);
        let lead = |theorem: Theorem| {
            Some(Lead {
                player: setting.prover,
                least: theorem.points(rules)?,
                theorem,
            })
        };
        all.filter(|theorem| theorem.holds(&setting))
            .filter_map(lead)
            .max_by_key(|lead| lead.least)
    }
}

impl Theorem {
    /// Whether the theorem covers a game.
    fn holds(self, setting: &Setting) -> bool {
        let (m, n, g) = (setting.side, setting.pieces, setting.gap());
        let (a, b) = (setting.own(), setting.others());
        match self {
            Theorem::Cross if setting.moves_last() => with_cross(m, g) <= a && g + 2 <= a,
            Theorem::Cross => {
                let fits = with_cross(m, g) <= a && with_cross(m, g.saturating_sub(2)) < a;
                fits && g + 3 <= a && b >= (g + 2).max(4)
            }
            Theorem::Row => {
                let before_last = a - usize::from(setting.moves_last());
                g + 2 * m <= a + ceil_sqrt(4 * g) && g < before_last
            }
            Theorem::Grid(t) => n * (m - t).pow(2) > (b + t - 1) * m.pow(2) && g + 2 * t < a,
            Theorem::Star => g + 3 * m < a + 2 + (2 * g).div_ceil(m) && g + 3 <= a,
            Theorem::Comb => {
                3 * m - 2 + g.saturating_sub(3) <= a && a + 6 <= 4 * m && g < m && g + 4 <= a
            }
            Theorem::Early => m % 2 == 0 && m >= 6 && 2 * n == m * m + 2 * m,
        }
    }

    /// What the theorem gives; `None` if that is no margin.
    fn points(self, rules: &Rules) -> Option<Margin> {
        match (rules.scoring, self) {
            (Scoring::Decisive | Scoring::Shared, _) | (_, Theorem::Row) => Some(Margin::ONE),
            (_, Theorem::Cross | Theorem::Early) => least(rules.ties, 1, 2),
            (_, Theorem::Star) => least(rules.ties, 1, 3),
            (_, Theorem::Grid(rows)) => least(rules.ties, rows, 2),
            (_, Theorem::Comb) => {
                let last = if rules.ties == Ties::Dense { 2 } else { 3 };
                Some(Margin::ONE + Margin::ONE + Margin::from_rank(last))
            }
        }
    }
}

impl fmt::Display for Theorem {
    /// What the player gets: `two lines that cross`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Theorem::Cross | Theorem::Early => f.write_str("two lines that cross"),
            Theorem::Row => f.write_str("a row or a column"),
            Theorem::Grid(rows) => write!(f, "{rows} rows and {rows} columns"),
            Theorem::Star => f.write_str("three lines through one square"),
            Theorem::Comb => f.write_str("two rows and a column, or two columns and a row"),
        }
    }
}

/// On an m-by-m board, the most squares of a row, a column and any g squares together, if the row and the column are
/// the best for these.
fn with_cross(m: usize, g: usize) -> usize {
    let k = g.div_ceil(m);
    let has_more = g + m > m * k + k;
    let inside = if has_more {
        2 * k
    } else {
        (2 * k).saturating_sub(1)
    };
    g + 2 * m - 1 - inside
}

/// The square root, rounded up.
fn ceil_sqrt(number: usize) -> usize {
    let root = number.isqrt();
    root + usize::from(root * root < number)
}

/// The least that a player gets who completes `groups` groups, each of `width` lines at once, and any other lines, where
/// the other player has none. It is least if the other lines come first, one by one, and more of them than there are
/// lines in the groups do no more harm. `None` if it is no margin.
fn least(ties: Ties, groups: usize, width: usize) -> Option<Margin> {
    let from_rank = |rank: usize| Ratio::new(1, rank as i64);
    let step = if ties == Ties::Dense { 1 } else { width };
    let points = |before: usize| {
        let singles: Ratio<i64> = (1..=before).map(from_rank).sum();
        let groups: Ratio<i64> = (0..groups)
            .map(|group| from_rank(before + step * group + 1))
            .sum();
        singles + groups * width as i64
    };
    (0..=groups * width)
        .map(points)
        .min()
        .and_then(Margin::from_ratio)
}
