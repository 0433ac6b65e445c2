//! The help: how the game is played under its rules, how to win, what the signs and keys mean.

use crate::rules::{Offset, Tail};
use ratatui::Frame;
use ratatui::layout::Constraint;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph};

use super::app::App;
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

/// Draws the help over everything else, with row `first` at the top, or its last page if that comes before. Returns the row at
/// the top.
pub fn draw(app: &App, first: usize, frame: &mut Frame) -> usize {
    let area = frame.area();
    let width = area.width.min(80);
    let columns = usize::from(width.saturating_sub(4));
    let mut rows = Vec::new();
    for (title, text) in sections(app) {
        rows.push(Line::styled(format!(" {title}"), Modifier::BOLD));
        let text = text.lines().flat_map(|line| wrapped(line, columns, ""));
        rows.extend(text.map(|row| Line::raw(format!(" {row}"))));
    }
    let height = area.height.min(rows.len() as u16 + 2);
    let place = area.centered(Constraint::Length(width), Constraint::Length(height));
    let last_page = rows.len().saturating_sub(usize::from(height.saturating_sub(2)));
    let more = if last_page > 0 { " up/down: more " } else { "" };
    let block = Block::bordered().title(" Help (any other key closes it) ").title_bottom(more);
    let first = first.min(last_page);
    frame.render_widget(Clear, place);
    frame.render_widget(Paragraph::new(rows.split_off(first)).block(block), place);
    first
}

/// The sections of the help, each with its title. They say the rules that are played.
fn sections(app: &App) -> [(&'static str, String); 4] {
    let position = app.position();
    let rules = position.rules();
    let turn = match position.pieces() {
        1 => "A turn places one piece on one square.".to_owned(),
        pieces => format!(
            "A turn places a piece on {pieces} squares at once; it becomes real on one of them. Pieces that have no more squares \
             than they are become real together: they collapse. The way is chosen by: {}.{}",
            rules.collapse.help(),
            match (rules.tail, pieces) {
                // One piece on the last square needs no words.
                (Tail::Classical, 2) => String::new(),
                (tail, _) => format!(" When fewer than {pieces} squares are quantum, {}.", tail.help()),
            }
        ),
    };
    let offset = match rules.offset {
        Offset::Zero => String::new(),
        Offset::One => format!(" ({})", rules.offset.help()),
    };
    let win = format!(
        "Fill a row, column or diagonal with real pieces of yours. A piece's subscript is its turn{offset}; a line is as old as \
         its newest piece. Points: {}. More points win. The game ends {}.",
        rules.scoring.help(),
        rules.ending.help()
    );
    [("The game", turn), ("How to win", win), ("On the board", SIGNS.to_owned()), ("Keys", KEYS.to_owned())]
}
