//! Where the board, the panes and the lines of text are on the screen.

use crate::board::Square;
use ratatui::layout::Rect;

/// The columns and rows inside the frame of a square: at least, and at most.
const SMALLEST: (u16, u16) = (7, 2);
const LARGEST: (u16, u16) = (23, 9);

/// The least columns for the lines of text at the top and at the bottom.
const NARROWEST: u16 = 40;

/// The rows of the title, the status, the message and the keys.
const WORDS: u16 = 4;

/// The columns of the pane beside the board: at least, and at most.
const PANE: (u16, u16) = (24, 44);

/// The parts of the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    side: u16,
    /// The columns and rows inside the frame of a square.
    inside: (u16, u16),
    pub title: Rect,
    /// The board with its frame.
    pub board: Rect,
    /// The pane beside the board; empty if there is no room for it.
    pub pane: Rect,
    /// The bar of the value; empty if there is no room for it or it is not wanted.
    pub bar: Rect,
    pub status: Rect,
    pub message: Rect,
    pub keys: Rect,
}

/// The columns and rows that the screen needs for a board.
pub fn least(side: usize) -> (u16, u16) {
    let side = side as u16;
    (framed(side, SMALLEST.0).max(NARROWEST), framed(side, SMALLEST.1) + WORDS)
}

/// The length of a row or column of squares with the frames around them.
const fn framed(side: u16, inside: u16) -> u16 {
    side * (inside + 1) + 1
}

impl Layout {
    /// The parts of a screen for a board; `None` if the screen is too small. `bar` says whether a bar is wanted.
    pub fn of(area: Rect, side: usize, bar: bool) -> Option<Layout> {
        let (columns, rows) = least(side);
        if area.width < columns || area.height < rows {
            return None;
        }
        let bar = u16::from(bar && area.height > rows);
        let mut top = area.y;
        let [title, middle, bar, status, message, keys] =
            [1, area.height - WORDS - bar, bar, 1, 1, 1].map(|height| {
                top += height;
                Rect { y: top - height, height, ..area }
            });
        let side = side as u16;
        let pane = (area.width / 3).clamp(PANE.0, PANE.1);
        let beside = area.width.checked_sub(pane).filter(|&left| left >= framed(side, SMALLEST.0));
        let room = beside.unwrap_or(area.width);
        let rows = ((middle.height - 1) / side - 1).min(LARGEST.1);
        // Squares look square when they are a bit more than twice as wide as high.
        let columns = ((room - 1) / side - 1).min(LARGEST.0).min((rows * 3 + 2).max(SMALLEST.0));
        let board = Rect::new(area.x, middle.y, framed(side, columns), framed(side, rows));
        let pane = match beside {
            Some(_) => Rect { x: board.right(), width: (area.right() - board.right()).min(PANE.1), ..middle },
            None => Rect::default(),
        };
        Some(Layout { side, inside: (columns, rows), title, board, pane, bar, status, message, keys })
    }

    /// A square without its frame.
    pub const fn square(&self, square: Square) -> Rect {
        let (column, row) = (square.index() as u16 % self.side, square.index() as u16 / self.side);
        let (width, height) = self.inside;
        Rect {
            x: self.board.x + 1 + column * (width + 1),
            y: self.board.y + 1 + row * (height + 1),
            width,
            height,
        }
    }

    /// A square with its frame.
    pub const fn framed(&self, square: Square) -> Rect {
        let Rect { x, y, width, height } = self.square(square);
        Rect { x: x - 1, y: y - 1, width: width + 2, height: height + 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_fits_on_80_by_24_with_the_pane() {
        for (side, bar) in (2..=6).flat_map(|side| [(side, false), (side, true)]) {
            let layout = Layout::of(Rect::new(0, 0, 80, 24), side, bar).unwrap();
            assert!(layout.pane.width >= PANE.0 && layout.pane.right() <= 80, "{side}: {layout:?}");
            assert!(layout.board.bottom() <= layout.status.y, "{side}: {layout:?}");
            assert_eq!(layout.bar.is_empty(), !bar, "{side}: {layout:?}");
        }
    }

    #[test]
    fn every_size_has_a_layout_inside_it_or_is_too_small() {
        for (side, width, height) in
            (2..=6).flat_map(|s| (0..130).step_by(3).flat_map(move |w| (0..60).map(move |h| (s, w, h))))
        {
            let area = Rect::new(0, 0, width, height);
            let (columns, rows) = least(side);
            let layout = Layout::of(area, side, height % 2 == 0);
            assert_eq!(layout.is_some(), width >= columns && height >= rows);
            let Some(layout) = layout else { continue };
            let Layout { title, board, pane, bar, status, message, keys, .. } = layout;
            let parts = [title, board, pane, bar, status, message, keys];
            for (index, part) in parts.iter().enumerate() {
                assert_eq!(part.intersection(area), *part, "{side} {area:?} {layout:?}");
                let overlaps = |other: &Rect| !part.intersection(*other).is_empty();
                assert!(!parts[..index].iter().any(overlaps), "{side} {area:?} {layout:?}");
            }
            let last = Square::new(side * side - 1).unwrap();
            assert_eq!(layout.framed(last).intersection(board), layout.framed(last));
        }
    }
}
