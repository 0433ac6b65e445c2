//! The flags for one game, which must not contradict a file's header.

use gqt3::engine::game::Game;
use gqt3::engine::notation::{Header, Record, SavedGame};
use gqt3::engine::position::Position;
use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use super::files::Named;
use super::input;
use super::numbers::within;
use super::rule_args::RuleArgs;
use gqt3::support::progress::Progress;

/// One game: its moves, board, n and rules.
#[derive(Args, Clone, Debug)]
pub struct RecordArgs {
    /// Moves such as 1-2 2-5 5-9 1-5=5, or a record in Goff's notation; - reads standard input
    #[arg(value_name = "GAME")]
    game: Vec<String>,
    /// Read the game from FILE, in either notation
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    file: Option<PathBuf>,
    #[command(flatten)]
    flags: GameArgs,
}

impl RecordArgs {
    /// For [`Session::distinct`](super::session::Session::distinct).
    pub fn named(&self) -> Named<'_> {
        Named::input("--file", self.file.as_deref())
    }

    pub fn record(&self, progress: &dyn Progress) -> Result<Record, Failure> {
        let read = |flag, path| input::text(flag, path, progress);
        let (text, file) = match (&self.file, &self.game[..]) {
            (Some(path), _) => (
                read("--file", path)?,
                Some(format!("--file {}", path.display())),
            ),
            (None, [dash]) if dash == "-" => (
                read("GAME", "-".as_ref())?,
                Some("standard input".to_owned()),
            ),
            (None, []) => ("start".to_owned(), None),
            (None, words) => (words.join(" "), None),
        };
        self.flags.record(&text, file.as_deref())
    }
}

/// Board, n and rules of one game.
#[derive(Args, Clone, Debug)]
pub struct GameArgs {
    /// Set the side m of the board [default: 3, or the side in the file]
    #[arg(long, value_name = "M", value_parser = within::<u8>(1..=8), allow_negative_numbers = true)]
    board: Option<u8>,
    /// Set the pieces in a series n [default: 2, or the number in the file]
    #[arg(long, value_name = "N", value_parser = within::<u8>(1..=255), allow_negative_numbers = true)]
    pieces: Option<u8>,
    #[command(flatten)]
    rules: RuleArgs,
}

impl GameArgs {
    pub fn game(&self) -> Result<Game, Failure> {
        let (board, pieces) = (self.board.unwrap_or(3), self.pieces.unwrap_or(2));
        Ok(Game::from_side(
            board.into(),
            pieces.into(),
            self.rules.rules(),
        )?)
    }

    /// Messages call the text `file`.
    pub fn record(&self, text: &str, file: Option<&str>) -> Result<Record, Failure> {
        let in_file = |error: String| match file {
            Some(file) => Failure::BadInput(format!("{file}: {error}")),
            None => Failure::BadInput(error),
        };
        let saved = SavedGame::read(text).map_err(|error| in_file(error.to_string()))?;
        let game = self
            .game_under(saved.game)
            .map_err(|error| in_file(error.to_string()))?;
        record(saved.moves, game).map_err(|mut error| {
            if file.is_some() && saved.game.is_none() && !saved.moves.trim().is_empty() {
                error += " (without a header, set --board, --pieces and the rules of the game)";
            }
            in_file(error)
        })
    }

    /// Returns the header's game, or if there is no header, the flags' game.
    ///
    /// # Errors
    /// Fails if a flag contradicts the header, or if no flags can name the header's game.
    pub fn game_under(&self, header: Option<Game>) -> Result<Game, Failure> {
        let Some(game) = header else {
            return self.game();
        };
        let size = |flag, value: Option<u8>, stated: usize| {
            let value = value.filter(|&value| usize::from(value) != stated)?;
            Some((format!("--{flag} {value}"), format!("{flag} {stated}")))
        };
        let contradiction = size("board", self.board, game.side())
            .or_else(|| size("pieces", self.pieces, game.pieces()))
            .or_else(|| self.rules.contradiction(game.rules()));
        if let Some((flag, stated)) = contradiction {
            return Err(Failure::BadInput(format!(
                "{flag} contradicts '{stated}' in '{}'; drop the flag, or correct the file",
                Header(game)
            )));
        }
        match game.board().side() {
            Some(_) if game.pieces() <= u8::MAX.into() => Ok(game),
            Some(_) => Err(Failure::BadInput(format!(
                "'pieces {}': use 1 to {}",
                game.pieces(),
                u8::MAX
            ))),
            None => Err(Failure::BadInput(format!(
                "'squares {}': a board without lines has no winner; use 'board M'",
                game.squares()
            ))),
        }
    }
}

/// Refuses a blank text, because it is more likely a mistake than the start of the game.
pub fn record(text: &str, game: Game) -> Result<Record, String> {
    if text.trim().is_empty() {
        return Err("there are no moves; the game without moves is the word 'start'".to_owned());
    }
    Record::parse(text, Position::new(game)).map_err(|error| error.to_string())
}
