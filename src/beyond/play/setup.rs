//! The page that sets up a game: who plays against whom, by which rules, on which board.

use std::cmp::Ordering;

use crate::beyond::players::{self, Level};
use crate::engine::game::Game;
use crate::engine::notation::Record;
use crate::engine::position::Position;
use crate::engine::rules::{Margin, Player, Rules, Variant};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::Modifier;
use ratatui::text::Line;
use ratatui::widgets::{Block, Padding, Paragraph, Wrap};

use super::game::{Kind, Match};
use super::seats::Seats;
use super::table::SIDES;
use super::thinking::Players;

/// The opponents, the easiest first, and somebody beside you.
const OPPONENTS: [Kind; 8] = [
    Kind::Computer(players::Kind::Random),
    Kind::Computer(players::Kind::Level(Level::ALL[0])),
    Kind::Computer(players::Kind::Level(Level::ALL[1])),
    Kind::Computer(players::Kind::Level(Level::ALL[2])),
    Kind::Computer(players::Kind::Level(Level::ALL[3])),
    Kind::Computer(players::Kind::Level(Level::ALL[4])),
    Kind::Computer(players::Kind::Perfect),
    Kind::Human,
];

/// The place of level 2, which somebody new to the game meets first.
const FIRST: usize = 2;

/// The place of level 5, which is the heuristic player; nobody stronger is proposed.
const STRONGEST: usize = 5;

/// What is chosen so far, and the row that the keys change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    pub row: usize,
    opponent: usize,
    /// The side of the human at the keys.
    side: Player,
    rules: Rules,
    board: usize,
    pieces: usize,
}

impl Setup {
    /// The page as it opens over a game: with the same choices, but an opponent one step stronger after a game that was
    /// won, and one step weaker after a game that was lost. `is_first` says that no opponent was chosen yet.
    pub fn over(game: &Match, is_first: bool) -> Setup {
        let (position, you) = (game.position(), game.you());
        let played = *position.game();
        let now = match you {
            _ if is_first || game.is_watched() => None,
            Some(you) => Some(game.kind(you.opponent())),
            None => Some(Kind::Human),
        };
        let now = match now {
            Some(Kind::Computer(players::Kind::Heuristic)) => STRONGEST,
            now => OPPONENTS
                .iter()
                .position(|&kind| Some(kind) == now)
                .unwrap_or(FIRST),
        };
        let margin = position.margin();
        let ahead = match you.filter(|_| game.is_over()) {
            Some(Player::One) => margin.cmp(&Margin::ZERO),
            Some(Player::Two) => Margin::ZERO.cmp(&margin),
            None => Ordering::Equal,
        };
        let opponent = match ahead {
            _ if is_first => now,
            Ordering::Less => now.saturating_sub(1),
            Ordering::Equal => now,
            Ordering::Greater => (now + 1).min(STRONGEST).max(now),
        };
        Setup {
            row: 0,
            opponent,
            side: you.unwrap_or(Player::One),
            rules: *played.rules(),
            board: played.side(),
            pieces: played.pieces(),
        }
    }

    /// Changes the row, or what is chosen in it.
    pub fn key(&mut self, code: KeyCode) {
        let rows = self.rows().len();
        match code {
            KeyCode::Up | KeyCode::BackTab => self.row = (self.row + rows - 1) % rows,
            KeyCode::Down | KeyCode::Tab => self.row = (self.row + 1) % rows,
            KeyCode::Left => self.change(false),
            KeyCode::Right | KeyCode::Char(' ') => self.change(true),
            _ => {}
        }
    }

    /// Chooses the next in a row of the page.
    pub fn click(&mut self, row: usize) {
        if row < self.rows().len() {
            self.row = row;
            self.change(true);
        }
    }

