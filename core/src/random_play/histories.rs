//! Random play by its definition, on small boards.

use num_rational::BigRational;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::EarlyGames;
use super::early_stopping::Ends;
use crate::engine::game::Game;
use crate::engine::position::{Phase, Position};
use crate::support::progress::{Interrupted, Progress};

/// A game's results over all histories, weighted by their probabilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Histories {
    pub games: EarlyGames,
    /// Each endgame's probability; an endgame lists each square's subscript, or 0 if still quantum.
    pub endgames: FxHashMap<Vec<u8>, BigRational>,
}

/// Plays every history of a game. On 2x2 there are at most 1,896.
pub fn by_histories(game: Game, progress: &dyn Progress) -> Result<Histories, Interrupted> {
    let mut result = Shares::default();
    result.add(&Position::new(game), BigRational::one(), progress)?;
    Ok(Histories {
        games: result.ends.games(game.side()),
        endgames: result.endgames,
    })
}

#[derive(Default)]
struct Shares {
    ends: Ends,
    endgames: FxHashMap<Vec<u8>, BigRational>,
}

impl Shares {
    /// Adds the histories below a position, which together have the probability `share`.
    fn add(
        &mut self,
        position: &Position,
        share: BigRational,
        progress: &dyn Progress,
    ) -> Result<(), Interrupted> {
        if position.phase() == Phase::Over {
            let subscript = |square| {
                position
                    .classical_series_on(square)
                    .map_or(0, |series| series as u8 + 1)
            };
            let subscripts = position.board().all().iter().map(subscript).collect();
            *self.endgames.entry(subscripts).or_default() += &share;
            self.ends.add(position.margin(), position.turns(), share);
            return Ok(());
        }
        progress.check()?;
        let next: Vec<Position> = position
            .actions()
            .map(|action| position.after_unchecked(&action))
            .collect();
        let each = share / BigRational::from_integer(next.len().into());
        next.iter()
            .try_for_each(|next| self.add(next, each.clone(), progress))
    }
}
