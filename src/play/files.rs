use std::ops::RangeInclusive;
use std::path::Path;

use crate::report::AtomicFile;
use gqt3::engine::game::Game;
use gqt3::engine::notation::PLAYERS;

use super::error::ScreenError;
use super::game::SeatedGame;

pub const SIDES: RangeInclusive<usize> = 2..=8;

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

/// # Errors
/// Fails unless the board's side is in [`SIDES`] and n is at most its number of squares.
pub fn playable(game: &Game) -> Result<(), ScreenError> {
    let sizes = [
        ("board", game.side(), SIDES),
        ("pieces", game.pieces(), 1..=game.squares()),
    ];
    let wrong = sizes
        .into_iter()
        .find(|(_, given, range)| !range.contains(given));
    wrong.map_or(Ok(()), |(flag, given, range)| {
        let (least, most) = range.into_inner();
        Err(ScreenError::Size {
            flag,
            given,
            least,
            most,
        })
    })
}
