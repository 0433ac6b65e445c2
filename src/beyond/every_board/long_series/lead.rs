//! Leads of the player who chooses the last collapse, one function for each theorem.
//!
//! Write m for the side of the board, s for its squares, g = s - n, a for the series of this player
//! and b for those of the other one. Every function returns the points by which the player leads at
//! least, or `None` if its theorem does not cover the game. The cost is some hundred operations.

use num_rational::Ratio;

use super::greatest::Greatest;
use super::setting::Setting;
use crate::engine::rules::{Margin, Offset, Player, Scoring, Ties};

/// The most rows and columns whose points are a whole number of [`Margin::UNIT`]s.
const MOST_ROWS: usize = 9;

/// Two lines that cross, completed at once.
pub fn cross(of: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (of.side, of.gap(), of.own(), of.others());
    let holds = if of.moves_last() {
        with_cross(m, g) <= a && g + 2 <= a
    } else {
        let fits = with_cross(m, g) <= a && with_cross(m, g.saturating_sub(2)) < a;
        fits && g + 3 <= a && b >= (g + 2).max(4)
    };
    holds.then(|| points(of, 1, 2)).flatten()
}

/// A row or a column, where the other player has no line.
pub fn row(of: &Setting) -> Option<Margin> {
    let holds = with_row(of.side, of.gap()) <= of.own() && of.gap() < of.own_before_last();
    holds.then_some(Margin::ONE)
}

/// A row before the only line that the other player can have.
pub fn one_row_left(of: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (of.side, of.gap(), of.own(), of.others());
    let fits = g >= 1 && with_row(m, g - 1) <= a && all_rows_met(m, g) <= a;
    let holds = fits && with_row(m, g) <= a + 1 && g < of.own_before_last() && b > g && a > m;
    let lead = match of.rules.scoring {
        Scoring::Shared => Margin::ZERO,
        _ if !comes_first(of) => Margin::ZERO,
        Scoring::Decisive => Margin::ONE,
        Scoring::Harmonic => Margin::from_rank(1) - Margin::from_rank(2),
    };
    holds.then_some(lead)
}

/// A row before the only two lines that the other player can have.
pub fn two_rows_left(of: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (of.side, of.gap(), of.own(), of.others());
    let fits = g >= 2 && with_row(m, g - 2) <= a && all_rows_met(m, g) <= a;
    let has_room = g + 2 <= of.own_before_last() && b >= g + 2 && g > m;
    let holds = fits && with_row(m, g) <= a + 2 && has_room;
    let lead = match of.rules.scoring {
        Scoring::Shared => Some(Margin::ZERO),
        _ if !comes_first(of) => None,
        Scoring::Decisive => Some(Margin::ONE),
        Scoring::Harmonic => {
            Some(Margin::from_rank(1) - Margin::from_rank(2) - Margin::from_rank(3))
        }
    };
    lead.filter(|_| holds)
}

/// No line of the other player, or a row before the lines that he can have.
pub fn no_loss(of: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (of.side, of.gap(), of.own(), of.others());
    let has_room = g > m && g + 2 <= of.own_before_last() && b >= g + 2;
    // The other player's series force g, g - 1 or g - 2 squares, in so many rows and columns.
    let holds = |left: usize| {
        let (forced, spare) = (g - (2 - left), (a + 2 - left).saturating_sub(g));
        let shapes = (1..=m).flat_map(|rows| (1..=m).map(move |columns| (rows, columns)));
        let mut shapes = shapes.filter(|(rows, columns)| rows * columns >= forced);
        shapes.all(|(rows, columns)| {
            let (rows_left, columns_left) = (m - rows, m - columns);
            let diagonals = 2_usize.saturating_sub(rows_left.abs_diff(columns_left));
            let met = rows_left.max(columns_left) + diagonals;
            let with_line =
                |met: usize| (m - forced.div_ceil(met)) + (m - met).saturating_sub(left);
            met <= spare || with_line(rows).min(with_line(columns)) <= spare
        })
    };
    let is_first = comes_first(of) || of.rules.scoring == Scoring::Shared;
    let holds = is_first && has_room && (0..=2).all(holds);
    holds.then_some(Margin::ZERO)
}

