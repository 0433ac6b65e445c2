//! The value of the position as a bar, from the most that O can win by on the board to the most that X can.

use crate::engine::board::SquareSet;
use crate::engine::game::Game;
use crate::engine::interval::Interval;
use crate::engine::rules::{Margin, Player, Scoring};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use super::state::App;
use super::{board, words};

/// The cells on each side of the middle.
const CELLS: i64 = 8;

pub fn draw(app: &App, area: Rect, frame: &mut Frame) {
    if area.is_empty() {
        return;
    }
    let (value, most) = (app.value(), most(app.position().game()));
    let mut spans = vec![Span::raw(format!("O -{most} "))];
    for at in -CELLS..=CELLS {
        let side = if at < 0 { Player::Two } else { Player::One };
        let (symbol, filled) = cell(value, at, most);
        spans.push(if filled {
            Span::styled(symbol, board::style(app, side))
        } else {
            Span::raw(symbol)
        });
    }
    spans.push(Span::raw(format!(" +{most} X  ")));
    let taken: usize = spans.iter().map(Span::width).sum();
    spans.push(Span::raw(text(
        app,
        value,
        usize::from(area.width).saturating_sub(taken),
    )));
    frame.render_widget(Line::from(spans), area);
}

/// The most points that a game can be won by: player 1 can fill so many lines with pieces of s/2 turns, and all at once.
fn most(game: &Game) -> i64 {
    if game.rules().scoring != Scoring::Harmonic {
        return 1;
    }
    let pieces = Player::One.turns_of(game.squares());
    // The unions of lines that are small enough, each with the number of its lines.
    let mut filled = vec![(SquareSet::EMPTY, 0)];
    for &line in game.board().lines() {
        let more: Vec<_> = filled
            .iter()
            .map(|&(squares, lines)| (squares | line, lines + 1))
            .collect();
        filled.extend(
            more.into_iter()
                .filter(|(squares, _)| squares.len() <= pieces),
        );
    }
    filled
        .into_iter()
        .map(|(_, lines)| lines)
        .max()
        .unwrap_or(1)
}

/// A cell of the bar, and whether it is filled. A known value fills the bar from the middle to the value. While the value
/// is not known, the cells where it may lie are shaded.
fn cell(value: Option<Interval>, at: i64, most: i64) -> (&'static str, bool) {
    let Some(Interval { lower, upper }) = value else {
        return (if at == 0 { "┼" } else { "─" }, false);
    };
    let [lower, upper] = [lower, upper].map(|margin| cells(margin, most));
    let reached = lower.min(0)..=upper.max(0);
    match at {
        0 => ("┼", false),
        _ if lower == upper && reached.contains(&at) => ("█", true),
        _ if lower != upper && (lower..=upper).contains(&at) => ("▒", true),
        _ => ("─", false),
    }
}

/// The cell that a margin falls into. Margins other than 0 fall into a cell beside the middle.
fn cells(margin: Margin, most: i64) -> i64 {
    let cells = margin.to_ratio() * CELLS / most;
    let cells = if margin > Margin::ZERO {
        cells.ceil()
    } else {
        cells.floor()
    };
    cells.to_integer().clamp(-CELLS, CELLS)
}

/// The value in words and the best actions, as many as there is room for.
fn text(app: &App, value: Option<Interval>, columns: usize) -> String {
    let Some(value) = value else {
        return "looking ...".to_owned();
    };
    let better = match (
        value.lower > Margin::ZERO,
        value.upper < Margin::ZERO,
        value.value(),
    ) {
        (true, ..) => " X is better",
        (_, true, _) => " O is better",
        (_, _, Some(_)) => " even",
        _ => "",
    };
    let known = format!("{value}{better}");
    if let Some(expected) = app.expected() {
        return format!("{known}; {}", words::expected(expected));
    }
    let Some(advice) = app.hint() else {
        return known;
    };
    let kind = words::kind(advice);
    let room = columns.saturating_sub(known.chars().count() + kind.len() + 4);
    match words::listed_within(app.position(), &advice.best, room) {
        none if none.is_empty() => known,
        best => format!("{known}; {kind}: {best}"),
    }
}

#[cfg(test)]
mod tests {
    use crate::engine::board::Board;
    use crate::engine::position::endgame_margin;
    use crate::engine::rules::Rules;

    use super::*;

    fn drawn(lower: i64, upper: i64) -> String {
        let margin = |halves: i64| {
            (0..halves.abs()).fold(Margin::ZERO, |sum, _| {
                let half = Margin::from_rank(2);
                if halves > 0 { sum + half } else { sum - half }
            })
        };
        let value = Interval {
            lower: margin(lower),
            upper: margin(upper),
        };
        (-CELLS..=CELLS)
            .map(|at| cell(Some(value), at, 2).0)
            .collect()
    }

    #[test]
    fn the_scale_is_the_most_that_can_be_won_by() {
        let of = |side, rules| most(&Game::from_side(side, 2, rules).unwrap());
        let harmonic: Vec<i64> = (2..=6).map(|side| of(side, Rules::default())).collect();
        // On 5x5, twelve pieces fill a row and two columns or diagonals that cross; no player has more lines.
        assert_eq!(harmonic, [1, 2, 2, 3, 3]);
        assert_eq!(
            of(
                3,
                Rules {
                    scoring: Scoring::Shared,
                    ..Rules::default()
                }
            ),
            1
        );
        // No endgame of the 3-by-3 board is beyond it, and one reaches it.
        let orders = (0..362_880).map(|number: usize| {
            let mut left: Vec<u8> = (1..=9).collect();
            let places = (1..=9).rev().scan(number, |rest, count| {
                let at = *rest % count;
                *rest /= count;
                Some(at)
            });
            places.map(|at| left.remove(at)).collect::<Vec<u8>>()
        });
        let board = Board::new(3).unwrap();
        let margins = orders.map(|order| endgame_margin(board, &Rules::default(), &order));
        assert_eq!(margins.max(), Some(Margin::ONE + Margin::ONE));
    }

    #[test]
    fn the_bar_is_full_to_the_value_and_shaded_where_it_may_lie() {
        assert_eq!(drawn(0, 0), "────────┼────────");
        assert_eq!(drawn(1, 1), "────────┼██──────");
        assert_eq!(drawn(-4, -4), "████████┼────────");
        assert_eq!(drawn(-1, 3), "──────▒▒┼▒▒▒▒▒▒──");
        assert_eq!(drawn(2, 9), "────────┼───▒▒▒▒▒", "what is beyond 2 is cut");
    }
}
