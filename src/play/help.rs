use gqt3::engine::rules::{Offset, Scoring, Tail};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Padding, Paragraph, Widget, Wrap};

use super::game::SeatedGame;
use super::layout::inside;
use super::state::{App, State};

const SIGNS: &str = "\
X1     a quantum piece; the newest is underlined
5a     square 5; squares with the same letter are connected
5~     square 5 is entangled, or was just collapsed
closes, or ↻: a piece there closes a cycle
X1?    not placed or not decided yet
<1>    a piece in a completed line
+1/2!  hints: your points less the other's; ! is best
? ??   reviews: a mistake, one of more than half a point";

const KEYS: &str = "\
arrows, space, numbers, mouse: choose a square, or drop it
left, right, enter: look at a way to collapse, play it
h hints   u undo   n new game   t lesson   s save   q quit
after a game: r rematch   x swap sides   v review";

const WIDEST: u16 = 80;

const ROWS: u16 = 100;

/// Draws the help from row `first`, or its last page if `first` is further down.
pub fn draw(app: &App, first: u16, frame: &mut Frame) {
    let (area, last) = (frame.area(), last_row(app, frame.area()));
    let more = if last > 0 {
        " up and down show more "
    } else {
        ""
    };
    let block = Block::bordered()
        .title(" Help (esc closes it) ")
        .title_bottom(more);
    let block = block.padding(Padding::horizontal(1));
    let width = Constraint::Length(area.width.min(WIDEST));
    let height = Constraint::Length(rows(app, area) + 2);
    let place = area.centered(width, height);
    frame.render_widget(text(app).scroll((first.min(last), 0)).block(block), place);
}

pub fn last_row(app: &App, area: Rect) -> u16 {
    rows(app, area).saturating_sub(inside(area).height)
}

fn rows(app: &App, area: Rect) -> u16 {
    let area = Rect::new(0, 0, area.width.min(WIDEST).saturating_sub(4), ROWS);
    let mut buffer = Buffer::empty(area);
    text(app).render(area, &mut buffer);
    let is_empty = |row: &Rect| row.positions().all(|at| buffer[at].symbol() == " ");
    ROWS - area
        .rows()
        .collect::<Vec<_>>()
        .iter()
        .rev()
        .take_while(|row| is_empty(row))
        .count() as u16
}

fn text(app: &App) -> Paragraph<'static> {
    let chosen = match &app.state {
        State::SetUp { page, .. } => page.game().ok(),
        _ => None,
    };
    let game = chosen
        .as_ref()
        .map_or(app.position(), SeatedGame::position)
        .game();
    let rules = game.rules();
    let turn = match game.pieces() {
        1 => "A turn places one classical piece on a square.".to_owned(),
        pieces => format!(
            "A turn places a quantum piece on {pieces} squares at once; later it becomes classical on \
             one of them. Pieces with no more squares than there are pieces are entangled: they \
             collapse, all at once. Who chooses the collapse: {}.{}",
            rules.collapse.help(),
            match (rules.tail, pieces) {
                // One piece on the last square needs no words.
                (Tail::Classical, 2) => String::new(),
                (tail, _) => format!(
                    " When fewer than {pieces} squares are quantum, {}.",
                    tail.help()
                ),
            }
        ),
    };
    let offset = match rules.offset {
        Offset::Zero => String::new(),
        Offset::One => format!(" ({})", rules.offset.help()),
    };
    let win = format!(
        "Fill a row, column or diagonal with classical pieces of yours. A piece's number is its \
         turn{offset}; a line is as old as its newest piece. Points: {}. More points win. The game \
         ends {}.",
        match rules.scoring {
            Scoring::Harmonic => "the oldest line earns 1, the next 1/2, then 1/3 and so on",
            scoring => scoring.help(),
        },
        rules.ending.help()
    );
    let sections = [
        ("Keys", KEYS.to_owned()),
        ("The game", turn),
        ("How to win", win),
        ("On the board", SIGNS.to_owned()),
    ];
    let lines = sections.into_iter().flat_map(|(title, text)| {
        let text: Vec<Line> = text
            .lines()
            .map(|line| Line::raw(line.to_owned()))
            .collect();
        std::iter::once(Line::styled(title, Modifier::BOLD)).chain(text)
    });
    Paragraph::new(lines.collect::<Vec<_>>()).wrap(Wrap { trim: false })
}
