//! The random player.

use super::agent::Agent;
use crate::engine::position::{Action, Position};
use crate::random_play::UniformPolicy;
use crate::support::progress::{Interrupted, Progress};

/// The random choices of a player that varies its play: a new stream of numbers for each game.
#[derive(Clone, Debug)]
pub(super) struct Variety {
    seed: Option<u64>,
    drawer: Option<UniformPolicy>,
}

impl Variety {
    /// The choices of the first game. Without a seed the first of equals is always chosen.
    pub fn of(seed: Option<u64>) -> Variety {
        let mut variety = Variety { seed, drawer: None };
        variety.begin(0);
        variety
    }

    /// Turns to the choices of another game.
    pub fn begin(&mut self, game: u64) {
        self.drawer = self.seed.map(|seed| UniformPolicy::new(seed, game));
    }

    /// The place of one of `count` equals.
    pub fn below(&mut self, count: usize) -> usize {
        self.drawer
            .as_mut()
            .map_or(0, |drawer| drawer.below(count as u64) as usize)
    }
}

/// Plays at random, as in the paper's section 7: every action is as likely as another, with the exception of the largest
/// collapses that [`UniformPolicy`] names.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    drawer: UniformPolicy,
}

impl Random {
    /// The player with this seed: the same seed plays the same.
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
