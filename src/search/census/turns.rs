//! The census by turn, by whatever way there is.

use super::count::TurnCensus;
use super::enumeration::enumerate;
use super::formula;
use crate::game::Game;
use crate::progress::Progress;
use crate::rules::Ending;
use crate::search::error::Error;

/// How many positions can come about after each turn, from turn 0 to the last.
///
/// By the formulas of [the module](super) where they hold, else by [`enumerate`].
///
/// ```
/// use gqt3::{game::Game, progress::Silent, search::census::census};
/// let turns = census(&Game::default(), &Silent)?;
/// assert_eq!(turns[1].quiescent.positions, 36_u32.into()); // pairs of 9 squares
/// assert_eq!(turns[1].quiescent.orbits, 8_u32.into()); // different first moves
/// assert_eq!(turns[9].quiescent.positions, 362_880_u32.into()); // 9! endgames
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If there is no formula and [`enumerate`] fails.
pub fn census(game: &Game, progress: &dyn Progress) -> Result<Vec<TurnCensus>, Error> {
    let known = game.pieces() <= 2 || game.pieces() >= game.squares();
    if game.rules().ending == Ending::Full && known {
        return Ok(formula::turns(game));
    }
    enumerate(game, progress)
}
