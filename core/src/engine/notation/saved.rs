//! A game in a file.
//!
//! The header has keys with values, in any order: `board` with the side (or `squares`, for a board
//! without lines), `pieces`, and the rules. These are a `variant`, by default the paper's, and the
//! axes that differ from it. Case and extra spaces do not matter. [`SavedGame::read`] is strict,
//! because a game might otherwise be read under wrong rules.

use std::fmt;
use std::str::FromStr;

use super::error::Beginning;
use super::record::Record;
use crate::engine::board::Board;
use crate::engine::game::{Game, GameError};
use crate::engine::position::Position;
use crate::engine::rules::{Rules, UnknownName, Variant};

const MARK: &str = "# gqt3 game:";

pub const PLAYERS: &str = "# gqt3 players:";

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Header(pub Game);

impl Header {
    /// Returns `true` for a line that begins with `#`.
    pub fn is_in(line: &str) -> bool {
        line.trim_start().starts_with('#')
    }

    /// Returns `true` for a `#` line that does not look like a header.
    pub fn is_comment(line: &str) -> bool {
        let text: String = line.to_lowercase().split_whitespace().collect();
        let looks_like_one = text.contains("gqt3")
            || text.starts_with("#game:")
            || ["board", "pieces"].iter().all(|key| text.contains(key));
        Header::is_in(line) && !looks_like_one
    }
}

/// Returns the text after `# gqt3 NAME:`, whatever the case of these words.
fn after<'a>(name: &str, line: &'a str) -> Option<&'a str> {
    let (words, text) = line.trim().strip_prefix('#')?.split_once(':')?;
    let words = words.to_lowercase();
    words.split_whitespace().eq(["gqt3", name]).then_some(text)
}