    fn change(&mut self, forward: bool) {
        let next = |at: usize, count: usize| (at + if forward { 1 } else { count - 1 }) % count;
        match self.row {
            0 => self.opponent = next(self.opponent, OPPONENTS.len()),
            1 => self.side = self.side.opponent(),
            2 => {
                // Rules without a name are left for good.
                let at = Variant::from_rules(self.rules)
                    .and_then(|now| Variant::ALL.iter().position(|&one| one == now));
                let at = at.map_or(0, |at| next(at, Variant::ALL.len()));
                self.rules = Variant::ALL[at].rules();
            }
            3 => {
                let (least, count) = (*SIDES.start(), SIDES.count());
                self.board = least + next(self.board - least, count);
                self.pieces = self.pieces.min(self.board * self.board);
            }
            _ => self.pieces = 1 + next(self.pieces - 1, self.board * self.board),
        }
    }

    /// The game that is chosen, and who plays it.
    ///
    /// # Errors
    /// That the opponent cannot play it.
    pub fn game(&self, seats: &Seats) -> Result<(Match, Players), String> {
        let game = Game::from_side(self.board, self.pieces, self.rules)
            .map_err(|error| error.to_string())?;
        let (side, kind) = (self.side.opponent(), OPPONENTS[self.opponent]);
        let agent = seats.agent(game, side, kind);
        let agent = agent.map_err(|error| format!("{} cannot play this: {error}", kind.name()))?;
        let (mut kinds, mut players) = ([Kind::Human; 2], [None, None]);
        (kinds[side as usize], players[side as usize]) = (kind, agent);
        Ok((Match::new(Record::new(Position::new(game)), kinds), players))
    }

    /// The name of each row, what is chosen in it, and a remark on that.
    fn rows(&self) -> [(&'static str, String, &'static str); 5] {
        let opponent = OPPONENTS[self.opponent];
        let (opponent, who) = match opponent {
            Kind::Human => (
                "a friend".to_owned(),
                "Somebody beside you, with the same keys.",
            ),
            Kind::Computer(players::Kind::Random) => ("beginner".to_owned(), "Plays at random."),
            Kind::Computer(players::Kind::Level(level)) => (
                format!("level {}", level.number()),
                "The computer looks ahead: level 1 a little, level 5 nearly perfectly on small boards.",
            ),
            Kind::Computer(kind) => (
                kind.name().to_owned(),
                "Never makes a mistake, where it can play at all.",
            ),
        };
        let side = format!("{}", self.side.letter());
        let order = if self.side == Player::One {
            "You begin."
        } else {
            "The other begins."
        };
        let variant = Variant::from_rules(self.rules);
        let rules = variant.map_or_else(|| self.rules.to_string(), |variant| variant.to_string());
        let help = variant.map_or("Rules from the command line.", Variant::help);
        let board = format!("{0}x{0}", self.board);
        let pieces = match self.pieces {
            1 => "A piece is real at once.",
            2 => "A piece stands on two squares at once until it collapses: Goff's game.",
            _ => "A piece stands on that many squares at once until it collapses.",
        };
        [
            ("Opponent", opponent, who),
            ("You play", side, order),
            ("Rules", rules, help),
            (
                "Board",
                board,
                "A line fills a row, a column or a diagonal.",
            ),
            ("Squares a turn (n)", self.pieces.to_string(), pieces),
        ]
    }

    /// The page, with the first row three rows below its top.
    pub fn page(&self) -> Paragraph<'static> {
        let row = |(at, (name, value, _)): (usize, (&str, String, &str))| {
            let style = if at == self.row {
                Modifier::REVERSED
            } else {
                Modifier::empty()
            };
            Line::styled(format!("{name:<19}< {value} >"), style)
        };
        let rows = self.rows();
        let remark = rows[self.row].2;
        let mut lines: Vec<Line> = rows.into_iter().enumerate().map(row).collect();
        lines.extend([Line::default(), Line::raw(remark)]);
        let block = Block::bordered()
            .title(" A new game ")
            .padding(Padding::uniform(1));
        Paragraph::new(lines)
            .wrap(Wrap { trim: false })
            .block(block)
    }
}
