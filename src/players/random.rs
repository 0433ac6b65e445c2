//! The random player.

use super::Player;
use crate::position::{Action, Position};
use crate::progress::{Interrupted, Progress};
use crate::random_play::simulate::Drawer;

/// Plays at random, as in the paper's section 7.
#[derive(Clone, Debug)]
pub struct Random(Drawer);

impl Random {
    /// The player with this seed: the same seed plays the same.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(Drawer::new(seed, 0))
    }
}

impl Player for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn choose(&mut self, position: &Position, _: &dyn Progress) -> Result<Option<Action>, Interrupted> {
        Ok(self.0.action(position))
    }
}
