use gqt3::beyond::players::{Agent, Blocker, Computer, MoveBudget};
use gqt3::engine::position::Position;
use gqt3::engine::rules::Player;
use gqt3::support::progress::Progress;

use super::error::{ScreenError, WhyNot};
use super::game::Seat;

/// The agents of X and O; `None` for a human.
pub type Agents = [Option<Box<dyn Agent>>; 2];

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Setting {
    pub seed: u64,
    pub budget: MoveBudget,
}

impl Setting {
    /// # Errors
    /// Fails if a computer player cannot play on from the position or gets no memory, or if
    /// interrupted.
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
            // With one seed, two random players, for example, would draw the same numbers.
            let seed = self.seed.wrapping_add(side as u64);
            let agent = computer.agent(*position.game(), self.budget, Some(seed));
            agent.map(Some).map_err(|why| refused(why.into()))
        };
        Ok([agent(Player::One)?, agent(Player::Two)?])
    }
}
