//! The player that keeps its opponent from every line on large boards.

use super::agent::Agent;
use super::heuristic::{Effort, Heuristic};
use crate::beyond::every_board::short_series::{Keeper, Safe};
use crate::engine::game::Game;
use crate::engine::position::{Action, Phase, Position};
use crate::engine::rules::Player;
use crate::support::progress::{Interrupted, Progress};

/// The number of playouts in the search for the best of the safe actions, times the square of the
/// number of squares: 20,000 on 4x4, 1,250 on 8x8, where a playout takes longer.
const PLAYOUTS: u64 = 5_120_000;

/// Never loses with one or two pieces in a series, from 4x4 on.
///
/// It takes safe actions alone, see [`Keeper`]: of those that are proved at once the best one by the
/// heuristic player's search. Where all actions are safe, and where nothing is proved, as may be
/// after moves that were not its own, it plays as the heuristic player does.
#[derive(Debug)]
pub struct Blocker {
    keeper: Keeper,
    heuristic: Heuristic,
}

impl Blocker {
    /// Returns a player of a game. With a seed it varies its play among actions that look equal.
    /// `None` if [`Keeper`] does not play the game.
    pub fn new(game: &Game, seed: Option<u64>) -> Option<Blocker> {
        let squares = game.squares() as u64;
        let effort = Effort::of_nodes(PLAYOUTS / (squares * squares)).by_search_alone();
        Keeper::plays(game).then(|| Blocker {
            keeper: Keeper::default(),
            heuristic: Heuristic::new(effort, seed),
        })
    }

    /// Whether a player can go on from a position without losing, as far as that is proved in a limited time; true on boards
    /// that are not for this kind of player.
    ///
    /// # Errors
    /// If interrupted.
    pub fn can_go_on(
        position: &Position,
        side: Player,
        progress: &dyn Progress,
    ) -> Result<bool, Interrupted> {
        let plays = Keeper::plays(position.game());
        Ok(!plays || Keeper::default().is_proved(position, side, progress)?)
    }
}

impl Agent for Blocker {
    fn begin(&mut self, game: u64) {
        self.heuristic.begin(game);
    }

    fn choose(
        &mut self,
        position: &Position,
        progress: &dyn Progress,
    ) -> Result<Option<Action>, Interrupted> {
        if position.phase() == Phase::Over {
            return Ok(None);
        }
        let safe = match self.keeper.safe_actions(position, progress)? {
            Safe::These(actions) if !actions.is_empty() => actions,
            _ => return self.heuristic.choose(position, progress),
        };
        self.heuristic
            .choose_among(position, Some(&safe), None, progress)
    }
}
