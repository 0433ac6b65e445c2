//! Saved games, and the games that can be played.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::engine::game::Game;
use crate::engine::notation::PLAYERS;
use crate::report::AtomicFile;

use super::error::ScreenError;
use super::game::SeatedGame;

/// The sides of boards that can be played.
pub const SIDES: RangeInclusive<usize> = 2..=8;

/// Writes a game and its players to a file.
///
/// # Errors
/// Fails without a move, as the file could only replace another game, or if it cannot be written.
pub fn save(game: &SeatedGame, path: &Path) -> Result<(), ScreenError> {
    let record = game.record();
    if record.actions().len() == 0 {
        return Err(ScreenError::NothingPlayed);
    }
    let text = record.to_saved().ok_or(ScreenError::NoBeginning)?;
    let [one, two] = game.seats().map(|seat| seat.name());
    let text = text.replacen('\n', &format!("\n{PLAYERS} {one}, {two}\n"), 1);
    let file = AtomicFile::create(path)?;
    Ok(file.commit(|out| out.write_all(text.as_bytes()))?)
}

/// Refuses boards and series of unsupported sizes.
///
/// The board must be large enough to be of interest, and small enough for the screen. A series must
/// fit on the board.
///
/// # Errors
/// Fails for such a game.
pub fn playable(game: &Game) -> Result<(), ScreenError> {
    let sizes = [
        ("board", game.side(), SIDES),
        ("pieces", game.pieces(), 1..=game.squares()),
    ];
    let wrong = sizes
        .into_iter()
        .find(|(_, asked, range)| !range.contains(asked));
    wrong.map_or(Ok(()), |(flag, asked, range)| {
        let (least, most) = range.into_inner();
        Err(ScreenError::Size {
            flag,
            asked,
            least,
            most,
        })
    })
}
