//! The random player.

use super::agent::Agent;
use crate::engine::position::{Action, Position};
use crate::random_play::UniformPolicy;
use crate::support::progress::{Interrupted, Progress};

/// A source of random choices, with a separate stream of numbers for each game.
#[derive(Clone, Debug)]
pub(super) struct Variety {
    seed: Option<u64>,
    drawer: Option<UniformPolicy>,
}

impl Variety {
    /// Starts with the first game. Without a seed, always selects the first of equals.
    pub fn of(seed: Option<u64>) -> Variety {
        let mut variety = Variety { seed, drawer: None };
        variety.begin(0);
        variety
    }

    /// Switches to the stream of another game.
    pub fn begin(&mut self, game: u64) {
        self.drawer = self.seed.map(|seed| UniformPolicy::new(seed, game));
    }

    /// Draws the index of one of `count` equals.
    pub fn below(&mut self, count: usize) -> usize {
        self.drawer
            .as_mut()
            .map_or(0, |drawer| drawer.below(count as u64) as usize)
    }
}

/// A player that chooses uniformly at random, as in the paper's section 7.
///
/// The probabilities of the largest collapses differ (see [`UniformPolicy`]).
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    drawer: UniformPolicy,
}

impl Random {
    /// Creates a player with a seed, from which it derives a stream for each game.
    pub fn new(seed: u64) -> Random {
        Random {
            seed,
            drawer: UniformPolicy::new(seed, 0),
        }
    }
}

impl Agent for Random {
    fn begin(&mut self, game: u64) {
        self.drawer = UniformPolicy::new(self.seed, game);
    }

    fn choose(
        &mut self,
        position: &Position,
        _: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        Ok(self.drawer.action(position))
    }
}
