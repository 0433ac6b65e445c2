//! The random player.

use super::Player;
use crate::position::{Action, Position};
use crate::progress::{Interrupted, Progress};
use crate::random_play::simulate::Drawer;

/// Plays at random, as in the paper's section 7.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    drawer: Drawer,
}

impl Random {
    /// The player with this seed: the same seed plays the same.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random { seed, drawer: Drawer::new(seed, 0) }
    }
}

impl Player for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn begin(&mut self, game: u64) {
        self.drawer = Drawer::new(self.seed, game);
    }

    fn choose(&mut self, position: &Position, _: &dyn Progress) -> Result<Option<Action>, Interrupted> {
        Ok(self.drawer.action(position))
    }
}
