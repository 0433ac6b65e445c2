//! What a game needs beside the board, and how it is saved.

use std::path::{Path, PathBuf};

use gqt3::notation::Record;
use gqt3::report::AtomicFile;

use super::game::Match;
use super::thinking::Players;
use crate::cli::failure::Failure;
use crate::cli::stderr::tell;

/// All that a game needs.
pub struct Table {
    pub game: Match,
    pub players: Players,
    pub save: Option<PathBuf>,
}

/// Writes the game to a file. One without a move is not written: it could only replace another.
pub fn save(record: &Record, path: &Path) -> Result<(), String> {
    if record.turns().is_empty() {
        return Err("nothing was played yet".to_owned());
    }
    let text = record.to_saved().ok_or("this game did not start at its beginning")?;
    let file = AtomicFile::create(path).map_err(|error| error.to_string())?;
    file.commit(|out| out.write_all(text.as_bytes())).map_err(|error| error.to_string())
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
    if record.turns().is_empty() {
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
