//! What a game needs beside the board, and how it is saved.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use gqt3::game::Game;
use gqt3::notation::{Record, SavedGame};
use gqt3::players;
use gqt3::report::AtomicFile;
use gqt3::rules::Player as Side;
use gqt3::search::MAX_SQUARES;

use super::game::{Kind, Match};
use super::thinking::Players;
use crate::cli::failure::Failure;
use crate::cli::stderr::tell;

/// The boards that one can play on, and the pieces that one can play with.
const SIDES: RangeInclusive<usize> = 2..=6;
const PIECES: RangeInclusive<usize> = 1..=4;

/// All that a game needs.
pub struct Table {
    pub game: Match,
    pub players: Players,
    pub save: Option<PathBuf>,
}

/// Writes the game to a file. One without a move is not written: it could only replace another.
pub fn save(record: &Record, path: &Path) -> Result<(), String> {
    if record.actions().len() == 0 {
        return Err("nothing was played yet".to_owned());
    }
    let text = record.to_saved().ok_or("this game did not start at its beginning")?;
    let file = AtomicFile::create(path).map_err(|error| error.to_string())?;
    file.commit(|out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
}

/// The game in a file for the players of another one: it is of the game that its header says, or without a header of
/// theirs.
pub fn load(path: &Path, played: &Match) -> Result<Match, String> {
    let named = |error: String| format!("{}: {error}", path.display());
    if !path.is_file() {
        return Err(named(if path.exists() { "not a file" } else { "there is no such file" }.to_owned()));
    }
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let saved = SavedGame::read(&text).map_err(|error| named(error.to_string()))?;
    let record = saved.record(*played.record().start().game()).map_err(|error| named(error.to_string()))?;
    playable(record.start().game()).map_err(named)?;
    let is_perfect = |side| played.kind(side) == Kind::Computer(players::Kind::Perfect);
    if record.start().game().squares() > MAX_SQUARES && [Side::One, Side::Two].into_iter().any(is_perfect) {
        return Err(named("too large for the perfect player; begin again with gqt3 play --load".to_owned()));
    }
    Ok(played.with(record))
}

/// Refuses games that nobody wants to play: on boards without lines worth the name, or too large to be seen.
pub fn playable(game: &Game) -> Result<(), String> {
    let side = game.board().side().unwrap_or_default();
    for (flag, asked, range) in [("board", side, SIDES), ("pieces", game.pieces(), PIECES)] {
        if !range.contains(&asked) {
            return Err(format!("--{flag} {asked}: use {} to {} to play", range.start(), range.end()));
        }
    }
    Ok(())
}

/// The end of a session: writes the game to the file of `--save`, and returns what the session ends with.
///
/// # Errors
/// Those of `end`, and if the file cannot be written. Where both went wrong, the file is told of here.
pub fn save_at_the_end(
    record: &Record,
    path: Option<&Path>,
    end: Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(path) = path else { return end };
    if record.actions().len() == 0 {
        tell(format_args!("--save: nothing was played, so {} is not written", path.display()));
        return end;
    }
    let Err(error) = save(record, path) else { return end };
    let error = format!("--save: {error}; the game: {record}");
    match end {
        Ok(()) | Err(Failure::ClosedPipe) => Err(Failure::BadInput(error)),
        Err(_) => {
            tell(format_args!("error: {error}"));
            end
        }
    }
}
