use ratatui::layout::{Constraint, Layout, Margin, Position as Point, Rect, Size};

/// A square's smallest and largest size with its frame, which it shares with its neighbours.
const SMALLEST: Size = Size {
    width: 9,
    height: 4,
};
const LARGEST: Size = Size {
    width: 25,
    height: 11,
};

/// The rows below the board: the prompt, the news, the message and the keys.
const TEXTS: u16 = 4;

/// The fewest columns for the texts below the board, and for the pane beside it.
const NARROWEST: u16 = 40;
const PANE: u16 = 24;

pub const LESSON: Size = Size {
    width: 60,
    height: 20,
};
pub const SETUP: Size = Size {
    width: 40,
    height: 15,
};

pub struct Parts {
    pub title: Rect,
    /// With their frames.
    pub squares: Vec<Rect>,
    /// Beside the board; empty if it does not fit.
    pub pane: Rect,
    pub texts: Rect,
}

impl Parts {
    pub fn new(area: Rect, side: usize) -> Parts {
        let [title, middle, texts] = Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(TEXTS),
        ])
        .areas(area);
        let side = side as u16;
        let pane = (area.width / 3).max(PANE);
        let beside = area.width.checked_sub(pane);
        let beside = beside.filter(|&left| left >= framed(side, SMALLEST.width));
        let most = |length: u16| (length.max(1) - 1) / side + 1;
        let height = most(middle.height).clamp(SMALLEST.height, LARGEST.height);
        // At most three times as wide as high, because letters are narrow.
        let width = most(beside.unwrap_or(area.width))
            .min(LARGEST.width)
            .min(height * 3 - 2)
            .max(SMALLEST.width);
        let [board, pane] = Layout::horizontal([
            Constraint::Length(framed(side, width)),
            Constraint::Fill(u16::from(beside.is_some())),
        ])
        .areas(middle);
        let square = |at: u16| Rect {
            x: board.x + at % side * (width - 1),
            y: board.y + at / side * (height - 1),
            width,
            height,
        };
        Parts {
            title,
            squares: (0..side * side).map(square).collect(),
            pane: if beside.is_some() { pane } else { Rect::ZERO },
            texts,
        }
    }

    /// Divides the pane: the list of collapses or the result is above, the game's moves below.
    pub fn split(&self, upper: u16) -> [Rect; 2] {
        Layout::vertical([Constraint::Length(upper), Constraint::Min(0)]).areas(self.pane)
    }

    pub fn square_at(&self, point: Point) -> Option<usize> {
        self.squares
            .iter()
            .position(|square| inside(*square).contains(point))
    }
}

pub const fn least(side: usize) -> Size {
    let width = framed(side as u16, SMALLEST.width);
    Size {
        width: if width > NARROWEST { width } else { NARROWEST },
        height: 1 + framed(side as u16, SMALLEST.height) + TEXTS,
    }
}

pub const fn has_room(area: Rect, size: Size) -> bool {
    area.width >= size.width && area.height >= size.height
}

const fn framed(side: u16, square: u16) -> u16 {
    side * (square - 1) + 1
}

pub fn inside(framed: Rect) -> Rect {
    framed.inner(Margin::new(1, 1))
}
