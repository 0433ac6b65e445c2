use super::agent::Agent;
use crate::engine::position::{Action, Position};
use crate::random_play::UniformPolicy;
use crate::support::progress::{Interrupted, Progress};

/// Breaks ties at random, or takes the first of equals if there is no seed.
#[derive(Debug)]
pub(super) struct Variety {
    seed: Option<u64>,
    drawer: Option<UniformPolicy>,
}

impl Variety {
    pub fn of(seed: Option<u64>) -> Variety {
        let mut variety = Variety { seed, drawer: None };
        variety.begin(0);
        variety
    }

    pub fn begin(&mut self, game: u64) {
        self.drawer = self.seed.map(|seed| UniformPolicy::new(seed, game));
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.drawer
            .as_mut()
            .map_or(0, |drawer| drawer.below(count as u64) as usize)
    }
}

/// A player that chooses uniformly at random, as in the paper's section 7.
///
/// But if an entanglement is too large to count its collapses, they need not be equally likely (see
/// [`UniformPolicy`]).
#[derive(Debug)]
pub struct Random {
    seed: u64,
    drawer: UniformPolicy,
}

impl Random {
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
