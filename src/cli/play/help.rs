//! The help: how the game goes under its rules, how to win, what the signs and keys mean.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::app::{App, Target};
use super::words::wrapped;

const SIGNS: &str = "\
X1   a quantum piece; thin curves link the squares of its series
X1*  also under the cursor; thick frames: the other squares of its series
X1?  not placed or not decided yet        5~  entangled, or just collapsed
<1>  in a completed line                  reversed: placed last
(+1/2)  hints: X's points minus O's with best play, at best; ! is best";

const KEYS: &str = "\
arrows, space, 1..9, mouse  choose a square; once more lets it go
left/right, enter           look at a collapse, play it
1..9, backspace             name the newest piece's square, take it back
h hints   u take back   r play again   n new game   t tutorial
s save    l load        v review of a game that is over   q quit";

pub fn draw(app: &App, first: usize, frame: &mut Frame) -> (Rect, Target) {
    let width = usize::from(frame.area().width.min(80).saturating_sub(4));
    let rows = sections(app).into_iter().flat_map(|(title, text)| {
        let text = text.lines().flat_map(|line| wrapped(line, width, ""));
        let rows = text.map(|row| Line::raw(format!(" {row}")));
        std::iter::once(Line::styled(format!(" {title}"), Modifier::BOLD)).chain(rows).collect::<Vec<_>>()
    });
    page(" Help (any other key closes it) ", rows.collect(), first, frame)
}

/// What is said, for the rules that are played.
fn sections(app: &App) -> [(&'static str, String); 4] {
    let position = app.position();
    let rules = position.rules();
    let turn = match position.pieces() {
        1 => "A turn places one piece on one square.".to_owned(),
        pieces => format!(
            "A turn places a piece on {pieces} squares at once; it becomes real on one of them. Pieces that have no more squares \
             than they are become real together: they collapse. The way is chosen by: {}.",
            rules.collapse.help()
        ),
    };
    let win = format!(
        "Fill a row, column or diagonal with real pieces of yours. A piece's subscript is its turn; a line is as old as its newest \
         piece. Points: {}. More points win. The game ends {}.",
        rules.scoring.help(),
        rules.ending.help()
    );
    [("The game", turn), ("How to win", win), ("On the board", SIGNS.to_owned()), ("Keys", KEYS.to_owned())]
}

/// A page over everything, from a row on. It says how far it can be scrolled.
fn page(title: &str, rows: Vec<Line>, first: usize, frame: &mut Frame) -> (Rect, Target) {
    let area = frame.area();
    let width = area.width.min(80);
    let height = area.height.min(rows.len() as u16 + 2);
    let place =
        Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    let inside = usize::from(height.saturating_sub(2));
    let end = rows.len().saturating_sub(inside);
    let more = if rows.len() > inside { " up/down: more " } else { "" };
    let block = Block::bordered().title(title.to_owned()).title_bottom(more);
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(rows[first.min(end)..].to_vec()).block(block), place);
    (place, Target::Page(end))
}
