use gqt3::beyond::players::Computer;
use gqt3::engine::game::{Game, GameError};
use gqt3::engine::notation::Record;
use gqt3::engine::position::Position;
use gqt3::engine::rules::{Player, Rules, Variant};

use super::files::SIDES;
use super::game::{Seat, SeatedGame};

pub const LEAST_SIDE: usize = 3;

/// The largest n that the page offers, unless the last game had a larger one.
const MOST_PIECES: usize = 3;

pub const ROWS: usize = 5;

/// Five levels, and a friend.
const OPPONENTS: usize = 6;

/// The index of `easy`, which replaces an opponent that the page does not offer.
const FIRST: usize = 1;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SetUp {
    pub row: usize,
    opponent: usize,
    side: Player,
    board: usize,
    pieces: usize,
    most_pieces: usize,
    rules: Rules,
    /// The last game's rules, if the page does not offer them otherwise.
    other: Option<Rules>,
}

impl SetUp {
    /// The page begins with the last game's choices, as far as it offers them.
    pub fn new(game: &SeatedGame) -> SetUp {
        let played = *game.position().game();
        let levels = Computer::levels(&played).map(Seat::Computer);
        let opponent = match game.you() {
            None => OPPONENTS - 1,
            Some(you) => {
                let seat = game.seat(you.opponent());
                levels
                    .iter()
                    .position(|&level| level == seat)
                    .unwrap_or(FIRST)
            }
        };
        let rules = *played.rules();
        SetUp {
            row: 0,
            opponent,
            side: game.you().unwrap_or(Player::One),
            board: played.side().max(LEAST_SIDE),
            pieces: played.pieces(),
            most_pieces: played.pieces().max(MOST_PIECES),
            rules,
            other: Some(rules).filter(|rules| !SetUp::offered().contains(rules)),
        }
    }

    fn offered() -> [Rules; 2] {
        [Variant::Paper, Variant::Goff].map(Variant::rules)
    }

    pub fn step(&mut self, forward: bool) {
        self.row = next(self.row, ROWS, forward);
    }

    /// `most` is the side of the largest board that fits on the screen.
    pub fn change(&mut self, forward: bool, most: usize) {
        match self.row {
            0 => self.opponent = next(self.opponent, OPPONENTS, forward),
            1 => self.side = self.side.opponent(),
            2 => {
                let at = self.board.min(most) - LEAST_SIDE;
                self.board = LEAST_SIDE + next(at, most + 1 - LEAST_SIDE, forward);
            }
            3 => self.pieces = 1 + next(self.pieces - 1, self.most_pieces, forward),
            _ => {
                let rules: Vec<Rules> = SetUp::offered().into_iter().chain(self.other).collect();
                let at = rules
                    .iter()
                    .position(|&rules| rules == self.rules)
                    .unwrap_or(0);
                self.rules = rules[next(at, rules.len(), forward)];
            }
        }
    }

    pub fn game(&self) -> Result<SeatedGame, GameError> {
        let game = Game::from_side(self.board, self.pieces, self.rules)?;
        let mut seats = [Seat::Human; 2];
        seats[self.side.opponent() as usize] = self.opponent(&game);
        Ok(SeatedGame::new(Record::new(Position::new(game)), seats))
    }

    fn opponent(&self, game: &Game) -> Seat {
        let levels = Computer::levels(game);
        levels
            .get(self.opponent)
            .map_or(Seat::Human, |&level| Seat::Computer(level))
    }

    pub fn rows(&self, most: usize) -> [Row; ROWS] {
        let seat = Game::from_side(self.board, self.pieces, self.rules)
            .map_or(Seat::Human, |game| self.opponent(&game));
        let who = match seat {
            Seat::Human => "You and somebody beside you share the keys.",
            Seat::Computer(Computer::VeryEasy) => "The opponent errs most often.",
            Seat::Computer(Computer::Easy) => "The opponent often errs.",
            Seat::Computer(Computer::Normal) => "The opponent sometimes errs.",
            Seat::Computer(Computer::Hard) => "The opponent searches briefly, and errs less often.",
            Seat::Computer(Computer::Perfect) => "The opponent never errs.",
            Seat::Computer(_) => "The opponent looks far ahead.",
        };
        let opponent = match seat {
            Seat::Human => "a friend",
            computer => computer.name(),
        };
        let order = match self.side {
            Player::One => "X begins, so you move first.",
            Player::Two => "X begins, so the other moves first.",
        };
        let mut line = format!("Fill a row, column or diagonal of {} squares.", self.board);
        if most < *SIDES.end() {
            line += " Enlarge the terminal for larger boards.";
        }
        let turn = match self.pieces {
            1 => "A turn puts a classical piece on 1 square, as in tic-tac-toe.".to_owned(),
            2 => "A turn puts a quantum piece on 2 squares at once: the usual game.".to_owned(),
            n => format!("A turn puts a quantum piece on {n} squares at once: for experts."),
        };
        let (rules, end) = match Variant::from_rules(self.rules) {
            Some(Variant::Paper) => (
                "full board (the paper)".to_owned(),
                "The game goes on until the board is full; older lines earn more.",
            ),
            Some(Variant::Goff) => (
                "first line ends the game (Goff)".to_owned(),
                "The game stops as soon as a line is complete.",
            ),
            Some(variant) => (variant.to_string(), variant.help()),
            None => (
                "as the flags say".to_owned(),
                "The rules of the command line.",
            ),
        };
        [
            Row::new("Versus", opponent, who),
            Row::new("Side", self.side.letter(), order),
            Row::new("Board", format!("{0}x{0}", self.board), line),
            Row::new("Pieces", self.pieces, turn),
            Row::new("Rules", rules, end),
        ]
    }
}

pub struct Row {
    pub name: &'static str,
    pub choice: String,
    pub help: String,
}

impl Row {
    fn new(name: &'static str, choice: impl ToString, help: impl ToString) -> Row {
        Row {
            name,
            choice: choice.to_string(),
            help: help.to_string(),
        }
    }
}

fn next(at: usize, count: usize, forward: bool) -> usize {
    (at + if forward { 1 } else { count - 1 }) % count
}