/// As many rows as columns, each row completed at once with a column.
pub fn grid(of: &Setting) -> Option<Margin> {
    let (m, n, g, a, b) = (of.side, of.pieces, of.gap(), of.own(), of.others());
    let holds = |&t: &usize| n * (m - t).pow(2) > (b + t - 1) * m.pow(2) && g + 2 * t < a;
    let rows = (2..=MOST_ROWS.min(m - 1)).filter(holds);
    rows.filter_map(|rows| points(of, rows, 2)).max()
}

/// Three lines through one square, completed at once.
pub fn star(of: &Setting) -> Option<Margin> {
    let (m, g, a) = (of.side, of.gap(), of.own());
    let holds = g + 3 * m < a + 2 + (2 * g).div_ceil(m) && g + 3 <= a;
    holds.then(|| points(of, 1, 3)).flatten()
}

/// A row and a column at once, then one more of either.
pub fn comb(of: &Setting) -> Option<Margin> {
    let (m, g, a) = (of.side, of.gap(), of.own());
    let fits = 3 * m - 2 + g.saturating_sub(3) <= a && a + 6 <= 4 * m;
    let last = if of.rules.ties == Ties::Dense { 2 } else { 3 };
    let lead = match of.rules.scoring {
        Scoring::Harmonic => Margin::ONE + Margin::ONE + Margin::from_rank(last),
        Scoring::Decisive | Scoring::Shared => Margin::ONE,
    };
    (fits && g < m && g + 4 <= a).then_some(lead)
}

/// Two lines that cross, with one piece less than [`cross`] needs, on even boards, and on odd ones
/// for player 1. They may be completed before the last turn.
pub fn early(of: &Setting) -> Option<Margin> {
    let (m, n) = (of.side, of.pieces);
    let holds = if m % 2 == 0 {
        m >= 6 && 2 * n == m * m + 2 * m
    } else {
        m >= 5 && of.prover == Player::One && 2 * n + 3 == m * m + 2 * m
    };
    holds.then(|| points(of, 1, 2)).flatten()
}

/// The greatest margin that a full board can have.
pub fn greatest_margin(of: &Setting) -> Option<Margin> {
    if of.rules.scoring != Scoring::Harmonic {
        return None;
    }
    let greatest = Greatest::of_player(of.side, of.prover, of.rules.ties)?;
    let reached = greatest.is_reached(of).then(|| greatest.points());
    reached.and_then(Margin::from_ratio)
}

/// Returns `true` if a row that is full before the other player's last series is also ranked first.
fn comes_first(of: &Setting) -> bool {
    of.rules.offset == Offset::Zero || of.prover == Player::Two
}

/// The most squares of a row, a column and any g squares together, for the best row and column.
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

/// The most squares of g squares, the best row or column, and a square of each line beside these.
fn with_row(m: usize, g: usize) -> usize {
    g + 2 * m - ceil_sqrt(4 * g)
}

/// The most squares of g squares and the best row.
fn all_rows_met(m: usize, g: usize) -> usize {
    g + m - g.div_ceil(m)
}

/// The square root, rounded up.
fn ceil_sqrt(number: usize) -> usize {
    let root = number.isqrt();
    root + usize::from(root * root < number)
}

/// The least points of a player who completes `groups` groups, each of `width` lines at once, and
/// perhaps other lines, where the other player has none.
///
/// The points are least if the other lines come first, one by one. More of them than there are
/// lines in the groups do no more harm. `None` if the result is no [`Margin`].
fn points(of: &Setting, groups: usize, width: usize) -> Option<Margin> {
    if of.rules.scoring != Scoring::Harmonic {
        return Some(Margin::ONE);
    }
    let of_rank = |rank: usize| Ratio::new(1, rank as i64);
    let step = if of.rules.ties == Ties::Dense {
        1
    } else {
        width
    };
    let points = |before: usize| {
        let singles: Ratio<i64> = (1..=before).map(of_rank).sum();
        let groups: Ratio<i64> = (0..groups)
            .map(|group| of_rank(before + step * group + 1))
            .sum();
        singles + groups * width as i64
    };
    (0..=groups * width)
        .map(points)
        .min()
        .and_then(Margin::from_ratio)
}