pub fn players(line: &str) -> Option<[&str; 2]> {
    let (one, two) = after("players", line)?.split_once(',')?;
    Some([one.trim(), two.trim()])
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header(game) = self;
        match game.board().side() {
            Some(side) => write!(f, "{MARK} board {side}")?,
            None => write!(f, "{MARK} squares {}", game.squares())?,
        }
        write!(f, ", pieces {}", game.pieces())?;
        if let Some(variant) = Variant::from_rules(*game.rules()) {
            return write!(f, ", variant {variant}");
        }
        game.rules()
            .differing()
            .try_for_each(|(key, name)| write!(f, ", {key} {name}"))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{}': {reason}", Beginning(token))]
pub struct HeaderError {
    pub token: String,
    pub reason: HeaderReason,
}

#[non_exhaustive]
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeaderReason {
    #[error(
        "a line that begins with # must be a header, such as '{MARK} board 3, pieces 2, variant paper' \
         or '{PLAYERS} human, easy'"
    )]
    NotAHeader,
    #[error("only one header is allowed, above the moves")]
    TooLate,
    #[error(
        "expected a key and its value, such as 'board 3'; the keys are {}",
        keys()
    )]
    NotAPair,
    /// A key occurs twice, or both `board` and `squares` occur.
    #[error("this key is given twice")]
    Twice,
    #[error("{key} is missing; write for example '{key} {example}'")]
    Missing { key: &'static str, example: usize },
    #[error("this value is not a number")]
    NotANumber,
    #[error("use one of {}", .0.known.join(", "))]
    Unknown(#[from] UnknownName),
    #[error(transparent)]
    Game(#[from] GameError),
}

fn keys() -> String {
    let axes = Rules::default().axes().map(|(key, _)| key);
    ["board", "squares", "pieces", Variant::FLAG]
        .into_iter()
        .chain(axes)
        .collect::<Vec<_>>()
        .join(", ")
}

impl FromStr for Header {
    type Err = HeaderError;

    fn from_str(line: &str) -> Result<Header, HeaderError> {
        let wrong = |token: &str, reason| HeaderError {
            token: token.trim().to_owned(),
            reason,
        };
        let body = after("game", line)
            .ok_or_else(|| wrong(line, HeaderReason::NotAHeader))?
            .to_lowercase();
        let mut pairs: Vec<(&str, &str, &str)> = Vec::new();
        for token in body.split(',') {
            let words: Vec<&str> = token.split_whitespace().collect();
            let &[key, value] = &words[..] else {
                return Err(wrong(token, HeaderReason::NotAPair));
            };
            if pairs.iter().any(|(other, ..)| *other == key) {
                return Err(wrong(token, HeaderReason::Twice));
            }
            pairs.push((key, value, token));
        }
        // The variant comes first, because the axes change its rules.
        let (variant, axes): (Vec<_>, Vec<_>) = pairs
            .into_iter()
            .partition(|(key, ..)| *key == Variant::FLAG);
        let mut settings = Settings::default();
        for (key, value, token) in variant.into_iter().chain(axes) {
            settings
                .take(key, value)
                .map_err(|reason| wrong(token, reason))?;
        }
        settings
            .game()
            .map(Header)
            .map_err(|reason| wrong(line, reason))
    }
}

#[derive(Default)]
struct Settings {
    board: Option<Board>,
    pieces: Option<usize>,
    rules: Rules,
}

impl Settings {
    fn take(&mut self, key: &str, value: &str) -> Result<(), HeaderReason> {
        let number = || value.parse::<usize>().map_err(|_| HeaderReason::NotANumber);
        match key {
            "board" | "squares" if self.board.is_some() => return Err(HeaderReason::Twice),
            "board" => self.board = Some(Board::new(number()?).map_err(GameError::from)?),
            "squares" => {
                self.board = Some(Board::without_lines(number()?).map_err(GameError::from)?)
            }
            "pieces" => self.pieces = Some(number()?),
            Variant::FLAG => self.rules = value.parse::<Variant>()?.rules(),
            axis => {
                if !self.rules.set(axis, value)? {
                    return Err(HeaderReason::NotAPair);
                }
            }
        }
        Ok(())
    }

    fn game(self) -> Result<Game, HeaderReason> {
        let board = self.board.ok_or(HeaderReason::Missing {
            key: "board",
            example: 3,
        })?;
        let pieces = self.pieces.ok_or(HeaderReason::Missing {
            key: "pieces",
            example: 2,
        })?;
        Ok(Game::new(board, pieces, self.rules)?)
    }
}

/// A saved game's text: an optional header, and the moves.
///
/// ```
/// use gqt3::engine::game::Game;
/// use gqt3::engine::notation::{Record, SavedGame};
/// use gqt3::engine::position::Position;
/// use gqt3::engine::rules::Variant;
/// let goff = Game::from_side(3, 2, Variant::Goff.rules())?;
/// let record = Record::parse("1-2 2-5 5-9 1-5=5", Position::new(goff))?;
/// let text = record.to_saved().expect("it starts at the beginning");
/// assert_eq!(text, "# gqt3 game: board 3, pieces 2, variant goff\n1-2 2-5 5-9 1-5=5\n");
///
/// let saved = SavedGame::read(&text)?;
/// assert_eq!((saved.game, saved.moves), (Some(goff), "1-2 2-5 5-9 1-5=5\n"));
/// assert_eq!(Record::parse(saved.moves, Position::new(goff))?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SavedGame<'a> {
    /// From the header.
    pub game: Option<Game>,
    /// The names of the players of X and O.
    pub players: Option<[&'a str; 2]>,
    /// In either notation.
    pub moves: &'a str,
}

/// A line of a saved game that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct SavedGameError {
    /// From 1.
    pub line: usize,
    pub error: HeaderError,
}

impl<'a> SavedGame<'a> {
    /// Separates the header from the moves, but does not read the moves. Skips a byte order mark,
    /// which some editors write first.
    ///
    /// # Errors
    /// Fails if the header cannot be read, or comes twice or below moves. No other line may begin
    /// with `#`, except lines like `# gqt3 players: human, easy` between the header and the moves,
    /// of which the last counts.
    pub fn read(text: &'a str) -> Result<SavedGame<'a>, SavedGameError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut saved = SavedGame {
            game: None,
            players: None,
            moves: text,
        };
        let mut end = 0;
        for (index, line) in text.split_inclusive('\n').enumerate() {
            let above = &text[text.len() - saved.moves.len()..end];
            end += line.len();
            if !Header::is_in(line) {
                continue;
            }
            let is_above_moves = above.trim().is_empty();
            match (saved.game, players(line)) {
                (Some(_), Some(names)) if is_above_moves => saved.players = Some(names),
                (game, _) => {
                    let late = || HeaderError {
                        token: line.trim().to_owned(),
                        reason: HeaderReason::TooLate,
                    };
                    let header = line.parse::<Header>().and_then(|Header(read)| {
                        let is_first = game.is_none() && is_above_moves;
                        is_first.then_some(read).ok_or_else(late)
                    });
                    saved.game = Some(header.map_err(|error| SavedGameError {
                        line: index + 1,
                        error,
                    })?);
                }
            }
            saved.moves = &text[end..];
        }
        Ok(saved)
    }
}

impl Record {
    /// Formats the record as a file that [`SavedGame::read`] can read.
    ///
    /// Returns `None` if the record starts from a later position, which a file cannot express.
    pub fn to_saved(&self) -> Option<String> {
        let game = *self.start().game();
        (*self.start() == Position::new(game)).then(|| format!("{}\n{self}\n", Header(game)))
    }
}
