//! What a session of play needs, which games can be played, and how they are saved and loaded.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::engine::game::Game;
use crate::engine::notation::{Record, SavedGame};
use crate::report::AtomicFile;
use crate::support::progress::Silent;

use super::game::Match;
use super::seats::Seats;
use super::thinking::Players;
use crate::cli::failure::Failure;
use crate::cli::stderr::tell;

/// The sides of boards that can be played.
pub const SIDES: RangeInclusive<usize> = 2..=6;

/// A game, the computer players in it, what the flags say of players, and the file to save it to.
pub struct Table {
    pub game: Match,
    pub players: Players,
    pub seats: Seats,
    pub save: Option<PathBuf>,
}

/// Writes a game to a file. A game without a move is not written, as it could only replace another one.
pub fn save(record: &Record, path: &Path) -> Result<(), String> {
    if record.actions().len() == 0 {
        return Err("nothing was played yet".to_owned());
    }
    let text = record
        .to_saved()
        .ok_or("this game did not start at its beginning")?;
    let file = AtomicFile::create(path).map_err(|error| error.to_string())?;
    file.commit(|out| out.write_all(text.as_bytes()))
        .map_err(|error| error.to_string())
}

/// Reads a game from a file. A header in the file says board, n and rules; without one they are those of the game that is
/// played. Its players are those that the flags say for that game.
pub fn load(path: &Path, played: &Game, seats: &Seats) -> Result<(Match, Players), String> {
    let named = |error: String| format!("{}: {error}", path.display());
    if !path.is_file() {
        return Err(named(
            if path.exists() {
                "not a file"
            } else {
                "there is no such file"
            }
            .to_owned(),
        ));
    }
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    let saved = SavedGame::read(&text).map_err(|error| named(error.to_string()))?;
    let record = saved
        .record(*played)
        .map_err(|error| named(error.to_string()))?;
    let game = *record.start().game();
    playable(&game).map_err(named)?;
    let kinds = seats
        .kinds(&game)
        .map_err(|error| named(error.to_string()))?;
    let players = seats
        .players(record.end(), kinds, &Silent)
        .map_err(|error| named(error.to_string()))?;
    Ok((Match::new(record, kinds), players))
}

/// Refuses boards that are too small to be of interest or too large for the screen, and series that no board has room for.
pub fn playable(game: &Game) -> Result<(), String> {
    let side = game.board().side().unwrap_or_default();
    for (flag, asked, range) in [
        ("board", side, SIDES),
        ("pieces", game.pieces(), 1..=game.squares()),
    ] {
        if !range.contains(&asked) {
            return Err(format!(
                "--{flag} {asked}: use {} to {} to play",
                range.start(),
                range.end()
            ));
        }
    }
    Ok(())
}

/// Writes the game to the file of `--save` at the end of a session. `end` is how the session ended otherwise.
///
/// # Errors
/// The error of `end`, or that the file cannot be written. If both happen, the second is printed here.
pub fn save_at_the_end(
    record: &Record,
    path: Option<&Path>,
    end: Result<(), Failure>,
) -> Result<(), Failure> {
    let Some(path) = path else { return end };
    if record.actions().len() == 0 {
        tell(format_args!(
            "--save: nothing was played, so {} is not written",
            path.display()
        ));
        return end;
    }
    let Err(error) = save(record, path) else {
        return end;
    };
    let error = format!("--save: {error}; the game: {record}");
    match end {
        Ok(()) | Err(Failure::ClosedPipe) => Err(Failure::BadInput(error)),
        Err(_) => {
            tell(format_args!("error: {error}"));
            end
        }
    }
}
