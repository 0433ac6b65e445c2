//! Where the parts of the screen are.

use ratatui::layout::{Constraint, Layout, Margin, Position as Point, Rect, Size};

use super::state::{App, Mode};

/// The columns and rows of a square with its frame, which it shares with its neighbours: at least, and at most.
const SMALLEST: Size = Size {
    width: 9,
    height: 4,
};
const LARGEST: Size = Size {
    width: 25,
    height: 11,
};

/// The rows of the title, the bar of the value, the status, the message and the keys.
const WORDS: u16 = 5;

/// The least columns for these, and for the pane beside the board.
const NARROWEST: u16 = 40;
const PANE: u16 = 24;

/// The columns and rows that the tutorial needs, and the page that sets up a game.
const TUTORIAL: Size = Size {
    width: 60,
    height: 20,
};
const SETUP: Size = Size {
    width: 44,
    height: 17,
};

/// The rows of the upper pane, unless it lists collapses.
const DETAILS: u16 = 8;

/// The parts of the screen.
pub struct Parts {
    pub title: Rect,
    /// The board with its frame.
    pub board: Rect,
    /// The squares with their frames.
    pub squares: Vec<Rect>,
    /// The pane beside the board; empty if there is no room for it.
    pub pane: Rect,
    /// The bar of the value; empty if it is not wanted.
    pub bar: Rect,
    pub status: Rect,
    pub message: Rect,
    pub keys: Rect,
}

impl Parts {
    /// The parts of a screen; `None` if it is too small for what is to be shown.
    pub fn of(app: &App, area: Rect) -> Option<Parts> {
        if !has_room(app, area) {
            return None;
        }
        let [row, bar] = [
            Constraint::Length(1),
            Constraint::Length(app.shows_value().into()),
        ];
        let [title, middle, bar, status, message, keys] =
            Layout::vertical([row, Constraint::Fill(1), bar, row, row, row]).areas(area);
        let side = app.side_length() as u16;
        let pane = (area.width / 3).max(PANE);
        let beside = area
            .width
            .checked_sub(pane)
            .filter(|&left| left >= framed(side, SMALLEST.width));
        let most = |length: u16| (length - 1) / side + 1;
        let height = most(middle.height).min(LARGEST.height);
        // Squares look square when they are a bit more than twice as wide as high.
        let width = most(beside.unwrap_or(area.width))
            .min(LARGEST.width)
            .min(height * 3 - 2);
        let width = width.max(SMALLEST.width);
        let [board, pane] = Layout::horizontal([
            Constraint::Length(framed(side, width)),
            if beside.is_some() {
                Constraint::Fill(1)
            } else {
                Constraint::Length(0)
            },
        ])
        .areas(middle);
        let square = |at: u16| {
            let (x, y) = (
                board.x + at % side * (width - 1),
                board.y + at / side * (height - 1),
            );
            Rect {
                x,
                y,
                width,
                height,
            }
        };
        let squares = (0..side * side).map(square).collect();
        let board = Rect {
            height: framed(side, height),
            ..board
        };
        Some(Parts {
            title,
            board,
            squares,
            pane,
            bar,
            status,
            message,
            keys,
        })
    }
}

/// Whether a screen has room for what is to be shown.
pub fn has_room(app: &App, area: Rect) -> bool {
    let least = least(app);
    area.width >= least.width && area.height >= least.height
}

/// The columns and rows that the screen needs.
pub fn least(app: &App) -> Size {
    let side = app.side_length() as u16;
    match (&app.tutorial, &app.mode) {
        (Some(_), _) => TUTORIAL,
        (_, Mode::Setup(_)) => SETUP,
        _ => Size {
            width: framed(side, SMALLEST.width).max(NARROWEST),
            height: framed(side, SMALLEST.height) + WORDS,
        },
    }
}

/// The length of a row or column of squares, which share their frames.
const fn framed(side: u16, square: u16) -> u16 {
    side * (square - 1) + 1
}

/// What is inside a frame.
pub fn inside(framed: Rect) -> Rect {
    framed.inner(Margin::new(1, 1))
}

/// The entry of the list of collapses or of decisions at a point of the screen.
pub fn entry_at(app: &App, parts: &Parts, point: Point) -> Option<usize> {
    let (area, count, selected) = match (&app.mode, &app.choice) {
        (&Mode::Review(at), _) => (
            parts.pane,
            app.game.record().actions().len(),
            at.checked_sub(1),
        ),
        (Mode::Play, Some(choice)) if app.tutorial.is_none() => {
            (split(app, parts.pane)[0], choice.options.len(), choice.at)
        }
        _ => return None,
    };
    let rows = inside(area);
    let first = selected.map_or(0, |at| (at + 1).saturating_sub(rows.height.into()));
    let entry = first + usize::from(point.y.saturating_sub(rows.y));
    (rows.contains(point) && entry < count).then_some(entry)
}

/// The upper pane, with the list of collapses or the pieces of a square, and the lower one with the game.
pub fn split(app: &App, area: Rect) -> [Rect; 2] {
    let upper = if app.choice.is_some() {
        area.height * 3 / 5
    } else {
        DETAILS
    };
    Layout::vertical([Constraint::Length(upper), Constraint::Min(0)]).areas(area)
}
