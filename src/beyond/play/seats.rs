//! The agents of a game.

use crate::beyond::players::{Agent, Blocker, Computer, MoveBudget};
use crate::engine::position::Position;
use crate::engine::rules::Player;
use crate::support::progress::Progress;

use super::error::{ScreenError, WhyNot};
use super::game::Seat;

/// The agents of X and O; `None` for a human.
pub type Agents = [Option<Box<dyn Agent>>; 2];

/// The random numbers and the budget of computer players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting {
    /// The seed of the next game.
    pub seed: u64,
    /// The budget of [`Computer::Heuristic`].
    pub budget: MoveBudget,
}

impl Setting {
    /// Returns the agents that play from a position on.
    ///
    /// # Errors
    /// Fails if one of them cannot play it, or if interrupted.
    pub fn agents(
        &self,
        position: &Position,
        seats: [Seat; 2],
        progress: &dyn Progress,
    ) -> Result<Agents, ScreenError> {
        let agent = |side: Player| {
            let Seat::Computer(computer) = seats[side as usize] else {
                return Ok(None);
            };
            let refused = |why: WhyNot| ScreenError::Seat {
                side,
                name: computer.name(),
                why,
            };
            if computer == Computer::Perfect && !Blocker::can_go_on(position, side, progress)? {
                return Err(refused(WhyNot::Unproved));
            }
            // Two players of the same kind draw different numbers.
            let seed = self.seed.wrapping_add(side as u64);
            let agent = computer.agent(*position.game(), self.budget, Some(seed));
            agent.map(Some).map_err(|why| refused(why.into()))
        };
        Ok([agent(Player::One)?, agent(Player::Two)?])
    }
}
