//! Lower bounds of the prover's lead.
//!
//! A function returns `None` if its theorem does not cover the game. The other player has no line,
//! except in the three functions of Theorem 21. For the letters see [`Setting`]; m is the side of
//! the board.

use num_rational::Ratio;

use super::greatest::Greatest;
use super::setting::Setting;
use crate::engine::rules::{Margin, Offset, Player, Scoring, Ties};

/// With dense ties, no [`Margin`] represents the points of more rows.
const MOST_ROWS: usize = 9;

/// Returns the lead by two crossing lines that are completed at once (Theorem 19).
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

/// Returns the lead by a row or a column (Theorem 20).
pub fn row(of: &Setting) -> Option<Margin> {
    let holds = with_row(of.side, of.gap()) <= of.own() && of.gap() < of.own_before_last();
    holds.then_some(Margin::ONE)
}

/// Returns the lead by a row that comes before the other player's only line (Theorem 21).
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

/// Returns the lead by a row that comes before the other player's two lines (Theorem 21).
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

/// Returns the lead 0 if the other player's lines, if any, come after a row (Theorem 21).
pub fn no_loss(of: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (of.side, of.gap(), of.own(), of.others());
    let has_room = g > m && g + 2 <= of.own_before_last() && b >= g + 2;
    // The other player forces g - 2 + `left` squares, which meet `rows` rows and `columns` columns.
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

/// Returns the lead by rows that are each completed at once with a column (Theorem 22).
pub fn grid(of: &Setting) -> Option<Margin> {
    let (m, n, g, a, b) = (of.side, of.pieces, of.gap(), of.own(), of.others());
    let holds = |&t: &usize| n * (m - t).pow(2) > (b + t - 1) * m.pow(2) && g + 2 * t < a;
    let rows = (2..=MOST_ROWS.min(m - 1)).filter(holds);
    rows.filter_map(|rows| points(of, rows, 2)).max()
}

/// Returns the lead by three lines through one square, completed at once (Theorem 23).
pub fn star(of: &Setting) -> Option<Margin> {
    let (m, g, a) = (of.side, of.gap(), of.own());
    let has_room = g + if of.moves_last() { 2 } else { 3 } <= a;
    let holds = g + 3 * m <= a + 2 + (2 * g).div_ceil(m) && has_room;
    holds.then(|| points(of, 1, 3)).flatten()
}

/// Returns the lead by a row and a column at once, then another row or column (Theorem 24).
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

/// Returns the lead by two crossing lines with one piece less than [`cross`] needs (Theorem 25).
///
/// They may be completed before the last turn.
pub fn early(of: &Setting) -> Option<Margin> {
    let (m, n) = (of.side, of.pieces);
    let holds = if m % 2 == 0 {
        m >= 6 && 2 * n == m * m + 2 * m
    } else {
        m >= 5 && of.prover == Player::One && 2 * n + 3 == m * m + 2 * m
    };
    holds.then(|| points(of, 1, 2)).flatten()
}

/// Returns the greatest margin that a full board can have, if the prover reaches it (Theorem 27).
pub fn greatest_margin(of: &Setting) -> Option<Margin> {
    if of.rules.scoring != Scoring::Harmonic {
        return None;
    }
    let greatest = Greatest::of_player(of.side, of.prover, of.rules.ties)?;
    let reached = greatest.is_reached(of).then(|| greatest.points());
    reached.and_then(Margin::from_ratio)
}

/// Returns `true` if the offset cannot help a line of the other player that is completed later.
fn comes_first(of: &Setting) -> bool {
    of.rules.offset == Offset::Zero || of.prover == Player::Two
}

/// Bounds the union of any g squares with the row and column that have most of them together.
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

/// Bounds the squares that [`row`] needs: any g squares, the row that has most of them, and one
/// square of each row that they miss.
fn with_row(m: usize, g: usize) -> usize {
    g + 2 * m - ceil_sqrt(4 * g)
}

/// Bounds the union of any g squares with the row that has most of them.
fn all_rows_met(m: usize, g: usize) -> usize {
    g + m - g.div_ceil(m)
}

fn ceil_sqrt(number: usize) -> usize {
    let root = number.isqrt();
    root + usize::from(root * root < number)
}

/// Returns the least points of a player who completes `groups` groups of `width` lines each, among
/// other lines (Lemma 18).
///
/// The points are least if the other lines come first, one by one. More of these than lines in the
/// groups do not matter. Returns `None` if no [`Margin`] represents the points.
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
