//! Lower bounds on the prover's lead, or `None` if the theorem does not cover the game or no
//! [`Margin`] represents the bound.
//!
//! The other player has no line, except under Theorem 21. On a board of side m a series leaves out
//! g squares, and the prover and the other player place `a` and `b` series.

use num_rational::Ratio;

use super::greatest::Greatest;
use super::setting::Setting;
use crate::engine::rules::{Margin, Offset, Player, Scoring, Ties};

/// No [`Margin`] represents the points of more rows under dense ties.
const MOST_ROWS: usize = 9;

/// Theorem 19: two crossing lines are completed at once.
pub fn cross(setting: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (setting.side, setting.gap(), setting.own(), setting.others());
    let holds = if setting.moves_last() {
        with_cross(m, g) <= a && g + 2 <= a
    } else {
        let fits = with_cross(m, g) <= a && with_cross(m, g.saturating_sub(2)) < a;
        fits && g + 3 <= a && b >= (g + 2).max(4)
    };
    holds.then(|| points(setting, 1, 2)).flatten()
}

/// Theorem 20: a row or a column.
pub fn row(setting: &Setting) -> Option<Margin> {
    let holds = with_row(setting.side, setting.gap()) <= setting.own()
        && setting.gap() < setting.own_before_last();
    holds.then_some(Margin::ONE)
}

/// Theorem 21: a row comes before the only line that the other player can have, unless the offset
/// helps that line.
pub fn one_row_left(setting: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (setting.side, setting.gap(), setting.own(), setting.others());
    let fits = g >= 1 && with_row(m, g - 1) <= a && all_rows_met(m, g) <= a;
    let holds = fits && with_row(m, g) <= a + 1 && g < setting.own_before_last() && b > g && a > m;
    let lead = match setting.rules.scoring {
        Scoring::Shared => Margin::ZERO,
        _ if !comes_first(setting) => Margin::ZERO,
        Scoring::Decisive => Margin::ONE,
        Scoring::Harmonic => Margin::from_rank(1) - Margin::from_rank(2),
    };
    holds.then_some(lead)
}

/// Theorem 21: a row comes before the other player's lines, at most two, unless the offset helps
/// them.
pub fn two_rows_left(setting: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (setting.side, setting.gap(), setting.own(), setting.others());
    let fits = g >= 2 && with_row(m, g - 2) <= a && all_rows_met(m, g) <= a;
    let has_room = g + 2 <= setting.own_before_last() && b >= g + 2 && g > m;
    let holds = fits && with_row(m, g) <= a + 2 && has_room;
    let lead = match setting.rules.scoring {
        Scoring::Shared => Some(Margin::ZERO),
        _ if !comes_first(setting) => None,
        Scoring::Decisive => Some(Margin::ONE),
        Scoring::Harmonic => {
            Some(Margin::from_rank(1) - Margin::from_rank(2) - Margin::from_rank(3))
        }
    };
    lead.filter(|_| holds)
}

/// Theorem 21: the other player has no line, or its lines come after the prover's row or column.
/// Under `shared` the order of lines does not matter, so neither does the offset.
pub fn no_loss(setting: &Setting) -> Option<Margin> {
    let (m, g, a, b) = (setting.side, setting.gap(), setting.own(), setting.others());
    let has_room = g > m && g + 2 <= setting.own_before_last() && b >= g + 2;
    // The set H ([`super`]) has g - 2 + `left` squares in `rows` rows and `columns` columns.
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
    let is_first = comes_first(setting) || setting.rules.scoring == Scoring::Shared;
    let holds = is_first && has_room && (0..=2).all(holds);
    holds.then_some(Margin::ZERO)
}

/// Theorem 22: several rows, each completed at once with a column.
pub fn grid(setting: &Setting) -> Option<Margin> {
    let (m, n, g, a, b) = (
        setting.side,
        setting.pieces,
        setting.gap(),
        setting.own(),
        setting.others(),
    );
    let holds = |&t: &usize| n * (m - t).pow(2) > (b + t - 1) * m.pow(2) && g + 2 * t < a;
    let rows = (2..=MOST_ROWS.min(m - 1)).filter(holds);
    rows.filter_map(|rows| points(setting, rows, 2)).max()
}

/// Theorem 23: three lines through one square are completed at once.
pub fn star(setting: &Setting) -> Option<Margin> {
    let (m, g, a) = (setting.side, setting.gap(), setting.own());
    let has_room = g + if setting.moves_last() { 2 } else { 3 } <= a;
    let holds = g + 3 * m <= a + 2 + (2 * g).div_ceil(m) && has_room;
    holds.then(|| points(setting, 1, 3)).flatten()
}

/// Theorem 24: a row and a column are completed at once, then another row or column.
pub fn comb(setting: &Setting) -> Option<Margin> {
    let (m, g, a) = (setting.side, setting.gap(), setting.own());
    let fits = 3 * m - 2 + g.saturating_sub(3) <= a && a + 6 <= 4 * m;
    let last = if setting.rules.ties == Ties::Dense {
        2
    } else {
        3
    };
    let lead = match setting.rules.scoring {
        Scoring::Harmonic => Margin::ONE + Margin::ONE + Margin::from_rank(last),
        Scoring::Decisive | Scoring::Shared => Margin::ONE,
    };
    (fits && g < m && g + 4 <= a).then_some(lead)
}

/// Theorem 25: like [`cross`] with one piece less, but the collapse may come before the last turn.
pub fn early(setting: &Setting) -> Option<Margin> {
    let (m, n) = (setting.side, setting.pieces);
    let holds = if m % 2 == 0 {
        m >= 6 && 2 * n == m * m + 2 * m
    } else {
        m >= 5 && setting.prover == Player::One && 2 * n + 3 == m * m + 2 * m
    };
    holds.then(|| points(setting, 1, 2)).flatten()
}

/// Theorem 27.
pub fn greatest_margin(setting: &Setting) -> Option<Margin> {
    if setting.rules.scoring != Scoring::Harmonic {
        return None;
    }
    let greatest = Greatest::of_player(setting.side, setting.prover, setting.rules.ties)?;
    let reached = greatest.is_reached(setting).then(|| greatest.points());
    reached.and_then(Margin::from_ratio)
}

/// Returns `true` if the offset cannot help a line that the other player completes later.
fn comes_first(setting: &Setting) -> bool {
    setting.rules.offset == Offset::Zero || setting.prover == Player::Two
}

/// An upper bound on the squares in the union of any g squares with the best row and column for
/// them.
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

/// An upper bound on the squares that [`row`] needs: any g squares, the best row for them, and one
/// square in each row that these miss.
fn with_row(m: usize, g: usize) -> usize {
    g + 2 * m - ceil_sqrt(4 * g)
}

/// The most squares in the union of any g squares and the best row for them.
fn all_rows_met(m: usize, g: usize) -> usize {
    g + m - g.div_ceil(m)
}

fn ceil_sqrt(number: usize) -> usize {
    let root = number.isqrt();
    root + usize::from(root * root < number)
}

/// Returns the fewest points for `groups` groups of `width` lines each and any other lines (Lemma
/// 18), or `None` if no [`Margin`] represents them.
///
/// The points are fewest if the other lines come first, one by one. No more of them need be tried
/// than the groups have lines.
fn points(setting: &Setting, groups: usize, width: usize) -> Option<Margin> {
    if setting.rules.scoring != Scoring::Harmonic {
        return Some(Margin::ONE);
    }
    let of_rank = |rank: usize| Ratio::new(1, rank as i64);
    let step = if setting.rules.ties == Ties::Dense {
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
