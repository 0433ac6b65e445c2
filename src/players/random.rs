//! The random player.

use super::player::Player;
use crate::position::{Action, Position};
use crate::progress::{Interrupted, Progress};
use crate::random_play::UniformPolicy;

/// The choices of a player that varies its play with a seed, each game its own.
#[derive(Clone, Debug, Default)]
pub(super) struct Variety {
    seed: Option<u64>,
    pub drawer: Option<UniformPolicy>,
}

impl Variety {
    /// Of the first game; without a seed there are none.
    pub fn of(seed: Option<u64>) -> Variety {
        let mut variety = Variety { seed, drawer: None };
        variety.begin(0);
        variety
    }

    /// Those of a game.
    pub fn begin(&mut self, game: u64) {
        self.drawer = self.seed.map(|seed| UniformPolicy::new(seed, game));
    }
}

/// Plays at random, as in the paper's section 7; of the largest collapses see [`UniformPolicy`].
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    drawer: UniformPolicy,
}

impl Random {
    /// The player with this seed: the same seed plays the same.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { seed, drawer: UniformPolicy::new(seed, 0) }
    }
}

impl Player for Random {
    fn begin(&mut self, game: u64) {
        self.drawer = UniformPolicy::new(self.seed, game);
    }

    fn choose(&mut self, position: &Position, _: &dyn Progress) -> Result<Option<Action>, Interrupted> {
        Ok(self.drawer.action(position))
    }
}
